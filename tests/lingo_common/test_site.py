"""docs/ builds as a site without a warning, and the site asks nobody for anything."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADED = re.compile(
    r"""(?:<script[^>]*\ssrc|<link[^>]*\shref|<img[^>]*\ssrc)=["']?(?:https?:)?//|(?:url\(|@import )["']?https?:"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("mkdocs")
    home = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(home)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return home


def test_every_page_is_there(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {page if page.name != "README.html" else Path("index.html") for page in pages} <= {
        path.relative_to(site) for path in site.rglob("*.html")
    }


def test_nothing_is_loaded_from_elsewhere(site):
    texts = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    assert len(texts) > 15
    assert not [path for path in texts if LOADED.search(path.read_text())]


def test_links_out_of_the_docs_are_text(site):
    assert 'href="../' not in (site / "referee.html").read_text()
    assert "tests/referee/test_resume.py" in (site / "referee.html").read_text()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_of_the_repository_s_pages_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text())
    assert links and not [link for link in links if not (ROOT / link).exists()]
