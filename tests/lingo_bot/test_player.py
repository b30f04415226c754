"""The player as Python sees it."""

import doctest

import pytest
from word_games import game_of

import lingo_bot.assistant.player
from lingo_bot import Player
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError, UsageError
from wordlists import reader
from wordlists.reply import reply_for
from wordlists.rules import breaks_hard_mode

LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
WORDS = LIST.split()


def test_the_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(lingo_bot.assistant.player)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("strategy", ["score", "entropy"])
def test_it_guesses_as_the_program_does(strategy, some_words):
    words = some_words(11, 5, 120, "abcdefg")
    for secret in words[::10]:
        player, live = Player(5, words, strategy=strategy), LivePlayer(game_of(words), strategy)
        while not player.over:
            guess = live.guess()
            assert player.guess() == guess
            player.hear(reply_for(guess, secret))
            if not player.solved:
                live.hear(reply_for(guess, secret))


@pytest.mark.parametrize("secret", WORDS)
def test_a_game_against_a_secret(secret):
    player = Player(5, WORDS)
    steps = player.play(secret)
    assert steps == player.steps
    assert all(step.reply == reply_for(step.guess, secret) for step in steps)
    assert player.solved
    assert player.points == 100 * (6 - len(steps))
    assert player.candidates == [secret]
    assert player.best() == ()
    with pytest.raises(DataError, match="the game is over"):
        player.guess()


def test_undo_goes_back_step_by_step():
    player = Player(5, WORDS)
    player.hear("XXXXO", "xxxxs")
    before = player.candidates, player.best()
    player.hear("XXXX?", "colin")
    assert player.remaining < len(before[0])
    assert player.undo() == ("colin", "XXXX?")
    assert (player.candidates, player.best()) == before
    assert player.undo() == ("xxxxs", "XXXXO")
    assert player.undo() is None
    assert player.candidates == WORDS


def test_the_first_letter_and_the_answers_are_used():
    player = Player(5, WORDS, first_letter="D")
    assert player.candidates == ["dames", "dares", "dents", "dunes"]
    assert {each.word for each in player.best(20)} <= set(player.candidates)
    assert player.illegal("tares") == "letter 1 must be d"
    assert player.illegal("dents") is None
    assert player.illegal("dxxxx") == "not in the word list"
    player = Player(5, WORDS, answers=["tonic", "TENTS", "bonds"])
    assert player.candidates == ["bonds", "tents", "tonic"] and player.guess() in WORDS


@pytest.mark.parametrize(("options", "error", "why"), [
    ({"answers": []}, DataError, "the answers: there are none"),
    ({"first_letter": "z"}, DataError, "no word of 5 letters begins with z"),
    ({"first_letter": "de"}, UsageError, "a first letter is one letter, not 'de'"),
    ({"first_letter": "ä"}, DataError, "no word of 5 letters begins with ä"),
    ({"attempts": 0}, UsageError, "attempts must be a whole number from 1 to 100, not 0"),
    ({"attempts": "6"}, UsageError, "attempts must be a whole number from 1 to 100, not '6'"),
    ({"objective": "win"}, UsageError, "objective must be points, guesses, worst, not 'win'"),
    ({"hard": 1}, UsageError, "hard must be True or False, not 1"),
    ({"first_letter": 3}, UsageError, "first_letter must be text, not 3"),
    ({"strategy": "luck"}, UsageError, "strategy must be score, .* or FILE.py, not 'luck'"),
    ({"answers": ["bands"], "first_letter": "t"}, DataError, "no answer of 5 letters begins with t"),
])  # fmt: skip
def test_what_cannot_be_played(options, error, why):
    with pytest.raises(error, match=why):
        Player(5, WORDS, **options)


def test_words_as_long_as_a_reply_code_holds_and_no_longer():
    words = [letter * 10 + "o" * 10 for letter in "abc"]
    assert Player(20, words).play(words[2])[-1] == (words[2], "O" * 20)
    with pytest.raises(UsageError, match="length must be a whole number from 1 to 20, not 21"):
        Player(21, [f"{word}s" for word in words])
    with pytest.raises(UsageError, match="length must be a whole number from 1 to 20, not '5'"):
        Player("5", words)


@pytest.mark.parametrize("secret", WORDS[::2])
def test_hard_games_use_what_is_known(secret):
    player = Player(5, WORDS, hard=True, attempts=9)
    while not player.over:
        guess = player.guess()
        assert breaks_hard_mode(guess, player.steps) is None
        assert all(player.illegal(each.word) is None for each in player.best())
        player.hear(reply_for(guess, secret))
    assert player.solved


