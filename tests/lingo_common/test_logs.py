"""What is said on standard error."""

import io
import logging
import sys

import tqdm  # noqa: F401  with it loaded, remarks go above its bars

from lingo_common.cli import logs


class Full(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_no_run_is_lost_for_a_remark_that_cannot_be_written(monkeypatch):
    before = logging.getLogger().handlers[:]
    monkeypatch.setattr(sys, "stderr", Full())
    try:
        logs.set_up("thing")
        logging.getLogger("referee").warning("a remark")
    finally:
        logging.getLogger().handlers[:] = before
