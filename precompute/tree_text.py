"""Trees as text, one game a line, which people can read and any program can check.

    # lingo-tree 1 length=5 attempts=5 words=14847 fingerprint=<sha256 of the sorted secrets>
    aahed: tares ?XX?X ideal ?X??X aahed OOOOO
    …

A line is the secret, a colon, and the game: guess, reply, guess, reply, …, to the win or the last attempt. There is a
line for every secret, in alphabetical order. A file can hold several sections, each a header and its lines. The header
also has hard=1 for hard mode and first_letter=D where every guess begins with that letter.
"""

from collections.abc import Iterator

from codebreaker.tree import Tree
from wordlists.reply import reply_for, reply_of
from wordlists.word_game import WordGame
from wordlists.word_list import fingerprint

FORMAT = "# lingo-tree 1"
"""What a header begins with; the number is that of the format's version."""
BEGINNING = FORMAT.encode()
"""What a file begins with, so that no file of another kind is overwritten."""


def lines_of(tree: Tree, word_game: WordGame) -> Iterator[str]:
    """The lines of a section, without line ends."""
    guesses = word_game.words.words
    spelling = word_game.spelling
    yield " ".join([FORMAT, *header_fields(word_game)])

    # The branches of a node by their replies as text. They are made once, though every game that passes the node needs
    # them. Nodes are told apart by id, because to hash one is to hash the whole tree below it.
    branches_of: dict[int, dict[str, Tree]] = {}
    for secret in word_game.secrets.words:
        steps = []
        node: Tree | None = tree
        while node is not None:
            guess = guesses[node.guess]
            reply = reply_for(guess, secret)
            steps.append(f"{spelling.write(guess)} {reply}")

            branches = branches_of.get(id(node))
            if branches is None:
                branches = {reply_of(code, word_game.length): child for code, child in node.branches}
                branches_of[id(node)] = branches
            node = branches.get(reply)

        yield f"{spelling.write(secret)}: {' '.join(steps)}"


def header_fields(word_game: WordGame) -> list[str]:
    """The fields that a header has after FORMAT for a tree of that game: `length=5`, `attempts=5` and so on."""
    secrets = word_game.secrets
    fields = [
        f"length={word_game.length}",
        f"attempts={word_game.attempts}",
        f"words={len(secrets.words)}",
        f"fingerprint={fingerprint(sorted(secrets.written_words))}",
    ]
    if word_game.hard:
        fields.append("hard=1")
    if word_game.letter:
        fields.append(f"first_letter={word_game.written_letter}")
    return fields
