"""One-dimensional battleship: a ship on 3 of 12 cells in a row; a shot hits, misses, or splashes beside it."""

from codebreaker import own_game

CELLS = 12
SHIP = 3
"""Cells that the ship covers."""


def reply(shot: int, ship: int) -> str:
    """What a player is told of a shot at a cell; ship: its first cell. A hit ends the game."""
    if ship <= shot < ship + SHIP:
        return "hit"
    is_beside = shot in (ship - 1, ship + SHIP)
    return "splash" if is_beside else "miss"


# Seen in a mirror, the row of cells is the same game. Told of this symmetry, the search looks at half of the guesses.


def mirrored_shot(shot: int) -> int:
    """The cell in the mirror: 1 for 12."""
    return CELLS + 1 - shot


def mirrored_ship(ship: int) -> int:
    """The first cell of the ship in the mirror: its last cell is now the first. 1 for the ship on 10, 11 and 12."""
    return CELLS + 2 - SHIP - ship


game = own_game(
    "battleship",
    range(1, CELLS + 1),
    range(1, CELLS + 2 - SHIP),
    reply,
    winning={"hit"},
    symmetries=[(mirrored_shot, mirrored_ship)],
)
