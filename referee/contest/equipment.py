"""The equipment of a player beside the word lists: variables, files to read, and what was prepared for it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.contest.languages import PREPARED
from referee.contest.player import Program

_IN_PREPARED = re.compile(rf"(^|[:=]){PREPARED}(?=$|[/:])")


@dataclass(frozen=True)
class Equipment:
    """The equipment of a player beside the word lists."""

    environment: Mapping[str, str] = field(default_factory=dict)
    """Its own variables."""
    exposed: tuple[str, ...] = ()
    """Absolute paths that it may read."""
    prepared: str | None = None
    """The directory that its games see as `prepared/`; None for none."""
    writable: bool = False
    """Whether it may write there: only its preparation may."""

    def command(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words of a command, `prepared/…` in them as absolute paths."""
        directory = self.prepared
        return (
            tuple(words) if directory is None else tuple(_IN_PREPARED.sub(rf"\g<1>{directory}", word) for word in words)
        )


NO_EQUIPMENT = Equipment()
"""No equipment."""


def equipment_of(player: Program, length: int | None = None) -> Equipment:
    """Return the equipment of the player in a game of that length."""
    directory = None if length is None else player.prepared.get(length)
    return Equipment(player.environment, player.expose, directory)
