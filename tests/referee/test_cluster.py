"""Games on a cluster: workers play, the caller writes; what a worker loses is played again."""

import contextlib
import json
import re
import shlex
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
from local_cluster import wait_until
from made_runs import plan_of

from lingo_common.cluster import connect
from lingo_common.errors import DataError
from referee.contest.conditions import NO_ISOLATION, IsolationRequest, Limits
from referee.contest.contest import Contest
from referee.contest.lists import read_word_games
from referee.contest.needs import missing_programs, needs_of
from referee.contest.players import player_of
from referee.runner.messages import NotPassed
from referee.schedule.cluster_scheduler import ClusterScheduler, agree_on_isolation
from referee.schedule.worker import WorkerTask, open_games
from referee.storage.reader import open_run

PROGRAMS = Path(__file__).parent.parent / "players"


@pytest.fixture
def contest(wordlist, player_command):
    """contest(*commands): the contest of these players for the six five-letter words."""
    lists = read_word_games([5], wordlist)

    def of(*commands):
        players = tuple(map(player_of, commands))
        return Contest(players, {5: lists[5].words.words}, 6, 1, wordlist, lists)

    return of


def played(cluster, contest, isolation=NO_ISOLATION, **limits):
    """The records of all games of the contest, played on the cluster, which must have the players."""
    plan = plan_of(contest, Limits(**limits), isolation)
    with connect(cluster.address) as executor:
        batches = ClusterScheduler(executor, isolation).play(plan, contest.fixtures(), contest.players)
        return list(chain.from_iterable(batches))


