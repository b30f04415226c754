"""The draw, against orders that sha256sum and sort gave in a shell: printf '7:crane' | sha256sum."""

import pytest

from codebreaker.rules import GameOptions
from lingo_common.errors import DataError
from referee.contest.draw import draw_words, in_drawing_order, words_of_file
from referee.contest.lists import read_word_games, source_name
from referee.contest.selection import Selection

BY_SHA256SUM = ["blimp", "dozes", "crane", "tough", "dents"]
"""Seed 7; the sums begin 3ae8, 3d95, 5168, 9c1b, fb62."""


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
            selection.contest(())


def test_the_name_under_which_results_mention_the_word_list(wordlist, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wordlist5.txt").write_text("crane\n")
    for lengths, source, name in (([5], wordlist, wordlist), ([4], None, "packaged")):
        assert source_name(read_word_games(lengths, source), source) == name
    assert source_name(read_word_games([4, 5], None), None) == "packaged, wordlist5.txt"
