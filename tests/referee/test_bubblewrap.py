"""What the exit status of bubblewrap says of the program in its sandbox."""

import signal

import pytest

from referee.runner.bubblewrap import signal_in


@pytest.mark.parametrize(
    ("exit_status", "expected"),
    [
        (0, None),
        (127, None),  # what shells say of a program that is not there
        (128, None),  # there is no signal 0
        (129, signal.SIGHUP),
        (137, signal.SIGKILL),
        (192, signal.SIGRTMAX),
        (193, None),  # Linux has 64 signals
    ],
)
def test_a_status_above_128_may_be_a_signal(exit_status, expected):
    assert signal_in(exit_status) == expected
