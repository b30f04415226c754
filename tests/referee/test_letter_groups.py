"""Groups of letters that count as one, such as Dutch ij: a run is recorded and shown as people write the words."""

import json

import pytest
from click.testing import CliRunner

import referee
from referee import open_run
from referee.commands.program import referee as commands
from referee.page.build import build_page


class InOrder:
    """A player that guesses the words which the rules allow, in their order."""

    def __init__(self, length, words):
        self.words = iter(words)

    def guess(self):
        return next(self.words)

    def hear(self, reply):
        pass


def has_stand_in(text):
    """Whether a letter of the text stands for a group: ĳ for ij, a private letter of Unicode for any other.

    The record has one character for each letter.
    """
    return any(letter == "ĳ" or "\ue000" <= letter <= "\uf8ff" for letter in text)


def printed(*arguments):
    """What a command of the referee prints; it succeeds."""
    done = CliRunner().invoke(commands, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.output


WORDS_WITH_GROUPS = ("bijna", "lijst", "vecht", "schip")
"""Words of four letters where ij and ch are one letter each."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A directory for the list of those words and for their run."""
    return tmp_path_factory.mktemp("groups")


@pytest.fixture(scope="module")
def result(folder):
    """The result of a run of all four words. The player is shown the first letter, and each word has another one."""
    (folder / "nl.txt").write_text("".join(f"{word}\n" for word in WORDS_WITH_GROUPS))
    rules = {"wordlist": folder / "nl.txt", "attempts": 4, "letters": "ij,ch", "show_first_letter": True}
    return referee.run({"it": InOrder}, lengths=[4], rounds=4, **rules, out=folder / "out")


@pytest.fixture(scope="module")
def out(folder, result):
    """The directory of that run."""
    return str(folder / "out")


class TestGroups:
    def test_the_games_of_a_result_have_words_as_written(self, result):
        assert {(game.word, game.guesses) for game in result.games} == {(word, (word,)) for word in WORDS_WITH_GROUPS}

    def test_a_game_is_shown_as_written(self, result, out):
        text = printed("show", out, 1)

        assert f"4 letters, the word is {result.games[0].word}" in text
        assert not has_stand_in(text)

    def test_games_are_listed_as_written(self, out):
        game = json.loads(printed("games", out, "--word", "bijna", "--format", "jsonl"))

        assert game["guesses"] == ["bijna"]

    def test_the_run_is_verified(self, out):
        printed("verify", out)

    def test_listed_games_are_imported_and_verified(self, out, tmp_path):
        (tmp_path / "games.jsonl").write_text(printed("games", out, "--format", "jsonl"))

        printed("import", tmp_path / "games.jsonl", "--out", tmp_path / "again")

        printed("verify", tmp_path / "again")

    def test_the_table_names_the_rules(self, out):
        rules = "4 guesses, first letter shown, ij is one letter, ch is one letter"

        assert f"\nrules: {rules}" in printed("leaderboard", out)

    def test_the_table_in_json_has_the_groups(self, out):
        board = json.loads(printed("leaderboard", out, "--format", "json"))

        assert board["rules"]["letters"] == ["ij", "ch"]

    def test_every_guess_is_audited(self, out):
        assert "not tested" not in printed("audit", out)

    def test_the_report_shows_words_as_written(self, out):
        with open_run(out) as run:
            page = build_page(run)

        # The data of the page's script has letters that stand for groups, and the script writes them out.
        text = page.partition('<script type="application/json"')[0]
        assert ">schip</button>" in page
        assert not has_stand_in(text)
