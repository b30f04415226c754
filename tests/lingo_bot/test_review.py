"""Looking back on a game, with figures by their definitions, and explaining each guess while it is played."""

import json
import os
import re

import pytest
from made_books import book_of_two_guesses
from word_games import WORST_CASE_WORDS, guesses_of

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.review import luck, review, review_lines, skill
from lingo_bot.book_player import NO_BOOK
from lingo_bot.launch import player_for
from lingo_common.errors import DataError, UsageError
from wordlists import reader
from wordlists.word_game import read_game
from wordlists.word_list import read_list

LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
WORDS = LIST.split()


@pytest.fixture(scope="module")
def reviewed():
    """The review of a game: bands, tares, dents."""
    return review(Player(5, WORDS), "dents", ["bands", "tares", "dents"])


def test_every_guess_has_its_reply(reviewed):
    assert [(guess.guess, guess.reply) for guess in reviewed] == [
        ("bands", "XXO?O"),
        ("tares", "?XX?O"),
        ("dents", "OOOOO"),
    ]


def test_candidates_are_counted_before_and_after_each_guess(reviewed):
    # After bands dents and dunes are left.
    assert [(guess.before, guess.after) for guess in reviewed] == [(15, 2), (2, 1), (1, 1)]


def test_a_guess_loses_what_the_best_one_is_expected_to_win_more(reviewed):
    # At the second attempt dents or dunes wins 400 points at once, or 300 after the other one. tares tells them apart,
    # and either wins 300 points after it.
    assert reviewed[1].best[0].word == "dents"
    assert reviewed[1].lost == 350 - 300


def test_the_best_guess_loses_nothing_and_is_all_skill():
    player = Player(5, WORDS)
    best = player.best(1)[0].word
    [first, *_] = review(player, "dents", [best])
    assert (first.lost, first.skill) == (0, 99)


def test_a_guess_that_tells_nothing_is_no_skill_and_has_middling_luck():
    [first] = review(Player(5, WORDS), "dents", ["qqqqq"])
    assert (first.skill, first.after) == (0, 15)
    assert first.luck == 50  # every candidate would have left as many: half of 99
    assert first.remark == "not in the word list"


@pytest.mark.parametrize(("points", "best", "without_information", "expected"), [
    (300, 300, 200, 99), (250, 300, 200, 50), (200, 300, 200, 0), (150, 300, 200, 0), (100, 100, 100, 99),
])  # fmt: skip
def test_skill_is_the_share_of_the_best_guess_s_gain(points, best, without_information, expected):
    """From 0 for the points of a guess without information to 99 for the best one; 99 where no guess gains anything."""
    assert skill(points, best, without_information) == expected


@pytest.mark.parametrize(("sizes", "hit", "remaining", "expected"), [
    ([3, 1], False, 1, 87),  # 99 x (3 + 1/2) / 4
    ([3, 1], False, 3, 37),  # 99 x (3/2) / 4
    ([1, 1, 1, 1], False, 1, 50),
    ([4], False, 4, 50),
    ([1, 1, 1, 1], True, 0, 87),  # a hit leaves less than the others
    ([1, 1, 1, 1], True, 1, 37),
])  # fmt: skip
def test_luck_is_the_share_of_candidates_that_would_have_left_more(sizes, hit, remaining, expected):
    """99 times the share of candidates that would have left more, with half of those that would have left as many."""
    assert luck(sizes, hit, remaining) == expected


@pytest.mark.parametrize(("secret", "guesses", "error", "why"), [
    ("zebra", ["tares"], DataError, "the word zebra is not among the possible ones"),
    ("dents", [], UsageError, "a review wants the guesses"),
    ("dents", ["dents", "tares"], UsageError, "go on after the word dents was found"),
    ("dents", ["tares"] * 6, UsageError, "6 guesses are more than 5 attempts"),
    ("dents", ["tare"], DataError, "not a word of 5 letters"),
    ("dent", ["tares"], DataError, "not a word of 5 letters"),
])  # fmt: skip
def test_a_game_that_cannot_have_been_is_refused(secret, guesses, error, why):
    with pytest.raises(error, match=why):
        review(Player(5, WORDS), secret, guesses)


