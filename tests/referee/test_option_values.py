"""Values of options: sizes, times and user ids."""

import pytest

from referee.contest.limits import Limits, id_range, seconds, size


@pytest.mark.parametrize(("text", "count"), [
    ("1", 1), ("65536", 65_536), ("64K", 65_536), ("10m", 10_485_760), ("2G", 2_147_483_648),
])  # fmt: skip
def test_a_size_is_a_number_of_bytes(text, count):
    assert size(text) == count


@pytest.mark.parametrize("text", ["0", "0K", "K"])
def test_a_size_needs_a_number_above_0(text):
    with pytest.raises(ValueError, match=f"'{text}' is no"):
        size(text)


@pytest.mark.parametrize(("value", "number"), [("0.5", 0.5), (86400, 86400.0)])
def test_a_time_is_a_number_of_seconds(value, number):
    assert seconds(value) == number


@pytest.mark.parametrize("text", ["0", "86400.5", "nan"])
def test_a_time_is_above_0_and_at_most_a_day(text):
    with pytest.raises(ValueError, match=f"'{text}' is no"):
        seconds(text)


# The kernel takes the number 4294967295, which is -1 in 32 bits, for no user at all.
def test_user_ids_end_at_the_last_one_of_the_kernel():
    assert id_range("4294967200-4294967294") == range(4294967200, 4294967295)


@pytest.mark.parametrize("text", ["0-9", "4294967200-4294967295", "7-7", "9-7", "7"])
def test_user_ids_are_two_or_more_that_exist_without_that_of_root(text):
    with pytest.raises(ValueError, match=f"'{text}' is no range of at least 2 user ids"):
        id_range(text)


@pytest.mark.parametrize(("value", "text"), [("1K", "1 KiB"), ("100", "100 bytes"), ("3M", "3 MiB")])
def test_a_limit_on_memory_is_shown_in_its_own_unit(value, text):
    assert f"memory: {text}," in str(Limits(memory=value))
