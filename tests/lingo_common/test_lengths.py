"""Word lengths as people type them."""

import click
import pytest

from lingo_common.cli.lengths import lengths_of


@pytest.mark.parametrize(
    ("text", "lengths"),
    [("5", (5,)), ("4-13", tuple(range(4, 14))), ("7,5", (5, 7)), ("5, 7", (5, 7)), (" 4 - 6 ,5", (4, 5, 6))],
)
def test_lengths(text, lengths):
    assert lengths_of(text, 4, 13) == lengths


@pytest.mark.parametrize("text", ["", "5,", "7-5", "7-5,9", "4..5", "-5", "five", "5 7", "9999"])
def test_no_lengths(text):
    with pytest.raises(click.BadParameter, match="is not a list of lengths such as"):
        lengths_of(text, 4, 13)


@pytest.mark.parametrize("text", ["3-5", "13-14"])
def test_other_lengths(text):
    with pytest.raises(click.BadParameter, match="lengths are 4 to 13"):
        lengths_of(text, 4, 13)
