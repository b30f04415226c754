"""One-dimensional battleship: a ship on 3 of 12 cells in a row; a shot hits, misses, or splashes beside it."""

from codebreaker import own_game

CELLS, SHIP = 12, 3


def reply(shot: int, ship: int) -> str:
    """ship: its first cell. A shot on it ends the game; a miss beside it makes a splash."""
    if ship <= shot < ship + SHIP:
        return "hit"
    return "splash" if shot in (ship - 1, ship + SHIP) else "miss"


def mirrored_shot(shot: int) -> int:
    return CELLS + 1 - shot


def mirrored_ship(ship: int) -> int:
    return CELLS + 2 - SHIP - ship


game = own_game(
    "battleship",
    range(1, CELLS + 1),
    range(1, CELLS + 2 - SHIP),
    reply,
    winning={"hit"},
    symmetries=[(mirrored_shot, mirrored_ship)],
)
