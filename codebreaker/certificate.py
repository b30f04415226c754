"""A certificate: the proof that no tree of a game costs less than some number, as `codebreaker check-proof` reads it.

codebreaker.search.claim_writer finds its claims; docs/proofs.md has the format.
"""

import gzip
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from codebreaker.game import Game, check_has_all_replies
from codebreaker.proof_file import FORMAT
from codebreaker.rank_bounds import Array, ReplyTable
from codebreaker.replies import reply_blocks
from codebreaker.symmetry_group import Product, Symmetry
from codebreaker.tree import Tree
from lingo_common.files import write_whole

REPLIES_AT_A_TIME = 1 << 20
"""Replies that are computed together: more do not fit the processor's cache."""


CertificateSection = Iterator[str]
"""The lines of a section, the part of a certificate that shows one bound, in pieces: a line, or many lines.

None ends with a line end. A piece is made when it is read, because all lines together may be large.
"""
FEWEST_COUNTED = 3
"""Bins are not counted for fewer candidates than this: the costs by rank of one or two are nearly always exact."""
PRODUCTS = re.compile(" / (.*)")
"""The end of a claim that has permutations."""


def reply_table_of(game: Game, allowed_after: Callable[[int, int], Array] | None = None) -> ReplyTable:
    """Return the game as the checker takes it, with codes in 16 bits if they fit, else 32.

    Codes never have 8 bits: the bounds sort the codes of each guess, and numpy takes longer to sort bytes.
    allowed_after: in hard mode, which guesses a guess and its reply code allow, as ReplyTable has it.
    """
    check_has_all_replies(game)
    dtype = np.uint16 if game.codes <= 1 << 16 else np.uint32
    replies = np.empty((len(game.guesses), len(game.secrets)), dtype=dtype)
    for block, codes in reply_blocks(game.terms(game.all_secrets), game.features, REPLIES_AT_A_TIME):
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


def draft_claim(cost: int, steps: tuple[tuple[int, int], ...], products: tuple[Product, ...]) -> str:
    """The line of a claim, where each permutation stands as the generators whose product it is.

    Of guesses that these permutations map onto each other one is checked (docs/proofs.md). With a cost of 5 after the
    reply 7 to guess 3, and the products (0,) and (2, 1), the draft is "claim 5 3 7 / 0 2.1". In the file a permutation
    is one number. These numbers are given when all claims have been found, because several processes find claims at a
    time. Without products the draft is the line of the file.
    """
    numbers = [cost]
    for guess, code in steps:
        numbers += [guess, code]
    line = f"claim {_text(numbers)}"
    if products:
        line += " / " + " ".join(".".join(map(str, product)) for product in products)
    return line


def draft_claims(claims: Iterable[Sequence[int]], steps: tuple[tuple[int, int], ...]) -> str:
    """The lines of claims about bins, as draft_claim makes them, each with its line end.

    claims: (guess, code, cost) of each, about the candidates that give this reply to the guess after the steps. None
    has products. There may be very many, so their common steps are written once.
    """
    before = "".join(f" {guess} {code}" for guess, code in steps)
    return "".join(f"claim {cost}{before} {guess} {code}\n" for guess, code, cost in claims)


def section_lines(
    header: Mapping[str, object], generators: Sequence[Symmetry], claims: Sequence[bytes], tree: Tree | None
) -> CertificateSection:
    """The lines of a section that shows what its header says.

    header: the JSON object that docs/proofs.md describes. generators: the permutations that the products of claims are
    made of. claims: the lines of the claims as ClaimWriter.take_claims returns them, many in each item. tree: a tree
    whose cost is the header's; None where the section shows no tree.
    """
    yield f"{FORMAT} {json.dumps(header)}"

    # Most lines stand as they are: only those of claims with products are taken out of the text and changed.
    drafts = [lines.decode("ascii").rstrip("\n") for lines in claims]
    used = _products_in(drafts)
    if used:
        for guess_images, secret_images in generators:
            yield f"permutation {_text(guess_images.tolist())} / {_text(secret_images.tolist())}"

    number_of = _product_numbers(used, len(generators))
    for product in list(number_of)[len(generators) :]:
        yield f"product {_text(product)}"

    def numbered(match: re.Match[str]) -> str:
        """The end of a claim as the file has it."""
        return f" / {_text(number_of[product] for product in _products_of(match[1]))}"

    yield from (PRODUCTS.sub(numbered, lines) for lines in drafts if lines)
    if tree is not None:
        yield from _lines_of_tree(tree)


def _products_in(drafts: Iterable[str]) -> set[Product]:
    """All products at the ends of drafted claims."""
    found: set[Product] = set()
    for lines in drafts:
        for products in PRODUCTS.findall(lines):
            found.update(_products_of(products))
    return found


def _product_numbers(used: set[Product], generators: int) -> dict[Product, int]:
    """The number that each product has in a section: the generators have the first ones, longer products follow."""
    longer = [product for product in used if len(product) > 1]
    longer.sort(key=lambda product: (len(product), product))
    by_number = [(number,) for number in range(generators)] + longer
    return {product: number for number, product in enumerate(by_number)}


def _products_of(text: str) -> list[Product]:
    """The products at the end of a drafted claim: [(0,), (2, 1)] of the text "0 2.1"."""
    return [tuple(map(int, product.split("."))) for product in text.split()]


def _text(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _lines_of_tree(tree: Tree) -> Iterator[str]:
    """A line for each node, parents first: the number of the node above, the reply that leads here, the guess."""
    # No node and no reply lead to the root, whose line has 0 for both.
    stack = [(0, 0, tree)]
    number = 0
    while stack:
        above, code, node = stack.pop()
        yield f"node {above} {code} {node.guess}"
        for child_code, child in node.branches:
            stack.append((number, child_code, child))
        number += 1


def write_certificate(path: str, sections: Iterable[CertificateSection]) -> None:
    """Write the certificate whole or not at all; the same sections make the same file. DataError if it cannot be."""
    # The highest level, 9, takes five to ten times as long and makes a file that is a twentieth smaller.
    content = io.BytesIO()
    with gzip.GzipFile("", "wb", 5, content, mtime=0) as packed:
        for section in sections:
            for lines in section:
                packed.write(f"{lines}\n".encode("ascii"))
    write_whole(path, content.getvalue())
