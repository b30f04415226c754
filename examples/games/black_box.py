"""A small Black Box: two atoms hide in a 4 x 4 box; rays tell where they come out, and naming both atoms wins.

A ray that meets an atom is absorbed. An atom diagonally ahead deflects it away. A ray that is deflected before it
enters the box, or that has an atom on both sides ahead, comes back.
"""

from itertools import combinations, product

from codebreaker import own_game

SIZE = 4
Cell = tuple[int, int]
CELLS = list(product(range(SIZE), repeat=2))
ENTRIES: list[tuple[Cell, Cell]] = [
    *(((-1, column), (1, 0)) for column in range(SIZE)),
    *(((SIZE, column), (-1, 0)) for column in range(SIZE)),
    *(((row, -1), (0, 1)) for row in range(SIZE)),
    *(((row, SIZE), (0, -1)) for row in range(SIZE)),
]
"""(the cell outside the box that a ray starts from, its direction), number by number."""
STARTS = {start: number for number, (start, _) in enumerate(ENTRIES)}


def ray(entry: int, atoms: tuple[Cell, Cell]) -> str:
    """What becomes of the ray: absorbed, back, or the number of the entry where it comes out."""
    (row, column), (down, right) = ENTRIES[entry]
    first = True
    while True:
        ahead = (row + down, column + right)
        if ahead in atoms:
            return "absorbed"
        sides = [side for side in (1, -1) if (ahead[0] + side * right, ahead[1] + side * down) in atoms]
        if sides and (first or len(sides) == 2):
            return "back"
        if sides:
            down, right = -sides[0] * right, -sides[0] * down
        else:
            row, column = ahead
            first = False
        if (row, column) in STARTS:
            return f"out at {STARTS[row, column]}"


def reply(guess: int | tuple[Cell, Cell], atoms: tuple[Cell, Cell]) -> str:
    if isinstance(guess, int):
        return ray(guess, atoms)
    return "found" if guess == atoms else "wrong"


def text(guess: int | tuple[Cell, Cell]) -> str:
    return (
        f"ray {guess}"
        if isinstance(guess, int)
        else "atoms " + " ".join("abcd"[column] + "1234"[row] for row, column in guess)
    )


secrets = list(combinations(CELLS, 2))
guesses = [*range(len(ENTRIES)), *secrets]
game = own_game("black box", guesses, secrets, reply, winning={"found"}, guess_text=text, secret_text=text)
