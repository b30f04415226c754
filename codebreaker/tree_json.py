"""Trees as JSON, which programs can read and `codebreaker check-tree` checks.

    {"format": "codebreaker-tree 1", "game": "mastermind 6 x 4, guesses any, secrets any",
     "tree": {"guess": "1122", "replies": {"1,0": {"guess": "1344", "replies": {…}}, …}}}

A node is a guess and the nodes that follow each reply, as the game writes guesses and replies. A reply that ends the
game has no node. In a game to identify, a reply that leaves a single candidate ends it.
"""

import json
from typing import Any

from codebreaker.candidates import settle
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.tree import Tree, walk
from lingo_common.errors import DataError, count_text

FORMAT = "codebreaker-tree 1"
_SHOWN_OF_NODE = 80
"""Characters of a wrong node that an error quotes."""


def write(tree: Tree, game: Game) -> str:
    """The tree as text, in one line; DataError if it is nested too deeply for JSON, or two replies have one text."""
    # Children come after their parents in a walk. In reverse they are there when their parents need them.
    node_as_json: dict[int, dict[str, Any]] = {}
    for _, node in reversed(list(walk(tree))):
        replies = {game.reply_text(code): node_as_json[id(child)] for code, child in node.branches}
        if len(replies) < len(node.branches):
            raise DataError(f"{game.name}: two replies to {game.text(node.guess)} have one text, unfit for JSON")
        node_as_json[id(node)] = {"guess": game.text(node.guess), "replies": replies}
    document = {"format": FORMAT, "game": game.name, "tree": node_as_json[id(tree)]}
    try:
        return json.dumps(document) + "\n"
    except RecursionError:
        raise DataError(f"{game.name}: the tree is nested too deeply for JSON: write a .txt, .dot or .svg") from None


def read(text: str, game: Game) -> Tree:
    """The tree that the text holds, played against every secret of the game.

    DataError if it is not of this format, names a guess or a reply that the game does not have, or does not solve each
    secret. RecursionError if it is nested too deeply.
    """
    try:
        document = json.loads(text)
    except ValueError as error:
        raise DataError(f"not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise DataError(f"not a tree: its format is not {FORMAT!r}")
    unknown = set(document) - {"format", "game", "tree"}
    if unknown:
        raise DataError(f"not a tree of this format: it has an unknown field: {min(unknown)!r}")
    if document.get("game") != game.name:
        raise DataError(f"it says that it is a tree of {document.get('game')!r}, not of {game.name!r}")

    guess_of = {game.text(guess): guess for guess in range(len(game.guesses))}
    return _node(document.get("tree"), game, guess_of, game.all_secrets)


def _node(value: Any, game: Game, guess_of: dict[str, int], secrets: Array) -> Tree:
    """The node of a value of JSON, played against those candidates (indices); DataError as in `read`.

    guess_of: the index of each guess, by its text.
    """
    if not isinstance(value, dict) or set(value) != {"guess", "replies"} or not isinstance(value["replies"], dict):
        raise DataError(f"not a node with guess and replies: {str(value)[:_SHOWN_OF_NODE]}")
    guess = guess_of.get(str(value["guess"]))
    if guess is None:
        raise DataError(f"{value['guess']!r} is not a guess of {game.name}")

    won, open_bins = settle(game, guess, secrets)
    # Each node is taken out when its reply comes up; a node that stays belongs to no reply.
    following = dict(value["replies"])
    branches: list[tuple[int, Tree]] = []
    for code, members in open_bins:
        if len(members) == len(secrets):
            about = count_text(len(secrets), "candidate")
            raise DataError(f"the guess {value['guess']} tells nothing about {about}")
        reply = game.reply_text(code)
        if reply not in following:
            raise DataError(f"after {value['guess']} there is no guess for the reply {reply}")
        branches.append((code, _node(following.pop(reply), game, guess_of, members)))
    if following:
        raise DataError(f"after {value['guess']} no secret gets the reply {next(iter(following))!r}")
    return Tree(guess, len(won), missed=0, branches=tuple(sorted(branches)))
