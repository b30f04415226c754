"""docs/ builds as a site without a warning, and the site asks nobody for anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import codebreaker
import lingo_bot
import referee

ROOT = Path(__file__).parents[2]
LOADED_FROM_ELSEWHERE = (
    re.compile(r"""<script[^>]*\ssrc=["']?(?:https?:)?//"""),
    re.compile(r"""<link[^>]*\shref=["']?(?:https?:)?//"""),
    re.compile(r"""<img[^>]*\ssrc=["']?(?:https?:)?//"""),
    re.compile(r"""(?:url\(|@import )["']?https?:"""),
)
"""A script, style, image or font that a page takes from a server; a link for people is none."""
ERRORS_OF_ALL_PACKAGES = {"DataError", "ProgramError", "UsageError"}
"""They are defined in lingo_common, which has no page."""
PATIENCE = 900
"""Seconds after which building the site has hung. It takes half a minute, on a busy machine more than two minutes."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The directory of the site, built without a warning."""
    pytest.importorskip("material")
    home = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(home)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    return home


def test_every_page_is_there(site):
    sources = (ROOT / "docs").rglob("*.md")
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in sources}
    # The front page is made of docs/README.md.
    pages = pages - {Path("README.html")} | {Path("index.html")}
    assert pages <= {path.relative_to(site) for path in site.rglob("*.html")}


def test_nothing_is_loaded_from_elsewhere(site):
    paths = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    # docs/ has more pages than this.
    assert len(paths) > 15
    for path in paths:
        text = path.read_text()
        assert not any(pattern.search(text) for pattern in LOADED_FROM_ELSEWHERE), path


def test_links_out_of_the_docs_are_text(site):
    page = (site / "referee.html").read_text()
    assert 'href="../' not in page
    # docs/referee.md has a link to this file, which is not on the site.
    assert "tests/referee/test_resume.py" in page


def test_the_front_page_leads_to_the_page_to_try(site):
    front = (site / "index.html").read_text()
    for link in ("try/lingo-5.html", "try/lingo-13.html", "tutorial.html"):
        assert f'href="{link}"' in front

    assert (site / "try" / "lingo-13.html").is_file()
    assert (site / "try" / "sw.js").is_file()


def test_the_page_about_trying_leads_to_the_page_to_try(site):
    assert 'href="try/lingo-5.html"' in (site / "try-it.html").read_text()


@pytest.mark.parametrize("package", [codebreaker, lingo_bot, referee], ids=lambda package: package.__name__)
def test_python_pages_come_from_docstrings(site, package):
    page = (site / "api" / f"{package.__name__}.html").read_text()
    names = set(package.__all__) - ERRORS_OF_ALL_PACKAGES
    assert names
    assert not [name for name in names if f'id="{package.__name__}.{name}"' not in page]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_of_the_repository_s_pages_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text())
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]
