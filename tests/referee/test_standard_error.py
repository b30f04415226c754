"""What is kept of a player's standard error."""

import pytest

from referee.game.head_and_tail import HeadAndTail


@pytest.mark.usefixtures("nothing_left_behind")
def test_of_three_megabytes_on_standard_error_the_first_and_the_last_lines_are_recorded(play_for_dozes):
    record = play_for_dozes("floods_standard_error.sh", "dozes")

    assert record.stderr_head.startswith("the very beginning\n")
    assert record.stderr_tail.endswith("the very end\n")
    # 4096 bytes of each, and a line that says how much is left out.
    assert len(record.stderr_head) + len(record.stderr_tail) < 10_000


class TestHeadAndTail:
    """HeadAndTail(4) keeps at most 4 bytes of the beginning of a stream and 4 of its end."""

    @pytest.mark.parametrize(("chunks", "head", "tail"), [
        ([], "", ""),
        ([b"abc"], "abc", ""),
        ([b"abcd", b"e"], "abcde", ""),
        ([b"abcdefghijkl"], "abcd", "[... 4 bytes left out ...]\nijkl"),
        ([b"ab", b"cdef", b"g", b"hijkl"], "abcd", "[... 4 bytes left out ...]\nijkl"),
    ])  # fmt: skip
    def test_a_stream_without_lines_is_cut_anywhere(self, chunks, head, tail):
        stream = HeadAndTail(4)
        for chunk in chunks:
            stream.add(chunk)

        assert stream.texts() == (head, tail)

    def test_a_stream_of_lines_is_cut_at_line_ends(self):
        stream = HeadAndTail(4)
        stream.add(b"a\nbcd")
        stream.add(b"e\nfghi\nj")

        assert stream.texts() == ("a\n", "[... 10 bytes left out ...]\nj")
