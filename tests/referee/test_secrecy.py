"""A committed run gives neither its seed nor its nonce nor a word away that somebody still has to play."""

import itertools
import json

import pytest
from made_runs import edit_record, game_record

from referee.contest.conditions import Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.draw import commitment_of
from referee.contest.player import Program
from referee.storage.reader import open_run
from referee.storage.recorder import Recorder
from wordlists.word_game import WordGame

SEED = 31415926535897
SEED_TEXT = "0x1c92972436d9"
"""The same seed as it is printed."""
NONCE = "0123456789abcdef0123456789abcdef"
WORDS = {4: ["able", "zest"], 5: ["blimp", "cozen", "crane"]}
PLAYED_BY_BOTH = ["able", "blimp"]
PLAYED_BY_ANN = ["zest", "cozen"]
PLAYED_BY_NOBODY = ["crane"]
SECRET = [*PLAYED_BY_ANN, *PLAYED_BY_NOBODY]


def record_games(directory, played, words=WORDS, **contest):
    """Make a committed run in which ann and bob find each word that they have played at their first guess."""
    players = (Program("ann", "ann", ("ann",)), Program("bob", "bob", ("bob",)))
    word_games = {length: WordGame.from_json({"length": length, "words": "0" * 64}, "made up") for length in words}
    made = Contest(players, words, "all", SEED, "made up", word_games, **contest)
    conditions = Conditions(Limits(), nonce=NONCE, commitment=commitment_of(words, NONCE))

    games = []
    for name, own in played.items():
        for word in own:
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
    with Recorder(str(directory), made, conditions) as recorder:
        assert len(list(recorder.record([games]))) == len(games)
        recorder.publish()


@pytest.fixture
def begun(tmp_path):
    """The directory of a committed run in which two words are played by both players, and two by ann alone."""
    record_games(tmp_path / "begun", {"ann": PLAYED_BY_BOTH + PLAYED_BY_ANN, "bob": PLAYED_BY_BOTH})
    return tmp_path / "begun"


@pytest.fixture
def finished(tmp_path):
    """The directory of a committed run in which every word is played by both players."""
    words = list(itertools.chain.from_iterable(WORDS.values()))
    record_games(tmp_path / "finished", {"ann": words, "bob": words})
    return tmp_path / "finished"


def everything_printed(referee, directory, tmp_path):
    """What each command that reads a run prints or writes, by the command."""
    commands = [
        *(("leaderboard", directory, "--format", form) for form in ("text", "markdown", "csv", "json")),
        *(("games", directory, "--format", form) for form in ("text", "jsonl", "csv")),
        *(("show", directory, number) for number in (1, 2, 3, 4, 6, 8)),
        ("compare", directory),
        ("compare", directory, "ann", "bob"),
        ("compare", directory, "ann", "bob", "--format", "json"),
        ("verify", directory),
        ("audit", directory),
        ("audit", directory, "--format", "json"),
        ("void", directory, 2, "--why", "a reason"),
        ("void", directory, 2, "--undo"),
        ("run", "--resume", directory, "--seed", 4),
        ("report", directory, "--out", tmp_path / "page.html"),
        ("report", directory, "--public", "--out", tmp_path / "public.html"),
    ]
    texts = {}
    for command in commands:
        done = referee(*command)
        texts[" ".join(map(str, command))] = done.stdout + done.stderr
    files = [*directory.glob("leaderboard.*"), tmp_path / "page.html"]
    return texts | {path.name: path.read_text() for path in files}


def test_nothing_that_is_printed_tells_a_word_that_somebody_has_to_play(referee, begun, tmp_path):
    pytest.importorskip("matplotlib")
    printed = everything_printed(referee, begun, tmp_path)
    for place, text in printed.items():
        assert [secret for secret in (*SECRET, str(SEED), SEED_TEXT, NONCE) if secret in text] == [], place
    for command in (f"games {begun} --format jsonl", f"show {begun} 1", "page.html"):
        assert "able" in printed[command]


def test_a_game_for_a_secret_word_is_listed_with_its_points(referee, begun):
    games = [json.loads(line) for line in referee("games", begun, "--format", "jsonl").stdout.splitlines()]
    [zest] = [game for game in games if (game["player"], game["length"], game["index"]) == ("ann", 4, 1)]
    assert (zest["word"], zest["guesses"], zest["replies"], zest["stderr_head"]) == ("****", [], [], "")
    assert (zest["points"], zest["termination"], zest["attempts"]) == (500, "solved", 1)


def test_a_list_of_the_games_for_a_word_does_not_tell_that_it_is_in_the_draw(referee, begun):
    assert referee("games", begun, "--word", "zest").stdout == ""
    assert len(referee("games", begun, "--word", "able").stdout.splitlines()) == 2


def test_games_whose_words_were_secret_are_not_imported(referee, begun, tmp_path, complaint):
    (tmp_path / "games.jsonl").write_text(referee("games", begun, "--format", "jsonl").stdout)
    says = complaint(referee("import", tmp_path / "games.jsonl", "--out", tmp_path / "new"), 1)
    assert "line 2: " in says and "its word was still secret" in says


