"""The draw and the order of play, against orders that sha256sum and sort gave in a shell.

The fixture `wordlist` is a list of able, seat, teas and zest, of six words of five letters, and of amateur.
"""

import itertools
from collections import Counter

import pytest

from lingo_common.errors import DataError
from referee.contest.contest import BLOCK, Contest
from referee.contest.draw import draw_words, in_drawing_order, read_seed, seed_in_json, seed_text, words_of_file
from referee.contest.lists import read_word_games, source_name
from referee.contest.players import player_of
from referee.contest.run_request import Selection
from wordlists.rules import GameOptions


# A seed of more than ten digits is written in hexadecimal, and a random one of a committed run has 128 bits.
@pytest.mark.parametrize("seed", [-(10**40), -1, 0, 10**10 - 1, 10**10, 2**128 - 1, 2**128, 10**50])
def test_a_seed_is_read_as_it_was_written(seed):
    assert read_seed(seed_text(seed)) == seed
    assert read_seed(seed_in_json(seed)) == seed


class TestDraw:
    def test_words_are_in_the_order_of_their_sums(self):
        # The sums that printf '7:blimp' | sha256sum and its like give begin 3ae8, 3d95, 5168, 9c1b and fb62.
        in_order = ["blimp", "dozes", "crane", "tough", "dents"]

        assert in_drawing_order(sorted(in_order), 7) == in_order

    def test_a_draw_has_each_word_once(self, wordlist):
        words = draw_words(read_word_games([4], GameOptions(wordlist)), rounds=4, seed=1)

        assert sorted(words[4]) == ["able", "seat", "teas", "zest"]

    def test_a_draw_for_more_rounds_begins_with_that_for_fewer(self, wordlist):
        word_games = read_word_games([5], GameOptions(wordlist))

        assert draw_words(word_games, rounds=4, seed=1)[5][:2] == draw_words(word_games, rounds=2, seed=1)[5]

    def test_too_few_words_are_refused_with_their_length(self, wordlist):
        word_games = read_word_games([5, 7], GameOptions(wordlist))

        with pytest.raises(DataError, match="only 1 word of 7 letters for 2 rounds"):
            draw_words(word_games, rounds=2, seed=1)


class TestWordsOfAFile:
    def test_they_are_in_the_order_of_the_file_in_small_letters_and_each_once(self, tmp_path):
        file = tmp_path / "words"
        # It begins with a byte-order mark; a line ends as in Windows, another with a blank, and one is empty.
        file.write_bytes(b"\xef\xbb\xbftough\r\n\nCrane \nable\ntough\n")

        assert words_of_file(str(file)) == {4: ["able"], 5: ["tough", "crane"]}

    @pytest.mark.parametrize("line", [b"don't", b"caf\xe9", b"two words"])  # é in Latin-1
    def test_a_line_that_is_no_word_is_refused_with_its_number(self, tmp_path, line):
        (tmp_path / "words").write_bytes(b"crane\n" + line + b"\n")

        with pytest.raises(DataError, match="line 2: not a word"):
            words_of_file(str(tmp_path / "words"))

    def test_a_file_without_words_is_refused(self, tmp_path):
        (tmp_path / "words").write_text("\n")

        with pytest.raises(DataError, match="no words"):
            words_of_file(str(tmp_path / "words"))

    def test_a_word_that_is_not_in_the_list_is_refused(self, wordlist, tmp_path):
        (tmp_path / "words").write_text("crane\nabcde\n")
        selection = Selection(words=str(tmp_path / "words"), game=GameOptions(wordlist=wordlist))

        with pytest.raises(DataError, match="words: 'abcde' is not in the word list"):
            selection.contest(players=(), is_committed=False)


class TestNameOfTheWordList:
    """The name under which results mention the word list."""

    def test_a_list_that_was_named_keeps_its_name(self, wordlist):
        assert source_name(read_word_games([5], GameOptions(wordlist)), wordlist) == wordlist

    def test_the_packaged_list_is_called_packaged(self):
        assert source_name(read_word_games([4], GameOptions()), None) == "packaged"

    def test_a_list_that_is_found_in_the_working_directory_is_named_beside_it(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "wordlist5.txt").write_text("crane\n")

        assert source_name(read_word_games([4, 5], GameOptions()), None) == "packaged, wordlist5.txt"


