"""The command line of `lingo-bot`."""

import logging
import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from lingo_bot.book_player import find_entry
from lingo_bot.dialogue import play_here
from lingo_bot.launch import AUTO_BOOK, DEFAULT_STRATEGY, NO_BOOK, STRATEGIES, cached_book, player_for
from lingo_bot.words import RawList
from lingo_common.cli import logs
from lingo_common.cli.command import PATH, settings, version
from lingo_common.errors import DATA, INTERRUPTED, USAGE
from wordlists.reader import LONGEST, SHORTEST

_log = logging.getLogger("lingo_bot")
ENVIRONMENT = "LINGO_BOT"
"""The beginning of the names of settings in the environment."""
_mode_option = partial(click.option, allow_from_autoenv=False)
_FOR_PEOPLE = ("answers", "first_letter", "hard")
_FOR_PLAY = ("first_guess", "explain")


@click.command(
    context_settings=settings(ENVIRONMENT),
    epilog="Options can be set in the environment too: LINGO_BOT_STRATEGY=entropy, LINGO_BOT_HARD=1, ... "
    f"Exit codes: 0 the game is over or input has ended; {DATA} a word list, book or reply that cannot be used; "
    f"{USAGE} a command line that cannot be understood; {INTERRUPTED} Ctrl-C.",
)
@version
@click.argument("length", metavar="N", type=click.IntRange(SHORTEST, LONGEST))
@click.argument("words", metavar="[WORD=REPLY | GUESS]...", nargs=-1)
@click.option(
    "--wordlist", metavar="PATH", type=PATH, help="Word list file, or directory with wordlistN.txt or wordlist.txt."
)
@click.option("--strategy", type=click.Choice(STRATEGIES), default=DEFAULT_STRATEGY, show_default=True)
@click.option("--first-guess", metavar="WORD", help="Begin with this word of the list.")
@click.option("--attempts", type=click.IntRange(1, 100), default=5, show_default=True, help="Guesses in a game.")
@click.option(
    "--book", metavar="FILE", type=PATH, help="Play from this book; `auto`: from your own, made by precompute book."
)
@click.option("--no-book", is_flag=True, help="Play without anything worked out in advance.")
@click.option("--explain", is_flag=True, help="Say on standard error why each guess is made.")
@_mode_option("--assist", is_flag=True, help="Advise a person who plays elsewhere; WORD=REPLY is what was played.")
@_mode_option("--screen", is_flag=True, help="Assist: on a board with keys and mouse (extra [screen]).")
@_mode_option("--review", metavar="WORD", help="Look back on a game for WORD, with all its GUESSes.")
@click.option(
    "--answers", metavar="FILE", type=PATH, help="Assist, review: the words of the list that can be the secret."
)
@click.option("--first-letter", metavar="LETTER", help="Assist, review: all words begin with it, as on television.")
@click.option("--hard", is_flag=True, help="Assist, review: guesses must use the letters that are known.")
@logs.options
def lingo_bot(length: int, words: tuple[str, ...], **options: Any) -> None:
    """Play one game of Lingo with words of N letters, N from 4 to 13; or help a person with one.

    Prints a guess, reads the reply (O right place, ? elsewhere in the word, X not in the word), and so on. Words come
    from wordlistN.txt or wordlist.txt in the working directory, else from the packaged list. With K attempts a hit
    at attempt a is worth 100 x (K + 1 - a) points, and the player plays for points.

    \b
    Examples:
      lingo-bot 5
      lingo-bot 9 --wordlist /usr/share/dict/words --strategy entropy
      lingo-bot 7 --no-book --attempts 6 --explain
      lingo-bot 5 --assist --attempts 6 --hard
      lingo-bot 5 --assist --first-letter d dares=OX?XX
      lingo-bot 5 --review dents tares colin dents
    """
    mode = _mode(words, options)
    options["wordlist"] = RawList(length, options["wordlist"])  # read once, because a pipe cannot be read again
    if _log.isEnabledFor(logging.DEBUG):
        _tell(options, mode)
    if mode == "assist":
        _assist(length, words, options)
    elif mode == "review":
        _review(length, words, options)
    else:
        _play(length, options)


