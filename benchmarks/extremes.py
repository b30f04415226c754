"""Games of 2 to 20 letters against the example in awk, and moves on a list of 200,000 words of one length."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import contest, points
from benchmarks.measuring import stopwatch
from benchmarks.measuring.markdown import Figure, table
from referee.game.working_directory import working_directory
from wordlists import reader
from wordlists.reader import LONGEST, SHORTEST, WordList

LENGTHS = range(2, reader.LONGEST_WORD + 1)
"""Letters of the words that the players guess."""
ROUNDS = 3
LONG_LIST, LETTERS = 200_000, 7
"""Words of the long list, and letters of each."""
MADE_UP = 2_000
"""Words that are made up for a length of which there is no list; fewer where there are too few syllables."""
GAMES = 10
"""Games on the long list."""


def measure(quick: bool) -> dict[str, Any]:
    """The leaderboard of the pit, and seconds of the first guess and of the slowest later move on the long list."""
    players = {"lingo-bot": [contest.OURS], "awk": contest.examples()["frequency"]}
    lengths = [LENGTHS[0], LENGTHS[-1]] if quick else LENGTHS
    with tempfile.TemporaryDirectory() as folder:
        options = ["--wordlist", _source(Path(folder)), "--lengths", ",".join(map(str, lengths))]
        board = points.pit(players, 1 if quick else ROUNDS, options)
    return {
        "list": contest.list_name(),
        "rounds": board["rounds"],
        "pit": points.scores(board),
        "long": _moves(20_000 if quick else LONG_LIST, 2 if quick else GAMES),
    }


def _source(folder: Path) -> str:
    """The contest's list, or a file of the packaged lists with made-up words of the other lengths."""
    if source := contest.source():
        return source
    words = [word for length in range(SHORTEST, LONGEST + 1) for word in reader.read_list(length, None).words]
    for length in LENGTHS:
        if not SHORTEST <= length <= LONGEST:
            words += made_up(length, min(MADE_UP, 20**length // 10))
    (folder / "words.txt").write_text("\n".join(words))
    return str(folder / "words.txt")


def made_up(length: int, count: int) -> list[str]:
    """That many different words in which consonants and vowels take turns; the same ones at each call."""
    draw, found = random.Random(length), set[str]()
    while len(found) < count:
        found.add("".join(_letters(draw, length)))
    return sorted(found)


def _letters(draw: random.Random, length: int) -> Iterator[str]:
    kinds = ["bcdfghjklmnprstvwz", "aeiouy"]
    turn = draw.randrange(2)
    for place in range(length):
        yield draw.choice(kinds[(turn + place) % 2])


def _moves(count: int, games: int) -> dict[str, float]:
    """Words, and seconds of lingo-bot's first guess and its slowest later move."""
    words = made_up(LETTERS, count)
    with working_directory({LETTERS: WordList(LETTERS, words, "")}) as directory:
        secrets = words[:: count // games][:games]
        timed = [stopwatch.game([contest.OURS], secret, directory.path) for secret in secrets]
    moves = [move for game in timed for move in game.moves]
    return {"words": count, "games": games, "first": max(game.first for game in timed), "later": max(moves)}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`pit`: points by length; `long`: the slowest moves."""
    players, long = results["pit"], results["long"]
    header = ["letters", *players]
    lengths = next(iter(players.values()))["lengths"]
    rows = [[length, *(of["lengths"][length] for of in players.values())] for length in lengths]
    total = ["total", *(of["total"] for of in players.values())]
    moves = [f"{long['words']:,}", long["games"], Figure(long["first"], 2), Figure(long["later"], 2)]
    return {
        "pit": table(header, [*rows, total]),
        "long": table(["words", "games", "slowest first guess, s", "slowest later move, s"], [moves]),
    }
