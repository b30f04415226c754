"""The lists themselves: the packaged ones, the contest's, and how they and those of other languages are built."""

import hashlib
import os
import string
import sys
from pathlib import Path

import pytest

from lingo_common.errors import DataError
from tools import packaged_lists
from wordlists import build, reader
from wordlists.word_list import common_words, read_list

LENGTHS = range(4, 14)

# awk 'length == N' of the contest's file, sorted with repetitions dropped, counted with wc
PIT_COUNTS = {4: 6728, 5: 14847, 6: 28127, 7: 39694, 8: 49004, 9: 50655, 10: 43420, 11: 35612, 12: 27669, 13: 19971}


@pytest.mark.parametrize("length", LENGTHS)
def test_a_packaged_list_holds_sorted_words_of_its_length_and_nothing_else(length):
    path = Path(reader.PACKAGED) / f"wordlist{length}.txt"
    words = path.read_text(encoding="ascii").splitlines()
    # From 4,964 words of four letters to 37,174 of eight.
    assert 4_000 < len(words) < 60_000
    assert words == sorted(set(words))
    assert {len(word) for word in words} == {length}
    assert set("".join(words)) <= set(string.ascii_lowercase)
    # So the file's own hash is the fingerprint, and the player recognises it unparsed.
    assert read_list(length, path).fingerprint == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(("length", "count"), PIT_COUNTS.items())
def test_the_contest_list_has_as_many_words_as_awk_counts(pit_list, length, count):
    assert len(read_list(length, pit_list)) == count


def test_the_word_that_the_contest_list_holds_twice_counts_once(pit_list):
    assert pit_list.read_text(encoding="ascii").split().count("animate") == 2
    assert read_list(7, pit_list).words.count("animate") == 1


def test_a_list_is_built_from_lower_case_entries_of_all_categories(tmp_path, monkeypatch, capsys):
    source = tmp_path / "scowl"
    target = tmp_path / "lists"
    source.mkdir()
    target.mkdir()
    for category in packaged_lists.CATEGORIES:
        for size in packaged_lists.SIZES:
            (source / f"{category}-words.{size}").write_bytes(b"")

    (source / "english-words.10").write_bytes(b"zebra\nabbot\nParis\ncaf\xe9s\ndon't\n")
    (source / "british-words.80").write_bytes(b"abbot\nlabour\nhonour\n")
    monkeypatch.setattr(packaged_lists, "PACKAGED", str(target))
    monkeypatch.setattr(packaged_lists, "NOTICE", source / "copyright")  # which is not there, and is not needed

    packaged_lists.main(source)
    assert (target / "wordlist5.txt").read_text() == "abbot\nzebra\n"
    assert (target / "wordlist6.txt").read_text() == "honour\nlabour\n"
    assert "6 letters:      2 words" in capsys.readouterr().out
    assert set((target / "common.txt").read_text().split()) <= {"abbot", "zebra", "honour", "labour"}


@pytest.mark.parametrize("length", LENGTHS)
def test_common_words_are_words_of_the_packaged_list(length):
    common = common_words(length)
    # The fewest are the 788 of thirteen letters.
    assert len(common) > 700
    assert set(common) <= set(read_list(length, reader.PACKAGED).words)


def test_without_the_source_the_builder_says_what_to_install(tmp_path):
    with pytest.raises(DataError, match="install SCOWL"):
        packaged_lists.main(tmp_path)


TEXTS = {
    "french": "élève\nœuvre\naujourd'hui\narc-en-ciel\nélève\n",
    "ngerman": "Straße\nfährt\nÖl\nADAC\nAG\nz.B.\n",
    "dutch": "ijzer\nIJsland\nbijna\n06-nummer\nAmsterdam\n",
}


@pytest.fixture
def dictionaries(tmp_path, monkeypatch):
    """A directory with TEXTS, in the place of the one where Debian's dictionaries are."""
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


def test_a_source_that_is_not_in_utf8_is_named(dictionaries, tmp_path):
    (dictionaries / "dutch").write_bytes("geïnd\n".encode("latin-1"))
    with pytest.raises(DataError, match="dutch: cannot be read: it is not text in UTF-8"):
        build.build_all(["dutch"], tmp_path)


def test_without_any_list_all_packages_are_named(dictionaries, tmp_path):
    for name in TEXTS:
        (dictionaries / name).unlink()
    with pytest.raises(DataError, match="apt-get install wdutch wfrench wngerman wspanish"):
        build.build_all([], tmp_path)


def test_a_directory_of_the_user_that_cannot_be_made_is_named(run, tmp_path):
    """By default the command writes to lingo-bot in the user's directory for data. Here that directory is a file."""
    (tmp_path / "file").write_text("")
    in_a_file = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "file")}
    done = run(sys.executable, "-m", "wordlists.build", "dutch", env=in_a_file)
    assert done.returncode == 1
    assert done.stderr == f"wordlists: {tmp_path}/file/lingo-bot: cannot be made: not a directory\n"


def test_a_language_without_a_list_is_refused_with_those_that_there_are(run):
    done = run(sys.executable, "-m", "wordlists.build", "klingon")
    assert done.returncode == 2
    assert "there are dutch, french, german, spanish" in done.stderr
