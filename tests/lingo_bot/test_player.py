"""The player as Python sees it."""

import doctest
import pickle
from copy import copy, deepcopy

import pytest
from word_games import game_of, words_of_few_letters

import lingo_bot.assistant.player
from lingo_bot import Player
from lingo_bot.assistant.steps import step_of
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError, UsageError
from wordlists import reader
from wordlists.reply import reply_for
from wordlists.rules import why_illegal_in_hard_mode

LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
WORDS = LIST.split()


def test_the_examples(tmp_path, monkeypatch):
    # In a directory without a word list the player takes the packaged one.
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(lingo_bot.assistant.player)
    # The module has not lost its examples.
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("strategy", ["score", "entropy"])
def test_it_guesses_as_the_program_does(strategy):
    words = words_of_few_letters(seed=11, length=5, count=120, letters="abcdefg")
    for secret in words[::10]:
        player = Player(5, words, strategy=strategy)
        live = LivePlayer(game_of(words), strategy)
        while not player.over:
            guess = live.guess()
            assert player.guess() == guess

            reply = reply_for(guess, secret)
            player.hear(reply)
            # The program plays no further after a win, and its player is not told of it.
            if not player.solved:
                live.hear(reply)


@pytest.mark.parametrize("secret", WORDS)
def test_a_game_against_a_secret_is_solved_with_the_oracles_replies(secret):
    player = Player(5, WORDS)
    steps = player.play(secret)
    assert player.solved
    assert steps == player.steps
    assert all(step.reply == reply_for(step.guess, secret) for step in steps)
    assert player.candidates == [secret]


@pytest.mark.parametrize(("guesses", "points"), [(["tares"], 500), (["dents", "colin", "tares"], 300)])
def test_a_solved_game_has_points_for_the_attempts_that_are_left(guesses, points):
    player = Player(5, WORDS)
    for guess in guesses:
        player.hear(reply_for(guess, "tares"), guess)
    assert player.points == points


def test_after_a_game_there_is_no_advice_and_no_guess():
    player = Player(5, WORDS)
    player.play("tares")
    assert player.best() == ()
    with pytest.raises(DataError, match="the game is over"):
        player.guess()


def test_undo_goes_back_step_by_step():
    player = Player(5, WORDS)
    player.hear("XXXXO", "xxxxs")
    player.hear("XXXX?", "colin")
    assert player.undo() == ("colin", "XXXX?")
    assert player.undo() == ("xxxxs", "XXXXO")
    assert player.undo() is None
    assert player.candidates == WORDS


def pickled(player):
    """The player that another process gets."""
    return pickle.loads(pickle.dumps(player))


@pytest.mark.parametrize("copy_of", [copy, deepcopy, pickled])
def test_a_copy_of_a_player_plays_on_by_itself(copy_of):
    player = Player(5, WORDS)
    player.hear("?XX?O", "tares")
    other = copy_of(player)

    other.hear("XXXX?", "colin")

    assert [step.guess for step in player.steps] == ["tares"]
    assert [step.guess for step in other.steps] == ["tares", "colin"]
    other.undo()
    other.undo()
    assert player.candidates == ["dents"]


@pytest.mark.parametrize("copy_of", [deepcopy, pickled])
def test_a_player_with_a_book_can_be_copied(copy_of):
    player = Player(5)
    assert player.has_book

    other = copy_of(player)

    assert other.has_book
    other.hear("?XX?O", "tares")
    assert player.remaining == len(player.words)


def test_a_pickled_player_keeps_its_rules_and_lists():
    words = ["bijter", "mijnen"]
    player = Player(5, words, answers=["rijden"], letters="ij", attempts=7, hard=True, objective="worst")

    other = pickled(player)

    assert other.words == ["bijter", "mijnen", "rijden"]
    assert other.answers == ["rijden"]
    assert other.remarks == player.remarks
    assert (other.attempts, other.hard, other.objective) == (7, True, "worst")


def test_after_undo_the_advice_is_what_it_was():
    player = Player(5, WORDS)
    player.hear("XXXXO", "xxxxs")
    candidates = player.candidates
    advice = player.best()

    player.hear("XXXX?", "colin")
    assert player.remaining < len(candidates)

    player.undo()

    assert player.candidates == candidates
    assert player.best() == advice


def test_with_a_first_letter_only_words_that_begin_so_are_candidates_and_guesses():
    player = Player(5, WORDS, first_letter="D")
    assert player.candidates == ["dames", "dares", "dents", "dunes"]
    assert {proposal.word for proposal in player.best(20)} <= set(player.candidates)


@pytest.mark.parametrize(
    ("word", "why"), [("tares", "letter 1 must be d"), ("dents", None), ("dxxxx", "not in the word list")]
)
def test_a_guess_with_another_first_letter_or_outside_the_list_is_illegal(word, why):
    assert Player(5, WORDS, first_letter="d").illegal(word) == why


