"""The program `lingo-bot`. The launch of a contest, `lingo-bot N`, makes its first guess without importing click."""

from __future__ import annotations

import os
import sys

from lingo_bot.opener import opener
from lingo_common.errors import EXIT_DATA, EXIT_INTERRUPTED, failure_of, say
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the program: exit 0, 1 for bad data, 2 for bad usage."""
    plain = plain_launch(sys.argv[1:])
    if plain is not None:
        _play(*plain)

    from lingo_common.process import silence_ctrl_c

    # From here on Ctrl-C ends the program without a traceback. The imports below are slow enough to be interrupted.
    silence_ctrl_c()
    from lingo_bot.commands.program import lingo_bot
    from lingo_common.cli.command import run_program

    run_program(lingo_bot, "lingo-bot")


def plain_launch(arguments: list[str]) -> tuple[int, str | None] | None:
    """(length, path of the list) for the command line `N --wordlist PATH`, and (length, None) for `N`.

    These need no click. None for every other command line, and where the environment has settings, because click reads
    these.
    """
    if any(name.startswith("LINGO_BOT_") for name in os.environ):
        return None

    lengths = [str(length) for length in range(SHORTEST_WORD, LONGEST_WORD + 1)]
    if not arguments or arguments[0] not in lengths:
        return None

    length = int(arguments[0])
    if len(arguments) == 1:
        return length, None
    if len(arguments) == 3 and arguments[1] == "--wordlist" and arguments[2]:
        return length, arguments[2]
    return None


def _play(length: int, source: str | None) -> NoReturn:
    """Play one game over standard input and output, then exit.

    source: the path of the word list; None for the list that wordlists.reader.locate finds.
    """
    code = 0
    try:
        _play_game(length, source)
    except BrokenPipeError:
        # The reader of the guesses has gone, for example a referee that ended the game. It needs no message.
        code = EXIT_DATA
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except Exception as error:
        message, code = failure_of(error)
        say("lingo-bot", message)

    try:
        sys.stderr.flush()
    finally:
        # Without the interpreter's clean-up, which takes time, and even if standard error cannot be written.
        os._exit(code)


def _play_game(length: int, source: str | None) -> None:
    """Play one game by the rules of rules.json, if there is such a file, else by those of the pit.

    A first guess that `opener` knows is written before anything else is imported.
    """
    # This is launch.RULES_FILE. To import `launch` for the name would delay the first guess.
    has_rules = os.path.exists("rules.json")
    first_guess = None
    # `opener` knows first guesses by the rules of the pit only. A closed stream is None; `play_here` below refuses it.
    if not has_rules and sys.stdin and sys.stdout:
        first_guess = opener(length, source)
        if first_guess:
            sys.stdout.buffer.write(f"{first_guess}\n".encode())
            sys.stdout.buffer.flush()

    from lingo_bot.dialogue import play_here
    from lingo_bot.launch import player_for, read_rules_file
    from wordlists.word_game import read_game

    rules = read_rules_file(length) if has_rules else {}
    word_game = read_game(length, source, **rules)
    player = player_for(word_game, first_guess=first_guess)
    play_here(player, word_game, first_is_written=first_guess is not None)


if __name__ == "__main__":
    main()
