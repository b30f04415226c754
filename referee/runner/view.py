"""A program's command, and which of the machine's files the program sees in a sandbox beside those of the system."""

from typing import NamedTuple

SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store", "/gnu/store",
    "/var/lib/ghc",  # where /usr/lib/ghc has a link in Debian
)  # fmt: skip
"""Directories of programs, libraries and their configuration, which every program in a sandbox sees as they are."""
PREPARED = "prepared"
"""The directory, in a program's working directory, into which a preparation writes and from which games read."""
RUNNER_PREFIX = "lingo-job-"
"""The beginning of the names of runners' directories, below the one for temporary files."""

Command = tuple[str, ...]
"""The words of a command; the first one is the program."""


class View(NamedTuple):
    """The files that a program sees beside SYSTEM, at their own paths and read-only.

    All paths but those of links are absolute and without links. For example, a script /home/ann/bot/main.py, run by the
    Python of a virtual environment, may have View(copied=("/home/ann/bot",), live=("/home/ann/venv",)).
    """

    copied: tuple[str, ...] = ()
    """Files and directories of which it sees a copy. The copy is made once, before the first program that sees it."""
    left_out: tuple[str, ...] = ()
    """Files within the copied ones that are not copied, and directories of which the copies are empty."""
    live: tuple[str, ...] = ()
    """Files and directories that it sees as they are now. They can lie within a directory that is copied."""
    covered: tuple[str, ...] = ()
    """Files and directories within the live ones that it sees empty."""
    links: tuple[tuple[str, str], ...] = ()
    """Links that lead to all this: their paths, and their targets as they are written."""
    remarks: tuple[str, ...] = ()
    """Lines about this view for the person who starts the program. The runner does not read them."""


NOTHING = View()
