"""Hundreds of games, recorded: afterwards the process holds what it held before."""

import gc
import os
from pathlib import Path

import pytest

from referee.contest.contest import Conditions, Contest
from referee.contest.limits import Limits
from referee.contest.lists import lists_used, read_games
from referee.contest.players import player_of
from referee.schedule.scheduler import LocalScheduler
from referee.storage.recorder import Recorder

GAMES = 500
WARM = 50
"""Games after which everything that is made once is there."""
KEPT = 16 * 1024
"""Bytes that a game may not leave behind: less than its record, its pipes' buffers or its output would be."""


def resident():
    """Bytes of memory that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.usefixtures("nothing_left_behind")
def test_hundreds_of_games(tmp_path, program, some_words, unboxed):
    words = some_words(7, 5, GAMES)
    (tmp_path / "list.txt").write_text("\n".join(words) + "\n")
    lists = read_games([5], str(tmp_path / "list.txt"))
    player = player_of("steady=" + program("guesses.sh", *words[:3]))
    contest = Contest((player,), {5: words}, GAMES, 1, "list")
    memory, descriptors = [], set()
    with Recorder(str(tmp_path), contest, Conditions(Limits(), lists_used(lists))) as recorder:
        for count, _ in enumerate(
            recorder.record(LocalScheduler(2, unboxed, "").play(contest.fixtures(), lists, Limits())), 1
        ):
            if count in (WARM, GAMES):
                memory.append(resident())
            descriptors.add(len(os.listdir("/proc/self/fd")))
        assert count == GAMES
    assert memory[1] - memory[0] < KEPT * (GAMES - WARM)
    assert max(descriptors) - min(descriptors) <= 2 * 18  # what two games hold while they start
