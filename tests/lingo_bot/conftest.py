"""The page of Lingo with five letters, and a browser in which pages are opened."""

import pytest
from page_in_browser import addresses_asked, load, made_page, reset_screen

LOCAL = ("file:", "data:", "blob:", "http://127.0.0.1")
"""How addresses begin that no server elsewhere answers."""


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The path of the page of Lingo with five letters."""
    return made_page(tmp_path_factory.mktemp("a page of ü") / "lingo 5.html", "5")


@pytest.fixture(scope="session")
def empty_page(tmp_path_factory):
    """The address of a page without a program; it has the same stores as all pages that are files."""
    path = tmp_path_factory.mktemp("empty") / "empty.html"
    path.write_text("<!doctype html><title>empty</title>")
    return path.as_uri()


@pytest.fixture
def opened(browser, empty_page):
    """opened(path, part): the browser with that part of a page, which the browser keeps nothing for.

    After the test the console must be empty, and no server elsewhere may have been asked for anything.
    """
    browser.implicitly_wait(0)

    def open_page(path, part="assist", help_read=True):
        if isinstance(path, str):
            address = path
            load(browser, address)  # the stores of a server can be emptied by a page of this server only
        else:
            address = path.as_uri()
            browser.get(empty_page)

        browser.execute_script("localStorage.clear(); sessionStorage.clear()")
        if help_read:
            browser.execute_script("""localStorage.setItem("lingo-bot.help", '"seen"')""")
        browser.get_log("browser")
        browser.get_log("performance")
        load(browser, f"{address}#{part}")
        return browser

    yield open_page
    reset_screen(browser)
    assert browser.get_log("browser") == []
    assert [address for address in addresses_asked(browser) if not address.startswith(LOCAL)] == []
    browser.implicitly_wait(30)
