"""The request for a run, declared as options: players, words, limits, isolation, and where and how it is played."""

from dataclasses import dataclass

from lingo_common.cluster import address_of
from lingo_common.errors import UsageError
from lingo_common.option import flag_option, number_reader, option, options_of, path_option, read_options
from lingo_common.process import MAX_JOBS, processors
from referee.contest.isolation import IsolationRequest, id_range_text
from referee.contest.limits import Limits
from referee.contest.player import Player
from referee.contest.selection import Selection

_FORFEIT_AFTER = 20
"""Failures in a row after which a player plays no more, where --forfeit-after is not given."""
_OF_THIS_COMMAND = ("out", "resume", "reinstate")
"""Fields whose options are not repeated when the run goes on."""


@dataclass(frozen=True)
class RunRequest:
    """A run as its holder asks for it, with `referee run`, with `referee rerun` or from Python."""

    out: str | None = path_option("The directory that keeps the run; by default a new one in pit/.", "DIR")
    resume: str | None = path_option("Go on with the run in this directory, on the same words.", "DIR")
    keep_going: bool = flag_option("Play on without a player that cannot be prepared or started.")
    forfeit_after: int = option(
        "After N failures in a row a player plays no more and forfeits the rest; 0: never.",
        number_reader(0),
        _FORFEIT_AFTER,
        metavar="N",
        shown_default=str(_FORFEIT_AFTER),
    )
    reinstate: tuple[str, ...] = option(
        "With --resume: play the games after all that this player forfeited.", str, (), metavar="NAME", many=True
    )
    jobs: int = option("Games at a time.", number_reader(1, MAX_JOBS), processors, metavar="N", shown_default="cores")
    cluster: str | None = option(
        "Play on the Dask cluster whose scheduler is at HOST:PORT, which must have the players, instead of here.",
        address_of,
        metavar="ADDRESS",
    )
    again: tuple[int, ...] = ()
    """With resume: the numbers of recorded games that are played again, and no others."""
    is_kept: bool = True
    """Whether the directory of the run stays on the disk; a caller from Python may have named none."""
    players: tuple[Player, ...] = ()
    """The players; for a resumed run, those that join it."""
    selection: Selection = Selection()
    limits: Limits = Limits()
    isolation: IsolationRequest = IsolationRequest()

    def __post_init__(self) -> None:
        """Read the values of the options; UsageError for one that is refused."""
        read_options(self)

    def options_to_repeat(self) -> list[str]:
        """Return what to type after `referee run --resume DIR` so that the rest is played as this request asks.

        These are the options that the record does not keep, where their values are not the defaults:
        `["--forfeit-after", "3", "--sandbox", "off"]`. The lists of a resumed
        run may have been moved: the record does not say where they are now.
        """
        words: list[str] = []
        if self.resume is not None and self.selection.game.wordlist is not None:
            words += ["--wordlist", self.selection.game.wordlist]

        for holder in (self, self.isolation):
            for field, declared in options_of(type(holder)).items():
                value = getattr(holder, field)
                default = declared.default() if callable(declared.default) else declared.default
                if field in _OF_THIS_COMMAND or value == default:
                    continue

                if declared.is_flag:
                    words.append(f"--{declared.name}")
                    continue

                for single_value in value if declared.many else [value]:
                    is_range = isinstance(single_value, range)
                    text = id_range_text(single_value) if is_range else str(single_value)
                    words += [f"--{declared.name}", text]

        return words

    def check(self) -> None:
        """Raise UsageError if options exclude each other."""
        is_new_run = self.resume is None
        # The command that sets `again` always resumes, so the message does not mention it.
        if is_new_run and (self.reinstate or self.again):
            raise UsageError("--reinstate goes with --resume")
        if not is_new_run and self.out is not None:
            raise UsageError("--resume goes on in its own directory: leave --out away")

        if is_new_run:
            self.selection.check(players=len(self.players))
        elif self.selection.until_decided:
            # If --until-decided is not given, --max-rounds is not checked: the run may have --until-decided in its
            # record. The players of the record count too: such a run has two or more.
            self.selection.check(players=2)
