"""The pages that the site hosts: they can be installed, and work without a network after a visit."""

import json
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from page_in_browser import load, reload, text
from waiting import wait_until

from tools.hosted_pages import BUTTON_LENGTH, LENGTHS, hosted_files, try_now
from wordlists.word_list import read_list

TRY = Path(__file__).parents[2] / "docs" / "try"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder `try` of the site with the page of five letters."""
    home = tmp_path_factory.mktemp("try") / "try"
    shutil.copytree(TRY, home)
    for name, content in hosted_files([5]).items():
        (home / name).write_text(content, encoding="utf-8")
    return home


@pytest.fixture
def server(folder):
    """A web server for that folder, which listens until the test stops it."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


IS_KEPT = "navigator.serviceWorker.ready.then(({active}) => active.state === 'activated').then(arguments[0])"
"""Whether the browser keeps the page: its worker is at work."""


def test_a_page_works_without_a_network_after_a_visit(browser, server):
    load(browser, f"http://127.0.0.1:{server.server_port}/try/lingo-5.html")
    wait_until(lambda: browser.execute_async_script(IS_KEPT))
    server.shutdown()
    server.server_close()
    reload(browser)

    candidates = len(read_list(5).words)
    assert text(browser, "assist-count") == f"{candidates:,} candidates"


def test_a_browser_whose_store_is_full_shows_further_pages(browser, server, folder):
    (folder / "lingo-5-again.html").write_text((folder / "lingo-5.html").read_text())
    origin = f"http://127.0.0.1:{server.server_port}"
    load(browser, f"{origin}/try/lingo-5.html")
    wait_until(lambda: browser.execute_async_script(IS_KEPT))
    browser.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})

    load(browser, f"{origin}/try/lingo-5-again.html")

    assert text(browser, "assist-count") == f"{len(read_list(5).words):,} candidates"


def test_a_browser_offers_to_install_a_page(browser, server):
    load(browser, f"http://127.0.0.1:{server.server_port}/try/lingo-5.html")
    manifest = browser.execute_cdp_cmd("Page.getAppManifest", {})
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Lingo, 5 letters"

    # That the browser of the test is incognito says nothing of the page.
    faults = browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


def test_a_manifest_names_icons_that_are_there(folder):
    manifest = json.loads((folder / "lingo-5.webmanifest").read_text())
    assert {icon["src"] for icon in manifest["icons"]} == {"icon-192.png", "icon-512.png", "icon.svg"}
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    assert (folder / manifest["start_url"]).is_file()


def test_the_front_page_links_every_packaged_length():
    links = try_now()
    assert [length for length in LENGTHS if f"(try/lingo-{length}.html)" not in links] == []
    # The button stands before the links of the other lengths.
    assert links.index(f"lingo-{BUTTON_LENGTH}.html") < links.index(f"lingo-{LENGTHS[0]}.html")