def test_a_guess_with_more_points_that_misses_more_words_loses_none():
    """In three attempts `hight` finds each of the seven words. `light` needs fewer guesses on average, and may miss."""
    answers = ["fight", "gills", "hight", "jills", "light", "lills", "pight"]
    words = [*answers, "awing", "bimbo", "byked", "fully", "scots", "tamis"]
    player = Player(5, words, answers=answers, objective="guesses", attempts=3)

    reviewed = review(player, "fight", ["light", "fight"])

    assert reviewed[0].own.points > reviewed[0].best[0].points
    assert reviewed[0].lost == 0
    text = " ".join(review_lines(player, "fight", reviewed, columns=1000, in_colour=False))
    # 17 guesses for the seven words: hight 1, the others 2 or 3.
    assert "best hight with 2.429, which misses fewer words;" in text
    assert "Lost: 0.000 expected guesses." in text


def test_a_guess_that_is_better_than_lingo_bots_is_compared_with_the_best():
    """For the best worst case lingo-bot makes the largest bin as small as it can, which may take more guesses."""
    player = Player(4, WORST_CASE_WORDS, objective="worst", attempts=4)
    assert player.best(1)[0].word == "alga"

    reviewed = review(player, "null", ["gout", "null"])

    text = " ".join(review_lines(player, "null", reviewed, columns=1000, in_colour=False))
    # 28 and 27 guesses for twelve words.
    assert "2.333 guesses (100.0 %) expected; best folk with 2.250, lost 0.083;" in text
    assert [proposal.word for proposal in reviewed[0].best][:2] == ["folk", "alga"]


def test_an_estimate_does_not_beat_a_book_that_misses_words(tmp_path):
    """An estimate does not say how many words its guess misses. It is not preferred as if the guess missed none."""
    # So many words that guesses outside the book are estimated.
    words = read_list(4).words[::16]
    book = book_of_two_guesses(tmp_path / "book", words, "sear")
    player = Player(4, words, objective="guesses", attempts=3, book=book)

    [first] = review(player, words[0], ["naan"])

    assert not first.own.exact
    assert first.best[0].word == "sear"
    assert first.best[0].chance < 1
    assert first.lost > 0