def test_a_word_that_was_forfeited_is_secret_as_long_as_the_run_goes_on(referee, begun):
    edit_record(begun, "UPDATE games SET termination = 'forfeited' WHERE player = 'bob' AND word = 'able'")
    assert "able" not in referee("games", begun).stdout


def test_the_words_of_a_disqualified_player_are_not_waited_for(referee, begun):
    referee("disqualify", begun, "bob", "--why", "a reason")
    listed = referee("games", begun).stdout
    assert "zest" in listed and "crane" not in listed


@pytest.mark.parametrize(("points_of_bob", "is_sealed"), [(0, False), (500, True)])
def test_a_run_until_decided_is_secret_until_the_leader_is_clear(tmp_path, points_of_bob, is_sealed):
    words = {4: [f"a{letter}le" for letter in "abcdefghijklmnopqrst"]}
    record_games(tmp_path / "run", {"ann": words[4][:10], "bob": words[4][:10]}, words, until_decided=True)
    edit_record(tmp_path / "run", "UPDATE games SET points = ? WHERE player = 'bob'", points_of_bob)
    with open_run(tmp_path / "run") as run:
        secrets = run.secrets()
    assert (secrets.is_sealed, len(secrets.words)) == (is_sealed, 10 if is_sealed else 0)


def test_an_edited_game_for_a_secret_word_is_found_without_naming_the_word(referee, begun):
    edit_record(begun, "UPDATE games SET replies = '[\"XXXX\"]' WHERE word = 'zest'")
    found = referee("verify", begun).stdout
    assert "game 2 (ann): is not as it was recorded" in found
    assert "zest" not in found


@pytest.mark.parametrize("directory", ["finished", "revealed"])
def test_afterwards_table_page_and_verify_show_all(referee, request, begun, directory, tmp_path):
    pytest.importorskip("matplotlib")
    if directory == "revealed":
        directory = begun
        referee("reveal", begun)
    else:
        directory = request.getfixturevalue("finished")
        referee("void", directory, 1, "--undo")  # writes the table
    page = tmp_path / "page.html"
    assert referee("report", directory, "--out", page).returncode == 0
    for text in (referee("verify", directory).stdout, (directory / "leaderboard.json").read_text(), page.read_text()):
        assert [secret for secret in (*SECRET, SEED_TEXT, NONCE) if secret not in text] == []


class TestReveal:
    def test_prints_what_proves_the_commitment(self, referee, begun):
        assert referee("reveal", begun).stdout.splitlines() == [
            f"commitment: {commitment_of(WORDS, NONCE)}, nonce: {NONCE}",
            f"seed: {SEED_TEXT}",
            "words of 4 letters: able zest",
            "words of 5 letters: blimp cozen crane",
        ]

    def test_closes_the_run(self, referee, begun, complaint):
        referee("reveal", begun)
        says = "so its words are known: no further game can be played"
        assert says in complaint(referee("run", "--resume", begun), 1)
        assert says in complaint(referee("rerun", begun, 1), 1)
        assert len(referee("games", begun, "--player", "ann").stdout.splitlines()) == 4

    def test_leaves_a_finished_run_open(self, referee, finished):
        assert referee("reveal", finished).returncode == 0
        with open_run(finished) as run:
            assert run.conditions.revealed is None

    def test_needs_a_commitment(self, referee, out, complaint):
        assert "was played without --commit" in complaint(referee("reveal", out), 1)


@pytest.mark.parametrize(("option", "other"), [("--commit", "--careful"), ("--careful", "--commit")])
def test_a_seed_that_was_given_is_warned_of(contest, steady, tmp_path, option, other):
    done = contest("--players", steady, "--rounds", 1, "--seed", 4, option, "--out", tmp_path / "out")
    if "--careful" in done.stderr and done.returncode:
        pytest.skip("this machine cannot do what --careful asks for")
    [warning] = [line for line in done.stderr.splitlines() if "leave --seed out" in line]
    assert option in warning and other not in warning
    assert "leave --seed out" not in contest("--players", steady, "--rounds", 1, option, "--out", tmp_path / "b").stderr


@pytest.mark.parametrize("option", ["--commit", "--careful"])
def test_a_seed_that_nobody_chose_cannot_be_found_by_trying(contest, steady, tmp_path, option):
    done = contest("--players", steady, "--rounds", 1, option, "--out", tmp_path / "out")
    if done.returncode:
        pytest.skip("this machine cannot do what --careful asks for")
    with open_run(tmp_path / "out") as run:
        assert 2**100 < run.contest.seed < 2**128


def test_the_log_of_a_committed_run_names_no_word(contest, tmp_path):
    done = contest("--players", "p=true", "--rounds", 2, "--commit", "-v", "--out", tmp_path / "out", "--jobs", 1)
    with open_run(tmp_path / "out") as run:
        words = list(itertools.chain.from_iterable(run.contest.words.values()))

    assert "game 1: p, 4 letters, exited" in done.stderr
    assert [word for word in words if word in done.stderr.replace("words of", "")] == []
