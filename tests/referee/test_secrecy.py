"""A committed run gives neither its seed nor its nonce nor a word away that somebody still has to play."""

import itertools
import json

import pytest
from made_runs import edit_record, game_record, game_without_list

from referee.contest.contest import Conditions, Contest
from referee.contest.draw import commitment_of
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.contest.players import player_of
from referee.storage.run import Recorder, open_run

SEED = 31415926535897
SEED_TEXT = "0x1c92972436d9"
"""The same seed as it is printed."""
NONCE = "0123456789abcdef0123456789abcdef"
WORDS = {4: ["able", "zest"], 5: ["blimp", "cozen", "crane"]}
"""The words of the committed run, by length and in the order of the draw."""
PLAYED_BY_BOTH = ["able", "blimp"]
PLAYED_BY_ANN = ["zest", "cozen"]
PLAYED_BY_NOBODY = ["crane"]
SECRET = [*PLAYED_BY_ANN, *PLAYED_BY_NOBODY]
"""The words that bob still has to play, in the run of the fixture `begun`."""


def record_games(directory, played, words=WORDS, **contest):
    """Write a committed run of ann and bob into the directory, with its tables.

    played: the words that each has played, by name; each was found at once. contest: other fields of Contest.
    """
    players = (Program("ann", "ann", ("ann",)), Program("bob", "bob", ("bob",)))
    word_games = {length: game_without_list(length) for length in words}
    contest_of_both = Contest(
        players, words, rounds="all", seed=SEED, wordlist="made up", word_games=word_games, **contest
    )
    conditions = Conditions(Limits(), nonce=NONCE, commitment=commitment_of(words, NONCE))

    games = []
    for name, words_of_player in played.items():
        for word in words_of_player:
            game = game_record(
                name,
                word,
                words[len(word)].index(word),
                guesses=(word,),
                replies=("O" * len(word),),
                move_seconds=(0.1,),
                points=500,
                stderr_head=f"I guess {word}\n",
            )
            games.append(game)

    directory.mkdir()
    with Recorder(str(directory), contest_of_both, conditions) as recorder:
        recorder.record(games)
        recorder.write_leaderboards()


@pytest.fixture
def begun(tmp_path):
    """The directory of a committed run in which two words are played by both players, and two by ann alone.

    ann's games for able, zest, blimp and cozen have the numbers 1 to 4, bob's for able and blimp the numbers 6 and 8:
    a player has a number for each word, also for one that is not played yet.
    """
    record_games(tmp_path / "begun", {"ann": PLAYED_BY_BOTH + PLAYED_BY_ANN, "bob": PLAYED_BY_BOTH})
    return tmp_path / "begun"


@pytest.fixture
def finished(tmp_path):
    """The directory of a committed run in which every word is played by both players."""
    words = list(itertools.chain.from_iterable(WORDS.values()))
    record_games(tmp_path / "finished", {"ann": words, "bob": words})
    return tmp_path / "finished"


@pytest.fixture
def report(referee, tmp_path):
    """report(directory, *options): the finished `referee report`, which writes page.html."""
    # It draws the charts.
    pytest.importorskip("matplotlib")
    return lambda directory, *options: referee("report", directory, "--out", tmp_path / "page.html", *options)


READERS = [
    *(f"leaderboard RUN --format {form}" for form in ("text", "markdown", "csv", "json")),
    *(f"games RUN --format {form}" for form in ("text", "jsonl", "csv")),
    *(f"show RUN {number}" for number in (1, 2, 3, 4, 6, 8)),
    "compare RUN",
    "compare RUN ann bob",
    "compare RUN ann bob --format json",
    "verify RUN",
    "audit RUN",
    "audit RUN --format json",
    "void RUN 2 --why reason",
    "void RUN 2 --undo",
    "run --resume RUN --seed 4",
]
"""The commands that print something of a run; two of them write its tables too.

The last one is refused, with a message about the run's own seed.
"""


def secrets_in(text):
    """The words, numbers and texts in the text that nobody may see before the last game."""
    return [secret for secret in (*SECRET, str(SEED), SEED_TEXT, NONCE) if secret in text]


def test_nothing_that_a_command_prints_tells_a_secret(referee, begun):
    for command in READERS:
        done = referee(*command.replace("RUN", str(begun)).split())
        assert secrets_in(done.stdout + done.stderr) == [], command


def test_no_table_that_is_written_tells_a_secret(referee, begun):
    referee("void", begun, 2, "--why", "reason")

    for table in begun.glob("leaderboard.*"):
        assert secrets_in(table.read_text()) == [], table


def test_a_report_tells_no_secret(report, begun, tmp_path):
    done = report(begun)

    assert done.returncode == 0
    page = (tmp_path / "page.html").read_text()
    assert secrets_in(page + done.stdout + done.stderr) == []
    assert "able" in page


def test_a_public_report_is_refused_without_a_secret(report, begun, error_line):
    says = error_line(report(begun, "--public"), exit_code=1)

    assert "games are still to be played" in says
    assert secrets_in(says) == []


