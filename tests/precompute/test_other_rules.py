"""The offline commands under other rules than the pit's: against brute force, the player and the oracle."""

from collections import Counter

import pytest
from brute_force import least_guesses

from lingo_bot import Player
from wordlists.reply import reply_for

EVERYTHING = ["--lengths", 4, "--jobs", 1, "--keep", "99,99,99,99,99", "--first-guesses", 30, "--widely", 30]
"""A search that keeps every guess is exhaustive."""


def evaluated(in_json, *options):
    return in_json("evaluate", "--lengths", 4, "--jobs", 1, *options)["lengths"]["4"]


@pytest.mark.parametrize(("attempts", "hard"), [(2, False), (3, False), (6, False), (3, True), (6, True)])
def test_a_book_for_the_fewest_guesses_is_the_best_there_is(lists, command, in_json, tmp_path, attempts, hard):
    words, answers, options = lists
    rules = [*options, "--rules", "wordle", "--attempts", attempts, *["--hard"] * hard]
    said = command("book", *rules, *EVERYTHING, "--out", tmp_path / "a.book")
    found = evaluated(in_json, *rules, "--book", tmp_path / "a.book")
    miss = attempts * len(answers) + 1
    missed, guesses = divmod(min(least_guesses(words, answers, attempts, miss, hard).values()), miss)
    assert (found["missed"], found["mean_guesses"]) == (missed, guesses / len(answers))
    assert f"{len(answers)} words, {guesses / len(answers):.4f} guesses a game, {missed} missed" in said
    assert command("book", *rules, *EVERYTHING, "--out", tmp_path / "a.book").endswith("(kept the tree in the book)\n")


def test_a_book_for_the_worst_case_is_the_best_there_is(lists, command, in_json, tmp_path):
    words, answers, options = lists
    rules = [*options, "--objective", "worst", "--attempts", 6]
    command("book", *rules, *EVERYTHING, "--out", tmp_path / "a.book")
    found = evaluated(in_json, *rules, "--book", tmp_path / "a.book")
    worst = found["worst"]
    enough, too_few = (min(least_guesses(words, answers, at_most, 1000).values()) for at_most in (worst, worst - 1))
    assert found["mean_guesses"] == enough / len(answers) < 1000 / len(answers) <= too_few / len(answers)


