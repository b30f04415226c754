"""A tree that knows its game, and so speaks of guesses and replies as the game writes them."""

from functools import cached_property

from codebreaker import draw
from codebreaker.game import Game
from codebreaker.measures import Measures, attempts_of, measures
from codebreaker.step import Step
from codebreaker.tree import Tree


class DecisionTree(Tree):
    """A tree with its game."""

    game: Game

    @classmethod
    def of(cls, tree: Tree, game: Game) -> "DecisionTree":
        """The tree as one of that game."""
        decision_tree = tuple.__new__(cls, tree)
        decision_tree.game = game
        return decision_tree

    @cached_property
    def measures(self) -> Measures:
        """The distribution, total, mean and worst case."""
        return measures(self, self.game)

    @property
    def distribution(self) -> dict[int, int]:
        """How many secrets are solved with each number of guesses, ascending; each counts once, whatever its weight."""
        return self.measures.distribution

    @property
    def mean(self) -> float:
        """The mean number of guesses, each secret with its weight."""
        return self.measures.mean

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return self.measures.worst

    @property
    def opener(self) -> object:
        """The first guess."""
        return self.game.guesses[self.guess]

    def worst_case(self) -> list[Step[object, object]]:
        """The guesses and replies of a longest game: that of the first of the secrets that take most guesses."""
        secret = int(attempts_of(self, self.game).argmax())
        steps: list[Step[object, object]] = []
        node: Tree | None = self
        while node is not None:
            steps.append(Step(self.game.guesses[node.guess], self.game.reply_to(node.guess, secret)))
            node = dict(node.branches).get(self.game.reply_code(node.guess, secret))
        return steps

    def text(self) -> str:
        """The whole tree, an indented line a node."""
        return draw.as_text(self, self.game)

    def svg(self) -> str:
        """A picture: a row for each guess, a box with the reply and the guess, as wide as its share of the secrets."""
        return draw.as_svg(self, self.game)

    _repr_svg_ = svg  # notebooks show it

    def png(self) -> bytes:
        """The picture as PNG, made by matplotlib; MissingExtra without it."""
        return draw.as_png(self, self.game)

    def dot(self) -> str:
        """The tree for Graphviz."""
        return draw.as_dot(self, self.game)
