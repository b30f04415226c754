"""Programs that benchmarks measure."""

import os
import subprocess
import sys

import pytest

from benchmarks.programs import peak_memory


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read in /proc")
class TestPeakMemory:
    def test_of_this_process_is_more_than_a_megabyte(self):
        assert peak_memory(os.getpid()) > 1 << 20

    def test_of_a_process_that_has_ended_is_not_known(self):
        """Some players exit after their last guess, before their memory is read."""
        with subprocess.Popen(["true"]) as process:
            # It has ended, but it is still in /proc: its exit status has not been read.
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

            assert peak_memory(process.pid) is None