RULES = {
    "answers": ["--rules", "wordle"],
    "hard": ["--rules", "wordle", "--hard"],
    "worst": ["--objective", "worst", "--attempts", 4],
    "points and hard": ["--hard"],
    "first letter": ["--rules", "television"],
    "first letter, hard": ["--rules", "television", "--hard", "--objective", "points"],
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_player_plays_the_book(lists, command, in_json, tmp_path, rules, plays):
    _, answers, options = lists
    book = tmp_path / "a.book"
    tree = tmp_path / "tree"
    command("book", *options, *rules, *EVERYTHING, "--out", book)
    found = evaluated(in_json, *options, *rules, "--book", book, "--tree", tree)
    assert found["words"] == len(answers)
    checked = command("check-tree", tree, *options, *rules).splitlines()
    assert sum(int(line.split(" words")[0].split()[-1]) for line in checked) == len(answers)
    assert plays(tree, *options, *rules, "--book", book) == ""


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_without_a_book_the_live_player_is_evaluated(lists, in_json, rules):
    words, answers, options = lists
    found = in_json("evaluate", *options, *rules, "--lengths", 4, "--jobs", 1, "--no-book")
    game = found["rules"]
    ends: Counter[str] = Counter()
    for secret in answers:
        letter = secret[0] if game["first_letter"] else None
        rules = {name: game[name] for name in ("attempts", "hard", "objective")}
        player = Player(4, words, answers=answers, first_letter=letter, **rules)
        steps = player.play(secret)
        ends[str(len(steps)) if player.solved else "unsolved"] += 1
    record = found["lengths"]["4"]
    assert {end: count for end, count in record["attempts"].items() if count} == ends
    letters = record.get("first_letters", {"": record})
    assert list(letters) == (sorted({word[0] for word in answers}) if game["first_letter"] else [""])
    assert sum(one["words"] for one in letters.values()) == len(answers)


def test_the_table_shows_the_figure_of_the_objective(lists, command):
    _, answers, options = lists
    for rules, heading in (
        (["--rules", "television"], "guesses  missed"),
        (["--objective", "worst"], "worst   guesses"),
    ):
        shown = command("evaluate", *options, *rules, "--lengths", 4, "--jobs", 1, "--no-book")
        assert heading in shown.splitlines()[0]
        assert "expected total" not in shown
    *_, last = command("evaluate", *options, *RULES["first letter"], "--lengths", 4).splitlines()
    assert last.split()[:3] == ["4", "all", str(len(answers))]


def test_first_guesses_are_ranked_over_the_answers(lists, command, in_json, tmp_path):
    words, answers, options = lists

    def expected(word, secrets):
        """The mean size of the bin that the secret lies in."""
        bins = Counter(reply_for(word, secret) for secret in secrets)
        return sum(size * size for size in bins.values()) / len(secrets)

    found = in_json("first-guesses", *options, "--lengths", 4, "--top", 99)["lengths"]["4"]
    assert {one["word"]: one["figure"] for one in found} == {word: expected(word, answers) for word in words}
    found = in_json("first-guesses", *options, "--lengths", 4, "--rules", "television", "--top", 99)["lengths"]["4"]
    for letter, ranking in found.items():
        some = [word for word in words if word[0] == letter]
        secrets = [word for word in answers if word[0] == letter]
        assert {one["word"]: one["figure"] for one in ranking} == {word: expected(word, secrets) for word in some}


@pytest.mark.parametrize("attempts", [3, 6])
def test_the_bound_of_guesses_meets_the_best_tree(lists, command, in_json, tmp_path, attempts):
    words, answers, options = lists
    rules = [*options, "--rules", "wordle", "--attempts", attempts]
    command("book", *rules, *EVERYTHING, "--out", tmp_path / "a.book")
    bounds = [*rules, "--book", tmp_path / "a.book", "--jobs", 1, "--lengths", 4]
    proved = in_json("bound", *bounds, "--out", tmp_path / "bounds")["lengths"]["4"]
    miss = attempts * len(answers) + 1
    missed, guesses = divmod(min(least_guesses(words, answers, attempts, miss).values()), miss)
    assert (proved["missed"], proved["bound"], proved["gap"]) == (missed, guesses / len(answers), 0)
    assert proved["optimal"]
    assert proved["first_level"] <= proved["bound"]
    shown = command("evaluate", *bounds, "--bounds", tmp_path / "bounds")
    assert shown.splitlines()[1].endswith("optimal")


def test_a_bound_for_each_first_letter(lists, command, in_json):
    words, answers, options = lists
    rules = [*options, "--rules", "television", "--no-book", "--lengths", 4, "--jobs", 1]
    for letter, proved in in_json("bound", *rules)["lengths"]["4"].items():
        some = [word for word in words if word[0] == letter]
        secrets = [word for word in answers if word[0] == letter]
        best = min(least_guesses(some, secrets, 5, 1000).values())
        assert (proved["words"], proved["missed"]) == (len(secrets), 0)
        assert proved["bound"] <= best / len(secrets)
    assert [line.split()[:2] for line in command("bound", *rules).splitlines()[1:]] == [["4", one] for one in "abc"]


def test_groups_of_letters_and_other_alphabets(tmp_path, command, in_json):
    (tmp_path / "nl").write_text("bijna\nijver\nijzer\nlijst\nrijst\nlijkt\n", encoding="utf-8")
    options = ["--wordlist", tmp_path / "nl", "--letters", "ij"]
    book = tmp_path / "nl.book"
    assert "(ijver, written to" in command("book", *options, "--lengths", 4, "--first", "IJVER", "--out", book)
    found = evaluated(in_json, *options, "--book", book, "--tree", tmp_path / "tree")
    assert (found["first_guess"], found["words"]) == ("ijver", 6)
    assert "ijver" in command("check-tree", tmp_path / "tree", *options)
    assert Player(4, tmp_path / "nl", letters="ij", book=str(book)).play("rijst")[0].guess == "ijver"
    letters = in_json("first-guesses", *options, "--lengths", 4, "--show-first-letter")["lengths"]["4"]
    assert [one["word"] for one in letters["ij"]] == ["ijver", "ijzer"]
    (tmp_path / "ko").write_text("나무\n바다\n", encoding="utf-8")
    in_json("evaluate", "--wordlist", tmp_path / "ko", "--lengths", 2, "--tree", tmp_path / "tree")
    assert "2 words" in command("check-tree", tmp_path / "tree", "--wordlist", tmp_path / "ko")