class TestProgram:
    @pytest.fixture
    def lines_on(self, tmp_path, run):
        """lines_on(columns): the review of a game on a terminal of that width."""

        (tmp_path / "wordlist5.txt").write_text("\n".join(WORDS))

        def print_review(columns):
            game = ["--review", "Dents", "bands", "COLIN", "dents"]
            done = run("lingo-bot", 5, *game, cwd=tmp_path, env={"COLUMNS": str(columns)})
            assert (done.returncode, done.stderr) == (0, "")
            return done.stdout.splitlines()

        return print_review

    def test_a_review_fits_a_narrow_terminal(self, lines_on):
        lines = lines_on(40)
        assert max(map(len, lines)) <= 40
        assert lines[0] == "1  bands  XXO?O"
        # Its texts are the same, on more lines.
        assert "Solved at attempt 3 of 5: 300 points. Lost: " in " ".join(" ".join(lines).split())

    def test_on_a_wide_terminal_a_guess_and_its_figures_are_two_lines(self, lines_on):
        lines = lines_on(200)
        assert lines[0] == "1  bands  XXO?O"
        assert re.match(r" +15 candidates, 1\.4 expected after, 2 left; 386\.7 points expected; best tares ", lines[1])

        # Two lines for each of three guesses, then the whole game and lingo-bot's own.
        assert len(lines) == 8
        assert lines[6].startswith("Solved at attempt 3 of 5: 300 points. Lost: ")

    def test_the_rules_are_those_that_were_played(self, tmp_path, run):
        (tmp_path / "wordlist5.txt").write_text("\n".join(WORDS))
        done = run("lingo-bot", 5, "--review", "dents", "tares", "colin", "--hard", "--attempts", 6, cwd=tmp_path)
        # In hard mode colin must use the s that tares has shown.
        assert "letter 5 must be s" in " ".join(done.stdout.split())

    def test_a_secret_that_is_no_word_is_one_line(self, tmp_path, run, error_line):
        done = run("lingo-bot", 5, "--review", "zzzzz", "tares", cwd=tmp_path)
        assert error_line(done, exit_code=1) == "the word zzzzz is not among the possible ones of the list"

    def test_a_review_without_guesses_is_one_line(self, tmp_path, run, error_line):
        done = run("lingo-bot", 5, "--review", "dents", cwd=tmp_path)
        assert error_line(done, exit_code=2).startswith("a review wants the guesses of a game after its word")

    @pytest.fixture
    def json_of(self, tmp_path, run):
        """The JSON of the review of the game bands, lotic, dents, of which the last guess is forced."""
        (tmp_path / "wordlist5.txt").write_text("\n".join(WORDS))
        done = run("lingo-bot", 5, "--review", "dents", "bands", "lotic", "dents", "--json", cwd=tmp_path)
        return json.loads(done.stdout)

    def test_a_forced_guess_has_no_skill_and_no_part_in_the_mean(self, json_of):
        # bands wins 386.7 points, tares, the best guess, 400, and one without information 300: 99 × 86.7 / 100. Then
        # lotic wins 300, the best guess 350, and one without information 250.
        assert [guess["skill"] for guess in json_of["guesses"]] == [86, 50, None]
        assert json_of["skill"] == 68  # (86 + 50) / 2

    def test_another_guess_than_the_only_candidate_has_the_least_skill(self, tmp_path, run):
        (tmp_path / "wordlist5.txt").write_text("\n".join(WORDS))
        done = run("lingo-bot", 5, "--review", "dents", "bands", "lotic", "tares", "dents", "--json", cwd=tmp_path)
        review = json.loads(done.stdout)
        # After lotic only dents is left: tares loses an attempt, which is 100 points.
        assert [guess["skill"] for guess in review["guesses"]] == [86, 50, 0, None]
        assert review["guesses"][2]["best"][0]["points"] - review["guesses"][2]["own"]["points"] == 100

    def test_json_names_the_candidates_after_each_guess(self, json_of):
        candidates = [guess["candidates"] for guess in json_of["guesses"]]
        assert candidates == [["dents", "dunes"], ["dents"], ["dents"]]

    def test_json_has_the_best_guess(self, json_of):
        # It tells all the words of the list apart.
        assert json_of["guesses"][0]["best"][0]["word"] == "tares"

    def test_json_has_the_game_of_lingo_bot(self, json_of):
        assert json_of["lingo_bot"] == [{"guess": "tares", "reply": "?XX?O"}, {"guess": "dents", "reply": "OOOOO"}]

    def test_json_has_the_word_as_the_list_has_it(self, tmp_path, run):
        # Without --wordlist the words are in the file of this name in the working directory, if there is one.
        (tmp_path / "wordlist5.txt").write_text("tares\ndents\n")
        done = run("lingo-bot", 5, "--review", "DENTS", "Tares", "dents", "--json", cwd=tmp_path)
        review = json.loads(done.stdout)
        assert (review["word"], review["guesses"][0]["guess"]) == ("dents", "tares")

    def test_a_game_for_guesses_ends_in_guesses(self, tmp_path, run):
        (tmp_path / "wordlist5.txt").write_text("tares\ncolin\ndents\n")
        done = run("lingo-bot", 5, "--rules", "wordle", "--review", "dents", "tares", "dents", cwd=tmp_path)
        assert "Solved in 2 guesses. Lost:" in done.stdout
        assert "points" not in done.stdout

    def test_json_without_a_word_is_an_error_of_usage(self, run):
        done = run("lingo-bot", 5, "--review", "--json")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "wants a word and the guesses" in done.stderr

    def test_a_secret_outside_the_answers_is_reviewed_with_every_word(self, tmp_path, run):
        (tmp_path / "wordlist5.txt").write_text("tares\ncolin\ndents\nbends\n")
        (tmp_path / "answers.txt").write_text("tares\ncolin\n")
        options = ["--answers", "answers.txt", "--review", "dents", "bends", "dents"]
        done = run("lingo-bot", 5, *options, cwd=tmp_path)
        assert done.returncode == 0
        assert "dents is no answer: every word" in done.stderr
        assert "Solved at attempt 2 of 5" in done.stdout
        assert run("lingo-bot", 5, *options, "--quiet", cwd=tmp_path).stderr == ""


