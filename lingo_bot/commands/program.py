"""The command line of `lingo-bot`: it plays, or helps a person in one of three modes: assist, review, page."""

import json
import logging
import os
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lingo_bot.book_player import NO_BOOK, book_for
from lingo_bot.commands import strategy_option
from lingo_bot.dialogue import play_here
from lingo_bot.launch import RULES_FILE, checked_first_guess, player_for, read_rules_file
from lingo_common.cli import logs
from lingo_common.cli.command import PATH, name_variables, settings, version
from lingo_common.cli.options import Sectioned, add_options
from lingo_common.cli.rules_options import RULES, rules_options, word_length
from lingo_common.errors import DATA, INTERRUPTED, USAGE, say
from wordlists.reader import PACKAGED
from wordlists.rules import GameOptions
from wordlists.spelling import PLAIN
from wordlists.word_game import OWN_LETTER, WordGame, read_game

if TYPE_CHECKING:
    from lingo_bot.assistant.player import Player

_log = logging.getLogger("lingo_bot")

ENVIRONMENT = "LINGO_BOT"
"""The beginning of the names of settings in the environment."""

_mode_option = partial(click.option, allow_from_autoenv=False)
"""An option that says what the program does. It is not read from the environment, where it would change every call."""

_OPTIONS_OF_ARGUMENT = {
    "answers": ("answers",),
    "spelling": ("letters", "fold", "language"),
    "attempts": ("attempts", "rules"),
    "letter": ("first_letter", "rules"),
    "hard": ("hard", "rules"),
    "objective": ("objective", "rules"),
}
"""The options that set each argument of read_game; --rules sets those in which known games differ."""


