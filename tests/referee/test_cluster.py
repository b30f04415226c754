"""Games on a cluster: workers play, the caller writes; what a worker loses is played again."""

import contextlib
import json
import shlex
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
from made_runs import plan_of, written_leaderboard
from waiting import wait_until

from lingo_common.cluster import connect
from lingo_common.errors import DataError
from referee.contest.contest import Contest
from referee.contest.limits import NO_ISOLATION, IsolationRequest, Limits
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.schedule.cluster_scheduler import ClusterScheduler, agree_on_isolation
from referee.storage.run import open_run
from wordlists.rules import GameOptions

SIX_WORDS = ("blimp", "cozen", "crane", "dents", "dozes", "tough")
"""The words of five letters of the small word list; `contest` has a game for each of them and each player."""


@pytest.fixture
def contest(wordlist):
    """contest(*commands): the contest of these players for SIX_WORDS."""
    word_games = read_word_games([5], GameOptions(wordlist))

    def of(*commands):
        players = tuple(map(player_of, commands))
        return Contest(players, {5: list(SIX_WORDS)}, rounds=6, seed=1, wordlist=wordlist, word_games=word_games)

    return of


@pytest.fixture
def play(cluster):
    """play(contest, isolation, **limits): the records of all games of the contest, played on the cluster.

    The workers are not asked whether they have the players' programs.
    """

    def records(contest, isolation=NO_ISOLATION, **limits):
        plan = plan_of(contest, Limits(**limits), isolation)
        with (
            connect(cluster.address) as executor,
            contextlib.closing(ClusterScheduler(executor, isolation)) as scheduler,
        ):
            return list(chain.from_iterable(scheduler.play(plan, contest.fixtures())))

    return records


def shell(name, script):
    """A value of --players: the player of that name, which runs a shell script."""
    return f"{name}={shlex.join(['sh', '-c', script])}"


