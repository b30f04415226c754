"""The working directory of a game: the next game finds it as the first game did."""

import codecs
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from users import NOBODY

from referee.game.working_directory import WorkingDirectory
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

DAMAGE = {
    "a file is added": "echo note > notes",
    "a list is changed": "chmod u+w wordlist5.txt; echo aaaaa > wordlist5.txt",
    "a list is removed": "rm -f wordlist.txt",
    "a list is older": "touch -d 2001-01-01 wordlist.txt",
    "a list is a copy": "mv wordlist.txt other; cp other wordlist.txt; rm other",
    "the directory is closed": "chmod 0 .",
    "directories are closed": "mkdir -p a/b/c; touch a/b/c/d; chmod 0 a/b/c a/b a",
    "the directory is a link": 'mkdir "$PWD.other"; rm -rf "$PWD"; ln -s "$PWD.other" "$PWD"',
    "the directory above is gone": 'rm -rf "$(dirname "$PWD")"',
}
"""What players do to their working directory, which holds the word lists: shell commands."""


def modes_and_texts(directory):
    """The permissions and the text of each file of a directory, by name."""
    files = {}
    for name in os.listdir(directory):
        path = Path(directory, name)
        files[name] = (path.lstat().st_mode, path.read_text())
    return files


class TestWorkingDirectory:
    """The next game finds the working directory as the first game found it."""

    @pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
    def test_what_a_player_changed_is_put_in_order(self, play_for_dozes, working_directory, damage):
        before = modes_and_texts(working_directory.path)

        play_for_dozes("tells.sh", damage)

        assert modes_and_texts(working_directory.path) == before

    @pytest.fixture
    def ordinary_user(self):
        """This process belongs to an ordinary user, for whom permissions hold, also where root runs the tests."""
        user = os.geteuid()
        # Python loads this codec when it is first needed, and the ordinary user may be unable to read its file then.
        codecs.lookup("ascii")
        if user == 0:
            os.seteuid(NOBODY)
        yield
        os.seteuid(user)

    @pytest.mark.usefixtures("ordinary_user")
    @pytest.mark.parametrize("mode", [0o000, 0o555], ids=["closed", "read-only"])
    def test_a_directory_that_its_owner_may_not_write_is_put_in_order(self, mode):
        any_place = SimpleNamespace(directory=None)
        with WorkingDirectory({4: WordGame(WordList(4, ["able"], "one word"))}, any_place) as directory:
            before = modes_and_texts(directory.path)
            os.chmod(directory.path, mode)
            os.chmod(os.path.dirname(directory.path), mode)

            directory.restore()

            assert modes_and_texts(directory.path) == before

    def test_directories_deeper_than_python_can_recurse_are_removed(self, play_for_dozes, working_directory):
        # Python's limit is 1000 calls.
        play_for_dozes("nests.py", 1100)

        assert sorted(os.listdir(working_directory.path)) == ["wordlist.txt", "wordlist5.txt"]