def test_the_record_is_that_of_one_machine(cluster, wordlist, player_command, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    players = ["a=" + player_command("guesses.sh", "crane", "dozes"), "b=" + player_command("fails_at_once.sh")]
    common = ["referee", "run", "--players", *players, "--wordlist", wordlist, "--lengths", "4,5", "--seed", 1]
    common += ["--format", "json"]
    here = run(*common, "--rounds", "all", "--out", "here")
    there = run(*common, "--rounds", "all", "--out", "there", "--cluster", cluster.address)

    assert there.returncode == 0, there.stderr

    def leaderboard(result):
        """What was printed, without the times, which no two runs share."""
        board = json.loads(result.stdout)
        for player in board["players"]:
            del player["mean_seconds"]
        return board

    assert leaderboard(there) == leaderboard(here)

    def games(directory):
        with open_run(directory) as opened:
            assert opened.conditions.isolation == json.loads(here.stdout)["isolation"]
            return [(one.player, one.word, one.guesses, one.replies, one.termination) for one in opened.games()]

    assert games("here") == games("there")
    assert len(games("there")) == 2 * (4 + 6)


def test_a_player_that_fails_again_and_again_forfeits_soon(cluster, player_command, run, tmp_path):
    options = ["--lengths", 5, "--rounds", 150, "--forfeit-after", 5, "--out", tmp_path / "out", "--format", "json"]
    done = run(
        "referee", "run", "--players", player_command("fails_at_once.sh"), *options, "--cluster", cluster.address
    )
    [player] = json.loads(done.stdout)["players"]
    assert player["games"] == 150 and player["failures"]["forfeited"] >= 60


def test_games_of_a_killed_worker_are_played_again(cluster, contest, tmp_path):
    note = f"cut -d' ' -f4 /proc/$PPID/stat >> {tmp_path}/notes"  # the parent of the runner
    note += f"; until test -e {tmp_path}/gate; do sleep 0.05; done; echo crane"
    both = contest(shlex.join(["p=sh", "-c", note]), shlex.join(["q=sh", "-c", note]))
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(played, cluster, both)
        wait_until(lambda: numbers(tmp_path / "notes"))
        cluster.kill(numbers(tmp_path / "notes")[0])
        (tmp_path / "gate").touch()
        records = found.result(60)

    assert sorted((one.player, one.word) for one in records) == sorted(
        (one.player.name, one.word) for one in both.fixtures()
    )
    assert all(record.guesses[0] == "crane" for record in records)


def test_players_end_when_the_caller_leaves(cluster, contest, tmp_path, is_alive):
    stay = f"echo $$ >> {tmp_path}/pids; exec sleep 60"
    both = contest("quick=echo", shlex.join(["stays=sh", "-c", stay]))
    quick = [fixture for fixture in both.fixtures() if fixture.player.name == "quick"]
    stays = [fixture for fixture in both.fixtures() if fixture.player.name == "stays"]
    order = [*quick, *quick[:4], *stays]  # a quick piece, then one
    plan = plan_of(both, Limits(startup=50))
    with (
        connect(cluster.address) as executor,
        contextlib.closing(ClusterScheduler(executor, NO_ISOLATION).play(plan, order, both.players)) as batches,
    ):
        assert len(next(batches)) == 10
        wait_until(lambda: numbers(tmp_path / "pids"))

    [player] = numbers(tmp_path / "pids")
    wait_until(lambda: not is_alive(player))


def test_a_player_that_workers_lack_is_named_with_the_workers(cluster, tmp_path):
    script = tmp_path / "player.sh"
    script.touch()
    needs = needs_of([player_of(f"q=sh {script}")])
    script.unlink()

    assert missing_programs(needs) == [f"player 'q': {script}: there is no such file"]

    with connect(cluster.address) as executor:
        ClusterScheduler(executor, NO_ISOLATION).check_present([player_of("q=sh")])
        with pytest.raises(DataError, match=r"player 'p': nowhere: there is no such program on tcp://.*, tcp://"):
            ClusterScheduler(executor, NO_ISOLATION).check_present([player_of("p=nowhere")])


def test_a_worker_that_comes_late_and_lacks_a_player_ends_the_run(cluster, contest):
    with pytest.raises(DataError, match="a worker that came late cannot play: player 'p': nowhere: there is no such"):
        played(cluster, contest("p=nowhere"))


def test_players_are_in_a_sandbox_on_every_worker(cluster, contest, player_command, sandbox_or_skip):
    sandbox_or_skip()
    wanted = IsolationRequest("auto", (str(PROGRAMS),))
    with connect(cluster.address) as executor:
        found, says = agree_on_isolation(executor, wanted)
    assert (found.mode, found.level, says) == ("require", "bubblewrap", "isolation: bubblewrap on every worker")
    asked = contest("p=" + player_command("tells.sh", "cat /proc/1/comm"))
    assert {one.stderr_head for one in played(cluster, asked, found)} == {"bwrap\n"}


def test_workers_hide_themselves_and_end_daemons(cluster, contest, player_command, is_alive, tmp_path):
    """The environment of a worker is blanked, and what a player leaves behind ends with its game."""
    spy = '{ tr "\\0" " " < /proc/$PPID/environ; } 2> /dev/null | wc -w >&2'
    daemon = (
        f"setsid sh -c 'echo $$ >> {tmp_path}/pid; exec sleep 60' & until test -s {tmp_path}/pid; do sleep 0.01; done"
    )
    records = played(
        cluster, contest("spy=" + player_command("tells.sh", spy), "daemon=" + player_command("tells.sh", daemon))
    )
    assert {one.stderr_head.strip() for one in records if one.player == "spy"} == {"0"}
    wait_until(lambda: not any(map(is_alive, numbers(tmp_path / "pid"))))


class Unequal:
    """A cluster of three workers, of which two have no sandbox; or, asked before they came, of one that has none."""

    def __init__(self, *there):
        self._there = there

    def everywhere(self, ask, wanted):
        return {name: (None, None if name == "a" else "not installed") for name in self._there}

    def submit(self, ask, wanted):
        future = Future()
        future.set_result(("c", (None, "not installed")))
        return future


def test_the_lowest_level_is_that_of_all_workers():
    found, says = agree_on_isolation(Unequal("a", "c", "b"), IsolationRequest())
    assert (found.mode, found.level) == ("off", "none")
    assert says.startswith("isolation: none (not installed on b, c): ")
    assert agree_on_isolation(Unequal(), IsolationRequest())[0].level == "none"


def test_a_required_sandbox_that_workers_lack_is_refused_with_their_names():
    for there, names in ((("a", "b", "c"), "b, c"), ((), "c")):
        says = f"--sandbox require or --careful: no sandbox is in force: not installed on {names}"
        with pytest.raises(DataError, match=re.escape(says)):
            agree_on_isolation(Unequal(*there), IsolationRequest("require"))


def test_a_worker_that_comes_late_without_the_sandbox_of_the_others_is_refused(monkeypatch):
    monkeypatch.setattr("referee.runner.boxes.find_bubblewrap", lambda: None)
    with pytest.raises(DataError, match="a worker that came late cannot play: no sandbox is in force there: "):
        plan = plan_of(Contest((), {}, 0, None, ""), isolation=IsolationRequest("require"))
        open_games(WorkerTask("late", "run", plan, lists={}))


def test_a_worker_that_cannot_try_a_sandbox_leaves_no_runner(monkeypatch, nothing_left_behind):
    def fail(isolation, runner):
        """Fail after the runner was started, as where an open file cannot be passed on."""
        assert runner.directory
        raise NotPassed("players cannot be started")

    monkeypatch.setattr("referee.schedule.worker.try_sandbox", fail)
    plan = plan_of(Contest((), {}, 0, None, ""))

    with pytest.raises(NotPassed):
        open_games(WorkerTask("late", "run", plan, lists={}))


def numbers(file: Path) -> list[int]:
    """The whole numbers in a file, one a line; none where there is no file."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []
