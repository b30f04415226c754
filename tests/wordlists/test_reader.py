"""The reader of word lists: what it forgives, drops and refuses, and which file it takes."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from lingo_common.errors import DataError
from wordlists import reader
from wordlists.spelling import Spelling, spelling_of
from wordlists.word_list import WordList, fingerprint, read_list

ROOT = Path(__file__).parents[2]

CAT_COW_DOG = "5b7f549ceb82cfe89a7a6739827fe03c99cefa716f563bd645c19c25fc26725e"
"""What `printf 'cat\\ncow\\ndog\\n' | sha256sum` prints."""

MESSY = {
    "plain": b"cat\ncow\ndog\n",
    "no last line end": b"cat\ncow\ndog",
    "carriage returns": b"cat\r\ncow\r\ndog\r\n",
    "old Macintosh": b"cat\rcow\rdog\r",
    "byte-order mark": b"\xef\xbb\xbfcat\ncow\ndog\n",
    "capitals": b"Cat\nCOW\ndoG\n",
    "white space around": b"  cat\ncow \t\n\tdog\v\f\n",
    "blank lines": b"\n\ncat\n\n \n\r\ncow\ndog\n\n",
    "repetitions": b"cat\ndog\nCAT\ncow\ndog\r\n",
    "other lengths": b"cats\nca\ncat\ncow\nc\ncoward\ndog\n",
    "apostrophes and digits": b"c't\nca7\n---\ncat\ncow\ndog\n",
    "Latin-1": b"caf\xe9\n\xe9tr\ncat\ncow\ndog\n",
    "UTF-8 of other lengths": "ö\nñu\nélan\ncat\ncow\ndog\n".encode(),
    "entries with space inside": b"dog house\nice age\npig pen\na b\ncat\ncow\ndog\n",
    "a space in three characters": b"a b\ncat\ncow\ndog\n",
    "a tab between two words": b"pig\tpen\ncat\ncow\ndog\n",
    "a file separator between two words": b"pig\x1cpen\ncat\ncow\ndog\n",
    "backwards": b"dog\ncow\ncat\n",
}
"""Contents of a file whose words of three letters are cat, cow and dog."""


@pytest.mark.parametrize("content", MESSY.values(), ids=MESSY)
def test_a_messy_file_holds_the_same_three_words_as_a_plain_one(tmp_path, content):
    file = tmp_path / "words"
    file.write_bytes(content)
    word_list = read_list(3, file)
    assert word_list.words == ["cat", "cow", "dog"]
    assert word_list.fingerprint == CAT_COW_DOG


FRENCH = "Élève\nele\u0300ve\ncœur\nœuvre\nnoël\nstraße\nmañana\n"
"""The second line is decomposed: e and a combining accent."""


def words_in(tmp_path, text, length, **spelling):
    """The words of that length in a file of that text; spelling: arguments of spelling_of."""
    (tmp_path / "words").write_text(text, encoding="utf-8")
    return read_list(length, tmp_path / "words", spelling_of(**spelling)).words


@pytest.mark.parametrize(("text", "fold", "words"), [
    (FRENCH, False, ["elève", "élève", "œuvre"]),
    (FRENCH, False, ["mañana", "straße"]),
    ("Щука\nрыба\nёлка\n", False, ["рыба", "щука", "ёлка"]),
    ("ΟΔΟΣ\n", False, ["οδοσ"]),
    (FRENCH, True, ["coeur", "eleve"]),
    (FRENCH, True, ["manana", "oeuvre"]),
    (FRENCH, True, ["strasse"]),
    ("ёлка\nмой\n", True, ["ёлка"]),
])  # fmt: skip
def test_letters_of_any_alphabet_are_normalised_and_those_of_latin_folded(tmp_path, text, fold, words):
    assert words_in(tmp_path, text, len(words[0]), fold=fold) == words


@pytest.mark.parametrize(("length", "written"), [(6, ["ijsland"]), (4, ["schijn", "ijsje"])])
def test_groups_count_as_one_letter_and_are_written_out_again(tmp_path, length, written):
    """With ij and ch as one letter each, IJsland has six letters, schijn and ijsje have four, and no others do."""
    words = words_in(tmp_path, "IJsland\nschijn\nijs\nbij\nijsje\nbeige\nkachel\n", length, letters="ij,ch")
    assert {len(word) for word in words} == {length}
    assert [spelling_of(letters="ij,ch").write(word) for word in words] == written


def test_nothing_is_said_of_a_list_of_words_alone(tmp_path):
    (tmp_path / "words").write_bytes(b"cat\ncow\n")
    assert read_list(3, tmp_path / "words").left_out is None


@pytest.mark.parametrize(("length", "content", "sentence"), [
    (3, b"c't\nca7\ncat\n", "2 entries of 3 characters left out: not letters only, as in 'c't'"),
    (4, b"caf\xe9\ntree\n", "1 entry of 4 characters left out: not valid UTF-8, as in 'caf\ufffd'"),
])  # fmt: skip
def test_entries_that_are_left_out_are_counted(tmp_path, length, content, sentence):
    (tmp_path / "words").write_bytes(content)
    assert read_list(length, tmp_path / "words").left_out == f"{tmp_path}/words: {sentence}"


KOREAN = [chr(0xAC00 + number) for number in range(256)]
"""The first syllables of the Korean block of Unicode, each a word of one letter."""


def test_an_alphabet_of_255_letters_is_read(tmp_path):
    (tmp_path / "words").write_text("\n".join(KOREAN[:255]), encoding="utf-8")
    assert len(read_list(1, tmp_path / "words")) == 255


def test_an_alphabet_of_more_than_255_letters_is_refused(tmp_path):
    (tmp_path / "words").write_text("\n".join(KOREAN), encoding="utf-8")
    with pytest.raises(DataError, match="256 different letters: 255 at most"):
        read_list(1, tmp_path / "words")


def test_groups_that_count_as_a_letter_are_counted_too(tmp_path):
    # 10 × 25 groups, beside which six letters are enough.
    groups = ["".join(letters) for letters in product("abcdefghij", "abcdefghijklmnopqrstuvwxy")]
    (tmp_path / "words").write_text("\n".join([*groups, *"abcdef"]))
    with pytest.raises(DataError, match="256 different letters: 255 at most"):
        read_list(1, tmp_path / "words", spelling_of(letters=",".join(groups)))


def test_the_fingerprint_is_the_hash_of_the_words_with_a_newline_after_each():
    assert fingerprint(["cat", "cow", "dog"]) == CAT_COW_DOG


# The second list has the same letters in the same order.
@pytest.mark.parametrize("words", [["cat", "cow", "pig"], ["catc", "owdog"]])
def test_other_words_have_another_fingerprint(words):
    assert fingerprint(words) != CAT_COW_DOG


@pytest.mark.parametrize("word", ["cat", "cow", "dog"])
def test_a_word_is_in_its_list(word):
    assert word in WordList(3, ["cat", "cow", "dog"], "three")


@pytest.mark.parametrize("value", ["a", "cau", "zoo", "", "CAT", None, 3])
def test_anything_else_is_not_in_the_list(value):
    assert value not in WordList(3, ["cat", "cow", "dog"], "three")


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """A working directory with a list of all lengths and one of five letters."""
    (tmp_path / "wordlist.txt").write_text("abbey\nabbot\nacorn\nable\n")
    (tmp_path / "wordlist5.txt").write_text("zebra\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("length", "source", "words"), [
    (5, ".", ["zebra"]),
    (4, ".", ["able"]),
    (5, "wordlist.txt", ["abbey", "abbot", "acorn"]),
    (5, None, ["zebra"]),
    (4, None, ["able"]),
])  # fmt: skip
def test_a_file_of_the_length_comes_before_one_of_all_lengths(length, source, words, directory):
    assert read_list(length, source).words == words


@pytest.mark.parametrize(("length", "source", "why"), [
    (7, None, r"^wordlist\.txt: no words of 7 letters"),  # no other list is looked for
    (5, "empty", r"holds neither wordlist5\.txt nor wordlist\.txt$"),
])  # fmt: skip
def test_a_source_without_words_of_the_length_is_an_error(length, source, why, directory):
    with pytest.raises(DataError, match=why):
        read_list(length, source)


def test_without_a_list_the_packaged_one_is_read(directory, monkeypatch):
    monkeypatch.chdir(directory / "empty")
    assert read_list(5).path == os.path.join(reader.PACKAGED, "wordlist5.txt")


@pytest.mark.parametrize("length", [3, 14])
def test_a_length_that_no_packaged_list_has_needs_a_list_of_ones_own(length, directory, monkeypatch):
    monkeypatch.chdir(directory / "empty")
    with pytest.raises(DataError, match="only of 4 to 13 letters: give your own list"):
        read_list(length)


REFUSED = {
    "empty": (b"", "no words of 5 letters"),
    "only a byte-order mark": (b"\xef\xbb\xbf", "no words of 5 letters"),
    "no word of the length": (b"cat\ndog\n", "no words of 5 letters, only of 3$"),
    "Latin-1": (
        b"caf\xe9\nabc\xe9d\n",
        r"no words of 5 letters; it is not text in UTF-8 \(line 1\): iconv -f LATIN1 -t UTF-8",
    ),
    "words of other lengths": (b"able\nbishop\n", "no words of 5 letters, only of 4, 6$"),
    "UTF-16 without its mark": ("zebra\n".encode("utf-16-le"), "not a text file"),
    "UTF-16 with its mark": (b"\xff\xfe" + "žžžžž\n".encode("utf-16-le"), "not a text file"),
    "more bytes than the limit": (b"zebra\n" * 50, "it has more than 0 MiB"),
    "UTF-16, big end first": (b"\xfe\xff" + "žžžžž\n".encode("utf-16-be"), "not a text file"),
}
"""The content of a file, and what is wrong with it for words of five letters."""


@pytest.mark.parametrize(("content", "why"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_is_no_word_list_is_refused_in_one_line(tmp_path, content, why, monkeypatch):
    # All of these files are smaller, but for the one with more bytes than the limit. The message rounds to MiB.
    monkeypatch.setattr(reader, "LARGEST_LIST", 200)
    file = tmp_path / "words.txt"
    file.write_bytes(content)
    with pytest.raises(DataError, match=rf"\A{file}: .*{why}.*\Z"):
        read_list(5, file)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable to root")
def test_a_file_without_permission_is_an_error(tmp_path):
    file = tmp_path / "words"
    file.write_text("zebra\n")
    file.chmod(0)
    with pytest.raises(DataError, match="permission denied"):
        read_list(5, file)


def test_a_turkish_word_vanishes_from_no_list_in_silence(tmp_path):
    path = tmp_path / "turkish.txt"
    path.write_text("ILICA\nİzmir\nizine\n", encoding="utf-8")
    plain = read_list(5, path)

    assert plain.words == ["ilica", "izine"]
    assert "1 entry of 5 characters left out: İ is a letter of Turkish, which --language tr reads" in plain.left_out

    turkish = read_list(5, path, Spelling(language="tr"))
    assert turkish.words == ["izine", "izmir", "ılıca"]
    assert turkish.left_out is None


def test_capital_i_is_read_as_in_turkish_in_a_list_of_ascii_alone(tmp_path):
    assert words_in(tmp_path, "ILICA\nkalem\n", 5, language="tr") == ["kalem", "ılıca"]


def test_the_player_loads_none_of_these_modules_with_its_list():
    """They would delay its first guess. With -S no .pth file of an environment can load modules of its own."""
    script = "import sys; before = set(sys.modules); import wordlists.word_game; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"collections", "typing", "re", "wordlists.reply"} & set(done.stdout.split())
