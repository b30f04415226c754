"""What a section of a certificate says: its header, permutations, claims and tree, as they stand in the file.

codebreaker/proof_file.py reads it, and codebreaker/check_proof.py checks it. Guesses, secrets and replies are the
numbers that docs/proofs.md gives them.
"""

from dataclasses import dataclass, field


class ProofError(ValueError):
    """The certificate does not prove what it says; the message names the line."""


@dataclass(frozen=True)
class Claim:
    """The secrets that give these replies cost at least `cost` in every tree."""

    steps: tuple[tuple[int, int], ...]
    """(guess, reply code) of each guess before; as many attempts are gone."""
    cost: int
    permutations: tuple[int, ...]
    """Indices in Section.permutations of some that map these secrets onto themselves.

    Of the guesses that they map onto each other one is checked.
    """
    line: int
    """Where it stands in the file."""


@dataclass(frozen=True)
class PermutationLine:
    """A permutation of guesses and secrets as it stands in the file, before it is checked."""

    guess_images: list[int]
    secret_images: list[int]
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
