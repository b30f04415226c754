"""Workers of a cluster: what sandbox they agree on, and how one sets itself up to play the games of a run."""

import contextlib
import re
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from made_runs import game_record, plan_of, task_of

from lingo_common.errors import DataError
from referee.contest.contest import Contest, Fixture
from referee.contest.limits import NO_ISOLATION, IsolationRequest
from referee.contest.players import player_of
from referee.game.game_pool import GamePool
from referee.runner.messages import NotPassed
from referee.schedule import cluster_scheduler
from referee.schedule.cluster_scheduler import (
    ClusterScheduler,
    agree_on_isolation,
    close_games,
    no_sandbox_here,
    open_games,
    play_piece,
)

NO_GAMES = Contest(players=(), words={}, rounds=0, seed=None, wordlist="")


class ScriptedCluster:
    """An executor whose workers answer why they have no sandbox: the worker `a` has one, and all others have none.

    If it has no worker, `late` comes when work is submitted.
    """

    def __init__(self, *workers):
        """workers: the names of those that are present."""
        self._workers = workers

    def everywhere(self, work, argument):
        """What each present worker answers, by its name. Other work than the search for a sandbox is done here."""
        if work is not no_sandbox_here:
            return {worker: work(argument) for worker in self._workers}
        return {worker: [] if worker == "a" else ["not installed"] for worker in self._workers}

    def submit(self, work):
        """The finished work of the worker that comes, as a future."""
        self._workers = self._workers or ("late",)
        future = Future()
        future.set_result(work())
        return future


class TestUnequalWorkers:
    def test_where_some_worker_has_no_sandbox_none_uses_one(self):
        isolation, line = agree_on_isolation(ScriptedCluster("a", "c", "b"), IsolationRequest())

        # The mode is that of --sandbox, the level what is in force.
        assert (isolation.mode, isolation.level) == ("off", "none")
        assert line.startswith("isolation: none (not installed on b, c): ")

    def test_where_no_worker_is_present_the_first_that_comes_is_asked(self):
        isolation, line = agree_on_isolation(ScriptedCluster(), IsolationRequest())

        assert isolation.level == "none"
        assert line.startswith("isolation: none (not installed on late): ")

    @pytest.mark.parametrize(("workers", "names"), [(("a", "b", "c"), "b, c"), ((), "late")])
    def test_a_required_sandbox_that_workers_lack_is_refused_with_their_names(self, workers, names):
        message = f"--sandbox require or --careful: no sandbox is in force: not installed on {names}"

        with pytest.raises(DataError, match=re.escape(message)):
            agree_on_isolation(ScriptedCluster(*workers), IsolationRequest("require"))


class TestWorkersWithoutControlGroups:
    @pytest.fixture(autouse=True)
    def without_control_groups(self, monkeypatch):
        """The workers, which are in this process, can make no control groups."""
        monkeypatch.setattr("referee.schedule.cluster_scheduler.divides_processors_evenly", lambda: False)

    def test_a_careful_run_is_refused(self):
        with pytest.raises(DataError, match=r"^--careful: no control group can be made on a; start them as root, "):
            agree_on_isolation(ScriptedCluster("a"), IsolationRequest(careful=True))

    def test_another_run_is_played(self):
        isolation, line = agree_on_isolation(ScriptedCluster("a"), IsolationRequest())

        assert (isolation.mode, line) == ("require", "isolation: bubblewrap on every worker")

    def test_one_that_comes_late_is_refused(self, sandbox_or_skip):
        sandbox_or_skip()
        plan = plan_of(NO_GAMES, isolation=IsolationRequest(careful=True))

        with pytest.raises(DataError, match=r"cannot play: no control group can be made$"):
            open_games(task_of(plan))


class TestOpenGames:
    """What a worker does first that joins while a run goes on."""

    @pytest.fixture
    def open_with(self):
        """open_with(isolation): set this process up as a worker, for a run without games."""

        def open_task(isolation):
            plan = plan_of(NO_GAMES, isolation=isolation)
            open_games(task_of(plan))

        return open_task

    def test_one_without_the_sandbox_of_the_others_is_refused(self, open_with, monkeypatch):
        monkeypatch.setattr("referee.runner.boxes.find_bubblewrap", lambda: None)

        with pytest.raises(DataError, match="which came late, cannot play: no sandbox is in force there: "):
            open_with(IsolationRequest("require"))

    @pytest.mark.usefixtures("nothing_left_behind")
    def test_one_that_cannot_try_a_sandbox_leaves_no_runner(self, open_with, monkeypatch):
        def fail(isolation, runner):
            """Start the runner and fail, as where an open file cannot be passed on."""
            assert runner.directory  # asking for the directory starts it
            raise NotPassed("players cannot be started")

        monkeypatch.setattr("referee.schedule.cluster_scheduler.try_sandbox", fail)

        with pytest.raises(NotPassed):
            open_with(NO_ISOLATION)


@pytest.mark.usefixtures("nothing_left_behind")
def test_a_task_that_is_brought_again_keeps_its_runner():
    task = task_of(plan_of(NO_GAMES))

    open_games(task)
    open_games(task)

    close_games(task.name)


def test_runs_that_take_turns_on_a_worker_prepare_their_players_once(monkeypatch):
    """Two runs send two pieces each, by turns; a piece is a game of the player p."""
    prepared = []

    def prepare(player, *_):
        prepared.append(player.name)
        return player

    monkeypatch.setattr("referee.schedule.cluster_scheduler.prepare_player", prepare)
    # No game is played.
    monkeypatch.setattr(GamePool, "play_until_recorded", lambda pool, fixture: fixture)
    plan = plan_of(NO_GAMES)

    with contextlib.ExitStack() as tasks:
        for run in ("one run", "another run"):
            open_games(task_of(plan, f"the task of {run}"))
            tasks.callback(close_games, f"the task of {run}")

        for run in ("one run", "another run", "one run", "another run"):
            play_piece((f"the task of {run}", [Fixture(player_of("p=true"), index=0, word="crane")]))

    assert len(prepared) == 2


def test_a_game_began_by_the_clock_of_the_caller_however_wrong_the_workers_is(monkeypatch):
    """The worker's clock is an hour behind; its game began 7 seconds before the piece ended."""
    ended, hour = 1_000_000.0, 3600.0
    game = game_record("p", "crane", started=ended - hour - 7)
    monkeypatch.setattr(cluster_scheduler, "time", SimpleNamespace(time=lambda: ended))
    monkeypatch.setattr(cluster_scheduler, "run_in_batches", lambda *_: [[(None, ([game], ended - hour))]])
    cluster = SimpleNamespace(
        address="", client_id="", everywhere=lambda *_: {}, clients=tuple, bring=lambda *_: None, threads=lambda: 1
    )

    [[record]] = ClusterScheduler(cluster, NO_ISOLATION).play(plan_of(NO_GAMES), [])

    assert record.started == ended - 7
