"""A certificate: the proof that no tree of a game costs less than some number, as `codebreaker check-proof` reads it.

codebreaker.search.claim_writer finds its claims; docs/proofs.md has the format.
"""

import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from codebreaker.game import Game, check_has_all_replies
from codebreaker.proof_file import FORMAT, Steps
from codebreaker.rank_bounds import REPLIES_AT_A_TIME, Array, ReplyTable
from codebreaker.replies import reply_blocks
from codebreaker.symmetry_group import SymmetryGroup
from codebreaker.tree import Tree
from lingo_common.files import write_whole

CertificateSection = Iterator[str]
"""The lines of a section, the part of a certificate that shows one bound, in pieces: a line, or many lines.

Each ends with a line end. A piece is made when it is read, because all lines together may be large.
"""
FEWEST_COUNTED = 3
"""The writer of claims (codebreaker.search.claim_writer) counts the bins of guesses only from this many candidates on.

For one candidate or two the bound by rank (codebreaker.rank_bounds) is nearly always the least cost, so counting would
hardly ever raise it.
"""


def reply_table_of(game: Game, allowed_after: Callable[[int, int], Array] | None = None) -> ReplyTable:
    """Return the game as the checker takes it, with codes in 16 bits if they fit, else 32.

    Codes never have 8 bits: the bounds sort the codes of each guess, and numpy takes longer to sort bytes.
    allowed_after(guess, code): in hard mode, which guesses that reply allows: bool (guesses,); None without hard mode.
    """
    check_has_all_replies(game)
    dtype = np.uint16 if game.codes <= 1 << 16 else np.uint32
    replies = np.empty((len(game.guesses), len(game.secrets)), dtype=dtype)
    # A reply code is the sum of the terms of the guess's features.
    terms = game.terms(game.all_secrets)
    for block, codes in reply_blocks(terms, game.features, REPLIES_AT_A_TIME):
        replies[block] = codes

    # A game to identify ends when one candidate is left, and not with a reply.
    winning = None if game.identify else game.winning
    weights = None if game.weights is None else game.weights.astype(np.int64)
    return ReplyTable(replies, winning, weights, allowed_after)


def digest_of_table(table: ReplyTable) -> str:
    """Hex sha256 of the sizes, the winning code, every reply and the weights.

    Numbers have 8 bytes, replies 4, the least significant first.
    """
    winning = -1 if table.winning is None else table.winning
    digest = hashlib.sha256(np.array([table.guesses, table.secrets, winning], dtype="<i8").tobytes())
    step = max(1, REPLIES_AT_A_TIME // table.secrets)
    for start in range(0, table.guesses, step):
        digest.update(table.replies[start : start + step].astype("<u4").tobytes())
    if table.weights is not None:
        digest.update(table.weights.astype("<i8").tobytes())
    return digest.hexdigest()


def claim_line(cost: int, steps: Steps, permutations: Sequence[int]) -> str:
    """The line of a claim about the candidates after the steps, with its line end.

    permutations: the numbers that section_lines gives them. Of guesses that they map onto each other, the checker looks
    at one alone (docs/proofs.md). With a cost of 5 after the reply 7 to guess 3, and the permutations 0 and 4, the line
    is "claim 5 3 7 / 0 4".
    """
    numbers = [cost]
    for guess, code in steps:
        numbers += [guess, code]
    line = f"claim {_text(numbers)}"
    if permutations:
        line += f" / {_text(permutations)}"
    return line + "\n"


def claim_lines(claims: Iterable[Sequence[int]], steps: Steps) -> str:
    """The lines of claims about the bins of guesses that are made after the same steps, none with permutations.

    claims: (guess, code, cost) of each, about the candidates that give this reply code to the guess.
    """
    # There may be very many claims, so the text of their steps is made once.
    before = "".join(f" {guess} {code}" for guess, code in steps)
    return "".join(f"claim {cost}{before} {guess} {code}\n" for guess, code, cost in claims)


def section_lines(
    header: Mapping[str, object], symmetries: SymmetryGroup, claims: Sequence[bytes], tree: Tree | None
) -> CertificateSection:
    """The lines of a section that shows what its header says.

    header: the JSON object that docs/proofs.md describes. symmetries: the permutations that claims name. They are
    numbered from 0: first the generators, then the products. claims: the lines of the claims as
    ClaimWriter.take_claims returns them, many in each item. tree: a tree that costs what the header says; None where
    the section shows no tree.
    """
    yield f"{FORMAT} {json.dumps(header)}\n"

    # In the line of a claim a slash stands before its permutations.
    claims_name_permutations = any(b"/" in lines for lines in claims)
    if claims_name_permutations:
        # All products are written, whether claims name them or not. Each process that found claims numbered them alike,
        # and none knows which numbers the others have used.
        for guess_images, secret_images in symmetries.generators:
            yield f"permutation {_text(guess_images.tolist())} / {_text(secret_images.tolist())}\n"
        for product in symmetries.products:
            yield f"product {_text(product)}\n"

    yield from (lines.decode("ascii") for lines in claims)
    if tree is not None:
        yield from _lines_of_tree(tree)


def _text(numbers: Iterable[int]) -> str:
    """The numbers with blanks between them."""
    return " ".join(map(str, numbers))


def _lines_of_tree(tree: Tree) -> Iterator[str]:
    """A line for each node, parents first: the number of the node above, the reply that leads here, the guess."""
    # No node and no reply lead to the root, whose line has 0 for both.
    stack = [(0, 0, tree)]
    number = 0
    while stack:
        above, code, node = stack.pop()
        yield f"node {above} {code} {node.guess}\n"
        for child_code, child in node.branches:
            stack.append((number, child_code, child))
        number += 1


def write_certificate(path: str, sections: Iterable[CertificateSection]) -> None:
    """Write the certificate whole or not at all; the same sections make the same file. DataError if it cannot be."""
    content = io.BytesIO()
    # The highest level, 9, takes five to ten times as long as 5 and makes a file that is a twentieth smaller. The file
    # holds no name and no time, which could differ.
    with gzip.GzipFile("", "wb", compresslevel=5, fileobj=content, mtime=0) as packed:
        for section in sections:
            for lines in section:
                packed.write(lines.encode("ascii"))
    write_whole(path, content.getvalue())
