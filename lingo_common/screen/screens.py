"""Whether a screen can be shown here. Textual is imported only after this was asked."""

import os
import sys

from lingo_common.errors import MissingExtra, UsageError
from lingo_common.screen.terminal import interactive


def check_screen(option: str) -> None:
    """MissingExtra without Textual; UsageError if this is no terminal and nobody serves the screen elsewhere."""
    try:
        import textual  # noqa: F401
    except ImportError:
        raise MissingExtra(option, "screen") from None
    served = "TEXTUAL_DRIVER" in os.environ  # in a browser, see lingo_common.screen.serve
    if not served and not interactive(sys.stdin, sys.stdout):
        raise UsageError(f"{option} needs a terminal")
