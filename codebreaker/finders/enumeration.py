"""Lists of all sets of n among 2n colours, and of the orders of a set that fit.

A set of colours is a mask: an integer whose bit i says whether the set holds colour i.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from codebreaker.finders.arrangements import Try, bit_counts, bit_of
from codebreaker.replies import Array

_BLOCK = 100_000
"""Sets, or partial orders, that are looked at together: memory stays in tens of megabytes."""


def all_sets(holes: int) -> Array:
    """Every set of n among 2n colours, n being the holes: uint64, ascending, 70 of them for 4 holes."""
    end = 1 << 2 * holes
    sets = []
    for start in range(0, end, _BLOCK):
        block = np.arange(start, min(start + _BLOCK, end), dtype=np.uint64)
        sets.append(block[bit_counts(block) == holes])
    return np.concatenate(sets)


def colours_of(mask: int) -> list[int]:
    """The colours of a set, ascending: 0 and 2 for the mask 5."""
    return [colour for colour in range(int(mask).bit_length()) if int(mask) >> colour & 1]


def orders(colours: list[int], tries: Sequence[Try]) -> Iterator[Array]:
    """Every order of the colours that fits the black pegs of all tries, in blocks: uint8 (n, holes).

    No block is empty. Holes are filled from the left. A partial order is dropped as soon as a try has more black pegs
    in it than its reply says, or cannot get as many: at most one more for each unused colour that the try holds further
    right.
    """
    holes = len(colours)
    all_colours = np.array(colours)
    wanted_black = np.array([step.reply[0] for step in tries], dtype=np.int8)
    guesses = np.array([step.guess for step in tries], dtype=np.int64).reshape(len(tries), holes)

    # held_from[hole, try]: the colours that the try holds from that hole on, as a mask.
    held_from = np.zeros((holes + 1, len(tries)), dtype=np.uint64)
    for hole in range(holes - 1, -1, -1):
        held_from[hole] = held_from[hole + 1] | bit_of(guesses[:, hole])

    # A block of n partial orders is three arrays: the colours of the holes that are filled (n, filled), the colours
    # that are unused as masks (n,), and how many black pegs each try has in the filled holes (n, tries).
    nothing_filled = np.zeros((1, 0), dtype=np.uint8)
    all_unused = np.array([np.bitwise_or.reduce(bit_of(all_colours))])
    no_black = np.zeros((1, len(tries)), dtype=np.int8)
    stack = [(nothing_filled, all_unused, no_black)]

    while stack:
        filled, unused, black = stack.pop()
        hole = filled.shape[1]
        if hole == holes:
            yield filled
            continue

        # Each order is continued with each of its unused colours: longer order i is order parents[i] of the block with
        # the colour added[i] in the next hole.
        is_unused = unused[:, None] & bit_of(all_colours) != 0
        parents, columns = np.nonzero(is_unused)
        added = all_colours[columns]
        unused = unused[parents] & ~bit_of(added)
        black = black[parents] + (added[:, None] == guesses[:, hole])

        most_later = bit_counts(unused[:, None] & held_from[hole + 1]).astype(np.int8)
        not_too_many = black <= wanted_black
        enough_possible = black + most_later >= wanted_black
        can_fit = (not_too_many & enough_possible).all(axis=1)

        filled = np.column_stack((filled[parents[can_fit]], added[can_fit].astype(np.uint8)))
        unused = unused[can_fit]
        black = black[can_fit].astype(np.int8)

        # In blocks again, because each order may have become several.
        for start in range(0, len(filled), _BLOCK):
            block = slice(start, start + _BLOCK)
            stack.append((filled[block], unused[block], black[block]))
