"""The worked example of the documentation: each number in its tables, by brute force with the slow oracle."""

from collections import defaultdict
from itertools import combinations
from math import prod
from pathlib import Path

from codebreaker.objective import Objective
from codebreaker.search.bounds import branching_of, least_by_size
from wordlists.reply import reply_for

DOCS = Path(__file__).parents[2] / "docs"
PAGES = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("strategy.md", "proofs.md"))
CANDIDATES = ("bake", "cake", "lake", "make", "rake")
GUESSES = (*CANDIDATES, "clam")


def bins(guess, secrets):
    """The secrets by reply."""
    found = defaultdict(list)
    for secret in secrets:
        found[reply_for(guess, secret)].append(secret)
    return found


def first(guess, secrets, left):
    """The points of a guess followed by the best play."""
    others = [group for reply, group in bins(guess, secrets).items() if set(reply) != {"O"}]
    return 100 * left * (guess in secrets) + sum(most(group, left - 1) for group in others)


def most(secrets, left):
    """W(S, k) by its definition."""
    return 100 if left == 1 else max(first(guess, secrets, left) for guess in GUESSES)


def rows(heading):
    """The cells of the table below a line that begins with `heading`, without dashes and marks of code."""
    lines = PAGES[PAGES.index(f"\n{heading}") + 1 :].splitlines()[2:]
    table = lines[: next(number for number, line in enumerate(lines) if not line)]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


def test_the_guess_that_cannot_be_the_secret():
    printed = {reply: (words.split(", "), int(points)) for reply, words, points in rows("| reply to `clam`")}
    assert printed == {reply: (group, most(group, 2)) for reply, group in bins("clam", CANDIDATES).items()}
    assert first("clam", CANDIDATES, 3) == most(CANDIDATES, 3) == 900


def test_the_candidates():
    printed = rows("| guess | hit |")
    assert [row[0] for row in printed] == list(CANDIDATES)
    for guess, hit, others, best, later, together in printed:
        left = others.split(", ")
        assert bins(guess, CANDIDATES) == {"OOOO": [guess], "XOOO": left}
        assert best == f"clam: {len(bins('clam', left))} bins" and int(later) == most(left, 2)
        assert int(hit) + int(later) == int(together) == first(guess, CANDIDATES, 3)


def test_two_guesses_left_are_worth_the_bins():
    for size in range(1, 6):
        for secrets in combinations(CANDIDATES, size):
            assert most(secrets, 2) == max(100 * (len(bins(guess, secrets)) + (guess in secrets)) for guess in GUESSES)


def test_the_first_level_bound():
    costs = least_by_size(Objective.points(3), 2, 5, branching_of(4))
    assert [200 * size - int(costs[size]) for size in (1, 2, 4)] == [200, 300, 500]


def terms(guess, letter):
    """The marks of the letter's places in the guess, for each secret."""
    places = [place for place, other in enumerate(guess) if other == letter]
    return ["".join(reply_for(guess, secret)[place] for place in places) for secret in CANDIDATES]


def limit(guess):
    """The least limit of Lemma 2 over all sets of letter groups."""
    groups = [terms(guess, letter) for letter in sorted(set(guess))]
    different = [len(set(group)) for group in groups]
    rest = [len(group) - max(map(group.count, group)) for group in groups]
    limits = []
    for chosen in range(1 << len(groups)):
        taken = [bool(chosen >> group & 1) for group in range(len(groups))]
        within = prod(count for count, here in zip(different, taken, strict=True) if here)
        limits.append(within + sum(count for count, here in zip(rest, taken, strict=True) if not here))
    return min(limits)


def test_the_terms_of_lemma_2():
    for letter, *marks, different, rest in rows("| letter | bake"):
        assert marks == terms("clam", letter)
        assert (int(different), int(rest)) == (len(set(marks)), 5 - max(map(marks.count, marks)))
    assert [limit(guess) for guess in GUESSES] == [2, 2, 2, 2, 2, 4]
    assert all(len(bins(guess, CANDIDATES)) <= limit(guess) for guess in GUESSES)
