"""A small Black Box: two atoms hide in a 4 x 4 box; rays tell where they come out, and naming both atoms wins.

A ray that meets an atom is absorbed. An atom diagonally ahead deflects it away. A ray that is deflected before it
enters the box, or that has an atom on both sides ahead, comes back.
"""

from itertools import combinations, product

from codebreaker import own_game

SIZE = 4
Cell = tuple[int, int]
"""(row, column), from 0; entries lie outside the box, at -1 or SIZE."""
Atoms = tuple[Cell, Cell]

CELLS = list(product(range(SIZE), repeat=2))
ENTRIES: list[tuple[Cell, Cell]] = [
    *(((-1, column), (1, 0)) for column in range(SIZE)),
    *(((SIZE, column), (-1, 0)) for column in range(SIZE)),
    *(((row, -1), (0, 1)) for row in range(SIZE)),
    *(((row, SIZE), (0, -1)) for row in range(SIZE)),
]
"""(the cell outside the box that a ray starts from, its direction), number by number."""
NUMBERS = {start: number for number, (start, _) in enumerate(ENTRIES)}
"""The number of the entry at each cell outside the box."""


def ray(entry: int, atoms: Atoms) -> str:
    """What becomes of the ray: absorbed, back, or the number of the entry where it comes out."""
    (row, column), (down, right) = ENTRIES[entry]
    is_outside = True
    while True:
        ahead = (row + down, column + right)
        if ahead in atoms:
            return "absorbed"

        # An atom beside the cell ahead is diagonally ahead of the ray.
        on_one_side = (ahead[0] + right, ahead[1] + down) in atoms
        on_other_side = (ahead[0] - right, ahead[1] - down) in atoms
        is_deflected = on_one_side or on_other_side
        if on_one_side and on_other_side:
            return "back"
        if is_deflected and is_outside:
            return "back"

        if is_deflected:
            # The ray turns by a right angle, on the spot, away from the atom.
            down, right = right, down
            if on_one_side:
                down = -down
                right = -right
        else:
            row, column = ahead
            is_outside = False

        if (row, column) in NUMBERS:
            return f"out at {NUMBERS[row, column]}"


def reply(guess: int | Atoms, atoms: Atoms) -> str:
    """What a player is told: of a ray, a number, where it comes out; of two cells, whether they are the atoms."""
    if isinstance(guess, int):
        return ray(guess, atoms)
    return "found" if guess == atoms else "wrong"


def text(guess: int | Atoms) -> str:
    """The guess as people write it: `ray 3`, `atoms b1 d4`."""
    if isinstance(guess, int):
        return f"ray {guess}"
    cells = ["abcd"[column] + "1234"[row] for row, column in guess]
    return f"atoms {' '.join(cells)}"


secrets = list(combinations(CELLS, 2))
guesses = [*range(len(ENTRIES)), *secrets]
game = own_game("black box", guesses, secrets, reply, winning={"found"}, guess_text=text, secret_text=text)
