"""The command line of `lingo-bot`: it plays, or helps a person in one of three modes: assist, review, page."""

import logging
import os
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from lingo_bot.commands import book_option, modes, strategy_option
from lingo_bot.dialogue import play_here
from lingo_bot.launch import RULES_FILE, player_for, read_rules_file
from lingo_common.cli import logs
from lingo_common.cli.command import name_variables, settings, version
from lingo_common.cli.options import PATH, Sectioned, add_options
from lingo_common.cli.rules_options import RULES, rules_options, word_length
from lingo_common.errors import EXIT_DATA, EXIT_INTERRUPTED, EXIT_USAGE, say
from wordlists.reader import PACKAGED
from wordlists.rules import GameOptions
from wordlists.word_game import OWN_LETTER, WordGame, read_game

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
"""The options that set each argument of read_game; --rules sets several of them, as Wordle or television have them."""


@click.command(
    cls=Sectioned,
    context_settings=settings(ENVIRONMENT),
    epilog="Options can be set in the environment too: LINGO_BOT_STRATEGY=entropy, LINGO_BOT_HARD=1, ... "
    f"Exit codes: 0 the game is over or input has ended; {EXIT_DATA} a word list, book or reply that cannot be used; "
    f"{EXIT_USAGE} a command line that cannot be understood; {EXIT_INTERRUPTED} Ctrl-C.",
)
@version
@click.argument("length", metavar="N", type=word_length)
@click.argument("words", metavar="[WORD=REPLY | GUESS]...", nargs=-1)
@add_options(
    "Help for a person",
    _mode_option("--assist", is_flag=True, help="Advise a person who plays elsewhere; WORD=REPLY is what was played."),
    _mode_option("--review", metavar="WORD", help="Look back on a game for WORD, with all its GUESSes."),
    _mode_option("--json", "as_json", is_flag=True, help="With --review: print JSON instead of text."),
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
    book_option.book,
    click.option("--explain", is_flag=True, help="Say on standard error why each guess is made."),
)
# Here an option names the first letter. rules_options leaves out --show-first-letter, which other programs have.
@add_options(
    RULES,
    click.option(
        "--first-letter", metavar="LETTER", help="The first letter that is shown; every guess begins with it."
    ),
)
@rules_options("first_letter")
def lingo_bot(
    length: int,
    words: tuple[str, ...],
    assist: bool,
    review: str | None,
    as_json: bool,
    page: str | None,
    strategy: str,
    first_guess: str | None,
    book: str | None,
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
      lingo-bot 5 --assist --first-letter d "dares=OX?XX"
      lingo-bot 5 --review dents tares colin dents
    """
    mode = _mode(assist, review, page)
    _check_what_goes_with_review(mode, words, review, as_json)

    arguments = _game_arguments(length, game_options, first_letter, mode)
    word_game = read_game(length, game_options.wordlist, **arguments)
    if first_guess is not None and mode == "play":
        # As the list has the word: in lower case, and without accents if the spelling drops them. In other modes it can
        # only come from the environment, and is ignored.
        first_guess = word_game.write(word_game.index_of(first_guess))

    if game_options.preset == "wordle":
        _say_lists_of_wordle(word_game)
    if mode == "play":  # the other modes print the remarks in any case
        _log_remarks(word_game)

    if page is not None:
        modes.write_page(word_game, strategy, book, page)
    elif review is not None:
        modes.print_review(word_game, strategy, book, review, words, as_json)
    elif assist:
        modes.advise_person(word_game, strategy, book, words)
    elif explain:
        modes.play_and_explain(word_game, strategy, book, first_guess)
    else:
        player = player_for(word_game, strategy, first_guess, book)
        play_here(player, word_game)


# An option's variable in the environment is `prefix` and its name. The program warns of other variables that begin with
# `environment`. The two differ only in programs with several commands, whose prefixes have the name of the command.
logs.add_flags(lingo_bot)
name_variables(lingo_bot, prefix=ENVIRONMENT, environment=ENVIRONMENT)


def _game_arguments(length: int, game_options: GameOptions, first_letter: str | None, mode: str) -> dict[str, Any]:
    """The arguments of read_game, by the options and by rules.json, in which the referee tells a player its rules.

    An option that the user gave counts first, then rules.json if there is one, then the default of the option.
    first_letter: the letter of --first-letter, None if it is not given.
    """
    arguments = game_options.arguments()
    of_file = read_rules_file(length) if os.path.exists(RULES_FILE) else {}
    source_of = click.get_current_context().get_parameter_source
    for name, value in of_file.items():
        no_option_is_given = all(source_of(option) is ParameterSource.DEFAULT for option in _OPTIONS_OF_ARGUMENT[name])
        if no_option_is_given:
            arguments[name] = value

    if first_letter is not None:
        # Checked here, because read_game takes OWN_LETTER too, which is no letter that a user can give.
        arguments["letter"] = arguments["spelling"].letter(first_letter)
    elif arguments["letter"] == OWN_LETTER:
        # Rules such as --rules television show the first letter of each secret. The player has to know that of its
        # secret, which rules.json may name. The page asks for it in each game.
        letter = of_file.get("letter")
        if letter is not None:
            arguments["letter"] = letter
        elif mode != "page":
            raise click.UsageError("these rules show the first letter: give it with --first-letter LETTER")

    return arguments


def _mode(assist: bool, review: str | None, page: str | None) -> str:
    """The mode that the options ask for: play, assist, review or page; UsageError if they exclude each other."""
    is_asked_for = {"assist": assist, "review": review is not None, "page": page is not None}
    asked_modes = [mode for mode, is_asked in is_asked_for.items() if is_asked]
    if not asked_modes:
        return "play"

    # Excluded are a second mode, and on the command line the options that only play uses. In the environment these are
    # settings for all games; there the other modes ignore them.
    mode, *excluded = asked_modes
    source_of = click.get_current_context().get_parameter_source
    for name in ("first_guess", "explain"):
        if source_of(name) is ParameterSource.COMMANDLINE:
            excluded.append(name)

    if excluded:
        raise click.UsageError(f"--{excluded[0].replace('_', '-')} and --{mode} exclude each other")
    return mode


def _check_what_goes_with_review(mode: str, words: tuple[str, ...], review: str | None, as_json: bool) -> None:
    """Raise UsageError if the word of --review, the further words or --json do not go with the mode."""
    # If the word is left out, the option that follows is taken for it.
    if review is not None and review.startswith("-"):
        raise click.UsageError("--review wants a word and the guesses of its game, as in --review dents tares dents")
    if as_json and mode != "review":
        raise click.UsageError("--json goes with --review")
    if mode in ("play", "page") and words:
        raise click.UsageError(f"{words[0]!r} goes with --assist or --review")


def _log_remarks(word_game: WordGame) -> None:
    """Log the remarks on the lists of a game if --verbose is given."""
    # Without --verbose the remarks are not asked for, because they need the whole list to be parsed.
    if _log.isEnabledFor(logging.DEBUG):
        for remark in word_game.remarks:
            _log.debug("%s", remark)


def _say_lists_of_wordle(word_game: WordGame) -> None:
    """If Wordle is played with the packaged words, say how to play it with its own lists; not with --quiet."""
    is_packaged = word_game.answers is None and os.path.dirname(word_game.words.path) == PACKAGED
    if is_packaged and not logs.is_quiet():
        own_lists = "Wordle's own lists, the words allowed and the answers, are files: --wordlist FILE --answers FILE"
        say("lingo-bot", f"--rules wordle plays the packaged words; {own_lists}")
