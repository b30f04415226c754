"""The rules of word games: known games, the options that make a game, and which guesses are allowed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lingo_common.option import choice_option, flag_option, number_reader, option, path_option, read_options
from wordlists.reply import ABSENT, PLACED
from wordlists.spelling import LANGUAGES, Spelling, spelling_of
from wordlists.step import WordStep
from wordlists.word_game import ATTEMPTS, GUESSES, MAX_ATTEMPTS, OBJECTIVES, OWN_LETTER, POINTS, WordGame, read_game

PIT = WordGame.from_json({})
"""The rules of the contest's pit, without lists."""
PRESETS: dict[str, dict[str, Any]] = {
    "lingo": {"attempts": ATTEMPTS, "first_letter": False, "objective": POINTS},
    "wordle": {"attempts": 6, "objective": GUESSES},
    "television": {"first_letter": True, "objective": GUESSES},
}
"""The rules of the pit, as `lingo`, and for other known games the rules that differ from them."""


def _read_text(value: Any) -> str:
    """Return the text; ValueError for another value."""
    if not isinstance(value, str):
        raise ValueError(f"must be text, not {value!r}")
    return value


@dataclass(frozen=True)
class GameOptions:
    """The rules of a game and its lists, as options give them; a rule that is not given is that of the preset."""

    wordlist: str | None = path_option(
        "Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: those in the working "
        "directory, else the packaged lists]",
        "PATH",
    )
    answers: str | None = path_option(
        "The words that can be the secret. Those that the word list lacks are added to it.", "FILE"
    )
    preset: str | None = choice_option(
        "The rules of a known game; other options change them.", tuple(PRESETS), name="rules"
    )
    attempts: int = option(
        f"Guesses in a game, 1 to {MAX_ATTEMPTS}; by default as --rules says, else {ATTEMPTS}.",
        number_reader(1, MAX_ATTEMPTS),
        metavar="N",
    )
    hard: bool = flag_option("Every guess must use the letters that are known.")
    objective: str = choice_option(
        "Play for the most points; for the fewest misses, then the fewest guesses; or for the fewest misses, then "
        f"the best worst case. By default as --rules says, else {POINTS}.",
        OBJECTIVES,
    )
    first_letter: bool = flag_option(
        "The player is told the first letter; every guess begins with it.", default=None, name="show-first-letter"
    )
    fold: bool = flag_option("Read é as e, ñ as n, ß as ss, and so on.")
    language: str | None = choice_option(
        "Read letters as this language does: I and İ in Turkish (tr), ü as ue in German (de).", tuple(LANGUAGES)
    )
    letters: str = option("Groups that count as one letter, such as ij,ch.", _read_text, default="", metavar="GROUP,…")
    frequencies: str | None = None
    """The path of --frequencies, which some commands have; None for secrets that count alike."""
    spelling: Spelling = field(init=False, compare=False)
    """How words are read and written, by fold, language and letters."""

    def __post_init__(self) -> None:
        """Read the values and fill in the preset's; UsageError for one that makes no sense."""
        read_options(self)
        rules = PRESETS["lingo"] | PRESETS[self.preset or "lingo"]

        # These options have no default of their own, so None means that the user gave none.
        for name, value in rules.items():
            if getattr(self, name) is None:
                # The dataclass is frozen.
                object.__setattr__(self, name, value)

        spelling = spelling_of(self.fold, self.letters, self.language or "")
        object.__setattr__(self, "spelling", spelling)

    @property
    def letter(self) -> str | None:
        """The `letter` of the word games: OWN_LETTER if the first letter of each secret is shown, else None."""
        return OWN_LETTER if self.first_letter else None

    def word_game(self, length: int) -> WordGame:
        """The game with words of that length; DataError as read_game."""
        return read_game(length, self.wordlist, **self.arguments())

    def arguments(self) -> dict[str, Any]:
        """All arguments of read_game but the length and the word list."""
        return {
            "answers": self.answers,
            "spelling": self.spelling,
            "frequencies": self.frequencies,
            "attempts": self.attempts,
            "hard": self.hard,
            "objective": self.objective,
            "letter": self.letter,
        }


def rules_to_json(rules: WordGame | GameOptions) -> dict[str, Any]:
    """The rules as the record of a run holds them: attempts, first_letter, hard, objective, letters, language.

    `fold` is not among them: the record holds it with the word lists, because it changes how these are read.
    """
    return {
        "attempts": rules.attempts,
        "first_letter": rules.letter is not None,
        "hard": rules.hard,
        "objective": rules.objective,
        "letters": list(rules.spelling.groups),
        "language": rules.spelling.language,
    }


def why_illegal(word_game: WordGame, guess: str, steps: Sequence[WordStep], letter: str | None) -> str | None:
    """Why a guess of the right length is not allowed after these steps, whatever the word list; None if it is.

    letter: the first letter that is shown, None for none.
    """
    if letter is not None and guess[:1] != letter:
        return f"letter 1 must be {letter}"
    return why_illegal_in_hard_mode(guess, steps) if word_game.hard else None


def why_illegal_in_hard_mode(guess: str, steps: Iterable[WordStep]) -> str | None:
    """Why the guess is not allowed in hard mode after these steps; None if it is allowed.

    A letter shown in place stays there; a letter shown elsewhere is used, as often as it was shown.
    Letters known to be absent may be used (the rule of Wordle's hard mode). After `geese` with the reply `?XXXO` a
    guess must end with e and hold g.
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