@pytest.mark.parametrize(("steps", "options", "said"), [
    ("tares=OXXX? colin=OXXXX", {}, "the replies to tares and colin disagree on letter 1: t or c"),
    ("tares=OOOO?", {}, "no word of the list gives the reply OOOO? to tares"),
    ("noted=XXX?X lotic=XXXXX dunes=XXX?O bonds=XXX?O", {},
     "the replies to dunes and bonds disagree on the letter d: none or 1"),
    ("colin=?XXXX tares=XX?XX", {},
     "the replies to colin and tares leave none of the list: ....., with c r, without a e i l n o s t"),
    ("tares=OXXXX", {"first_letter": "d"},
     "the first letter given and the reply to tares disagree on letter 1: d or t"),
    ("tares=XXXXX tonic=OOOOO", {}, "the replies to tares and tonic disagree on letter 1: t or not"),
])  # fmt: skip
def test_contradictions_are_explained_and_not_taken_in(steps, options, said):
    player = Player(5, reader.PACKAGED, **options)
    *before, (guess, reply) = [step.split("=") for step in steps.split()]
    for step in before:
        player.hear(*step[::-1])
    with pytest.raises(DataError) as caught:
        player.hear(reply, guess)
    assert str(caught.value) == f"no word fits; {said}"
    assert [list(step) for step in player.steps] == before


def test_a_win_with_a_word_that_only_the_game_knows_is_no_contradiction():
    player = Player(5, WORDS)
    player.hear("XXXXX", "dares")
    player.hear("OOOOO", "qqqqq")
    assert (player.solved, player.remaining) == (True, 0)


def test_a_word_asked_about_may_be_written_large_and_must_be_a_word():
    player = Player(5, WORDS)
    assert player.best(1, ["DUNES"]) == player.best(1, ["dunes"])
    assert player.illegal("DUNES") is None
    for text in ("dune", "dun3s"):
        with pytest.raises(DataError, match="not a word of 5 letters"):
            player.best(1, [text])


def test_shown_in_a_notebook():
    player = Player(5, WORDS)
    assert repr(player) == "<Player of 5 letters: no guess yet; 15 candidates>"
    player.hear("?XX?O", "tares")
    shown = player._repr_html_()
    assert shown.count("<td style") == 5
    assert "<code>?XX?O</code>" in shown
    assert "dents" in shown
    table = player.best(2)._repr_html_()
    assert table.count("<tr>") == 1 + len(player.best(2))
    assert "can be it" in table


def test_words_are_written_out_with_their_groups():
    words = ["bijter", "boter", "wijzer", "ijzers"]
    player = Player(5, words[:1] + words[2:], letters="ij", hard=True, objective="guesses")
    assert player.words == player.candidates == ["bijter", "wijzer", "ijzers"]
    assert player.letters_of("Bijter") == ["b", "ij", "t", "e", "r"]
    assert player.evaluate("wijzer").word == "wijzer"
    assert player.play("bijter")[-1] == ("bijter", "OOOOO")
    player = player.new_game()
    player.hear("XOXOO", "wijzer")
    assert player.steps == (("wijzer", "XOXOO"),)
    assert player.illegal("ijzers") == "letter 2 must be ij"
    assert repr(player) == "<Player of 5 letters: wijzer=XOXOO; 1 candidate>"
    assert [each.word for each in player.best(1)] == [player.guess()] == ["bijter"]
    assert ">ij</td>" in player._repr_html_()
    assert "<th>guesses</th><th>solved</th>" in player.best(1)._repr_html_()
    assert player.undo() == ("wijzer", "XOXOO")
    assert Player(5, words[::3], letters="ij", first_letter="ij").first_letter == "ij"


def test_wrong_arguments_are_named_and_change_nothing():
    player = Player(5, WORDS)
    for mistake, why in (
        (lambda: player.hear(None), "a reply must be text such as O.XO., not None"),
        (lambda: player.hear("OOOOO", guess=0), "a word must be text, not 0"),
        (lambda: player.best(also=7), "also must be a list, not 7"),
        (lambda: player.best("3"), "count must be a whole number of at least 0, not '3'"),
    ):
        with pytest.raises(UsageError, match=why):
            mistake()
    with pytest.raises(DataError, match="the word zzzzz is not among the possible ones"):
        player.play("zzzzz")
    assert player.steps == () and player.best(0) == ()
