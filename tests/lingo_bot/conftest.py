"""A small book with its list, pages of Lingo with five letters, and a browser in which pages are opened."""

import zlib
from itertools import count

import pytest
from made_books import NODES, WORDS, book_file, columns
from page_in_browser import SMALL_PAGE_ANSWERS, SMALL_PAGE_GUESSES, addresses_asked, load, made_page, reset_screen

LOCAL = ("file:", "data:", "blob:", "http://127.0.0.1", "chrome:", "chrome-untrusted:")
"""How addresses begin that no server elsewhere answers; the last two are of the page with which the browser begins."""

EMPTY_STORES = """
if (location.protocol !== "file:") return false
try {
    localStorage.clear()
    sessionStorage.clear()
    if (arguments[0]) localStorage.setItem("lingo-bot.help", '"seen"')
} catch {
    return false
}
// The page that is left may still get an answer from its worker, and must not keep it for the next one.
Storage.prototype.setItem = () => {}
return true
"""
"""Empties the stores that all pages which are files share, and returns whether it could.

Its argument is whether the help counts as read, so that it does not open by itself.
It cannot where the browser shows a page of a server, which has other stores, nor where a test makes the stores refuse.
"""


@pytest.fixture
def book(tmp_path):
    """The path of a book with the tree made_books.TREE."""
    # struct's types of the columns: H, of 2 bytes, for guesses and numbers of children, B, of 1 byte, for replies.
    return book_file(tmp_path / "mine.book", zlib.compress(columns("HBH", NODES)))


@pytest.fixture
def source(tmp_path):
    """The path of the list of made_books.WORDS."""
    (tmp_path / "words").write_text("\n".join(WORDS))
    return str(tmp_path / "words")


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The path of the page of Lingo with five letters; like a user's, it may have spaces and letters beyond ASCII."""
    return made_page(tmp_path_factory.mktemp("a page of ü") / "lingo 5.html", "5")


@pytest.fixture(scope="session")
def small_page(tmp_path_factory):
    """The path of a page with few words, where advice and reviews take no time; it hides SMALL_PAGE_ANSWERS."""
    directory = tmp_path_factory.mktemp("small page")
    (directory / "answers.txt").write_text("\n".join(SMALL_PAGE_ANSWERS))
    (directory / "words.txt").write_text("\n".join(SMALL_PAGE_ANSWERS + SMALL_PAGE_GUESSES))
    lists = ["--wordlist", str(directory / "words.txt"), "--answers", str(directory / "answers.txt")]
    return made_page(directory / "small.html", "5", *lists)


@pytest.fixture(scope="session")
def empty_page(tmp_path_factory):
    """The address of a page without a program; it has the same stores as all pages that are files."""
    path = tmp_path_factory.mktemp("empty") / "empty.html"
    path.write_text("<!doctype html><title>empty</title>")
    return path.as_uri()


@pytest.fixture(scope="session")
def page_numbers():
    """Numbers that make each address of a page another one: a browser would not load the same one again."""
    return count(1)


@pytest.fixture
def opened(browser, empty_page, page_numbers):
    """opened(path, part): the browser with that part of a page, without anything that an earlier page has stored.

    After the test the console must be empty, and no server elsewhere may have been asked for anything.
    """

    def open_page(path, part="assist", help_read=True):
        """Load that part with empty stores; path: a file, or a server's address; help_read: the help does not open."""
        if isinstance(path, str):
            # The stores of a server are new, because its port is; so the page begins with its help.
            address = path
        else:
            address = path.as_uri()
            if not browser.execute_script(EMPTY_STORES, help_read):
                browser.get(empty_page)
                browser.execute_script(EMPTY_STORES, help_read)

        load(browser, f"{address}?{next(page_numbers)}#{part}")
        return browser

    yield open_page

    reset_screen(browser)
    assert browser.get_log("browser") == []
    assert [address for address in addresses_asked(browser) if not address.startswith(LOCAL)] == []
