"""A tree with its game: its figures, and guesses and replies as the game writes them."""

from dataclasses import dataclass
from functools import cached_property

from codebreaker import draw, tree_json
from codebreaker.game import Game
from codebreaker.outcome import Outcome
from codebreaker.tree import Tree, attempts_of, outcome_of, weighted_outcome
from wordlists.step import Step


@dataclass(frozen=True)
class DecisionTree:
    """A tree that solves every secret of its game."""

    root: Tree
    game: Game

    @cached_property
    def outcome(self) -> Outcome:
        """How its games end, each secret with its weight. The tree alone knows no weights: the game has them."""
        return weighted_outcome(self.root, self.game)

    @property
    def distribution(self) -> dict[int, int]:
        """How many secrets are solved with each number of guesses, ascending; each counts once, whatever its weight."""
        return outcome_of(self.root).distribution

    @property
    def total(self) -> int:
        """The guesses of all secrets together, each secret with its weight."""
        return self.outcome.guesses

    @property
    def mean(self) -> float:
        """The mean number of guesses, each secret with its weight."""
        return self.outcome.mean_guesses

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return max(self.distribution)

    @property
    def opener(self) -> object:
        """The first guess."""
        return self.game.guesses[self.root.guess]

    def worst_case(self) -> list[Step[object, object]]:
        """The guesses and replies of a longest game. Of several, it is the one whose secret comes first in the game."""
        secret = int(attempts_of(self.root, self.game).argmax())
        steps: list[Step[object, object]] = []

        node: Tree | None = self.root
        while node is not None:
            reply = self.game.reply_to(node.guess, secret)
            steps.append(Step(self.game.guesses[node.guess], reply))

            # A branch belongs to a reply code. Several replies may win, and all of these have the same code.
            code = self.game.reply_code(node.guess, secret)
            node = dict(node.branches).get(code)
        return steps

    def text(self) -> str:
        """The whole tree, an indented line a node."""
        return draw.as_text(self.root, self.game)

    def svg(self) -> str:
        """A picture: a row for each guess, a box with the reply and the guess, as wide as its share of the secrets."""
        return draw.as_svg(self.root, self.game)

    _repr_svg_ = svg  # notebooks show it

    def json(self) -> str:
        """The tree for programs; see codebreaker.tree_json."""
        return tree_json.write(self.root, self.game)
