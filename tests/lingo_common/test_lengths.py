"""Word lengths as people type them."""

import click
import pytest

from lingo_common.cli.rules_options import lengths_of


@pytest.mark.parametrize(("text", "lengths"), [
    ("5", (5,)), ("4-13", tuple(range(4, 14))), ("7,5", (5, 7)), ("5, 7", (5, 7)), (" 4 - 6 ,5", (4, 5, 6)),
])  # fmt: skip
def test_lengths(text, lengths):
    assert lengths_of(text) == lengths


@pytest.mark.parametrize("text", ["", "5,", "7-5", "7-5,9", "4..5", "-5", "five", "5 7", "9999"])
def test_no_lengths(text):
    with pytest.raises(click.BadParameter, match="is not a list of lengths such as"):
        lengths_of(text)


@pytest.mark.parametrize("text", ["0-5", "20-21", "64"])
def test_other_lengths(text):
    with pytest.raises(
        click.BadParameter,
        match=r"words have 1 to 20 letters, not '.*'",
    ):
        lengths_of(text)
