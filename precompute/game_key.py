"""The key of a game: its lists and the rules that a tree is computed for."""

from typing import NamedTuple

from codebreaker.payoff import Payoff
from codebreaker.rules import POINTS, GameRules
from lingo_bot.strategy import payoff_of
from precompute.lists import ListKey


class GameKey(NamedTuple):
    """Names the game of a piece of work; with a shown first letter there is a game for each letter."""

    lists: ListKey
    attempts: int = GameRules.attempts
    objective: str = POINTS
    hard: bool = False

    @property
    def payoff(self) -> Payoff:
        """What the game pays under its objective."""
        return payoff_of(self.objective, self.attempts)

    @property
    def is_pits(self) -> bool:
        """Whether only the attempts may differ from the rules of the pit."""
        lists = self.lists
        return self.objective == POINTS and not (self.hard or lists.answers or lists.spelling or lists.first_letter)


def key_of(lists: ListKey, rules: GameRules) -> GameKey:
    """The key of the game over those lists under those rules."""
    return GameKey(lists, rules.attempts, rules.objective, rules.hard)