@click.command(
    cls=Sectioned,
    context_settings=settings(ENVIRONMENT),
    epilog="Options can be set in the environment too: LINGO_BOT_STRATEGY=entropy, LINGO_BOT_HARD=1, ... "
    f"Exit codes: 0 the game is over or input has ended; {DATA} a word list, book or reply that cannot be used; "
    f"{USAGE} a command line that cannot be understood; {INTERRUPTED} Ctrl-C.",
)
@version
@click.argument("length", metavar="N", type=word_length)
@click.argument("words", metavar="[WORD=REPLY | GUESS]...", nargs=-1)
@add_options(
    "Help for a person",
    _mode_option("--assist", is_flag=True, help="Advise a person who plays elsewhere; WORD=REPLY is what was played."),
    _mode_option("--screen", is_flag=True, hidden=True),
    _mode_option("--review", metavar="WORD", help="Look back on a game for WORD, with all its GUESSes."),
    _mode_option("--json", "as_json", is_flag=True, help="Review: print it as JSON."),
    _mode_option(
        "--page",
        metavar="FILE",
        type=PATH,
        help="Write the assistant as one HTML file, for a browser or a phone; - is standard output.",
    ),
)
@add_options(
    "Play",
    strategy_option.strategy,
    click.option("--first-guess", metavar="WORD", help="Begin with this word of the list."),
    click.option(
        "--book",
        metavar="FILE",
        type=PATH,
        help="Play from this book; `auto`: from your own, made by precompute book.",
    ),
    click.option("--no-book", is_flag=True, help="Play without anything worked out in advance."),
    click.option("--explain", is_flag=True, help="Say on standard error why each guess is made."),
)
# In place of the option of the rules that only says whether the first letter is shown.
@add_options(
    RULES,
    click.option(
        "--first-letter", metavar="LETTER", help="The first letter that is shown; every guess begins with it."
    ),
)
@rules_options("first_letter")
@logs.options
def lingo_bot(
    length: int,
    words: tuple[str, ...],
    assist: bool,
    screen: bool,
    review: str | None,
    as_json: bool,
    page: str | None,
    strategy: str,
    first_guess: str | None,
    book: str | None,
    no_book: bool,
    explain: bool,
    first_letter: str | None,
    game_options: GameOptions,
) -> None:
    """Play one game of Lingo with words of N letters, N from 1 to 20; or help a person with one.

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
    mode = _mode(assist, review, page)
    if book and no_book:
        raise click.UsageError("--book and --no-book exclude each other")
    if screen:
        raise click.UsageError("--screen is gone: see --page FILE.html for a browser, and `referee play`")
    _check_what_goes_with_review(mode, words, review, as_json)

    arguments = _game_arguments(length, game_options, first_letter, mode)
    word_game = read_game(length, game_options.wordlist, **arguments)
    played_book = NO_BOOK if no_book else book

    if game_options.preset == "wordle":
        _say_lists_of_wordle(word_game)
    if _log.isEnabledFor(logging.DEBUG):
        _log_launch(word_game, strategy, played_book, first_guess, mode)

    if page is not None:
        _page(word_game, strategy, played_book, page)
    elif review is not None:
        _review(_advising_player(word_game, strategy, played_book), review, words, as_json)
    elif assist:
        _assist(_advising_player(word_game, strategy, played_book), words)
    elif explain:
        _play_and_explain(word_game, strategy, played_book, _lower(first_guess))
    else:
        advise = not logs.is_quiet()  # how a book is made, where none has the game
        player = player_for(word_game, strategy, _lower(first_guess), played_book, advise)
        play_here(player, length, word_game.attempts)


# Variables are called after the options as they are typed, and the program warns of one that no option has.
name_variables(lingo_bot, ENVIRONMENT)


def _game_arguments(length: int, game_options: GameOptions, first_letter: str | None, mode: str) -> dict[str, Any]:
    """The arguments of read_game: those of rules.json where there is one, changed by the options that the user gave.

    In rules.json the referee tells a player the rules of its game. first_letter: the letter of --first-letter, None if
    it is not given; then the letter of the file counts where the rules show one.
    """
    of_file = read_rules_file(length) if os.path.exists(RULES_FILE) else {}
    letter = first_letter
    if letter is None and game_options.first_letter:
        letter = of_file.get("letter")
        if letter is None and mode == "page":
            letter = OWN_LETTER  # the page asks for the first letter of each game
        if letter is None:
            raise click.UsageError("these rules show the first letter: give it with --first-letter LETTER")

    arguments = game_options.arguments() | {"letter": letter}
    source_of = click.get_current_context().get_parameter_source
    for name, value in of_file.items():
        is_default = all(source_of(option) is ParameterSource.DEFAULT for option in _OPTIONS_OF_ARGUMENT[name])
        if is_default:
            arguments[name] = value

    return arguments


def _mode(assist: bool, review: str | None, page: str | None) -> str:
    """play, assist, review or page; UsageError for options that exclude each other."""
    is_asked_for = {"assist": assist, "review": review is not None, "page": page is not None}
    modes = [mode for mode, is_asked in is_asked_for.items() if is_asked]
    if not modes:
        return "play"

    # A second mode, and options that only play uses. In the environment these are settings for all games, and the
    # other modes leave them unused.
    mode, *excluded = modes
    source_of = click.get_current_context().get_parameter_source
    for name in ("first_guess", "explain"):
        if source_of(name) is ParameterSource.COMMANDLINE:
            excluded.append(name)

    if excluded:
        raise click.UsageError(f"--{excluded[0].replace('_', '-')} and --{mode} exclude each other")
    return mode


def _check_what_goes_with_review(mode: str, words: tuple[str, ...], review: str | None, as_json: bool) -> None:
    """Raise UsageError if the word of --review, the further words or --json do not go with the mode."""
    if review is not None and review.startswith("-"):
        raise click.UsageError("--review wants a word and the guesses of its game, as in --review dents tares dents")
    if as_json and mode != "review":
        raise click.UsageError("--json goes with --review")
    if mode in ("play", "page") and words:
        raise click.UsageError(f"{words[0]!r} goes with --assist or --review")


def _say_lists_of_wordle(word_game: WordGame) -> None:
    """Say, where Wordle is played with the packaged words, how to play it with its own; but not with --quiet."""
    is_packaged = word_game.answers is None and os.path.dirname(word_game.words.path) == PACKAGED
    if is_packaged and not logs.is_quiet():
        own_lists = "Wordle's own lists, the words allowed and the answers, are files: --wordlist FILE --answers FILE"
        say("lingo-bot", f"--rules wordle plays the packaged words; {own_lists}")


def _log_launch(word_game: WordGame, strategy: str, book_path: str | None, first_guess: str | None, mode: str) -> None:
    """Log the list, the strategy, the book that is played, and in a game the remarks on the list."""
    words = word_game.words
    _log.debug("%s: %s words of %d letters, %s", words.path, f"{len(words):,}", words.length, words.fingerprint)

    entry = book_for(word_game, strategy, book_path)
    book = f"book {entry.book.path}" if entry else "no book"
    if entry and mode == "play" and first_guess is not None:
        book_guess = word_game.write(entry.tree().guesses[0])
        if first_guess != book_guess:
            book = "no book"  # its tree begins with another guess

    _log.debug("strategy %s, %d attempts, %s", strategy, word_game.attempts, book)

    if mode == "play":
        for remark in word_game.remarks:
            _log.debug("%s", remark)


def _lower(first_guess: str | None) -> str | None:
    """The guess in lower case, as words are written; player_for reads groups of letters by the game's spelling."""
    return None if first_guess is None else PLAIN.read(first_guess)


