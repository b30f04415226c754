"""The order of play: every player its own, no word twice in a row while another remains."""

import itertools
from collections import Counter

import pytest

from referee.contest.contest import BLOCK, Contest
from referee.contest.players import player_of

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
        left = {(name, word) for name in players for word in WORDS[length]}
        for before, after in itertools.pairwise(games):
            left.discard((before.player.name, before.word))
            block = after.index // BLOCK
            others = [w for n, w in left if n == after.player.name and WORDS[length].index(w) // BLOCK == block]
            assert before.word != after.word or others == [after.word]


def test_players_have_orders_of_their_own_that_follow_from_the_secret():
    def orders(secret):
        games = list(contest("ab", secret).fixtures())
        return [[one.word for one in games if one.player.name == name and len(one.word) == 4] for name in "ab"]

    first, second = orders("1")
    assert first != second
    assert orders("1") == [first, second] != orders("2")


def test_what_is_played_is_left_out_and_the_rest_keeps_its_order():
    games = list(contest("abc").fixtures())
    played = {contest("abc").number(one.player.name, len(one.word), one.index) for one in games[::3]}
    assert list(contest("abc").fixtures(played)) == [one for place, one in enumerate(games) if place % 3]
    assert list(contest("abc").fixtures(rounds=range(BLOCK))) == [one for one in games if one.index < BLOCK]
