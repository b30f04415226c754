"""WordGame: the words, the answers, the rules and the spelling of a word game. Standard library only."""

from __future__ import annotations

import os

from lingo_common.errors import DataError, UsageError
from wordlists.reader import WordList, fingerprint, open_list
from wordlists.spelling import PLAIN, Spelling, spelling_of

TYPE_CHECKING = False  # importing typing would double the player's launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from wordlists.frequencies import Frequencies

    Source = str | os.PathLike[str] | None
    _Paths = tuple[Any, ...]
    _Lists = tuple[WordList, WordList | None, list[int] | None, tuple[str, ...]]

POINTS, GUESSES, WORST = OBJECTIVES = ("points", "guesses", "worst")
"""Most points; fewest missed, then fewest guesses; fewest missed, then the least worst case, then fewest guesses."""
WEIGHTS = "*"
"""Stands before the fingerprint of the weights in that of a game; lists have none."""
ATTEMPTS, MAX_ATTEMPTS = 5, 100
"""The attempts of the contest's pit, and the most that a game can have."""
OWN_LETTER = "*"
"""Stands for the first letter of a game that shows each secret's own."""


class WordGame:
    """A word game: what may be guessed, what may be hidden, and what is played for. Equal games are equal.

    length: letters of every word. spelling: how words are read and written. attempts: guesses in a game. letter: the
    first letter that is shown, with which all words begin; None for none, OWN_LETTER for that of each secret. hard:
    whether every guess must use what the replies have shown. objective: one of OBJECTIVES. Frequencies weigh the
    secrets. paths: the files of words, answers and frequencies, None where there is none.

    A pickled or stored game holds no words: where they are used, they are read again from the same files.
    """

    paths: _Paths = (None, None, None)
    _frequencies: Frequencies | None = None
    _lists: _Lists | None = None
    _prints: dict[str, Any] | None = None
    _size = 0

    def __init__(
        self,
        words: WordList,
        answers: WordList | None = None,
        *,
        attempts: int = ATTEMPTS,
        letter: str | None = None,
        hard: bool = False,
        objective: str = POINTS,
        frequencies: Frequencies | None = None,
    ) -> None:
        """answers: the words that may be hidden; those that the words lack are added to them. None for all words.

        frequencies: how much each secret counts; None for secrets that count alike. Raises DataError where no word
        begins with the letter, UsageError where the letter is none.
        """
        self._set_rules(words.length, words.spelling, attempts, letter, hard, objective)
        self.paths = tuple(getattr(source, "path", None) for source in (words, answers, frequencies))
        self._frequencies = frequencies
        self._lists = _join(words, answers, frequencies, None if letter == OWN_LETTER else self.letter)

    def _set_rules(
        self, length: int, spelling: Spelling, attempts: int, letter: str | None, hard: bool, objective: str
    ) -> None:
        self.length, self.spelling = length, spelling
        self.attempts, self.hard, self.objective = attempts, hard, objective
        self.letter = letter if letter in (None, OWN_LETTER) else spelling.letter(letter)

    @classmethod
    def from_json(cls, value: Mapping[str, Any], path: str | None = None, answers: str | None = None) -> WordGame:
        """The game of the form that to_json returns; where a rule is missing, it is that of the pit.

        Its lists are read from these files when they are asked for. Raises ValueError as rules_of.
        """
        game = cls.__new__(cls)
        game._set_rules(value.get("length", 0), **rules_of(value))
        game.paths = (path, answers, None)
        game._prints = {"words": value.get("words"), "answers": value.get("answers")}
        game._size = value.get("size", 0)
        return game

    @property
    def size(self) -> int:
        """The number of words, which a stored game tells without its lists."""
        return self._size if self._lists is None else len(self.words)

    @property
    def words(self) -> WordList:
        """The words that may be guessed, every answer included; DataError where a file has changed meanwhile."""
        return self._load_lists()[0]

    @property
    def answers(self) -> WordList | None:
        """The words that may be hidden, None for all words."""
        return self._load_lists()[1]

    @property
    def secrets(self) -> WordList:
        """The words that may be hidden."""
        return self.answers or self.words

    @property
    def weights(self) -> list[int] | None:
        """How much each secret counts, in the order of the secrets; None where each counts once."""
        return self._load_lists()[2]

    @property
    def weight(self) -> int:
        """How much all secrets count together."""
        return len(self.secrets) if self.weights is None else sum(self.weights)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user, to be printed once: entries left out, answers added, words without a count."""
        words, answers, _, remarks = self._load_lists()
        left_out = (words.left_out, answers and answers.left_out)
        return (*(remark for remark in left_out if remark), *remarks)

    @property
    def fingerprint(self) -> str:
        """That of the lists, and WEIGHTS with that of the weights where secrets count differently."""
        weights = self.to_json().get("weights")
        return f"{self.list_fingerprint}{WEIGHTS}{weights}" if weights else self.list_fingerprint

    @property
    def list_fingerprint(self) -> str:
        """That of the words, and `+` with that of the answers where these are fewer."""
        stored = self.to_json()
        return f"{stored['words']}+{stored['answers']}" if stored["answers"] else str(stored["words"])

    @property
    def file_digest(self) -> str | None:
        """Hex sha256 of the words' file; None if some of its words may not be guessed or hidden, or count more."""
        return self.words.digest if self.letter is None and self.paths[1:] == (None, None) else None

    @property
    def differences(self) -> list[str]:
        """The differences from the rules of the pit, the attempts apart, in words for people."""
        texts = ["first letter shown"] * (self.letter is not None) + ["hard"] * self.hard
        aims = {POINTS: [], GUESSES: ["for the fewest guesses"], WORST: ["for the best worst case"]}
        groups = [f"{group} is one letter" for group in self.spelling.groups]
        language = [f"language {self.spelling.language}"] * bool(self.spelling.language)
        return [*texts, *aims[self.objective], *groups, *language]

    def letter_of(self, secret: str) -> str | None:
        """The first letter that is shown in the game for this secret, None for none."""
        return secret[:1] if self.letter == OWN_LETTER else self.letter

    def points_for(self, attempt: int) -> int:
        """Points for a hit at that attempt (1, 2, …): 100 × (attempts + 1 − attempt)."""
        return 100 * (self.attempts + 1 - attempt)

    @property
    def shown_letter(self) -> str:
        """The first letter as people write it; empty if none is shown."""
        return self.spelling.write(self.letter or "")

    @property
    def name(self) -> str:
        """The name of the game in messages: `5 letters`, or `5 letters, d` where that first letter is shown."""
        return f"{self.length} letters{f', {self.shown_letter}' if self.letter else ''}"

    @property
    def label(self) -> str:
        """The name of the game in tables: `5`, or `5 d`."""
        return f"{self.length} {self.shown_letter}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """The form in which programs keep a game, as JSON: its rules, and the fingerprints of its lists.

        The first letter is true where that of each secret is shown. Weights have a fingerprint where secrets do not
        count alike.
        """
        if self._prints is None:
            answers = self.answers.fingerprint if self.answers else None
            weights = {"weights": fingerprint(list(map(str, self.weights)))} if self.weights else {}
            self._prints = {"words": self.words.fingerprint, "answers": answers, **weights}
        return {
            "length": self.length,
            "attempts": self.attempts,
            "first_letter": self.letter == OWN_LETTER or self.shown_letter or None,
            "hard": self.hard,
            "objective": self.objective,
            "letters": list(self.spelling.groups),
            "language": self.spelling.language,
            "fold": self.spelling.fold,
            **self._prints,
        }

    def with_rules(self, **rules: Any) -> WordGame:
        """The game over the same lists with other attempts, letter, hard or objective."""
        game = WordGame(self.words, self.answers, frequencies=self._frequencies, **self._rules() | rules)
        game.paths = self.paths
        return game

    def _rules(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("attempts", "letter", "hard", "objective")}

    def first_letters(self) -> Iterator[WordGame]:
        """The game of each first letter that a secret begins with, where it is shown; else the game itself."""
        if self.letter != OWN_LETTER:
            yield self
            return
        for letter in sorted({word[0] for word in self.secrets.words}):
            yield self.with_rules(letter=letter)

    def index_of(self, word: str) -> int:
        """The index of the word, upper and lower case alike; DataError if it may not be guessed."""
        index = self.words.index_of(self.spelling.read(word))
        if index is None:
            raise DataError(f"{word!r} is not in the list of {self.length} letters")
        return index

    def write(self, index: int) -> str:
        """The word of that index as it is written."""
        return self.spelling.write(self.words.words[index])

    def load(self, brought: Mapping[str, list[Any]] | None = None) -> None:
        """Read the lists of a game that was pickled; brought: lists by fingerprint, where there are no files.

        DataError if a file has changed since the game was pickled.
        """
        if self._lists is not None:
            return
        assert self._prints is not None
        keys: list[Any] = [self._prints.get(name) for name in ("words", "answers", "weights")]
        path = self.paths[0]
        if brought and all(key in brought for key in keys if key):
            words, hidden = (key and WordList(self.length, brought[key], path, self.spelling) for key in keys[:2])
            self._lists = words, hidden, brought[keys[2]] if keys[2] else None, ()
            return
        read = self.read_again()
        if read.fingerprint != self.fingerprint:
            raise DataError(f"{path}: the list has changed since the command began")
        self.share(read)

    def read_again(self, wordlist: str | None = None) -> WordGame:
        """The game with its lists as they are now, the words of that source if it is given; DataError as read_game."""
        path, answers, frequencies = self.paths
        return read_game(self.length, wordlist or path, answers, self.spelling, frequencies, **self._rules())

    def share(self, game: WordGame) -> None:
        """Take the lists of a game that has the same."""
        self._lists, self._frequencies = game._lists, game._frequencies

    def _load_lists(self) -> _Lists:
        self.load()
        assert self._lists is not None
        return self._lists

    def __eq__(self, game: object) -> bool:
        return isinstance(game, WordGame) and self.to_json() == game.to_json()

    def __hash__(self) -> int:
        return hash((self.fingerprint, self.attempts, self.hard, self.objective))

    def __getstate__(self) -> dict[str, Any]:
        self.to_json()  # keeps the fingerprints
        return vars(self) | {"_lists": None, "_frequencies": None}


def read_game(
    length: int,
    wordlist: Source = None,
    answers: Source = None,
    spelling: Spelling = PLAIN,
    frequencies: str | None = None,
    **rules: Any,
) -> WordGame:
    """The game over the lists of two sources (see reader.locate); answers None for all words; rules: see WordGame.

    frequencies: a file of word and count. Raises DataError if a file cannot be read, or a list has no word of that
    length.
    """
    hidden = None if answers is None else open_list(length, answers, spelling)
    if frequencies is not None:
        from wordlists.frequencies import Frequencies  # the player starts without it

        rules["frequencies"] = Frequencies(frequencies, spelling)
    return WordGame(open_list(length, wordlist, spelling), hidden, **rules)


def rules_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """The spelling and the rules in a stored game or in rules.json: arguments of read_game.

    What is missing is as in the pit. Raises ValueError that names what is wrong.
    """
    attempts, objective = value.get("attempts", ATTEMPTS), value.get("objective", POINTS)
    if type(attempts) is not int or not 1 <= attempts <= MAX_ATTEMPTS:
        raise ValueError(f"attempts must be a whole number from 1 to {MAX_ATTEMPTS}, not {attempts!r}")
    if objective not in OBJECTIVES:
        raise ValueError(f"objective must be {', '.join(OBJECTIVES)}, not {objective!r}")
    try:
        groups = ",".join(value.get("letters") or ())
        spelling = spelling_of(bool(value.get("fold")), groups, value.get("language") or "")
        letter = value.get("first_letter") or None
        letter = OWN_LETTER if letter is True else letter and spelling.letter(letter)
    except (TypeError, AttributeError, UsageError) as error:
        raise ValueError(str(error)) from None
    hard = bool(value.get("hard"))
    return {"spelling": spelling, "attempts": attempts, "letter": letter, "hard": hard, "objective": objective}


def _join(words: WordList, answers: WordList | None, frequencies: Frequencies | None, letter: str | None) -> _Lists:
    """(words, answers, weights, remarks): answers that the words lack are added, both are cut to the letter."""
    remarks: list[str] = []
    if answers:
        words, remarks = words.including(answers)
    if letter is not None:
        words = words.beginning_with(letter, "word")
        answers = answers and answers.beginning_with(letter, "answer")
    answers = None if answers and answers.words == words.words else answers
    if frequencies is None:
        return words, answers, None, tuple(remarks)
    weights, without_count = frequencies.weights(answers or words)
    return words, answers, weights, (*remarks, *without_count)