def _mode(words: tuple[str, ...], options: dict[str, Any]) -> str:
    """play, assist or review; UsageError where options exclude each other."""
    if options["book"] and options["no_book"]:
        raise click.UsageError("--book and --no-book exclude each other")
    mode = "assist" if options["assist"] else "play" if options["review"] is None else "review"
    if options["assist"] and options["review"] is not None:
        raise click.UsageError("--assist and --review exclude each other")
    if options["screen"] and mode != "assist":
        raise click.UsageError("--screen goes with --assist")
    if mode == "play" and words:
        raise click.UsageError(f"{words[0]!r} goes with --assist or --review")
    for name in _typed(_FOR_PEOPLE if mode == "play" else _FOR_PLAY):
        where = "goes with --assist or --review" if mode == "play" else f"and --{mode} exclude each other"
        raise click.UsageError(f"--{name.replace('_', '-')} {where}")
    return mode


def _typed(names: Iterable[str]) -> Iterable[str]:
    """The options among these that were typed; those from the environment apply only where they fit."""
    context = click.get_current_context()
    return (name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)


def _play(length: int, options: dict[str, Any]) -> None:
    first_guess = options["first_guess"] and options["first_guess"].lower()
    chosen = NO_BOOK if options["no_book"] else options["book"]
    strategy, attempts = options["strategy"], options["attempts"]
    player = player_for(length, options["wordlist"], strategy, attempts, first_guess, chosen, advise=not logs.quiet())
    if not options["explain"]:
        play_here(player, length, attempts)
        return
    from lingo_bot.assistant.explain import play_explained

    play_explained(player, length, attempts, lambda: _person(length, options, ()))


def _person(length: int, options: dict[str, Any], rules: Iterable[str] = _FOR_PEOPLE) -> Any:
    """The lingo_bot.Player of those options; rules names the options for people to pass on."""
    from lingo_bot.assistant.player import Player

    return Player(
        length,
        options["wordlist"],
        book=_book_path(options),
        **{name: options[name] for name in ("strategy", "attempts", *rules)},
    )


def _book_path(options: dict[str, Any]) -> str | None:
    """The path of the book that the options name, NO_BOOK for none, None for the packaged books."""
    if options["no_book"]:
        return NO_BOOK
    if options["book"] == AUTO_BOOK:
        return cached_book(options["wordlist"])
    path: str | None = options["book"]
    return path


def _assist(length: int, words: tuple[str, ...], options: dict[str, Any]) -> None:
    from lingo_bot.assistant.assist import assist
    from lingo_bot.assistant.steps import steps_of

    if options["screen"]:
        _assist_on_screen(length, words, options)
        return
    assist(_person(length, options), steps_of(words, length))


def _assist_on_screen(length: int, words: tuple[str, ...], options: dict[str, Any]) -> None:
    from lingo_bot.assistant.steps import steps_of
    from lingo_common.screen.screens import check_screen

    check_screen("--screen")
    from lingo_bot.assistant.screen import assist_on_screen

    if shared := assist_on_screen(_person(length, options), steps_of(words, length)):
        click.echo(shared)


def _review(length: int, words: tuple[str, ...], options: dict[str, Any]) -> None:
    from lingo_bot.assistant.review import review, review_lines
    from lingo_common.screen import terminal

    player = _person(length, options)
    reviewed = review(player, options["review"], words)
    for line in review_lines(player, reviewed, terminal.width(), terminal.coloured(sys.stdout)):
        click.echo(line, color=True)


def _tell(options: dict[str, Any], mode: str) -> None:
    """Log the list, the strategy and the book."""
    words: RawList = options["wordlist"]
    listed, strategy, attempts = words.parsed(), options["strategy"], options["attempts"]
    _log.debug("%s: %s words of %d letters, %s", words.path, f"{len(listed):,}", words.length, listed.fingerprint)
    path = _book_path(options)
    off_book = options["first_guess"] if mode == "play" else any(options[name] for name in _FOR_PEOPLE)
    found = None if path == NO_BOOK or off_book else find_entry(words, strategy, attempts, path)
    _log.debug("strategy %s, %d attempts, %s", strategy, attempts, f"book {found[0].path}" if found else "no book")