@pytest.fixture
def left_to_a_disqualified_player(referee, begun):
    """The directory of the committed run without crane, in which only bob has games left, two of eight.

    It is disqualified.
    """
    edit_record(begun, "DELETE FROM words WHERE word = 'crane'")
    referee("disqualify", begun, "bob", "--why", "a reason")
    return begun


def test_no_table_tells_a_word_that_only_a_disqualified_player_has_left(left_to_a_disqualified_player):
    for table in left_to_a_disqualified_player.glob("leaderboard.*"):
        assert secrets_in(table.read_text()) == [], table


def test_no_public_report_is_made_while_a_disqualified_player_has_games_left(
    left_to_a_disqualified_player, report, error_line
):
    says = error_line(report(left_to_a_disqualified_player, "--public"), exit_code=1)
    assert "2 of 8 games are still to be played" in says


@pytest.mark.parametrize("command", ["games RUN --format jsonl", "show RUN 1"])
def test_a_word_that_all_have_played_is_printed(referee, begun, command):
    assert "able" in referee(*command.replace("RUN", str(begun)).split()).stdout


def test_a_game_for_a_secret_word_is_listed_with_its_points(referee, begun):
    games = [json.loads(line) for line in referee("games", begun, "--format", "jsonl").stdout.splitlines()]

    # zest is the second word of four letters, and ann alone has played it.
    [zest] = [game for game in games if (game["player"], game["length"], game["index"]) == ("ann", 4, 1)]
    assert (zest["word"], zest["guesses"], zest["replies"], zest["stderr_head"]) == ("****", [], [], "")
    assert (zest["points"], zest["termination"], zest["attempts"]) == (500, "solved", 1)


def test_a_list_of_the_games_for_a_secret_word_is_empty(referee, begun):
    assert referee("games", begun, "--word", "zest").stdout == ""


def test_a_list_of_the_games_for_a_word_that_all_have_played_has_them(referee, begun):
    assert len(referee("games", begun, "--word", "able").stdout.splitlines()) == 2


def test_games_whose_words_were_secret_are_not_imported(referee, begun, tmp_path, error_line):
    (tmp_path / "games.jsonl").write_text(referee("games", begun, "--format", "jsonl").stdout)

    says = error_line(referee("import", tmp_path / "games.jsonl", "--out", tmp_path / "new"), exit_code=1)

    assert "line 2: " in says
    assert "its word was still secret" in says


def test_a_word_that_was_forfeited_is_secret_as_long_as_the_run_goes_on(referee, begun):
    """The player may play it after all, with `referee run --resume RUN --reinstate bob`."""
    edit_record(begun, "UPDATE games SET termination = 'forfeited' WHERE player = 'bob' AND word = 'able'")

    assert "able" not in referee("games", begun).stdout


def test_the_words_that_a_disqualified_player_has_left_are_secret(referee, begun):
    """With `referee disqualify --undo` it plays them after all."""
    referee("disqualify", begun, "bob", "--why", "a reason")

    assert secrets_in(referee("games", begun).stdout) == []


def test_when_its_games_alone_are_left_the_run_can_be_revealed_and_published(
    referee, left_to_a_disqualified_player, report
):
    assert NONCE in referee("reveal", left_to_a_disqualified_player).stdout
    assert report(left_to_a_disqualified_player, "--public").returncode == 0


@pytest.fixture
def secrets_until_decided(tmp_path):
    """secrets_until_decided(points_of_bob): the secret words of a run with --until-decided, after 10 of 20 words.

    With each word ann has won 500 points, and bob as many as are given.
    """
    words = {4: [f"a{letter}le" for letter in "abcdefghijklmnopqrst"]}

    def secrets(points_of_bob):
        record_games(tmp_path / "run", {"ann": words[4][:10], "bob": words[4][:10]}, words, until_decided=True)
        edit_record(tmp_path / "run", "UPDATE games SET points = ? WHERE player = 'bob'", points_of_bob)
        with open_run(tmp_path / "run") as run:
            return run.secret_words()

    return secrets


def test_a_run_until_decided_is_secret_while_no_leader_is_clear(secrets_until_decided):
    assert len(secrets_until_decided(500)) == 10


def test_a_run_until_decided_has_no_secrets_once_the_leader_is_clear(secrets_until_decided):
    assert len(secrets_until_decided(0)) == 0


def test_an_edited_game_for_a_secret_word_is_found_without_naming_the_word(referee, begun):
    edit_record(begun, "UPDATE games SET replies = '[\"XXXX\"]' WHERE word = 'zest'")

    printed = referee("verify", begun).stdout

    assert "game 2 (ann): is not as it was recorded" in printed
    assert "zest" not in printed


@pytest.fixture(params=["finished", "revealed"])
def open_to_all(request, referee):
    """The directory of a committed run that has no secrets any more, with its tables."""
    if request.param == "revealed":
        directory = request.getfixturevalue("begun")
        referee("reveal", directory)
    else:
        directory = request.getfixturevalue("finished")
        # A void game makes no secret, but the tables are written.
        referee("void", directory, 1, "--why", "reason")

    return directory


