"""WordGame: the words, the answers, the rules and the spelling of a word game. Standard library only."""

from __future__ import annotations

import os

from lingo_common.errors import DataError, UsageError
from wordlists.reader import WordList, open_list
from wordlists.spelling import PLAIN, Spelling

TYPE_CHECKING = False  # importing typing would double the player's launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Source = str | os.PathLike[str] | None

POINTS, GUESSES, WORST = OBJECTIVES = ("points", "guesses", "worst")
"""Most points; fewest missed, then fewest guesses; fewest missed, then the least worst case, then fewest guesses."""
ATTEMPTS = 5
"""The attempts of the contest's pit."""


class WordGame:
    """A word game: what may be guessed, what may be hidden, and what is played for. Equal games are equal.

    length: letters of every word. spelling: how words are read and written. attempts: guesses in a game. letter: the
    first letter that is shown, None for none; all words begin with it. hard: whether every guess must use what the
    replies have shown. objective: one of OBJECTIVES.

    A pickled game holds no words: where it is used, they are read again from the same files.
    """

    __slots__ = ("_lists", "_paths", "_stored", "attempts", "hard", "length", "letter", "objective", "spelling")

    def __init__(
        self,
        words: WordList,
        answers: WordList | None = None,
        *,
        attempts: int = ATTEMPTS,
        letter: str | None = None,
        hard: bool = False,
        objective: str = POINTS,
    ) -> None:
        """answers: the words that may be hidden; those that the words lack are added to them. None for all words.

        Raises DataError where no word begins with the letter, UsageError where the letter is none.
        """
        self.length, self.spelling = words.length, words.spelling
        self.attempts, self.hard, self.objective = attempts, hard, objective
        self.letter = None if letter is None else checked_letter(letter, words.spelling)
        self._paths = (words.path, None if answers is None else answers.path)
        self._stored: dict[str, Any] | None = None
        self._lists: tuple[WordList, WordList | None, tuple[str, ...]] | None = _join(words, answers, self.letter)

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
    def remarks(self) -> tuple[str, ...]:
        """What to tell the user once, about entries left out and answers added."""
        words, answers, remarks = self._load_lists()
        left_out = (words.left_out, answers and answers.left_out)
        return (*(remark for remark in left_out if remark), *remarks)

    @property
    def fingerprint(self) -> str:
        """That of the words, and `+` with that of the answers where these are fewer."""
        stored = self.to_json()
        return f"{stored['words']}+{stored['answers']}" if stored["answers"] else str(stored["words"])

    @property
    def is_whole(self) -> bool:
        """Whether the words are those of their file, and all of them may be hidden."""
        return self.letter is None and self._paths[1] is None

    @property
    def is_plain(self) -> bool:
        """Whether only words and attempts may differ from the games of the contest's pit."""
        plain = not (self.hard or self.letter or self.answers) and self.objective == POINTS
        return plain and self.spelling == PLAIN

    @property
    def shown_letter(self) -> str:
        """The first letter as people write it; empty if none is shown."""
        return self.spelling.write(self.letter or "")

    @property
    def name(self) -> str:
        """What messages call the game: `5 letters`, or `5 letters, d` where that first letter is shown."""
        return f"{self.length} letters{f', {self.shown_letter}' if self.letter else ''}"

    @property
    def label(self) -> str:
        """What tables call the game: `5`, or `5 d`."""
        return f"{self.length} {self.shown_letter}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """The form in which programs keep a game, as JSON: its rules, and the fingerprints of its words and answers."""
        if self._stored is None:
            rules = (self.attempts, self.shown_letter or None, self.hard, self.objective)
            answers = self.answers.fingerprint if self.answers else None
            self._stored = rules_json(self.length, *rules, self.spelling) | {
                "fold": self.spelling.fold,
                "words": self.words.fingerprint,
                "answers": answers,
            }
        return self._stored

    def with_rules(self, **rules: Any) -> WordGame:
        """The game over the same lists with other attempts, letter, hard or objective."""
        same = {"attempts": self.attempts, "letter": self.letter, "hard": self.hard, "objective": self.objective}
        game = WordGame(self.words, self.answers, **(same | rules))
        game._paths = self._paths
        return game

    def first_letters(self) -> Iterator[WordGame]:
        """The game of each first letter that a secret begins with."""
        for letter in sorted({word[0] for word in self.secrets.words}):
            yield self.with_rules(letter=letter)

    def index_of(self, word: str) -> int:
        """The index of the word, upper and lower case alike; DataError if it may not be guessed."""
        from bisect import bisect_left

        wanted, words = self.spelling.read(word), self.words.words
        index = bisect_left(words, wanted)
        if words[index : index + 1] != [wanted]:
            raise DataError(f"{word!r} is not in the list of {self.length} letters")
        return index

    def write(self, index: int) -> str:
        """The word of that index as it is written."""
        return self.spelling.write(self.words.words[index])

    def load(self, brought: Mapping[str, list[str]] | None = None) -> None:
        """Read the lists of a game that was pickled; brought: words by fingerprint, where there are no files.

        DataError if a file has changed since the game was pickled.
        """
        if self._lists is not None:
            return
        assert self._stored is not None
        wanted = (self._stored["words"], self._stored["answers"])
        path, answers = self._paths
        if brought and all(fingerprint in brought for fingerprint in wanted if fingerprint):
            lists = [
                fingerprint and WordList(self.length, brought[fingerprint], path, self.spelling)
                for fingerprint in wanted
            ]
            self._lists = lists[0], lists[1], ()
            return
        words = open_list(self.length, path, self.spelling)
        hidden = None if answers is None else open_list(self.length, answers, self.spelling)
        self._lists = _join(words, hidden, self.letter)
        fingerprints = (self.words.fingerprint, self.answers.fingerprint if self.answers else None)
        if fingerprints != wanted:
            self._lists = None
            raise DataError(f"{path}: the list has changed since the command began")

    def has_lists_of(self, other: WordGame) -> bool:
        """Whether the other game has the same words and answers, read by the same spelling."""
        same = (self.length, self.spelling, self.fingerprint) == (other.length, other.spelling, other.fingerprint)
        return same and self.letter == other.letter

    def share(self, same: WordGame) -> None:
        """Take the lists of a game that has the same."""
        self._lists = same._lists

    def _load_lists(self) -> tuple[WordList, WordList | None, tuple[str, ...]]:
        self.load()
        assert self._lists is not None
        return self._lists

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordGame) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.fingerprint, self.attempts, self.hard, self.objective))

    def __repr__(self) -> str:
        return f"WordGame({self.to_json()})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.to_json(), self._paths, self.letter)


def _game_of(stored: dict[str, Any], paths: tuple[str, str | None], letter: str | None) -> WordGame:
    """The game of that stored form, whose words are read from those files when they are asked for."""
    game: WordGame = WordGame.__new__(WordGame)
    game.length, game.attempts, game.letter = stored["length"], stored["attempts"], letter
    game.hard, game.objective = stored["hard"], stored["objective"]
    game.spelling = Spelling(stored["fold"], tuple(stored["letters"]), stored["language"])
    game._lists, game._paths, game._stored = None, paths, stored
    return game


def read_game(
    length: int, wordlist: Source = None, answers: Source = None, spelling: Spelling = PLAIN, **rules: Any
) -> WordGame:
    """The game over the lists of two sources (see reader.locate); answers None for all words; rules: see WordGame.

    Raises DataError if a list cannot be read or has no word of that length.
    """
    hidden = None if answers is None else open_list(length, answers, spelling)
    return WordGame(open_list(length, wordlist, spelling), hidden, **rules)


def rules_json(
    length: int, attempts: int, first_letter: str | None, hard: bool, objective: str, spelling: Spelling
) -> dict[str, Any]:
    """The object of rules.json, which describes a game to its player."""
    return {
        "length": length,
        "attempts": attempts,
        "first_letter": first_letter,
        "hard": hard,
        "objective": objective,
        "letters": list(spelling.groups),
        "language": spelling.language,
    }


def checked_letter(text: str, spelling: Spelling = PLAIN) -> str:
    """The text as one letter; UsageError for any other text."""
    letter = spelling.read(text)
    if len(letter) != 1 or not spelling.is_word(letter):
        raise UsageError(f"a first letter is one letter, not '{text[:40]}'")
    return letter


def _join(
    words: WordList, answers: WordList | None, letter: str | None
) -> tuple[WordList, WordList | None, tuple[str, ...]]:
    """(words, answers, remarks): answers that the words lack are added to them, both are cut to the letter."""
    remarks: tuple[str, ...] = ()
    added = sorted(set(answers.words).difference(words.words)) if answers else []
    if answers and added:
        count = f"{len(added):,} answer{'s' * (len(added) != 1)} of {answers.path}"
        example = words.spelling.write(added[0])
        remarks = (f"{words.path}: {count} added to the words that may be guessed, such as '{example}'",)
        words = words.with_words(sorted([*words.words, *added]))
    if letter is not None:
        words = _cut(words, letter, "word")
        answers = answers and _cut(answers, letter, "answer")
    return words, None if answers and answers.words == words.words else answers, remarks


def _cut(listed: WordList, letter: str, kind: str) -> WordList:
    words = [word for word in listed.words if word.startswith(letter)]
    if not words:
        raise DataError(f"no {kind} of {listed.length} letters begins with {listed.spelling.write(letter)}")
    return listed.with_words(words)
