"""`--explain`: one line for each guess on standard error, worked out while the game waits for the reply."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.tables import candidates_of
from lingo_bot.dialogue import check_streams, checked_reply, play_over_streams
from lingo_common.errors import ProgramError

if TYPE_CHECKING:
    from lingo_bot.dialogue import Player as Guesser
    from lingo_bot.dialogue import Sink, Source

_PROPOSALS = 3


def explain_guess(player: Player, guess: str) -> str:
    """One line: the guess, the number of candidates, its expected points, and the three best guesses."""
    best = player.best(_PROPOSALS, [guess])
    own = next(proposal for proposal in best if proposal.word == guess)
    ranking = ", ".join(f"{proposal.word} {proposal.value_text}" for proposal in best[:_PROPOSALS])
    candidates = candidates_of(player.remaining)
    value = f"{own.in_words} expected"
    return f"{len(player.steps) + 1} {guess}: {candidates}, {value}; best: {ranking}"


class ExplainedStreams:
    """The two streams of a game; a thread explains each guess after it has been sent."""

    def __init__(
        self, source: "Source", sink: "Sink", player: Callable[[], Player], write: Callable[[str], object]
    ) -> None:
        """player returns the player that explains; the thread calls it, so that the first guess does not wait."""
        self._source, self._sink, self._make, self._write = source, sink, player, write
        self._guess = ""
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._sent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._explain, daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> object:
        """Pass a guess on to the sink."""
        self._guess = line.decode().strip()
        return self._sink.write(line)

    def flush(self) -> None:
        """Flush the sink, so that the guess is sent."""
        self._sink.flush()

    def readline(self) -> bytes:
        """The next reply; the thread explains the guess in the meantime."""
        self._sent.put(self._guess)
        line = self._source.readline()
        self._heard.put((self._guess, line))
        return line

    def close(self) -> None:
        """Wait until all guesses are explained."""
        self._sent.put(None)
        self._heard.put(None)
        self._thread.join()

    def _explain(self) -> None:
        try:
            player = self._make()
            while (guess := self._sent.get()) is not None:
                self._write(explain_guess(player, guess))
                heard = self._heard.get()
                if heard is None or not heard[1]:
                    return
                player.hear(checked_reply(heard[1], player.length), heard[0])
        except (ProgramError, OSError):
            return  # the game itself reports a bad reply or list; a closed standard error needs no explanation


def play_explained(guesser: "Guesser", length: int, attempts: int, player: Callable[[], Player]) -> None:
    """Play over this process's standard streams, with an explanation of each guess on standard error."""

    def write(line: str) -> None:
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)

    check_streams()
    commentary = ExplainedStreams(sys.stdin.buffer, sys.stdout.buffer, player, write)
    try:
        play_over_streams(guesser, length, attempts, commentary, commentary)
    finally:
        commentary.close()
