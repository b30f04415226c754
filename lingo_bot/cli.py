"""The command line of the player."""

import click

from lingo_bot.dialogue import play_here
from lingo_bot.launch import DEFAULT_STRATEGY, NO_BOOK, STRATEGIES, player_for
from wordlists.reader import LONGEST, SHORTEST


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lingo-bot", message="%(prog)s %(version)s")
@click.argument("length", metavar="N", type=click.IntRange(SHORTEST, LONGEST))
@click.option("--wordlist", metavar="PATH", help="Word list file, or directory with wordlistN.txt or wordlist.txt.")
@click.option("--strategy", type=click.Choice(STRATEGIES), default=DEFAULT_STRATEGY, show_default=True)
@click.option("--first-guess", metavar="WORD", help="Begin with this word of the list.")
@click.option("--attempts", type=click.IntRange(1, 100), default=5, show_default=True, help="Guesses in a game.")
@click.option("--book", metavar="FILE", help="Play from this book; `auto`: from your own, made by precompute book.")
@click.option("--no-book", is_flag=True, help="Play without anything worked out in advance.")
def lingo_bot(
    length: int,
    wordlist: str | None,
    strategy: str,
    first_guess: str | None,
    attempts: int,
    book: str | None,
    no_book: bool,
) -> None:
    """Play one game of Lingo with words of N letters, N from 4 to 13.

    Prints a guess, reads the reply (O right place, ? elsewhere in the word, X not in the word), and so on. Words come
    from wordlistN.txt or wordlist.txt in the working directory, else from the packaged list. With K attempts a hit
    at attempt a is worth 100 x (K + 1 - a) points, and the player plays for points.

    \b
    Examples:
      lingo-bot 5
      lingo-bot 9 --wordlist /usr/share/dict/words --strategy entropy
      lingo-bot 7 --no-book --attempts 6
    """
    if book and no_book:
        raise click.UsageError("--book and --no-book exclude each other")
    chosen = NO_BOOK if no_book else book
    player = player_for(length, wordlist, strategy, attempts, first_guess and first_guess.lower(), chosen)
    play_here(player, length, attempts)
