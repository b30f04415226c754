"""time_limit: what runs too long is ended, and nothing is left behind."""

import signal
import time

import pytest

from lingo_common.signals import TimeUp, time_limit


@pytest.mark.parametrize("seconds", [0.01, 0, -5])
def test_a_long_block_is_ended(seconds):
    with pytest.raises(TimeUp), time_limit(seconds):
        time.sleep(60)


@pytest.mark.parametrize("seconds", [None, 60])
def test_a_short_block_is_left_alone(seconds):
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(seconds):
        pass
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
