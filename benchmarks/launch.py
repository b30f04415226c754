"""How long `lingo-bot` takes: launch to first guess, launch to exit, the slowest live move; beside `python -c pass`."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.machine import source
from codebreaker.reply import reply_for
from wordlists import reader

RUNS = 11
PLAYER = str(Path(sys.executable).parent / "lingo-bot")


def game(word: str, *options: str) -> list[float]:
    """Seconds from the launch, or the reply before, to each guess, and at last to the exit."""
    start = time.perf_counter()
    command = [PLAYER, str(len(word)), *options]
    seconds = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        for _ in range(5):
            guess = process.stdout.readline().strip()
            seconds.append(time.perf_counter() - start)
            start = time.perf_counter()
            process.stdin.write(reply_for(guess, word) + "\n")
            process.stdin.flush()
            if guess == word:
                break
        process.stdin.close()
        process.wait()
    return [*seconds, time.perf_counter() - start]


def bare() -> float:
    """Seconds of `python -c pass`."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Print medians for every length, the runs of the kinds taking turns."""
    options = ["--wordlist", source()] if source() else []
    print(f"median of {RUNS} runs, milliseconds; live: --no-book, its slowest move with the word last in the alphabet")
    print("letters  python -c pass  first guess  ratio  whole game  live first guess  slowest live move")
    for length in range(reader.SHORTEST, reader.LONGEST + 1):
        words = reader.read(length, source()).words
        passes, firsts, wholes = [], [], []
        for run in range(RUNS):
            passes.append(bare())
            seconds = game(words[run * len(words) // RUNS], *options)
            firsts.append(seconds[0])
            wholes.append(sum(seconds))
        live = game(words[-1], *options, "--no-book")
        # The worst case: a first guess that leaves as many candidates as any does.
        worst = game(words[0], *options, "--no-book", "--first-guess", words[-1])
        first, base = statistics.median(firsts), statistics.median(passes)
        print(
            f"{length:7}  {base * 1e3:14.1f}  {first * 1e3:11.1f}  {first / base:5.2f}"
            f"  {statistics.median(wholes) * 1e3:10.1f}  {live[0] * 1e3:16.0f}"
            f"  {max(*live[1:-1], *worst[1:-1]) * 1e3:17.0f}"
        )


if __name__ == "__main__":
    main()