EXPLANATION = re.compile(
    r"^(\d) ([a-z]{5}): [\d,]+ candidates?, ~?\d+\.\d points expected; best: [a-z]{5} ~?\d+\.\d(, [a-z]{5} ~?\d+\.\d)*$"
)
"""A line of --explain, such as `1 tares: 11,192 candidates, 200.7 points expected; best: tares 200.7`.

Its groups are the attempt and the guess.
"""
PACKAGED_BOOK = None
"""As an argument `book`: the book of the package."""


@pytest.mark.parametrize(("secret", "options", "strategy", "book"), [
    ("zonal", [], "score", PACKAGED_BOOK),
    ("tares", [], "score", PACKAGED_BOOK),  # the first guess of the book
    ("hulls", ["--no-book", "--strategy", "entropy"], "entropy", NO_BOOK),
])  # fmt: skip
def test_the_guesses_are_the_same_and_each_is_explained(secret, options, strategy, book, tmp_path, play_lingo_bot):
    player = player_for(read_game(5, reader.PACKAGED), strategy, book=book)
    guesses = guesses_of(player, secret)

    explained = play_lingo_bot(secret, *options, "--explain", cwd=tmp_path)

    assert (explained.guesses, explained.code) == (guesses, 0)
    matches = [EXPLANATION.match(line) for line in explained.stderr.splitlines()]
    assert all(matches)
    assert [(int(match[1]), match[2]) for match in matches] == list(enumerate(guesses, 1))


@pytest.mark.parametrize(("options", "said"), [
    (["--explain"], "1 able: 3 candidates"),
    (["--verbose"], "1 entry of 4 characters left out"),
    (["--assist", "--book", "auto"], "3 words"),
])  # fmt: skip
def test_a_list_from_a_pipe_is_read_once(options, said, tmp_path, run):
    """The player, the remarks on the list, the search for a book and the explanations share what was read."""
    pipe = tmp_path / "words"
    os.mkfifo(pipe)
    # While a reader has it open, the pipe keeps what was written.
    keeper = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    pipe.write_text("able\nacid\naced\nit's\n")

    # The book `auto` is looked for in the user's cache directory: here one without books.
    empty_cache = {"XDG_CACHE_HOME": str(tmp_path)}
    done = run("lingo-bot", 4, "--wordlist", pipe, *options, input="", env=empty_cache)

    assert done.returncode == 0, done.stderr
    assert said in done.stdout + done.stderr
    os.close(keeper)


def test_the_first_guess_has_the_mean_points_of_the_book(tmp_path, play_lingo_bot):
    first = play_lingo_bot("tares", "--explain", cwd=tmp_path).stderr

    # 200.7059, as `precompute evaluate --lengths 5` prints, which plays the games of all words.
    assert first.startswith("1 tares: 11,192 candidates, 200.7 points expected; best: tares 200.7, ")
