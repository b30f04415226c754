"""Lists of other languages, built from dictionaries of a few words as Debian has them."""

import os
import sys

import pytest

from lingo_common.errors import DataError
from wordlists import build

TEXTS = {
    "french": "élève\nœuvre\naujourd'hui\narc-en-ciel\nélève\n",
    "ngerman": "Straße\nfährt\nÖl\nADAC\nAG\nz.B.\n",
    "dutch": "ijzer\nIJsland\nbijna\n06-nummer\nAmsterdam\n",
}


@pytest.fixture
def dictionaries(tmp_path, monkeypatch):
    home = tmp_path / "dict"
    home.mkdir()
    for name, text in TEXTS.items():
        (home / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "DICTIONARIES", str(home))
    return home


def test_every_installed_list_is_built(dictionaries, tmp_path, capsys):
    build.build_all([], tmp_path / "my lists")
    built = {path.name: path.read_text(encoding="utf-8").split() for path in (tmp_path / "my lists").iterdir()}
    assert built == {
        "french.txt": ["élève", "œuvre"],
        "german.txt": ["fährt", "straße", "öl"],  # nouns have capitals; abbreviations are left out
        "dutch.txt": ["bijna", "ijzer"],  # a capital marks a name
    }
    assert f"{tmp_path}/my lists/french.txt: 2 words, 2 of 5 letters\n" in capsys.readouterr().out


def test_a_missing_list_is_named_with_its_package(dictionaries, tmp_path):
    with pytest.raises(DataError, match="spanish is missing; install it first: apt-get install wspanish"):
        build.build_all(["spanish"], tmp_path)
    for name in TEXTS:
        (dictionaries / name).unlink()
    with pytest.raises(DataError, match="apt-get install wdutch wfrench wngerman wspanish"):
        build.build_all([], tmp_path)


def test_the_command_writes_into_the_users_directory(run, tmp_path):
    command = [sys.executable, "-m", "wordlists.build"]
    unknown = run(*command, "klingon")
    assert (unknown.returncode, "there are dutch, french, german, spanish" in unknown.stderr) == (2, True)
    (tmp_path / "file").write_text("")
    blocked = run(*command, "dutch", env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "file")})
    assert blocked.returncode == 1
    assert blocked.stderr == f"wordlists: {tmp_path}/file/lingo-bot: cannot be made: not a directory\n"