def secrets_missing_in(text):
    """The words and numbers that a run shows in the end and that are not in the text."""
    return [secret for secret in (*SECRET, SEED_TEXT, NONCE) if secret not in text]


def test_afterwards_verify_shows_all(referee, open_to_all):
    assert secrets_missing_in(referee("verify", open_to_all).stdout) == []


def test_afterwards_the_table_shows_all(open_to_all):
    assert secrets_missing_in((open_to_all / "leaderboard.json").read_text()) == []


def test_afterwards_the_report_shows_all(report, open_to_all, tmp_path):
    assert report(open_to_all).returncode == 0
    assert secrets_missing_in((tmp_path / "page.html").read_text()) == []


class TestNewPlayer:
    """A player that joins a committed run plays words that somebody may have been shown."""

    def test_joins_no_finished_run(self, referee, finished, error_line):
        done = referee("run", "--resume", finished, "--players", "late=true")

        assert f"{finished}: the words that it committed to are known, so nobody can join it" in error_line(done, 1)

    def test_joins_no_revealed_run(self, referee, begun, error_line):
        referee("reveal", begun)

        done = referee("run", "--resume", begun, "--players", "late=true")

        assert f"{begun}: the words that it committed to are known, so nobody can join it" in error_line(done, 1)

    def test_is_told_how_many_words_could_be_known(self, referee, begun):
        done = referee("run", "--resume", begun, "--players", "late=true")

        assert "late: joins when 2 of 5 words could be known" in done.stderr

    @pytest.fixture
    def joined(self, begun):
        """The directory of the run that `late` and then `later` have joined, before they have played any game."""
        with Recorder(str(begun)) as run:
            run.add_players([player_of("late=true")])
            run.add_players([player_of("later=true")])
        return begun

    def test_is_named_in_the_leaderboard_with_the_words_that_could_be_known(self, referee, joined):
        lines = referee("leaderboard", joined).stdout.splitlines()

        assert "late: joined when 2 of 5 words could be known" in lines

    def test_that_joins_after_another_one_could_know_as_much(self, referee_json, joined):
        """The words that were shown are secret again as long as the other one has not played them."""
        assert referee_json("leaderboard", joined)["late"] == {"late": 2, "later": 2}

    def test_is_named_by_verify(self, referee, joined):
        assert "late: joined when 2 of 5 words could be known" in referee("verify", joined).stdout.splitlines()

    def test_is_named_by_a_public_report(self, referee, report, joined, tmp_path):
        referee("reveal", joined)
        report(joined, "--public")

        printed = referee("verify", tmp_path / "page.html").stdout

        assert "late: joined when 2 of 5 words could be known" in printed.splitlines()

    def test_that_joins_when_no_word_is_shown_is_not_late(self, referee_json, tmp_path):
        record_games(tmp_path / "begun", {"ann": PLAYED_BY_BOTH, "bob": []})
        with Recorder(str(tmp_path / "begun")) as run:
            run.add_players([player_of("late=true")])

        assert "late" not in referee_json("leaderboard", tmp_path / "begun")


class TestReveal:
    def test_prints_what_proves_the_commitment(self, referee, begun):
        assert referee("reveal", begun).stdout.splitlines() == [
            f"commitment: {commitment_of(WORDS, NONCE)}, nonce: {NONCE}",
            f"seed: {SEED_TEXT}",
            "words of 4 letters: able zest",
            "words of 5 letters: blimp cozen crane",
        ]

    def test_closes_the_run(self, referee, begun, error_line):
        referee("reveal", begun)

        says = "so its words are known: no further game can be played"
        assert says in error_line(referee("run", "--resume", begun), exit_code=1)
        assert says in error_line(referee("rerun", begun, 1), exit_code=1)
        # ann had played four of the five words.
        assert len(referee("games", begun, "--player", "ann").stdout.splitlines()) == 4

    def test_leaves_a_finished_run_open(self, referee, finished, error_line):
        assert referee("reveal", finished).returncode == 0

        # The word lists are read after it is known that the run is not closed.
        assert "cannot go on without the list" in error_line(referee("rerun", finished, 1), exit_code=1)

    def test_needs_a_commitment(self, referee, run_of_16_games, error_line):
        assert "was played without --commit" in error_line(referee("reveal", run_of_16_games), exit_code=1)


def test_the_log_of_a_committed_run_names_no_word(referee_run, tmp_path):
    done = referee_run("--players", "p=true", "--rounds", 2, "--commit", "-v", "--out", tmp_path / "out", "--jobs", 1)

    with open_run(tmp_path / "out") as run:
        words = list(itertools.chain.from_iterable(run.contest.words.values()))
    assert "game 1: p, 4 letters, exited" in done.stderr
    assert [word for word in words if word in done.stderr] == []