def test_with_answers_these_are_the_candidates_and_every_word_may_be_guessed():
    player = Player(5, WORDS, answers=["tonic", "TENTS", "bonds"])
    assert player.candidates == ["bonds", "tents", "tonic"]
    assert player.illegal("colin") is None


@pytest.mark.parametrize(("options", "error", "why"), [
    ({"answers": []}, DataError, "the answers: there are none"),
    ({"first_letter": "z"}, DataError, "no word of 5 letters begins with z"),
    ({"first_letter": "de"}, UsageError, "a first letter is one letter, not 'de'"),
    ({"first_letter": "*"}, UsageError, r"a first letter is one letter, not '\*'"),
    ({"first_letter": "ä"}, DataError, "no word of 5 letters begins with ä"),
    ({"attempts": 0}, UsageError, "attempts must be a whole number from 1 to 100, not 0"),
    ({"attempts": "six"}, UsageError, "attempts must be a whole number from 1 to 100, not 'six'"),
    ({"objective": "win"}, UsageError, "objective must be points, guesses or worst, not 'win'"),
    ({"hard": 1}, UsageError, "hard must be True or False, not 1"),
    ({"first_letter": 3}, UsageError, "first_letter must be text, not 3"),
    ({"strategy": "luck"}, UsageError, "strategy must be score, .* or FILE.py, not 'luck'"),
    ({"answers": ["bands"], "first_letter": "t"}, DataError, "no answer of 5 letters begins with t"),
])  # fmt: skip
def test_a_game_that_cannot_be_played_is_refused(options, error, why):
    with pytest.raises(error, match=why):
        Player(5, WORDS, **options)


def test_words_of_too_many_letters_are_refused():
    with pytest.raises(DataError, match="the wordlist: the words use 256 different letters: 255 at most"):
        # Korean syllables, each of which is one letter: 11,172 of them follow U+AC00.
        Player(1, map(chr, range(0xAC00, 0xAC00 + 256)))


def test_words_of_twenty_letters_are_played():
    words = ["aaaaaaaaaaoooooooooo", "bbbbbbbbbboooooooooo", "ccccccccccoooooooooo"]
    assert Player(20, words).play(words[2])[-1] == (words[2], "OOOOOOOOOOOOOOOOOOOO")


@pytest.mark.parametrize("length", [0, 21, "5", True])
def test_another_length_is_refused(length):
    with pytest.raises(UsageError, match=f"length must be a whole number from 1 to 20, not {length!r}"):
        Player(length, WORDS)


@pytest.mark.parametrize("secret", WORDS[::2])
def test_hard_games_use_what_is_known(secret):
    # With so many attempts every word is found.
    player = Player(5, WORDS, hard=True, attempts=9)
    while not player.over:
        guess = player.guess()
        assert why_illegal_in_hard_mode(guess, player.steps) is None
        assert all(player.illegal(each.word) is None for each in player.best())
        player.hear(reply_for(guess, secret))
    assert player.solved


@pytest.mark.parametrize(("steps", "options", "reason"), [
    ("tares=OXXX? colin=OXXXX", {}, "the replies to tares and colin disagree on letter 1: t or c"),
    ("tares=OOOO?", {}, "no word of the list gives the reply OOOO? to tares"),
    ("noted=XXX?X lotic=XXXXX dunes=XXX?O bonds=XXX?O", {},
     "the replies to dunes and bonds disagree on the letter d: none or 1"),
    ("colin=?XXXX tares=XX?XX", {},
     "the replies to colin and tares leave none of the list"),
    ("tares=OXXXX", {"first_letter": "d"},
     "the first letter given and the reply to tares disagree on letter 1: d or t"),
    ("tares=XXXXX tonic=OOOOO", {}, "the replies to tares and tonic disagree on letter 1: t or not"),
])  # fmt: skip
def test_contradictions_are_explained_and_not_taken_in(steps, options, reason):
    player = Player(5, reader.PACKAGED, **options)
    *earlier, last = [step_of(step, 5) for step in steps.split()]
    for step in earlier:
        player.hear(step.reply, step.guess)

    with pytest.raises(DataError) as caught:
        player.hear(last.reply, last.guess)

    assert str(caught.value) == f"no word fits; {reason}"
    assert list(player.steps) == earlier


def test_a_win_with_a_word_outside_the_list_is_no_contradiction():
    """The game that a person plays elsewhere may have words that this list lacks."""
    player = Player(5, WORDS)
    player.hear("XXXXX", "dares")
    player.hear("OOOOO", "qqqqq")
    assert (player.solved, player.remaining) == (True, 0)


