"""The simulation of a run, by hand."""

import pytest

from benchmarks.simulate_scale import simulated


@pytest.mark.parametrize(
    ("work", "cores", "ahead", "before", "after", "seconds"),
    [
        ([5, 3], 1, 9, 0, 0, 8),  # one after the other
        ([5, 3, 3], 2, 9, 0, 0, 6),  # the third follows the second
        ([5, 3], 2, 1, 0, 0, 8),  # a second core is no use where one piece is under way
        ([4, 4, 4], 3, 9, 2, 0, 10),  # the dispatcher sends them off at 2, 4 and 6
        ([4, 4, 4], 3, 9, 0, 2, 10),  # all come back at 4, and the collector takes 2 for each
        ([1, 9], 1, 9, 1, 3, 14),  # 1 to send, 1 and 9 to work, 3 to collect the last
    ],
)
def test_a_piece_passes_dispatcher_core_and_collector(work, cores, ahead, before, after, seconds):
    assert simulated(work, cores, ahead, before, after) == seconds