def numbers_in(file: Path) -> list[int]:
    """The whole numbers in a file, one a line; none where there is no file."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def runs_here_and_there(cluster, referee_run, player_command, tmp_path):
    """The directories of a run on this machine and of the same run on the cluster; one of its players always fails."""
    players = ["a=" + player_command("guesses.sh", "crane", "dozes"), "b=" + player_command("fails_at_once.sh")]
    options = ["--players", *players, "--rounds", "all", "--seed", 1]

    here = referee_run(*options, "--out", tmp_path / "here")
    there = referee_run(*options, "--out", tmp_path / "there", "--cluster", cluster.address)

    assert (here.returncode, there.returncode) == (0, 0), there.stderr
    return tmp_path / "here", tmp_path / "there"


def test_the_record_is_that_of_one_machine(runs_here_and_there):
    def games_of(directory):
        """The level of isolation and the games, without times and hosts, which no two runs share."""
        with open_run(directory) as run:
            games = [(game.player, game.word, game.guesses, game.replies, game.termination) for game in run.games()]
            return run.conditions.isolation, games

    here, there = runs_here_and_there

    assert games_of(there) == games_of(here)
    assert written_leaderboard(there) == written_leaderboard(here)


def test_games_are_forfeited_after_failures_in_a_row(cluster, referee, player_command, tmp_path):
    options = ["--lengths", 5, "--rounds", 150, "--forfeit-after", 5, "--format", "json", "--cluster", cluster.address]

    done = referee("run", "--players", player_command("fails_at_once.sh"), *options, "--out", tmp_path / "out")

    [player] = json.loads(done.stdout)["players"]
    assert player["games"] == 150
    # Two workers have three pieces of ten games each, so 60 games are under way before the caller hears of any failure.
    # On a busy machine some more may follow until it has counted five: 30 are allowed here. The other 60 are forfeited.
    assert player["failures"]["forfeited"] >= 60


def test_games_of_a_killed_worker_are_played_again(cluster, contest, play, tmp_path):
    notes = tmp_path / "notes"
    gate = tmp_path / "gate"
    # The parent of this shell is the runner, and field 4 of the runner's entry is its own parent, the worker.
    note_worker = f"cut -d' ' -f4 /proc/$PPID/stat >> {notes}"
    waits_at_the_gate = f"{note_worker}; until test -e {gate}; do sleep 0.05; done; echo crane"
    both = contest(shell("p", waits_at_the_gate), shell("q", waits_at_the_gate))

    with ThreadPoolExecutor(1) as beside:
        future = beside.submit(play, both)
        wait_until(lambda: numbers_in(notes))
        cluster.kill(numbers_in(notes)[0])
        gate.touch()
        records = future.result(60)

    games = Counter((record.player, record.word) for record in records)
    assert games == Counter((fixture.player.name, fixture.word) for fixture in both.fixtures())
    assert {record.guesses[0] for record in records} == {"crane"}


def test_players_end_when_the_caller_leaves(cluster, contest, tmp_path, is_alive):
    pids = tmp_path / "pids"
    # `quick` guesses an empty line and exits.
    both = contest("quick=echo", shell("stays", f"echo $$ >> {pids}; exec sleep 60"))
    quick = [fixture for fixture in both.fixtures() if fixture.player.name == "quick"]
    stays = [fixture for fixture in both.fixtures() if fixture.player.name == "stays"]
    # A piece is ten games, and there are six words. In the first piece `quick` plays four of them twice, and the second
    # piece does not end.
    fixtures = [*quick, *quick[:4], *stays]
    # So long that no limit ends `stays` before the caller leaves.
    plan = plan_of(both, Limits(startup=50))

    with (
        connect(cluster.address) as executor,
        contextlib.closing(ClusterScheduler(executor, NO_ISOLATION)) as scheduler,
    ):
        # The caller leaves without the second batch.
        batches = scheduler.play(plan, fixtures)
        assert len(next(batches)) == 10
        wait_until(lambda: numbers_in(pids))

    [player] = numbers_in(pids)
    wait_until(lambda: not is_alive(player))


def test_the_next_run_ends_games_whose_caller_is_gone(cluster, contest, tmp_path, is_alive):
    """A caller that is killed, or cut off from the network, cannot end them itself."""
    pids = tmp_path / "pids"
    stays = contest(shell("stays", f"echo $$ >> {pids}; exec sleep 60"))
    plan = plan_of(stays, Limits(startup=50))

    with connect(cluster.address) as executor:
        # A client of this id is not connected to the scheduler.
        executor.client_id = "killed"
        # It is not closed, as if its process had been killed.
        batches = ClusterScheduler(executor, NO_ISOLATION).play(plan, stays.fixtures())
        with ThreadPoolExecutor(1) as beside:
            first_batch = beside.submit(next, batches)
            wait_until(lambda: numbers_in(pids))
            players = numbers_in(pids)

            with connect(cluster.address) as other_executor:
                ClusterScheduler(other_executor, NO_ISOLATION).close()

            wait_until(lambda: not any(map(is_alive, players)))
            # The games that the worker had begun cannot go on.
            with pytest.raises(DataError):
                first_batch.result(60)


class TestMissingPrograms:
    def test_a_program_that_all_workers_have_is_no_error(self, cluster):
        with connect(cluster.address) as executor:
            ClusterScheduler(executor, NO_ISOLATION).check_present([player_of("q=sh")])

    def test_a_program_that_workers_lack_is_named_with_the_workers(self, cluster):
        with connect(cluster.address) as executor:
            scheduler = ClusterScheduler(executor, NO_ISOLATION)

            with pytest.raises(DataError, match=r"player 'p': nowhere: there is no such program on tcp://.*, tcp://"):
                scheduler.check_present([player_of("p=nowhere")])

    def test_a_worker_that_comes_late_and_lacks_a_program_ends_the_run(self, contest, play):
        """The fixture `play` does not check the workers, as a run does not check those that come late."""
        message = "which came late, cannot play: player 'p': nowhere: there is no such"

        with pytest.raises(DataError, match=message):
            play(contest("p=nowhere"))


class TestWorkers:
    def test_players_are_in_a_sandbox_on_every_worker(self, cluster, contest, play, player_command, sandbox_or_skip):
        sandbox_or_skip()
        with connect(cluster.address) as executor:
            isolation, line = agree_on_isolation(executor, IsolationRequest("auto"))
        assert line == "isolation: bubblewrap on every worker"

        records = play(contest("p=" + player_command("tells.sh", "cat /proc/1/comm")), isolation)

        # Process 1 of a player in a sandbox is bubblewrap.
        assert {record.stderr_head for record in records} == {"bwrap\n"}

    def test_the_environment_of_a_worker_cannot_be_read(self, contest, play, player_command):
        # The runner is the parent of the player, and has the worker's environment.
        count_words = "{ tr '\\0' ' ' < /proc/$PPID/environ; } 2> /dev/null | wc -w"

        records = play(contest("spy=" + player_command("tells.sh", count_words)))

        assert {record.stderr_head.strip() for record in records} == {"0"}

    def test_a_daemon_that_a_player_leaves_behind_is_ended(self, contest, play, player_command, is_alive, tmp_path):
        pids = tmp_path / "pids"
        daemon = f"setsid sh -c 'echo $$ >> {pids}; exec sleep 60'"
        leaves_a_daemon = f"{daemon} & until test -s {pids}; do sleep 0.01; done"

        play(contest("p=" + player_command("tells.sh", leaves_a_daemon)))

        # That of the first game has noted its id. Later ones may be ended before they do.
        daemons = numbers_in(pids)
        assert daemons
        wait_until(lambda: not any(map(is_alive, daemons)))