def test_a_word_may_be_written_large():
    player = Player(5, WORDS)
    assert player.best(1, ["DUNES"]) == player.best(1, ["dunes"])
    assert player.illegal("DUNES") is None


@pytest.mark.parametrize("text", ["dune", "dun3s"])
def test_what_is_asked_about_must_be_a_word(text):
    with pytest.raises(DataError, match="not a word of 5 letters"):
        Player(5, WORDS).best(1, [text])


def test_a_word_of_one_letter_is_asked_for_in_the_singular():
    with pytest.raises(DataError, match="not a word of 1 letter: 'dunes'"):
        Player(1, ["a", "b"]).best(1, ["dunes"])


def test_the_repr_of_a_new_game_is_a_line():
    assert repr(Player(5, WORDS)) == "<Player of 5 letters: no guess yet; 15 candidates>"


def test_a_notebook_shows_tiles_replies_and_candidates():
    player = Player(5, WORDS)
    player.hear("?XX?O", "tares")
    html = player._repr_html_()
    assert html.count("<td style") == 5
    assert "<code>?XX?O</code>" in html
    assert "dents" in html


def test_a_notebook_shows_advice_as_a_table():
    html = Player(5, WORDS).best(2)._repr_html_()
    assert html.count("<tr>") == 1 + 2  # the heading and two proposals
    assert "<th>points</th><th>left</th><th>can be it</th>" in html


def test_in_a_game_for_guesses_the_table_has_guesses_and_the_chance_to_solve():
    assert "<th>guesses</th><th>solved</th>" in Player(5, WORDS, objective="guesses").best(1)._repr_html_()


def test_a_sigma_at_the_end_of_a_word_is_shown_as_people_write_it():
    assert Player(5, ["σάκος"]).letters_of("σάκος") == ["σ", "ά", "κ", "ο", "ς"]


class TestLettersOfSeveralCharacters:
    """Words in which `ij` is one letter."""

    @pytest.fixture
    def player(self):
        return Player(5, ["bijter", "wijzer", "ijzers"], letters="ij", hard=True)

    def test_words_and_candidates_are_written_out(self, player):
        assert player.words == ["bijter", "wijzer", "ijzers"]
        assert player.candidates == ["bijter", "wijzer", "ijzers"]

    def test_a_word_has_a_letter_for_each_mark(self, player):
        assert player.letters_of("Bijter") == ["b", "ij", "t", "e", "r"]

    def test_steps_are_written_out(self, player):
        player.hear("XOXOO", "wijzer")
        assert player.steps == (("wijzer", "XOXOO"),)
        assert repr(player) == "<Player of 5 letters: wijzer=XOXOO; 1 candidate>"
        assert player.undo() == ("wijzer", "XOXOO")

    def test_guesses_and_advice_are_written_out(self, player):
        player.hear("XOXOO", "wijzer")
        assert player.guess() == "bijter"
        assert [proposal.word for proposal in player.best(1)] == ["bijter"]
        assert player.evaluate("wijzer").word == "wijzer"

    def test_a_played_game_is_written_out(self, player):
        assert player.play("bijter")[-1] == ("bijter", "OOOOO")

    def test_the_rule_that_a_guess_breaks_names_the_letter(self, player):
        player.hear("XOXOO", "wijzer")
        assert player.illegal("ijzers") == "letter 2 must be ij"

    def test_such_a_letter_has_one_tile(self, player):
        player.hear("XOXOO", "wijzer")
        assert ">ij</td>" in player._repr_html_()

    def test_such_a_letter_can_be_the_first_one(self):
        assert Player(5, ["bijter", "ijzers"], letters="ij", first_letter="ij").first_letter == "ij"


@pytest.mark.parametrize(("mistake", "why"), [
    (lambda player: player.hear(None), r"a reply must be text such as O\?XO\?, not None"),
    (lambda player: player.hear("OOOOO", guess=0), "a word must be text, not 0"),
    (lambda player: player.best(also=7), "also must be a list, not 7"),
    (lambda player: player.best(also="dents"), "also must be a list, not 'dents'"),
    (lambda player: player.best("3"), "count must be a whole number of at least 0, not '3'"),
])  # fmt: skip
def test_a_wrong_argument_is_named_and_changes_nothing(mistake, why):
    player = Player(5, WORDS)
    with pytest.raises(UsageError, match=why):
        mistake(player)
    assert player.steps == ()


def test_a_secret_that_is_no_candidate_is_not_played():
    player = Player(5, WORDS)
    with pytest.raises(DataError, match="the word zzzzz is not among the possible ones"):
        player.play("zzzzz")
    assert player.steps == ()


def test_no_proposals_are_given_where_none_are_asked_for():
    assert Player(5, WORDS).best(0) == ()
