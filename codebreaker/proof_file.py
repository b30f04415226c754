"""The content of a certificate, and its reader: lines of text, packed with gzip, which docs/proofs.md describes.

What is read may come from anybody, so it is checked before it takes much time or memory. Whether it proves anything is
for codebreaker.check_proof to say. Only Python's own library is needed.
"""

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FORMAT = "codebreaker-proof 1"
"""How the first line of a section begins."""
BEGINNING = b"\x1f\x8b"
"""What a file of gzip begins with. A command writes its certificate over no file that begins otherwise."""

HEADER = {"attempts", "charge", "miss", "cost", "first", "hard", "digest", "letter"}
"""The fields of a header: those of a Section except its lines, which are permutations, claims and nodes."""

LARGEST_NUMBER = 1 << 60
"""No number in a header may be as large: it is far above the cost of any game here.

With 100 attempts, and weights whose sum is 2**24, secrets that are all missed cost nearly 2**55.
"""

MOST_DIGITS = 18
"""Digits of a number in a line, as many as 64 bits always hold; Python takes long for numbers of many thousands."""

LONGEST_LINE = 1 << 26
"""Bytes of a line: a permutation of 300,000 guesses and as many secrets has 4 MB.

A small file of gzip could unpack to a line of any length.
"""

MOST_UNPACKED = 50
"""How many times its own size a certificate may have when it is unpacked; those that were measured have 2 to 7 times.

gzip packs text that repeats itself 1,000 times, so a file of half a megabyte could unpack to as many lines as fill all
memory.
"""
UNPACKED_OF_SMALL = 1 << 20
"""Bytes that any certificate may unpack to, however small it is."""

SHOWN_OF_LINE = 60
"""Characters of a wrong line that an error quotes."""


Steps = tuple[tuple[int, int], ...]
"""(guess, reply code) of each guess that was made, in the order of the game."""


class ProofError(ValueError):
    """The certificate does not prove what it says; the message names the line."""


# With slots, because a certificate may have millions of claims.
@dataclass(frozen=True, slots=True)
class Claim:
    """The secrets that give these replies cost at least `cost` in every tree."""

    steps: Steps
    cost: int
    permutations: tuple[int, ...]
    """Permutations that map these secrets onto themselves, as indices in Section.permutations.

    Where they map guesses onto each other, only one of these guesses is checked.
    """
    line: int
    """Where it stands in the file."""


@dataclass(frozen=True)
class PermutationLine:
    """A permutation of guesses and secrets as it stands in the file, before it is checked.

    The line gives either the images or the factors of a product.
    """

    guess_images: list[int]
    """The image of each guess; empty for a product."""
    secret_images: list[int]
    """The image of each secret; empty for a product."""
    factors: list[int] | None
    """Numbers of earlier permutations whose product it is, the first applied first; None if the images are given."""
    line: int


@dataclass
class Section:
    """One proof of a certificate: what its header says, and its lines."""

    attempts: int
    """Guesses in a game."""
    charge: int
    """What a guess charges every candidate that it leaves open."""
    miss: int
    """What a candidate pays that is open after the last guess."""
    cost: int
    """What every tree costs at least: this is what the section proves."""
    first: int | None
    """The only guess that trees begin with; None for any."""
    hard: bool
    """Whether the game was played in hard mode. The caller compares this and the next two fields with its game."""
    digest: str
    """That of the game's replies and weights: see codebreaker.certificate.digest_of_table."""
    letter: str
    """The first letter that a game of words shows, else empty."""
    permutations: list[PermutationLine] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    nodes: list[tuple[int, int, int]] = field(default_factory=list)
    """The tree: (number of the node above, reply code that leads here, guess), parents first.

    The root is (0, 0, guess). The tree is played against every secret, and shows that the cost is reached.
    """


