"""WordGame: the words, the answers, the rules and the spelling of a word game. Standard library only."""

from __future__ import annotations

from lingo_common.errors import DataError, UsageError, count_text
from wordlists.spelling import PLAIN, Spelling, spelling_of
from wordlists.word_list import WordList, fingerprint, open_list

TYPE_CHECKING = False  # importing typing would double the player's launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from wordlists.frequencies import Frequencies
    from wordlists.reader import Source

POINTS = "points"
"""The objective of most points."""
GUESSES = "guesses"
"""The objective of fewest misses, then fewest guesses."""
WORST = "worst"
"""The objective of fewest misses, then the least worst case, then fewest guesses."""
AIMS = {POINTS: "for points", GUESSES: "for the fewest guesses", WORST: "for the best worst case"}
"""What is played for, in words for people, by the objective."""
OBJECTIVES = tuple(AIMS)
WEIGHTS_SEPARATOR = "*"
"""Separates the fingerprint of the weights from that of the lists in the fingerprint of a game."""
ATTEMPTS = 5
"""The attempts of the contest's pit."""
MAX_ATTEMPTS = 100
"""The most attempts that a game can have: more would be a mistake."""
OWN_LETTER = "*"
"""In the place of a first letter: the game shows each secret's own."""


class WordGame:
    """A word game: what may be guessed, what may be hidden, and what is played for.

    Games are equal if they have the same rules, and lists with the same fingerprints.

    length: letters of every word. spelling: how words are read and written. attempts: guesses in a game. letter: the
    first letter that is shown, with which all words begin; None for none, OWN_LETTER for that of each secret. hard:
    whether every guess must use what the replies have shown. objective: one of OBJECTIVES. Frequencies weigh the
    secrets.

    A game that was pickled, or that a run has stored, has rules, paths and fingerprints, and no lists. When its words
    are first asked for, it reads its files again (see load).
    """

    paths: tuple[str | None, str | None, str | None] = (None, None, None)
    """The files of words, answers and frequencies in this order, None where there is none."""
    _fingerprints: dict[str, Any] | None = None
    """By the keys `words`, `answers` (None for all words) and, if there are any, `weights`; None until asked for."""
    _size = 0
    """The number of words of a game that was pickled or stored, as long as it has no lists."""
    _lists: GameLists | None = None
    """None in a game that was pickled or stored, until its words are asked for."""

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
        """answers: the words that may be hidden, None for all words. Those that are no words yet are added to them.

        frequencies: how much each secret counts; None for secrets that count alike. Raises DataError where no word
        begins with the letter, UsageError for a text that is not one letter.
        """
        self._set_rules(words.length, words.spelling, attempts, letter, hard, objective)
        path_of_answers = None if answers is None else answers.path
        path_of_frequencies = None if frequencies is None else frequencies.path
        self.paths = (words.path, path_of_answers, path_of_frequencies)
        letter_of_all = None if self.letter == OWN_LETTER else self.letter
        self._lists = make_lists(words, answers, letter_of_all, frequencies)

    def _set_rules(
        self, length: int, spelling: Spelling, attempts: int, letter: str | None, hard: bool, objective: str
    ) -> None:
        """Set the attributes of the rules; UsageError for a first letter that is not one letter."""
        self.length = length
        self.spelling = spelling
        self.attempts = attempts
        self.hard = hard
        self.objective = objective
        self.letter = letter if letter in (None, OWN_LETTER) else spelling.letter(letter)

    @classmethod
    def from_json(cls, value: Mapping[str, Any], path: str | None = None, answers: str | None = None) -> WordGame:
        """The game of a value that to_json has returned; where a rule is missing, it is that of the pit.

        path, answers: the files from which its lists are read when they are asked for. There are no frequencies,
        because a run has none. Raises ValueError as rules_from_json.

        The value may have the number of words too, as `size`, which a run stores. It may also have rules alone: {}
        makes the rules of the pit. Such a game has the length 0, and no words.
        """
        game = cls.__new__(cls)
        game._set_rules(value.get("length", 0), **rules_from_json(value))
        game.paths = (path, answers, None)
        game._fingerprints = {"words": value.get("words"), "answers": value.get("answers")}
        game._size = value.get("size", 0)
        return game

    @property
    def size(self) -> int:
        """The number of words, which a game that was pickled or stored knows without its lists."""
        return self._size if self._lists is None else len(self._lists.words)

    @property
    def lists(self) -> GameLists:
        """The words, answers and weights. A game that was pickled or stored reads them now; DataError as load."""
        self.load()
        assert self._lists is not None
        return self._lists

    @property
    def words(self) -> WordList:
        """The words that may be guessed, every answer included."""
        return self.lists.words

    @property
    def answers(self) -> WordList | None:
        """The words that may be hidden, None for all words."""
        return self.lists.answers

    @property
    def secrets(self) -> WordList:
        """The words that may be hidden."""
        return self.answers or self.words

    @property
    def weights(self) -> list[int] | None:
        """How much each secret counts, in the order of the secrets; None where each counts once."""
        return self.lists.weights

    @property
    def total_weight(self) -> int:
        """How much all secrets count together."""
        return len(self.secrets) if self.weights is None else sum(self.weights)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user, to be printed once: entries left out, answers added, words without a count."""
        about_entries = [self.words.left_out]
        if self.answers is not None:
            about_entries.append(self.answers.left_out)

        return (*filter(None, about_entries), *self.lists.remarks)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the lists, and after WEIGHTS_SEPARATOR that of the weights if there are any."""
        weights = self._fingerprints_of_lists().get("weights")
        if not weights:
            return self.list_fingerprint
        return f"{self.list_fingerprint}{WEIGHTS_SEPARATOR}{weights}"

    @property
    def list_fingerprint(self) -> str:
        """The fingerprint of the words, and `+` with that of the answers where these are fewer."""
        fingerprints = self._fingerprints_of_lists()
        if not fingerprints["answers"]:
            return str(fingerprints["words"])
        return f"{fingerprints['words']}+{fingerprints['answers']}"

    def _fingerprints_of_lists(self) -> dict[str, Any]:
        """The fingerprints by list, as in _fingerprints.

        They are computed once and pickled with the game, so that a list that has changed is noticed.
        """
        if self._fingerprints is None:
            self._fingerprints = {
                "words": self.words.fingerprint,
                "answers": self.answers.fingerprint if self.answers else None,
            }
            if self.weights:
                self._fingerprints["weights"] = fingerprint([str(weight) for weight in self.weights])

        return self._fingerprints

    @property
    def file_digest(self) -> str | None:
        """Hex sha256 of the words' file if the game is played with just the words of this file, else None.

        It is None where a letter is shown, and where there are answers or frequencies. A book finds the tree of a game
        by it sooner than by the fingerprint, for which the file has to be parsed.
        """
        _, answers, frequencies = self.paths
        is_whole_file = self.letter is None and answers is None and frequencies is None
        return self.words.digest if is_whole_file else None

    @property
    def differences(self) -> list[str]:
        """The rules that differ from those of the pit, in words for people.

        The attempts are not among them: they are a number, which each message puts in a place of its own.
        """
        texts = []
        if self.letter is not None:
            texts.append("first letter shown")
        if self.hard:
            texts.append("hard")
        if self.objective != POINTS:
            texts.append(AIMS[self.objective])

        texts += [f"{group} is one letter" for group in self.spelling.groups]
        if self.spelling.language:
            texts.append(f"language {self.spelling.language}")

        return texts

    def letter_of(self, secret: str) -> str | None:
        """The first letter that is shown in the game for this secret, None for none."""
        return secret[:1] if self.letter == OWN_LETTER else self.letter

    def points_for(self, attempt: int) -> int:
        """Points for a hit at that attempt (1, 2, …): 100 × (attempts + 1 − attempt)."""
        return 100 * (self.attempts + 1 - attempt)

    @property
    def written_letter(self) -> str:
        """The first letter as people write it, `ij` where `letter` is one character for this group; "" for none."""
        return self.spelling.write(self.letter or "")

    @property
    def name(self) -> str:
        """The name of the game in messages: `5 letters`, or `5 letters, d` where that first letter is shown."""
        letter = f", {self.written_letter}" if self.letter else ""
        return f"{count_text(self.length, 'letter')}{letter}"

    @property
    def label(self) -> str:
        """The name of the game in tables: `5`, or `5 d`."""
        return f"{self.length} {self.written_letter}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """The form in which programs keep a game, as JSON: its rules, and the fingerprints of its lists.

        The first letter is true where that of each secret is shown. `letters` are the groups that count as one letter,
        and `fold` is true where words lose their accents. Weights have a fingerprint where secrets do not count alike.
        """
        return {
            "length": self.length,
            "attempts": self.attempts,
            "first_letter": self.letter == OWN_LETTER or self.written_letter or None,
            "hard": self.hard,
            "objective": self.objective,
            "letters": list(self.spelling.groups),
            "language": self.spelling.language,
            "fold": self.spelling.fold,
            **self._fingerprints_of_lists(),
        }

    def with_rules(self, **rules: Any) -> WordGame:
        """The game over the same lists with other attempts, letter, hard or objective."""
        game = WordGame(self.words, self.answers, frequencies=self.lists.frequencies, **self.rules() | rules)
        if game.letter == self.letter:
            # The same words have the same weights. On a worker of a cluster they could not be computed again, because
            # it has no frequencies. It never needs a game of another letter: these are made before work is sent.
            game.take_lists_of(self)

        # The paths that were computed from the lists may be wrong. There are no `answers` if their file has all words,
        # and there are some without a file if words count 0.
        game.paths = self.paths
        return game

    def rules(self) -> dict[str, Any]:
        """The rules as arguments of WordGame."""
        return {
            "attempts": self.attempts,
            "letter": self.letter,
            "hard": self.hard,
            "objective": self.objective,
        }

    def games_by_first_letter(self) -> Iterator[WordGame]:
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
            raise DataError(f"{word!r} is not in the list of {self.name}")
        return index

    def write(self, index: int) -> str:
        """The word of that index as it is written."""
        return self.spelling.write(self.words.words[index])

    def load(self, contents: Mapping[str, list[Any]] | None = None) -> None:
        """Make sure that the game has its lists; one that was pickled or stored gets them from `contents` or its files.

        contents: lists of words, answers and weights by their fingerprints. A worker of a cluster is sent these,
        because it may have no such files. The files are read if a list of the game is not among them. Raises DataError
        if a file has changed since the game was pickled.
        """
        if self._lists is not None:
            return

        if contents is not None:
            fingerprints = self._fingerprints_of_lists()
            # The fingerprint of answers is None where all words are answers.
            if all(key in contents for key in fingerprints.values() if key):
                self._lists = self._lists_from(contents)
                return

        game = self.read_again()
        if game.fingerprint != self.fingerprint:
            raise DataError(f"{self.paths[0]}: the list has changed since the command began")
        self.take_lists_of(game)

    def _lists_from(self, contents: Mapping[str, list[Any]]) -> GameLists:
        """The lists of the game in `contents` (see load): those that make_lists made before the game was pickled."""
        fingerprints = self._fingerprints_of_lists()
        words = WordList(self.length, contents[fingerprints["words"]], str(self.paths[0]), self.spelling)
        answers = None
        if fingerprints["answers"]:
            answers = words.with_words(contents[fingerprints["answers"]])

        # Where secrets count alike, no weights have a fingerprint.
        weights = contents.get(fingerprints.get("weights", ""))
        return GameLists(words, answers, weights, remarks=[], frequencies=None)

    def read_again(self, wordlist: str | None = None) -> WordGame:
        """A new game with the same rules and the lists that its files have now; DataError as read_game.

        wordlist: another source of the words than the file that they were read from.
        """
        path, answers, frequencies = self.paths
        source = wordlist or path
        return read_game(self.length, source, answers, self.spelling, frequencies, **self.rules())

    def take_lists_of(self, word_game: WordGame) -> None:
        """Take over the lists of an equal game, so that both have the same ones in memory."""
        self._lists = word_game._lists

    def __eq__(self, game: object) -> bool:
        return isinstance(game, WordGame) and self.to_json() == game.to_json()

    def __hash__(self) -> int:
        # Another letter or spelling nearly always makes other lists, and so another fingerprint.
        return hash((self.fingerprint, self.attempts, self.hard, self.objective))

    def __getstate__(self) -> dict[str, Any]:
        # The lists are left out, so their fingerprints and the number of words must be known.
        self._fingerprints_of_lists()
        state = {name: value for name, value in vars(self).items() if name != "_lists"}
        return state | {"_size": self.size}


def read_game(
    length: int,
    wordlist: Source = None,
    answers: Source = None,
    spelling: Spelling = PLAIN,
    frequencies: str | None = None,
    **rules: Any,
) -> WordGame:
    """The game over the words of one file or directory and the answers of another.

    wordlist: None for the list that wordlists.reader.locate finds. answers: None for all words. frequencies: a file of
    word and count. rules: the other arguments of WordGame. Raises DataError if a file cannot be read, or a list has no
    word of that length.
    """
    answer_list = None if answers is None else open_list(length, answers, spelling)
    if frequencies is not None:
        # The player has no frequencies, and importing the module would delay its first guess.
        from wordlists.frequencies import Frequencies

        rules["frequencies"] = Frequencies(frequencies, spelling)
    word_list = open_list(length, wordlist, spelling)
    return WordGame(word_list, answer_list, **rules)


class GameLists:
    """The lists of a word game, which nobody changes."""

    def __init__(
        self,
        words: WordList,
        answers: WordList | None,
        weights: list[int] | None,
        remarks: list[str],
        frequencies: Frequencies | None,
    ) -> None:
        """words: what may be guessed, every answer included. answers: what may be hidden; None for all words.

        weights: how much each secret counts, in the order of the secrets; None where each counts once. remarks: for the
        user, about answers that were added and words without a count. frequencies: what the weights were made of; None
        where there are none, or where they are not known.
        """
        self.words = words
        self.answers = answers
        self.weights = weights
        self.frequencies = frequencies
        self.remarks = remarks


def make_lists(
    words: WordList, answers: WordList | None, letter: str | None, frequencies: Frequencies | None
) -> GameLists:
    """The lists of a game.

    answers: the words that may be hidden, None for all words; those that the words lack are added to them. letter: the
    first letter of all words and answers, the others are left out; None for any letter. frequencies: how much each
    secret counts, and those that count 0 are left out of the answers; None for secrets that count alike. DataError
    where no word or no answer begins with the letter.
    """
    remarks: list[str] = []
    if answers is not None:
        words, remarks = words.including(answers)

    if letter is not None:
        words = words.beginning_with(letter, "word")
        if answers is not None:
            answers = answers.beginning_with(letter, "answer")

    if answers is not None and answers.words == words.words:
        # It is the same game as one without answers, so a book that has the one has the other.
        answers = None

    weights = None
    if frequencies is not None:
        secrets = answers or words
        # A file of frequencies that names none of these secrets is an error only without a letter.
        secrets_that_count, weights, remarks_on_counts = frequencies.weights(secrets, letter)
        remarks += remarks_on_counts
        if len(secrets_that_count) < len(secrets):
            # Words that count 0 may be guessed and are never the secret.
            answers = secrets_that_count

    return GameLists(words, answers, weights, remarks, frequencies)


def rules_from_json(value: Mapping[str, Any]) -> dict[str, Any]:
    """The spelling and the rules as arguments of read_game, from the JSON of a stored game or a player's rules.json.

    What is missing is as in the pit. Raises ValueError that names what is wrong.
    """
    attempts = value.get("attempts", ATTEMPTS)
    # True is an int for isinstance.
    if type(attempts) is not int or not 1 <= attempts <= MAX_ATTEMPTS:
        raise ValueError(f"attempts must be a whole number from 1 to {MAX_ATTEMPTS}, not {attempts!r}")

    objective = value.get("objective", POINTS)
    if objective not in OBJECTIVES:
        raise ValueError(f"objective must be {', '.join(OBJECTIVES)}, not {objective!r}")

    try:
        groups = ",".join(value.get("letters") or ())
        spelling = spelling_of(bool(value.get("fold")), groups, value.get("language") or "")
        letter = value.get("first_letter") or None
        if letter is True:
            letter = OWN_LETTER
        elif letter is not None:
            letter = spelling.letter(letter)
    except (TypeError, AttributeError, UsageError) as error:
        raise ValueError(str(error)) from None

    return {
        "spelling": spelling,
        "attempts": attempts,
        "letter": letter,
        "hard": bool(value.get("hard")),
        "objective": objective,
    }
