"""The draw, against orders that sha256sum and sort gave in a shell, and the order of play."""

import itertools
from collections import Counter

import pytest

from lingo_common.errors import DataError
from referee.contest.contest import BLOCK, Contest
from referee.contest.draw import draw_words, in_drawing_order, words_of_file
from referee.contest.lists import read_word_games, source_name
from referee.contest.players import player_of
from referee.contest.selection import Selection
from wordlists.rules import GameOptions

BY_SHA256SUM = ["blimp", "dozes", "crane", "tough", "dents"]
"""Seed 7: the sums that printf '7:crane' | sha256sum and its like give begin 3ae8, 3d95, 5168, 9c1b, fb62."""


class TestDraw:
    def test_golden_order(self):
        assert in_drawing_order(sorted(BY_SHA256SUM), 7) == BY_SHA256SUM

    def test_more_rounds_begin_with_fewer(self, wordlist):
        lists = read_word_games([4, 5], wordlist)
        assert draw_words(lists, 4, 1)[5][:2] == draw_words(lists, 2, 1)[5]
        assert len(set(draw_words(lists, 4, 1)[5])) == 4

    def test_too_few_words_name_the_length(self, wordlist):
        with pytest.raises(DataError, match="only 1 words of 7 letters for 2 rounds"):
            draw_words(read_word_games([5, 7], wordlist), 2, 1)


class TestWordsOfFile:
    def test_order_case_and_repetition(self, tmp_path):
        file = tmp_path / "given"
        file.write_bytes(b"\xef\xbb\xbftough\r\n\nCrane \nable\ntough\n")
        assert words_of_file(str(file)) == {4: ["able"], 5: ["tough", "crane"]}

    @pytest.mark.parametrize(("content", "refusal"), [
        *((b"crane\n" + line + b"\n", "line 2: not a word") for line in (b"don't", b"caf\xe9", b"two words")),
        (b"\n", "no words"),
    ])  # fmt: skip
    def test_refusals(self, tmp_path, content, refusal):
        (tmp_path / "given").write_bytes(content)
        with pytest.raises(DataError, match=refusal):
            words_of_file(str(tmp_path / "given"))

    def test_word_outside_the_list(self, wordlist, tmp_path):
        (tmp_path / "given").write_text("crane\nabcde\n")
        selection = Selection(words=str(tmp_path / "given"), game=GameOptions(wordlist=wordlist))
        with pytest.raises(DataError, match="given: 'abcde' is not in the word list"):
            selection.contest((), is_secret=False)


def test_the_name_under_which_results_mention_the_word_list(wordlist, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wordlist5.txt").write_text("crane\n")
    for lengths, source, name in (([5], wordlist, wordlist), ([4], None, "packaged")):
        assert source_name(read_word_games(lengths, source), source) == name
    assert source_name(read_word_games([4, 5], None), None) == "packaged, wordlist5.txt"


WORDS = {4: [f"{i:04}" for i in range(23)], 5: [f"{i:05}" for i in range(12)]}


def contest(players, secret="5ec7e7"):
    return Contest(tuple(player_of(f"{name}=sh") for name in players), WORDS, "all", 1, "words", order_secret=secret)


@pytest.mark.parametrize("players", ["ab", "abcde"])
def test_every_game_once_block_after_block(players):
    games = [(one.player.name, one.word) for one in contest(players).fixtures()]
    assert Counter(games) == Counter(itertools.product(players, [*WORDS[4], *WORDS[5]]))
    blocks = [one.index // BLOCK for one in contest(players).fixtures()]
    assert blocks == sorted(blocks)


@pytest.mark.parametrize("players", ["ab", "abcde"])
def test_no_word_twice_in_a_row_while_the_next_player_has_another(players):
    for length in WORDS:
        games = [one for one in contest(players).fixtures() if len(one.word) == length]
        left = set(itertools.product(players, WORDS[length]))
        for before, after in itertools.pairwise(games):
            left.discard((before.player.name, before.word))
            block = after.index // BLOCK
            others = [w for n, w in left if n == after.player.name and WORDS[length].index(w) // BLOCK == block]
            assert before.word != after.word or others == [after.word]


def test_players_have_orders_of_their_own_that_follow_from_the_secret():
    def orders(secret):
        """Return the words of 4 letters in the order in which a plays them, and in which b does."""
        words = {"a": [], "b": []}
        for fixture in contest("ab", secret).fixtures():
            if len(fixture.word) == 4:
                words[fixture.player.name].append(fixture.word)
        return list(words.values())

    first, second = orders("1")
    assert first != second
    assert orders("1") == [first, second] != orders("2")


def test_what_is_played_is_left_out_and_the_rest_keeps_its_order():
    games = list(contest("abc").fixtures())
    played = {contest("abc").number(one.player.name, len(one.word), one.index) for one in games[::3]}
    assert list(contest("abc").fixtures(played)) == [one for place, one in enumerate(games) if place % 3]
    assert list(contest("abc").fixtures(rounds=range(BLOCK))) == [one for one in games if one.index < BLOCK]