def read_certificate(content: bytes) -> list[Section]:
    """The sections of a certificate, from the bytes of its file; ProofError for what is none."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as unpacked:
            most_bytes = MOST_UNPACKED * len(content) + UNPACKED_OF_SMALL
            return read_sections(_lines_of(unpacked, most_bytes))
    except UnicodeDecodeError:
        raise ProofError("not a certificate: it holds more than ASCII") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise ProofError("not a certificate, or cut short: it is no whole file of gzip") from None


def _lines_of(unpacked: gzip.GzipFile, most_bytes: int) -> Iterator[str]:
    """The lines of the text; ProofError for one that is too long, and where they have more than `most_bytes` bytes."""
    for line in iter(lambda: unpacked.readline(LONGEST_LINE + 1), b""):
        if len(line) > LONGEST_LINE:
            raise ProofError(f"not a certificate: it has a line of more than {LONGEST_LINE >> 20} MiB")
        # The position in the unpacked text is the number of bytes read so far.
        if unpacked.tell() > most_bytes:
            raise ProofError(f"not a certificate: it unpacks to more than {MOST_UNPACKED} times its size")
        yield line.decode("ascii")


def read_sections(lines: Iterable[str]) -> list[Section]:
    """The proofs of a certificate, from its lines; ProofError for what is no certificate."""
    sections: list[Section] = []
    for number, line in enumerate(lines, 1):
        if line.startswith(FORMAT + " "):
            sections.append(_read_header(line.removeprefix(FORMAT), number))
        elif not sections:
            raise ProofError(f"line {number}: not a certificate: it does not begin with {FORMAT!r}")
        else:
            _read_line(line, number, sections[-1])
    if not sections:
        raise ProofError("not a certificate: it is empty")
    return sections


def _read_header(text: str, line_number: int) -> Section:
    """A section without claims, from the header in that line."""
    refusal = f"line {line_number}: not a header of this format"
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError(f"{refusal}: it is no JSON") from None
    if not isinstance(header, dict) or set(header) != HEADER:
        raise ProofError(f"{refusal}: it must have {', '.join(sorted(HEADER))}")

    section = Section(**header)
    if type(section.hard) is not bool or type(section.digest) is not str or type(section.letter) is not str:
        raise ProofError(f"{refusal}: hard is true or false, digest and letter are text")
    numbers = [section.attempts, section.charge, section.miss, section.cost]
    if section.first is not None:
        numbers.append(section.first)
    # isinstance would take true for a number.
    are_whole = all(type(number) is int and 0 <= number < LARGEST_NUMBER for number in numbers)
    if not are_whole or section.attempts < 1:
        raise ProofError(f"line {line_number}: the header has a number that is not whole, is below 0 or too large")
    return section


def _read_line(line: str, line_number: int, section: Section) -> None:
    """Add what a line below the header says to the section.

    The lines, all in numbers, are as follows; docs/proofs.md explains them.

        claim COST GUESS REPLY … / PERMUTATION …    what the secrets that give these replies cost at least
        permutation GUESS … / SECRET …              the images of all guesses and secrets
        product PERMUTATION …                       these permutations one after the other
        node ABOVE REPLY GUESS                      the guess after that reply to the guess of the node ABOVE
    """
    kind, _, text = line.partition(" ")
    text_before_slash, _, text_after_slash = text.partition("/")
    before_slash = _numbers(text_before_slash, line_number)
    after_slash = _numbers(text_after_slash, line_number)

    if kind == "claim" and len(before_slash) % 2 == 1:
        cost, *path = before_slash
        steps = tuple(zip(path[::2], path[1::2], strict=True))
        section.claims.append(Claim(steps, cost, tuple(after_slash), line_number))
    elif kind == "permutation":
        section.permutations.append(PermutationLine(before_slash, after_slash, None, line_number))
    elif kind == "product" and not after_slash:
        section.permutations.append(PermutationLine([], [], before_slash, line_number))
    elif kind == "node" and len(before_slash) == 3:
        above, reply, guess = before_slash
        section.nodes.append((above, reply, guess))
    else:
        raise ProofError(f"line {line_number}: not a line of a certificate: {line.strip()[:SHOWN_OF_LINE]!r}")


def _numbers(text: str, line_number: int) -> list[int]:
    """The whole numbers from 0 in a text."""
    words = text.split()
    if not all(word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        raise ProofError(f"line {line_number}: not whole numbers: {text.strip()[:SHOWN_OF_LINE]!r}")
    return list(map(int, words))