FOUR_LETTERS = [f"{number:04}" for number in range(23)]
"""The words of four letters of a contest, each the number of its place: two blocks of ten, and three words more."""
FIVE_LETTERS = [f"{number:05}" for number in range(12)]
"""The words of five letters: one block of ten, and two words more."""


def contest_of(names, order_secret="5ec7e7", words=None):
    """The contest of players with these names of one letter, who play in an order that depends on that secret."""
    players = tuple(player_of(f"{name}=sh") for name in names)
    words_of_lengths = {4: FOUR_LETTERS, 5: FIVE_LETTERS} if words is None else words
    return Contest(players, words_of_lengths, rounds="all", seed=1, wordlist="made up", order_secret=order_secret)


class TestOrderOfPlay:
    def test_players_have_orders_of_their_own_and_put_off_the_word_that_was_just_played(self):
        contest = contest_of("ab", words={4: ["0000", "1111", "2222", "3333"]})

        # The sums that printf '5ec7e7:4:a:0' | sha256sum and its like give put the places in these orders:
        # 0 2 1 3 for a, and 3 2 0 1 for b. In its second game b puts off 2, which a has just played.
        assert [(fixture.player.name, fixture.word) for fixture in contest.fixtures()] == [
            ("a", "0000"), ("b", "3333"),
            ("a", "2222"), ("b", "0000"),
            ("a", "1111"), ("b", "2222"),
            ("a", "3333"), ("b", "1111"),
        ]  # fmt: skip

    @pytest.mark.parametrize("names", ["ab", "abcde"])
    def test_every_player_plays_every_word_once(self, names):
        games = Counter((fixture.player.name, fixture.word) for fixture in contest_of(names).fixtures())

        assert games == Counter(itertools.product(names, FOUR_LETTERS + FIVE_LETTERS))

    @pytest.mark.parametrize("names", ["ab", "abcde"])
    def test_blocks_of_ten_words_are_played_one_after_the_other(self, names):
        blocks = [fixture.index // BLOCK for fixture in contest_of(names).fixtures()]

        assert blocks == sorted(blocks)

    @pytest.mark.parametrize("names", ["ab", "abcde"])
    def test_a_word_is_played_twice_in_a_row_only_as_the_last_one_of_a_player_in_its_block(self, names):
        # Each length has an order of its own.
        fixtures = [fixture for fixture in contest_of(names).fixtures() if len(fixture.word) == 4]

        for place, (before, after) in enumerate(itertools.pairwise(fixtures)):
            if before.word != after.word:
                continue

            # The player of the second game had no other word left in this block.
            later = fixtures[place + 2 :]
            of_the_player = [fixture for fixture in later if fixture.player == after.player]
            assert after.index // BLOCK not in {fixture.index // BLOCK for fixture in of_the_player}

    def test_another_secret_gives_another_order(self):
        fixtures = list(contest_of("ab", order_secret="1").fixtures())

        assert list(contest_of("ab", order_secret="1").fixtures()) == fixtures
        assert list(contest_of("ab", order_secret="2").fixtures()) != fixtures

    def test_without_games_that_were_played_the_others_keep_their_order(self):
        contest = contest_of("abc")
        fixtures = list(contest.fixtures())
        every_third = fixtures[::3]
        played = {contest.number(fixture.player.name, len(fixture.word), fixture.index) for fixture in every_third}

        assert list(contest.fixtures(played)) == [fixture for fixture in fixtures if fixture not in every_third]

    def test_some_rounds_keep_the_order_of_all(self):
        fixtures = list(contest_of("abc").fixtures())

        first_block = [fixture for fixture in fixtures if fixture.index < BLOCK]
        assert list(contest_of("abc").fixtures(rounds=range(BLOCK))) == first_block

    def test_blocks_without_a_round_to_play_are_not_ordered(self, monkeypatch):
        own_order = Contest._own_order
        ordered_blocks = set()

        def noted_order(contest, name, length, start):
            ordered_blocks.add(start)
            return own_order(contest, name, length, start)

        monkeypatch.setattr(Contest, "_own_order", noted_order)
        list(contest_of("abc").fixtures(rounds=range(BLOCK, BLOCK + 1)))

        assert ordered_blocks == {BLOCK}

    def test_blocks_without_a_round_to_play_are_not_even_counted(self):
        # A made-up record may have many words, and is asked for one block after the other. This would take years.
        contest = contest_of("a", words={4: range(10**15)})

        assert [fixture.word for fixture in contest.fixtures(rounds=range(7, 8))] == [7]
