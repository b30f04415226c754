"""The page on strategies: first guesses and bins by hand, and the command on a real evaluation."""

import json

import pytest

from codebreaker.rules import GameRules
from lingo_common.cli.rules_options import GameOptions
from lingo_common.errors import DataError
from precompute.contest_winner import WINNER
from precompute.report import Bin, check_alike, lists_of, openings, read_evaluations

WORDS = ["able", "seat", "teas", "zest"]


def evaluation(**changed):
    """What evaluate prints for a list of four words."""
    attempts = {"1": 1, "2": 3, "3": 0, "4": 0, "5": 0, "unsolved": 0}
    record = {"words": 4, "first_guess": "seat", "mean_points": 425.0, "attempts": attempts, "bound": None}
    return {"strategy": "score", "lengths": {"4": record | changed}}


@pytest.fixture
def written(tmp_path):
    """(path of an evaluation with these changes, path of the list)."""

    def write(**changed):
        (tmp_path / "words.txt").write_text("\n".join(WORDS) + "\n")
        (tmp_path / "score.json").write_text(json.dumps(evaluation(**changed)))
        return str(tmp_path / "score.json"), str(tmp_path / "words.txt")

    return write


def test_first_guess_and_its_bins_by_hand(written):
    """seat for able: e and a elsewhere; for teas: all of them; for zest: e in place, s elsewhere, t in place."""
    path, source = written()
    found = read_evaluations(path)
    [opening] = openings(found, lists_of(found, GameOptions(GameRules(), source, None, None)))
    assert (opening.guess, opening.words, opening.bins, opening.expected) == ("seat", 4, 4, 1.0)
    assert set(opening.largest) == {Bin("X??X", 1), Bin("OOOO", 1), Bin("?OO?", 1), Bin("?OXO", 1)}


def test_another_list_is_refused(written):
    for changed in ({"words": 5}, {"first_guess": "tare"}):
        path, source = written(**changed)
        with pytest.raises(DataError, match="not the list of 4 letters that was evaluated"):
            lists_of(read_evaluations(path), GameOptions(GameRules(), source, None, None))


@pytest.mark.parametrize(
    "changed",
    [
        {"words": "4"},
        {"attempts": [1]},
        {"attempts": {}},
        {"attempts": {"1": 4}},
        {"attempts": {"2": 4, "unsolved": 0}},
        {"attempts": {"1": "4", "unsolved": 0}},
        {"mean_points": None},
        {"bound": "none"},
    ],
)
def test_an_evaluation_that_holds_something_else(written, changed):
    with pytest.raises(DataError, match="not what `precompute evaluate --json` prints"):
        read_evaluations(written(**changed)[0])


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"strategy": "score", "lengths": {"4": {}}}', '{"lengths": 3}'])
def test_what_is_no_evaluation(tmp_path, content):
    (tmp_path / "file").write_text(content)
    with pytest.raises(DataError, match="not what `precompute evaluate --json` prints"):
        read_evaluations(str(tmp_path / "file"))


def test_evaluations_that_do_not_go_together(written):
    [one] = read_evaluations(written()[0])
    [other] = read_evaluations(written(attempts={"1": 4, "unsolved": 0})[0])
    with pytest.raises(DataError, match="two evaluations of one strategy"):
        check_alike([one, one])
    with pytest.raises(DataError, match="games with different rules"):
        check_alike([one, type(one)("parts", GameRules(hard=True), one.lengths)])
    with pytest.raises(DataError, match="different numbers of attempts"):
        check_alike([one, type(other)("parts", other.rules, other.lengths)])
    with pytest.raises(DataError, match="different numbers of attempts"):
        check_alike([type(one)("score", one.rules, {4: one.lengths[4], 5: other.lengths[4]})])


def test_of_a_real_evaluation(run, tmp_path):
    (tmp_path / "words.txt").write_text("\n".join(WORDS) + "\n")
    of_list = ("--wordlist", "words.txt", "--lengths", "4", "--jobs", "1")
    for strategy in ("expected", "parts"):
        done = run("precompute", "evaluate", *of_list, "--strategy", strategy, "--no-book", "--json", cwd=tmp_path)
        (tmp_path / f"{strategy}.json").write_text(done.stdout)
    page = run("precompute", "report", "expected.json", "parts.json", "--wordlist", "words.txt", cwd=tmp_path)
    assert (page.returncode, page.stdout, page.stderr) == (0, "strategies.html\n", "")
    html = (tmp_path / "strategies.html").read_text()
    assert "Attempts of expected" in html and "Attempts of parts" in html
    assert "contest winner" not in html  # it is not the contest's list
    assert "://" not in html.replace("http://www.w3.org/", "")


@pytest.mark.parametrize(
    ("objective", "heading"), [("guesses", "Mean guesses"), ("worst", "Guesses in the worst case")]
)
def test_of_a_game_under_other_rules(run, tmp_path, complaint, objective, heading):
    (tmp_path / "words").write_text("\n".join(WORDS) + "\n")
    (tmp_path / "answers").write_text("teas\nzest\n")
    lists = ("--wordlist", "words", "--answers", "answers")
    rules = ("--show-first-letter", "--objective", objective, "--lengths", 4, "--no-book", "--json")
    (tmp_path / "own.json").write_text(run("precompute", "evaluate", *lists, *rules, cwd=tmp_path).stdout)
    page = run("precompute", "report", "own.json", *lists, cwd=tmp_path)
    assert (page.returncode, page.stderr) == (0, "")
    html = (tmp_path / "strategies.html").read_text()
    assert f"{heading} a game</h2>" in html or f"{heading}</h2>" in html
    assert "1 bins of 1 words" in html and "contest winner" not in html and "Pit total" not in html
    refused = complaint(run("precompute", "report", "own.json", *lists[:2], cwd=tmp_path), 1)
    assert refused.endswith("not the list of 4 letters that was evaluated; give --wordlist and --answers")


def test_missing_file(run, tmp_path, complaint):
    message = complaint(run("precompute", "report", "nothing.json", cwd=tmp_path), 1)
    assert message == "nothing.json: cannot be read: no such file or directory"


def test_winner_is_known_for_the_contest_list(pit_list):
    from wordlists.reader import read

    assert [read(length, pit_list).fingerprint for length in range(4, 14)] == list(WINNER)
