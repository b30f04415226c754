"""The rules of a word game: what may be guessed, what may be hidden, and what is played for. Standard library only."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from codebreaker.reply import ABSENT, PLACED
from codebreaker.step import Step
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import ATTEMPTS, GUESSES, POINTS, WORST, WordGame, read_game

MAX_ATTEMPTS = 100


@dataclass(frozen=True)
class GameRules:
    """The rules of a word game without its words; the defaults are those of the contest's pit."""

    attempts: int = ATTEMPTS
    first_letter: bool = False
    """Whether the player is told the secret's first letter before the first guess; every guess begins with it then."""
    hard: bool = False
    """Whether every guess must use what the replies have shown (see breaks_hard_mode)."""
    objective: str = POINTS
    """What is played for, one of OBJECTIVES."""
    letters: tuple[str, ...] = ()
    """Groups of characters that count as one letter, such as `ij`."""
    language: str = ""
    """The language whose letters are read in its own way, a key of wordlists.spelling.LANGUAGES, or empty."""

    def spelling(self, fold: bool = False) -> Spelling:
        """Return how words are read and written; fold: whether marks are dropped."""
        return Spelling(fold, self.letters, self.language)

    @property
    def differences(self) -> list[str]:
        """The differences from the rules of the pit, the attempts apart, in words for people."""
        texts = ["first letter shown"] * self.first_letter + ["hard"] * self.hard
        aims = {POINTS: [], GUESSES: ["for the fewest guesses"], WORST: ["for the best worst case"]}
        groups = [f"{group} is one letter" for group in self.letters]
        language = [f"language {self.language}"] * bool(self.language)
        return [*texts, *aims[self.objective], *groups, *language]

    def points_for(self, attempt: int) -> int:
        """Points for a hit at that attempt (1, 2, …): 100 × (attempts + 1 − attempt)."""
        return 100 * (self.attempts + 1 - attempt)

    def why_illegal(self, guess: str, steps: Sequence[Step[str, str]], first_letter: str | None = None) -> str | None:
        """Why a guess of the right length is not allowed after these steps, whatever the word list; None if it is."""
        if first_letter is not None and guess[:1] != first_letter:
            return f"letter 1 must be {first_letter}"
        return breaks_hard_mode(guess, steps) if self.hard else None


PRESETS: dict[str, GameRules] = {
    "lingo": GameRules(attempts=5, objective=POINTS),
    "wordle": GameRules(attempts=6, objective=GUESSES),
    "television": GameRules(attempts=5, first_letter=True, objective=GUESSES),
}


@dataclass(frozen=True)
class GameOptions:
    """The rules of a game and its lists, as options give them."""

    rules: GameRules = GameRules()
    wordlist: str | None = None
    """The path of --wordlist, None for the list that the programs find themselves."""
    answers: str | None = None
    """The path of --answers, None if every word can be the secret."""
    spelling: Spelling = PLAIN
    preset: str | None = None
    frequencies: str | None = None
    """The path of --frequencies, which some commands have; None for secrets that count alike."""

    def word_game(self, length: int, letter: str | None = None) -> WordGame:
        """The game with words of that length, and with that first letter shown; DataError as read_game."""
        rules = self.rules
        return read_game(
            length,
            self.wordlist,
            self.answers,
            self.spelling,
            self.frequencies,
            attempts=rules.attempts,
            letter=letter,
            hard=rules.hard,
            objective=rules.objective,
        )


def rules_to_json(rules: GameRules) -> dict[str, Any]:
    """The rules as JSON holds them: attempts, first_letter, hard, objective, letters, language."""
    return asdict(rules) | {"letters": list(rules.letters)}


def breaks_hard_mode(guess: str, steps: Iterable[Step[str, str]]) -> str | None:
    """Why the guess is not allowed in hard mode after these steps; None if it is allowed.

    A letter shown in place stays there; a letter shown elsewhere is used, as often as it was shown.
    Letters known to be absent may be used (the rule of Wordle's hard mode).
    """
    for earlier, reply in steps:
        times_shown: dict[str, int] = {}
        for position, (letter, mark) in enumerate(zip(earlier, reply, strict=True)):
            if mark == PLACED and guess[position] != letter:
                return f"letter {position + 1} must be {letter}"
            if mark != ABSENT:
                times_shown[letter] = times_shown.get(letter, 0) + 1
        for letter, times in times_shown.items():
            if guess.count(letter) < times:
                return f"it must hold {letter}" if times == 1 else f"it must hold {letter} {times} times"
    return None
