"""`referee game`, `play`, `check` and `shell`: games outside of a contest, and where a player runs."""

import contextlib
import itertools
import json
import logging
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from lingo_common.cli.options import Sectioned
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import lengths_of, rules_options, word_length
from lingo_common.cli.terminal import use_colours, width
from lingo_common.cli.tiles import alphabet
from lingo_common.errors import EXIT_DATA, EXIT_SIGNALLED, DataError, UsageError, count_text
from referee.check.findings import serious_findings, try_player
from referee.commands import options
from referee.commands.person_dialogue import GameView, PersonGame, play_at_terminal
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.needs import check_present
from referee.contest.player import Program, command_for_game
from referee.contest.players import player_of, players_of
from referee.contest.words import draw_words, in_drawing_order, new_seed, read_word, read_word_games
from referee.game import game_text
from referee.game.game_pool import opened_pool
from referee.game.preparation import failed_command, prepare_player
from referee.game.record import PLAYED_OUT, Move
from referee.game.shell import SHELL, run_in_place
from referee.runner.messages import EndReport
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame
from wordlists.word_list import person_secrets


@click.command("game", cls=Sectioned)
@click.argument("player")
@click.option("--word", metavar="WORD", help="The word to guess.")
@click.option("--length", type=word_length, metavar="N", help="Draw a word of N letters, 1 to 20, instead.")
@rules_options()
@options.seed
@options.limits
@options.isolation_without_careful
def game_command(
    player: str,
    word: str | None,
    length: int | None,
    game_options: GameOptions,
    seed: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play one game and show it live, with the player's standard error.

    PLAYER is a command, or a source file with its arguments; sources end in .awk, .c, .cc, .cpp, .go, .java, .js, .pl,
    .py, .rb or .rs.

    \b
    Examples:
      referee game lingo-bot --word dents
      referee game "python3 my-player.py" --length 7 --seed 1
      referee game "my-player.py --level 3" --word dents
    """
    hide_process()
    if (word is None) == (length is None):
        raise UsageError("give either --word WORD or --length N")

    program = player_of(player)
    check_present([program])

    spelling = game_options.spelling
    letters = length if length is not None else len(spelling.read(word or ""))
    word_games = read_word_games([letters], game_options)
    word_game = word_games[letters]

    secret = in_drawing_order(word_game.secrets.words, seed)[0] if word is None else read_word(word, word_game)

    click.echo(f"{program.name}: {count_text(len(secret), 'letter')}, the word is {spelling.write(secret)}")

    is_coloured = use_colours(sys.stdout)
    attempts = itertools.count(1)

    def show(move: Move) -> None:
        click.echo(game_text.move_line(move, next(attempts), is_coloured, spelling))

    with opened_pool(word_games, limits, isolation) as pool:
        record = pool.play_word(program, secret, show, _pass_on)
    click.echo(game_text.end_line(record))

    isolation_in_force = None if pool.sandbox.box is None else isolation
    for finding in serious_findings(record, program, word_games, limits, isolation_in_force):
        click.echo(f"{finding.kind}: {finding.says}. {finding.advice}", err=True)

    if record.termination not in PLAYED_OUT:
        sys.exit(EXIT_DATA)


def _pass_on(data: bytes) -> None:
    """Write the player's standard error to this process's, with escapes for control characters.

    It is lost if that fails. It is not written through the buffer of sys.stderr, which would keep it and fail once more
    when the program ends.
    """
    lines = data.decode(errors="replace").split("\n")
    safe = "\n".join(map(game_text.error_line, lines))
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(sys.stderr.fileno(), safe.encode(errors="replace"))


@click.command("play", cls=Sectioned)
@click.option(
    "--length", type=word_length, default=5, show_default=True, metavar="N", help="Letters of the word, 1 to 20."
)
@click.option("--opponent", metavar="P", help="Race this player on the same word: a command, or NAME=command.")
@rules_options("first_letter")  # all but this one, which is declared below
@click.option(
    # Only this command takes the name --first-letter too: earlier versions had it.
    "--show-first-letter",
    "--first-letter",
    "first_letter",
    is_flag=True,
    help="Show the first letter; every guess begins with it.",
)
@click.option("--adversary", is_flag=True, help="Leave the word undecided as long as that is possible.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    default=new_seed,
    help="The same seed and list give the same word; by default a new one.",
)
@options.limits
@options.isolation_without_careful
def play_command(
    length: int,
    opponent: str | None,
    game_options: GameOptions,
    first_letter: bool,
    adversary: bool,
    seed: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Guess a word yourself, by the rules of the pit.

    You have five guesses; a word that is guessed wins 100 points, and 100 more for each guess left.

    A letter in its place is marked O, a letter that the word has elsewhere ?, all others X. The limits and the sandbox
    are the opponent's. Type `?` for help, `quit` to give up. Without colours (NO_COLOR=1) marks are told in words, as
    for a screen reader.

    Of a packaged list the word is a common one; of a list of your own it is an answer, or any word without --answers.

    \b
    Examples:
      referee play
      referee play --length 7 --opponent lingo-bot
      referee play --seed 42              # the same word for all who have the same list
      referee play --adversary --hard --attempts 6
    """
    # The opponent is a program, and could read the seed and the word list's path in the command line of this one.
    hide_process()
    if adversary and opponent:
        raise UsageError("--opponent plays for a word that is drawn, not against --adversary")

    # The rules of --rules may show the first letter too.
    game_options = replace(game_options, first_letter=first_letter or game_options.first_letter)
    word_games = read_word_games([length], game_options)
    word_game = word_games[length]

    candidates = _candidates(word_game, seed, adversary)

    rival_game = None
    if opponent is not None:
        # The opponent plays its whole game first, which is shown at the end. There is no adversary, so the only
        # candidate is the word.
        player = player_of(opponent)
        check_present([player])
        [word] = candidates
        with opened_pool(word_games, limits, isolation) as pool:
            rival_game = pool.play_word(player, word)

    spelling = game_options.spelling
    letters = alphabet(word_game.words.words)
    view = GameView(use_colours(sys.stdout), width(), letters, spelling)
    game = PersonGame(candidates, word_game)

    # The title names the rules that differ from the pit's.
    title = ", ".join([f"Lingo, {count_text(length, 'letter')}, seed {seed}", *word_game.differences])
    if adversary:
        title += ", adversary"

    play_at_terminal(game, view, rival_game, title)


def _candidates(word_game: WordGame, seed: int, adversary: bool) -> list[str]:
    """Return the words that the secret can be: the one that is drawn, or with an adversary all that begin alike."""
    # From a packaged list only a common word is drawn.
    secrets = person_secrets(word_game.secrets)
    drawn = in_drawing_order(secrets, seed)[0]
    if not adversary:
        return [drawn]

    # If the first letter is shown, it is that of the drawn word. Nothing else of that word counts.
    first_letter = word_game.letter_of(drawn) or ""
    return [secret for secret in secrets if secret.startswith(first_letter)]


_log = logging.getLogger(__name__)


@click.command("check", cls=options.ManyPlayers)  # --players takes several values
@options.players
@options.config  # takes players, rules, limits and lengths from the file; the command gets the path too
@rules_options()
@click.option(
    "--lengths",
    type=lengths_of,
    metavar="LENGTHS",
    default="4,9,13",  # one word of each is soon played, and shows most mistakes
    show_default=True,
    help="Play a word of each length.",
)
@options.seed
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@options.limits
@options.isolation_without_careful  # --careful is chosen for a whole contest, when it begins
def check_command(
    players: tuple[str, ...],
    config: str | None,
    game_options: GameOptions,
    lengths: tuple[int, ...],
    seed: int,
    as_json: bool,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play a few games with each player and report breaches of the protocol.

    With --config these are the players of a contest's file, under its rules and limits, and at its lengths.

    The exit code is 0 if every player keeps the protocol, else 1.

    \b
    Examples:
      referee check --players ./my-player
      referee check --players "java -cp DIR Lingo" --lengths 5 --startup-timeout 20
      referee check --config pit.toml
    """
    # A player could read the seed and the path of the word list in the command line.
    hide_process()
    contestants = players_of(players)
    word_games = read_word_games(lengths, game_options)
    drawn = draw_words(word_games, rounds=1, seed=seed)
    words = [of_length[0] for of_length in drawn.values()]

    results = []
    # The runner launches every program: to find a sandbox that works, to prepare players, and to play.
    # The file of the contest can have the seed and the path of the words: no player may see it.
    with opened_pool(word_games, limits, isolation.hiding(config)) as pool:
        _log.info("%s", pool.sandbox.line)
        # One whose preparation fails is tried too, so that its findings say why.
        prepared_players = [prepare_player(player, word_games, pool.sandbox, keep_going=True) for player in contestants]

        with Progress(len(prepared_players), "players") as progress:
            for player in prepared_players:
                results.append(try_player(player, words, pool))
                progress.step()

    if as_json:
        click.echo(json.dumps({"players": results}, indent=2))
    else:
        click.echo("\n".join(map(_text, results)))

    if not all(result["keeps_protocol"] for result in results):
        sys.exit(EXIT_DATA)


def _text(result: Mapping[str, Any]) -> str:
    """Return a line for the player, two for every finding, and each error text once; result: that of try_player."""
    lines = [_summary(result)]
    for finding in result["findings"]:
        kind = finding["kind"] if finding["breach"] else f"remark: {finding['kind']}"
        where = f" (in {finding['games']} games)" if finding["games"] > 1 else ""
        lines += [f"  {kind}{where}: {finding['says']}.", f"    {finding['advice']}"]

    words_by_text: dict[str, list[str]] = {}
    for word, text in result["stderr"].items():
        words_by_text.setdefault(text, []).append(word)

    for text, words in words_by_text.items():
        games = f"the game for '{words[0]}'" if len(words) == 1 else count_text(len(words), "game")
        lines.append(f"  standard error of {games}:")
        lines += [f"    {game_text.error_line(line)}" for line in text.splitlines()]

    return "\n".join(lines)


def _summary(result: Mapping[str, Any]) -> str:
    """Return the line for the player: whether it keeps the protocol, its games, and how fast it was."""
    played = f"{count_text(result['games'], 'game')}, {result['solved']} solved"
    if result["startup_ms"] is not None:
        played += f"; needs {result['startup_ms']['largest']:.0f} ms to start"
    if result["move_ms"] is not None:
        played += f", then {result['move_ms']['largest']:g} ms a guess at most"

    breaches = sum(finding["breach"] for finding in result["findings"])
    verdict = f"{count_text(breaches, 'breach')} of the protocol" if breaches else "keeps the protocol"
    return f"{result['name']}: {verdict} ({played})"


@click.command("shell", cls=options.ManyPlayers)
@options.players
@click.argument("command", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@rules_options()
@click.option(
    "--length", type=word_length, metavar="N", default=5, show_default=True, help="The length of the words, 1 to 20."
)
@options.limits
@options.isolation
def shell_command(
    players: tuple[str, ...],
    command: tuple[str, ...],
    game_options: GameOptions,
    length: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Open a shell where a player runs: with its files, its user, its limits and its directory.

    It begins by printing the player's command, which can be typed there. What follows -- is run there instead of a
    shell, and its exit status is that of this command. A source is compiled first. If that or another preparation
    fails, the shell opens where it ran, and prints the command of that preparation instead. Only the time limits do not
    hold.

    \b
    Examples:
      referee shell --players "python3 mine.py"
      referee shell --players "python3 mine.py" -- ls -l
    """
    # The shell sees as little of this process as a player sees of its referee.
    hide_process()

    program = _only_player(players)
    word_games = read_word_games([length], game_options)

    with opened_pool(word_games, limits, isolation) as pool:
        _log.info("%s", pool.sandbox.line)
        player = prepare_player(program, word_games, pool.sandbox, keep_going=True)
        assert isinstance(player, Program)  # other players are objects of Python, which --players cannot name
        if player.is_prepared:
            players_command = command_for_game(player, length)
        else:
            _log.warning("%s", player.problem)
            players_command = failed_command(player, length)

        if not command:
            click.echo(shlex.join(players_command))

        with pool.working_directory() as directory:
            # The file rules.json may give the first letter of a game's word. No word is guessed here: any will do.
            directory.write_rules(word_games[length].words.words[0])
            end_report = run_in_place(player, length, players_command, command or SHELL, pool, directory.path)

    sys.exit(_exit_status(end_report))


def _only_player(arguments: Sequence[str]) -> Program:
    """Return the player that the values of --players name, if its program can be started.

    Raises UsageError if they name several, DataError if its program does not exist.
    """
    programs = players_of(arguments)
    if len(programs) != 1:
        raise UsageError(f"--players: a shell is opened for one player, not {len(programs)}")

    check_present(programs)
    return programs[0]


def _exit_status(end_report: EndReport) -> int:
    """Return the exit status of a command that ended, as a shell reports it: 137 after signal 9.

    A command that was ended at Ctrl-C has none; then it is EXIT_DATA, as after other failures. Raises DataError if it
    exceeded a limit.
    """
    if end_report.exceeded is not None:
        raise DataError(f"ended by its {end_report.exceeded}")
    if end_report.exit_status is not None:
        return end_report.exit_status
    return EXIT_DATA if end_report.signal is None else EXIT_SIGNALLED + end_report.signal
