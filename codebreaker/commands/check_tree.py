"""`codebreaker check-tree`: checks a tree in JSON against a game that the command line names."""

from typing import Any

import click

from codebreaker import tree_json
from codebreaker.commands import options
from codebreaker.decision_tree import DecisionTree
from lingo_common.cli import logs
from lingo_common.cli.option_types import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.errors import DataError, count_text
from lingo_common.files import read_file


@click.command("check-tree", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@options.with_game_options
@logs.options
def check_game_tree(file: str, **game_description: Any) -> None:
    """Check a tree in JSON: play it against every secret of a game, and compute its figures anew.

    Such files are written by --draw FILE.json. The game is that of the command line; a tree of another game is refused.

    \b
    Examples:
      codebreaker check-tree tree.json
      codebreaker check-tree coins.json --game coins.py
    """
    game = options.game_described_by(game_description)

    content = read_file(file)
    try:
        tree = DecisionTree(tree_json.read(content.decode(), game), game)
    except UnicodeDecodeError:
        raise DataError(f"{file}: not a tree: it is not text in UTF-8") from None
    except RecursionError:
        raise DataError(f"{file}: not a tree: it is nested too deeply") from None
    except DataError as error:
        raise DataError(f"{file}: {error}") from None

    weighted = "" if game.weights is None else " (each secret with its weight)"
    click.echo(
        f"{game.name}: {count_text(len(game.secrets), 'secret')}, first guess {game.text(tree.root.guess)}, "
        f"{count_text(tree.total, 'guess')}, mean {tree.mean:.4f}{weighted}, worst {tree.worst}"
    )
