"""What a run leaves in its directory: every game as it finishes, the leaderboards at the end."""

import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from programs.errors import DataError, reason
from programs.files import write_whole
from referee.contest import Contest
from referee.leaderboard import Leaderboard
from referee.record import GameRecord, from_json, to_json
from referee.report import FILES, rendered

GAMES = "games.jsonl"
"""One line of JSON a game, as docs/protocol.md describes it."""


class Store:
    """A run's directory, a context manager; it must be new, so that no earlier result is lost."""

    def __init__(self, directory: str) -> None:
        """Take the directory into use; DataError where it holds a run or cannot be written."""
        self._directory = directory
        games = self._path(GAMES)
        try:
            os.makedirs(directory, exist_ok=True)
            self._games = open(games, "x", encoding="utf-8")  # noqa: SIM115 (closed by __exit__)
        except FileExistsError:
            raise DataError(self._refusal()) from None
        except OSError as error:
            raise DataError(f"{directory}: cannot be written: {reason(error)}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._games.close()

    def recorded(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """The same records, each written and flushed before it is passed on."""
        for record in records:
            self._games.write(to_json(record) + "\n")
            self._games.flush()
            yield record

    def finish(self, contest: Contest, board: Leaderboard) -> None:
        """Put the games in order, by player, length and word, and write the leaderboard in every format."""
        self._games.close()
        write_whole(self._path(GAMES), self._games_in_order(contest))
        for format, name in FILES.items():
            write_whole(self._path(name), rendered(board, format))

    def _games_in_order(self, contest: Contest) -> str:
        place = {player.name: number for number, player in enumerate(contest.players)}

        def order(line: str) -> tuple[int, int, int]:
            record = from_json(line)
            return place[record.player], record.length, record.index

        with open(self._path(GAMES), encoding="utf-8") as file:
            return "".join(sorted(file, key=order))

    def _refusal(self) -> str:
        if not os.path.isdir(self._directory):
            return f"{self._directory}: not a directory"
        finished = all(os.path.exists(self._path(name)) for name in FILES.values())
        state = "a finished run" if finished else "an unfinished run"
        return f"{self._directory}: holds {state} already; give --out a new directory"

    def _path(self, name: str) -> str:
        return os.path.join(self._directory, name)