def _play_and_explain(word_game: WordGame, strategy: str, book: str | None, first_guess: str | None) -> None:
    """Play one game over standard input and output, with a line on standard error that explains each guess."""
    from lingo_bot.assistant.tables import explain_guess

    player = _advising_player(word_game, strategy, book, checked_first_guess(first_guess, word_game))

    def explain(guess: str) -> None:
        with suppress(OSError):  # a closed standard error ends no game
            click.echo(explain_guess(player, guess), err=True)

    play_here(player, word_game.length, word_game.attempts, explain=explain)


def _assist(player: "Player", words: tuple[str, ...]) -> None:
    """Advise a person; words: what was played before, each as WORD=REPLY."""
    from lingo_bot.assistant.assist import assist
    from lingo_bot.assistant.steps import step_of

    assist(player, [step_of(text, player.length, player.spelling) for text in words])


def _review(player: "Player", secret: str, guesses: tuple[str, ...], as_json: bool) -> None:
    """Print the review of a game for a secret; guesses: those of the game."""
    from lingo_bot.assistant.review import review, review_json, review_lines
    from lingo_common.cli import terminal

    word = player.spelling.read(secret)
    written_word = player.spelling.write(word)
    is_no_answer = written_word in player.words and written_word not in player.answers
    if is_no_answer:
        player = player.with_every_word()
        say("lingo-bot", f"{secret} is no answer: every word of the list counts as possible")

    reviewed = review(player, secret, guesses)
    if as_json:
        click.echo(json.dumps(review_json(player, secret, reviewed), ensure_ascii=False, indent=2))
        return

    for line in review_lines(player, secret, reviewed, terminal.width(), terminal.use_colours(sys.stdout)):
        # The lines hold colours only where they are wanted, so click must not take them out.
        click.echo(line, color=True)


def _page(word_game: WordGame, strategy: str, book: str | None, path: str) -> None:
    """Write the page to a file, or to standard output for the path `-`."""
    from lingo_bot.page.write import page
    from lingo_common.files import write_whole

    content = page(word_game, strategy, book).encode()
    if path == "-":
        sys.stdout.buffer.write(content)
    else:
        write_whole(path, content)

    _say_remarks(word_game)
    if path != "-" and not logs.is_quiet():
        say("lingo-bot", f"{path}: {len(content) / 1000:,.0f} KB; open it in a browser")


def _advising_player(word_game: WordGame, strategy: str, book: str | None, first_guess: str | None = None) -> "Player":
    """The lingo_bot.Player of this game, after remarks on its lists."""
    from lingo_bot.assistant.player import Player

    player = Player.of_game(word_game, strategy, book, first_guess)
    _say_remarks(word_game)
    return player


def _say_remarks(word_game: WordGame) -> None:
    """Print the remarks on the lists on standard error, but not with --quiet."""
    if not logs.is_quiet():
        for remark in word_game.remarks:
            say("lingo-bot", remark)
