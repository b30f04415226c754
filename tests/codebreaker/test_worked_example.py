"""The worked example of the documentation: each number in its tables, by brute force with the slow oracle."""

from collections import defaultdict
from itertools import combinations, product
from pathlib import Path

import pytest

from codebreaker.objective import Objective
from codebreaker.search.bounds_by_size import branching_of, least_by_size
from wordlists.reply import reply_for

DOCS = Path(__file__).parents[2] / "docs"
PAGES = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("strategy.md", "proofs.md"))
CANDIDATES = ("bake", "cake", "lake", "make", "rake")
GUESSES = (*CANDIDATES, "clam")


def bins_of(guess, secrets):
    """The secrets by reply."""
    bins = defaultdict(list)
    for secret in secrets:
        bins[reply_for(guess, secret)].append(secret)
    return bins


def points_with(guess, secrets, attempts):
    """The points of these secrets in that many attempts if this guess is the first and the best play follows."""
    points = 100 * attempts if guess in secrets else 0
    for reply, members in bins_of(guess, secrets).items():
        if reply != "OOOO":
            points += most_points(members, attempts - 1)
    return points


def most_points(secrets, attempts):
    """W(S, k) of the page: the most points of these secrets in that many attempts, by its definition."""
    if attempts == 1:
        return 100
    return max(points_with(guess, secrets, attempts) for guess in GUESSES)


def rows(heading):
    """The cells of the table whose first line begins with `heading`: a list for each row, without backticks."""
    start = PAGES.index(f"\n{heading}") + 1
    # The first two lines are the names of the columns, and dashes.
    _, _, *lines = PAGES[start : PAGES.index("\n\n", start)].splitlines()
    cells_of_rows = []
    for line in lines:
        cells = line.strip("|").split("|")
        cells_of_rows.append([cell.strip(" `") for cell in cells])
    return cells_of_rows


def test_the_table_of_the_guess_that_cannot_be_the_secret_has_its_bins_and_their_points():
    printed = {reply: (words.split(", "), int(points)) for reply, words, points in rows("| reply to `clam`")}
    bins = bins_of("clam", CANDIDATES)

    assert printed == {reply: (members, most_points(members, 2)) for reply, members in bins.items()}


def test_the_guess_that_cannot_be_the_secret_is_the_best():
    assert points_with("clam", CANDIDATES, 3) == most_points(CANDIDATES, 3) == 900


def test_the_table_of_the_candidates_has_a_row_for_each():
    assert [row[0] for row in rows("| guess | hit |")] == list(CANDIDATES)


@pytest.mark.parametrize("row", rows("| guess | hit |"), ids=lambda row: row[0])
def test_the_table_of_the_candidates_has_their_points(row):
    guess, hit, words, best_next, later, together = row
    members = words.split(", ")

    assert bins_of(guess, CANDIDATES) == {"OOOO": [guess], "XOOO": members}
    assert best_next == f"clam: {len(bins_of('clam', members))} bins"
    assert int(later) == most_points(members, 2)
    assert int(hit) + int(later) == int(together) == points_with(guess, CANDIDATES, 3)


@pytest.mark.parametrize("size", range(1, 6))
def test_with_two_attempts_each_bin_wins_100_points_and_a_hit_100_more(size):
    for secrets in combinations(CANDIDATES, size):
        points = [100 * (len(bins_of(guess, secrets)) + (guess in secrets)) for guess in GUESSES]
        assert most_points(secrets, 2) == max(points)


def test_the_first_level_bounds_of_the_page():
    """docs/proofs.md has them for the bins of the example, which have 1, 2 and 4 words.

    A word that the second of three guesses finds wins 200 points, so a bin wins at most that for each, less its cost.
    """
    most_bins = len(bins_of("clam", CANDIDATES))
    costs = least_by_size(Objective.points(3), guesses_left=2, size=4, branching=branching_of(most_bins))
    assert [200 * size - int(costs[size]) for size in (1, 2, 4)] == [200, 300, 500]


def marks_of(guess, letter):
    """The marks at the letter's positions in the guess, for each candidate."""
    positions = [position for position, other in enumerate(guess) if other == letter]
    marks = []
    for secret in CANDIDATES:
        reply = reply_for(guess, secret)
        marks.append("".join(reply[position] for position in positions))
    return marks


def different_and_rare(marks):
    """How many of these marks are different, and how many are not the most frequent ones."""
    return len(set(marks)), len(marks) - max(map(marks.count, marks))


def limit_of(guess):
    """The least limit of Lemma 2 on the bins of a guess, over all sets of its letters."""
    letters = [different_and_rare(marks_of(guess, letter)) for letter in sorted(set(guess))]
    limits = []
    for is_chosen in product((False, True), repeat=len(letters)):
        of_chosen = 1
        of_the_rest = 0
        for (different, rare), chosen in zip(letters, is_chosen, strict=True):
            if chosen:
                of_chosen *= different
            else:
                of_the_rest += rare

        limits.append(of_chosen + of_the_rest)

    return min(limits)


@pytest.mark.parametrize("row", rows("| letter | bake"), ids=lambda row: row[0])
def test_the_table_of_lemma_2_has_the_marks_of_each_letter(row):
    letter, *marks, different, rare = row

    assert marks == marks_of("clam", letter)
    assert (int(different), int(rare)) == different_and_rare(marks)


def test_the_limits_of_lemma_2_are_those_of_the_page():
    assert [limit_of(guess) for guess in GUESSES] == [2, 2, 2, 2, 2, 4]


@pytest.mark.parametrize("guess", GUESSES)
def test_no_guess_has_more_bins_than_its_limit(guess):
    assert len(bins_of(guess, CANDIDATES)) <= limit_of(guess)
