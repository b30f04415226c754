"""Symmetries of games of one's own: stated or found, they spare guesses and change no proof."""

from itertools import pairwise, permutations, product

import numpy as np
import pytest

from codebreaker import DataError, check_proof, least_worst_case, mastermind, optimal, own_game, symmetry_group
from codebreaker.games import automorphisms
from codebreaker.games.mastermind import black_white


def renamings(colours, holes):
    """Generators of all renamings of colours and orders of holes: (change of a guess, the same change of a secret)."""

    def exchange(first, second):
        swap = {first: second, second: first}
        return lambda code: tuple(swap.get(colour, colour) for colour in code)

    def reorder(hole):
        return lambda code: (*code[:hole], code[hole + 1], code[hole], *code[hole + 2 :])

    changes = [exchange(*pair) for pair in pairwise(colours)]
    changes += [reorder(hole) for hole in range(holes - 1)]
    return [(change, change) for change in changes]


@pytest.fixture(scope="module")
def symmetric_game():
    """Mastermind with five colours in three holes, none twice in a secret, and all its symmetries stated."""
    colours = "YBGRO"
    return own_game(
        "small", product(colours, repeat=3), permutations(colours, 3), black_white, symmetries=renamings(colours, 3)
    )


@pytest.fixture(scope="module")
def built_in_game():
    return mastermind(5, 3, secrets="distinct")


def test_with_stated_symmetries_one_guess_of_each_kind_is_looked_at(symmetric_game):
    firsts = symmetric_game.representatives(np.arange(len(symmetric_game.secrets)))
    assert ["".join(symmetric_game.guesses[guess]) for guess in firsts] == ["YYY", "YYB", "YBG"]


def test_with_stated_symmetries_the_proofs_are_those_of_the_built_in_game(symmetric_game, built_in_game):
    assert optimal(symmetric_game).mean == optimal(built_in_game).mean
    assert least_worst_case(symmetric_game).worst == least_worst_case(built_in_game).worst


def test_found_symmetries_are_those_of_the_built_in_game(built_in_game):
    pytest.importorskip("pynauty")
    colours = range(5)
    game = own_game("small", product(colours, repeat=3), permutations(colours, 3), black_white, symmetry="find")

    all_secrets = np.arange(len(game.secrets))
    assert game.representatives(all_secrets).tolist() == built_in_game.representatives(all_secrets).tolist()


# 125 guesses and 60 secrets take 185 bytes for each symmetry.
@pytest.mark.parametrize(("name", "value"), [("MOST_BYTES", 4 * 185), ("MOST_PRODUCTS", 4)])
def test_where_not_all_symmetries_are_known_more_guesses_are_looked_at(name, value, monkeypatch):
    """There is room for four symmetries instead of 5! x 3! = 720.

    The identity and the first three generators are kept, which exchange colours and leave holes where they are.
    """
    monkeypatch.setattr(symmetry_group, name, value)
    colours = "YBGRO"
    game = own_game(
        "small", product(colours, repeat=3), permutations(colours, 3), black_white, symmetries=renamings(colours, 3)
    )

    firsts = game.representatives(np.arange(len(game.secrets)))
    kinds = {len(set(game.guesses[guess])) for guess in firsts}
    assert 3 < len(firsts) < 125
    assert kinds == {1, 2, 3}


def distance(guess, secret):
    return abs(guess - secret)


def distance_game(count, **options):
    """The numbers from 1 to count; replies say how far away the secret is."""
    return own_game("number", range(1, count + 1), range(1, count + 1), distance, **options)


def low_or_high(guess, secret):
    """Two replies win: "low" for 1 and 2, "high" for 3 and 4. Others say how far away the secret is."""
    if guess == secret:
        return "low" if secret <= 2 else "high"
    return abs(guess - secret)


def test_a_symmetry_may_exchange_winning_replies():
    """n and 5 - n change places, so one of 1 and 4 and one of 2 and 3 are looked at."""

    def mirror(number):
        return 5 - number

    numbers = range(1, 5)
    game = own_game("ends", numbers, numbers, low_or_high, winning={"low", "high"}, symmetries=[(mirror, mirror)])
    assert game.representatives(np.arange(4)).tolist() == [0, 1]


def test_no_symmetry_is_found_that_changes_a_weight():
    """Of the numbers 1 to 7, the only symmetry exchanges n and 8 - n; here 1 weighs more than 7."""
    pytest.importorskip("pynauty")
    weights = {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}
    game = distance_game(7, weights=weights, symmetry="find")
    assert game.representatives(np.arange(7)) is None


def test_symmetries_are_not_searched_for_in_a_large_table(monkeypatch):
    monkeypatch.setattr(automorphisms, "MOST_SEARCHED", 48)
    with pytest.raises(DataError, match="searches up to 48 replies, and 7 guesses x 7 secrets are 49: state"):
        distance_game(7, symmetry="find")


def class_of(guess, images):
    """All guesses to which steps by those permutations lead from this one; images: where each maps every guess."""
    reached = set()
    new = {guess}
    while new:
        reached |= new
        next_guesses = {int(guess_images[member]) for guess_images in images for member in new}
        new = next_guesses - reached
    return reached


@pytest.mark.parametrize(
    "first_of_class", [symmetry_group._first_of_class, check_proof.first_of_class], ids=["search", "checker"]
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_class_has_the_guesses_that_permutations_lead_to(first_of_class, count):
    """Each permutation moves ten of sixty guesses at random, so that there are large classes and small ones."""
    random = np.random.default_rng(count)
    images = [np.arange(60) for _ in range(count)]
    for guess_images in images:
        moved = random.choice(60, 10, replace=False)
        guess_images[moved] = random.permutation(moved)

    assert first_of_class(images).tolist() == [min(class_of(guess, images)) for guess in range(60)]
