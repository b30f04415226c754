"""LiveGame plays a game under other rules than the pit's, without a book or after a book's first guess."""

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.steps import checked_word
from lingo_bot.other_rules import OtherRules
from lingo_bot.words import RawList
from lingo_common.errors import DataError


def player_of(rules: OtherRules, words: RawList, strategy: str, attempts: int, book: str | None) -> Player:
    """The lingo_bot.Player of a game under those rules; the arguments are those of launch.player_for."""
    return Player(
        words.length,
        words,
        strategy=strategy,
        attempts=attempts,
        answers=rules.answers,
        first_letter=rules.first_letter,
        hard=rules.hard,
        objective=rules.objective,
        book=book,
    )


class LiveGame:
    """Plays one game as lingo_bot.Player does."""

    def __init__(
        self,
        rules: OtherRules,
        words: RawList,
        strategy: str,
        attempts: int,
        first_guess: str | None,
        book: str | None,
    ) -> None:
        """first_guess: the guess to begin with, None for the player's own choice; DataError if it is illegal."""
        self._player = player_of(rules, words, strategy, attempts, book)
        self._guess = ""
        self._first = None if first_guess is None else checked_word(first_guess, words.length, rules.spelling)
        if self._first and (why := self._player.illegal(self._first)):
            raise DataError(f"first guess '{first_guess}' cannot be made: {why}")

    def guess(self) -> str:
        """The next guess."""
        begins = self._first is not None and not self._player.steps
        self._guess = self._first if begins and self._first else self._player.guess()
        return self._guess

    def hear(self, reply: str) -> None:
        """Take in the reply to the last guess; DataError if no word fits it."""
        self._player.hear(reply, self._guess)
