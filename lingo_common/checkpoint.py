"""Checkpoint: the results of finished pieces of work in a file, so that an interrupted computation can continue."""

import errno
import hashlib
import json
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from lingo_common.errors import DataError, reason
from lingo_common.files import cache_directory

_log = logging.getLogger(__name__)


def canonical_json(value: Any) -> str:
    """The value as JSON; what is no JSON value has a method `to_json` that returns one."""
    return json.dumps(value, sort_keys=True, default=lambda value: value.to_json())


class Checkpoint:
    """The results of finished pieces, appended to a file of JSON lines as they arrive.

    The file's name is a hash of the identity, which lists everything that the results depend on. A computation with
    another identity has another file.
    """

    def __init__(self, identity: Sequence[Any], directory: str | None = None) -> None:
        """Open the checkpoint and read what it holds. If the directory cannot be written, log a warning and go on."""
        name = hashlib.sha256(canonical_json(identity).encode()).hexdigest()[:32]
        directory = directory or os.path.join(cache_directory(), "checkpoints")
        self.path = os.path.join(directory, f"{name}.jsonl")
        self.results: dict[str, Any] = {}
        self._kept = True
        try:
            os.makedirs(directory, exist_ok=True)
            if not os.access(directory, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            self._read()
        except OSError as error:
            self._kept = False
            _log.warning("%s: cannot keep checkpoints: %s; interrupted work will start again", directory, reason(error))
            return
        _log.debug("checkpoint %s: %d results found", self.path, len(self.results))

    def _read(self) -> None:
        """Read every whole line. Truncate the file at the first damaged line; those pieces are computed again."""
        whole = 0
        with suppress(FileNotFoundError), open(self.path, "rb+") as file:
            for line in file:
                try:
                    if not line.endswith(b"\n"):
                        raise ValueError("the line is not complete")
                    key, result = json.loads(line)
                    self.results[key] = result
                except (ValueError, TypeError):
                    file.truncate(whole)  # only if damaged: another process may be appending to the same file
                    break
                whole += len(line)

    def add(self, key: str, result: Any) -> None:
        """Store a result; it is on the disk when this returns. DataError if it cannot be written."""
        self.results[key] = result
        if not self._kept:
            return
        try:
            with open(self.path, "a", encoding="ascii") as file:
                file.write(json.dumps([key, result]) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise DataError(f"{self.path}: cannot keep a checkpoint: {reason(error)}") from None

    def done(self) -> None:
        """Remove the file, because the work is finished."""
        if self._kept:
            with suppress(FileNotFoundError):  # no result was stored, or another process finished the same work
                os.unlink(self.path)
