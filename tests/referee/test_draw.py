"""The draw, against orders that sha256sum and sort gave in a shell: printf '7:crane' | sha256sum."""

import pytest

from lingo_common.errors import DataError
from referee.contest.draw import ALL, check_in_lists, draw_words, in_drawing_order, words_of_file
from referee.contest.lists import read_lists, source_name

BY_SHA256SUM = ["blimp", "dozes", "crane", "tough", "dents"]
"""Seed 7; the sums begin 3ae8, 3d95, 5168, 9c1b, fb62."""


class TestDraw:
    def test_golden_order(self):
        assert in_drawing_order(sorted(BY_SHA256SUM), 7) == BY_SHA256SUM

    def test_order_of_the_list_is_of_no_influence(self):
        assert in_drawing_order(BY_SHA256SUM[::-1], 7) == BY_SHA256SUM

    def test_other_seed_other_order(self):
        assert in_drawing_order(BY_SHA256SUM, 8) != BY_SHA256SUM

    def test_more_rounds_begin_with_fewer(self, wordlist):
        lists = read_lists([4, 5], wordlist)
        assert draw_words(lists, 4, 1)[5][:2] == draw_words(lists, 2, 1)[5]
        assert len(set(draw_words(lists, 4, 1)[5])) == 4

    def test_all(self, wordlist):
        words = draw_words(read_lists([5], wordlist), ALL, 1)[5]
        assert sorted(words) == ["blimp", "cozen", "crane", "dents", "dozes", "tough"]

    def test_too_few_words_name_the_length(self, wordlist):
        with pytest.raises(DataError, match="only 1 words of 7 letters for 2 rounds"):
            draw_words(read_lists([5, 7], wordlist), 2, 1)


class TestWordsOfFile:
    def test_order_case_and_repetition(self, tmp_path):
        file = tmp_path / "given"
        file.write_bytes(b"\xef\xbb\xbftough\r\n\nCrane \nable\ntough\n")
        assert words_of_file(str(file)) == {4: ["able"], 5: ["tough", "crane"]}

    @pytest.mark.parametrize("line", [b"don't", b"caf\xe9", b"two words"])
    def test_line_that_is_no_word(self, tmp_path, line):
        file = tmp_path / "given"
        file.write_bytes(b"crane\n" + line + b"\n")
        with pytest.raises(DataError, match="line 2: not a word"):
            words_of_file(str(file))

    def test_empty(self, tmp_path):
        file = tmp_path / "given"
        file.write_bytes(b"\n")
        with pytest.raises(DataError, match="no words"):
            words_of_file(str(file))

    def test_word_outside_the_list(self, wordlist):
        with pytest.raises(DataError, match="given: 'abcde' is not in the word list"):
            check_in_lists({5: ["crane", "abcde"]}, read_lists([5], wordlist), "given")


class TestCalled:
    """The name under which results mention the word list."""

    def test_as_the_user_gave_it(self, wordlist):
        assert source_name(read_lists([5], wordlist), wordlist) == wordlist

    def test_packaged(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert source_name(read_lists([4, 5], None), None) == "packaged"

    def test_working_directory_beside_packaged(self, tmp_path, monkeypatch):
        (tmp_path / "wordlist5.txt").write_text("crane\n")
        monkeypatch.chdir(tmp_path)
        assert source_name(read_lists([4, 5], None), None) == "packaged, wordlist5.txt"
