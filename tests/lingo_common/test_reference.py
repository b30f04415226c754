"""docs/reference is what the commands say of themselves."""

import pytest

from tools import reference_pages


@pytest.mark.parametrize(
    "path, text", reference_pages.pages().items(), ids=[path.stem for path in reference_pages.pages()]
)
def test_the_page_is_current(path, text):
    assert path.read_text(encoding="utf-8") == text, "run make reference"


def test_every_page_has_a_program():
    assert set(reference_pages.HOME.iterdir()) == set(reference_pages.pages())
