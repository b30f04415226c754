"""Work in pieces: on processes, kept as it comes, taken up again."""

import math
import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lingo_common.errors import DataError
from lingo_common.pieces import Checkpoint, run_each, run_pieces, workers


def test_the_work_runs_in_other_processes_and_they_are_gone_afterwards():
    with workers(2) as executor:
        [(_, pid)] = run_pieces(eval, ["__import__('os').getpid()"], executor)
        assert pid != os.getpid()
    assert not multiprocessing.active_children()


def test_a_piece_is_made_when_the_results_before_it_are_known():
    finished = []
    # Each piece is the number of results that have arrived when it is asked for.
    pieces = (len(finished) for _ in range(4))
    with ThreadPoolExecutor(1) as executor:
        for piece, _ in run_each(math.isqrt, pieces, executor, limit=1):
            finished.append(piece)
    assert finished == [0, 1, 2, 3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_piece_comes_out_and_leaves_no_process(jobs):
    with pytest.raises(ValueError, match="factorial"), workers(jobs) as executor:
        list(run_pieces(math.factorial, [3, -1], executor))
    assert not multiprocessing.active_children()


def test_a_killed_process_is_named_and_leaves_no_other():
    with pytest.raises(DataError, match="one of the processes was killed"), workers(2) as executor:
        list(run_pieces(eval, ["__import__('os')._exit(1)"], executor))
    assert not multiprocessing.active_children()


def test_a_killed_run_does_only_what_is_left(tmp_path):
    pieces = [100, 81, 64, 49]
    run = run_pieces(math.isqrt, pieces, checkpoint=Checkpoint(["squares", 1], str(tmp_path)))
    next(run)
    next(run)
    # As if it were killed here.
    del run

    computed = []

    def work(piece: int) -> int:
        computed.append(piece)
        return math.isqrt(piece)

    results = run_pieces(work, pieces, checkpoint=Checkpoint(["squares", 1], str(tmp_path)))
    assert dict(results) == {100: 10, 81: 9, 64: 8, 49: 7}
    assert computed == [64, 49]


@pytest.mark.parametrize("torn", ['["3', '["3", 9', '["3", 9]'], ids=["in the key", "in the result", "before the end"])
def test_a_torn_last_line_is_cut_off_and_the_rest_kept(tmp_path, torn):
    first = Checkpoint(["torn"], str(tmp_path))
    first.add("1", 1)
    first.add("2", [4, "four"])
    whole_lines = Path(first.path).read_text()
    Path(first.path).write_text(whole_lines + torn)

    second = Checkpoint(["torn"], str(tmp_path))
    assert second.results == {"1": 1, "2": [4, "four"]}
    assert Path(first.path).read_text() == whole_lines

    # Results are appended after the last whole line.
    second.add("3", 9)
    assert Checkpoint(["torn"], str(tmp_path)).results == {"1": 1, "2": [4, "four"], "3": 9}


@pytest.mark.parametrize("identity", [["work", 2, "aaaa"], ["work", 1, "aaab"], ["work", "1", "aaaa"]])
def test_work_of_another_identity_has_another_file(tmp_path, identity):
    Checkpoint(["work", 1, "aaaa"], str(tmp_path)).add("1", "mine")
    assert Checkpoint(identity, str(tmp_path)).results == {}


def test_a_checkpoint_lies_in_the_cache_until_the_work_is_done(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    checkpoint = Checkpoint(["work"])
    checkpoint.add("1", 1)
    [file] = (tmp_path / "lingo-bot" / "checkpoints").iterdir()

    assert file.read_text() == '["1", 1]\n'

    checkpoint.done()
    assert not file.exists()


def test_the_file_of_work_that_is_done_may_be_gone(tmp_path):
    """Another process with the same work may have removed it."""
    checkpoint = Checkpoint(["work"], str(tmp_path))
    checkpoint.add("1", 1)
    Path(checkpoint.path).unlink()
    checkpoint.done()


def test_work_is_done_without_checkpoints_where_none_can_be_kept(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    checkpoint = Checkpoint(["work"], str(tmp_path / "file"))
    # Systems name the fault differently.
    assert "cannot keep checkpoints: not a directory" in caplog.text or "file exists" in caplog.text
    assert dict(run_pieces(math.isqrt, [100, 81], checkpoint=checkpoint)) == {100: 10, 81: 9}
    checkpoint.done()


@pytest.mark.parametrize(
    "damage", [b"no JSON\n", b"\0\0\0\0\n", b"\xff\xff\n", b"7\n", b'[["a"], 2]\n', b"[1, 2, 3]\n"]
)
def test_what_follows_damage_is_done_again(tmp_path, damage):
    first = Checkpoint(["work"], str(tmp_path))
    first.add("1", 1)
    with open(first.path, "ab") as file:
        file.write(damage)
    first.add("2", 2)
    assert Checkpoint(["work"], str(tmp_path)).results == {"1": 1}
    assert Path(first.path).read_text() == '["1", 1]\n'


def test_finished_work_leaves_what_interrupted_work_with_other_options_has_found(tmp_path):
    """Both have a checkpoint of the same identity, as the searches of one game with other first guesses have."""
    interrupted = run_pieces(math.isqrt, [100, 81], checkpoint=Checkpoint(["squares"], str(tmp_path)))
    next(interrupted)
    del interrupted

    other = Checkpoint(["squares"], str(tmp_path))
    list(run_pieces(math.isqrt, [64], checkpoint=other))
    other.done()
    assert Checkpoint(["squares"], str(tmp_path)).results.keys() >= {"100"}

    again = Checkpoint(["squares"], str(tmp_path))
    list(run_pieces(math.isqrt, [100, 81, 64], checkpoint=again))
    again.done()
    assert not list(tmp_path.iterdir())


def test_finished_work_leaves_the_line_that_another_process_is_writing(tmp_path):
    finished = Checkpoint(["squares"], str(tmp_path))
    Checkpoint(["squares"], str(tmp_path)).add("100", 10)
    with open(finished.path, "a", encoding="ascii") as file:
        file.write('["81", ')

    finished.done()

    assert Path(finished.path).read_text() == '["100", 10]\n["81", '


def test_finished_work_leaves_what_another_process_has_found_meanwhile(tmp_path):
    finished = Checkpoint(["squares"], str(tmp_path))
    Checkpoint(["squares"], str(tmp_path)).add("100", 10)
    finished.done()
    assert Checkpoint(["squares"], str(tmp_path)).results == {"100": 10}
