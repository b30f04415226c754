"""Names, commands, players files and the paths in them."""

import os
import sys

import pytest

from lingo_common.errors import DataError, UsageError
from referee.contest.player_files import players_of
from referee.contest.players import check_present, player_of


@pytest.fixture
def room(tmp_path):
    """A directory with a program, a script, a directory of classes and a players file outside it."""
    for name in ("edc65", "my entry"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "entry.pl").write_text("")
    (tmp_path / "classes").mkdir()
    return tmp_path


class TestPaths:
    """Words that name something that exists are resolved, others are left alone."""

    @pytest.mark.parametrize("program", ["./edc65", "edc65"])
    def test_program(self, room, program):
        [resolved] = player_of(program, str(room)).arguments
        assert (room / "edc65").samefile(resolved)
        assert resolved.startswith("/")

    def test_script(self, room):
        assert player_of("sh -x entry.pl", str(room)).arguments[1:] == ("-x", f"{room}/entry.pl")

    def test_directory(self, room):
        assert player_of("sh -cp classes Lingo", str(room)).arguments[1:] == ("-cp", f"{room}/classes", "Lingo")

    def test_a_list_of_class_paths(self, room):
        words = player_of("sh -classpath classes:edc65:none Lingo", str(room)).arguments
        assert words[2] == f"{room}/classes:{room}/edc65:none"

    def test_a_directory_without_a_slash_stays_as_typed_and_is_mentioned(self, room, caplog):
        assert player_of("sh classes", str(room)).arguments[1:] == ("classes",)
        assert "write ./classes" in caplog.text
        assert player_of("sh ./classes", str(room)).arguments[1:] == (f"{room}/classes",)

    @pytest.mark.parametrize("option", ["-m", "-c"])
    def test_a_module_is_no_path(self, room, option):
        assert player_of(f"sh {option} classes", str(room)).arguments[1:] == (option, "classes")
        assert player_of(f"sh {option} edc65", str(room)).arguments[1:] == (option, "edc65")

    def test_directories_above_and_links_in_them_are_resolved(self, room):
        (room / "link").symlink_to("classes")
        for typed in ("classes/../edc65", "./link/../edc65", f"../{room.name}/edc65"):
            assert player_of(f"sh {typed}", str(room)).arguments[1:] == (f"{room}/edc65",)
            assert player_of(f"./{typed}", str(room)).arguments == (f"{room}/edc65",)

    def test_quotes_and_spaces(self, room):
        assert player_of("'./my entry' 'a  b' ''", str(room)).arguments == (f"{room}/my entry", "a  b", "")

    def test_a_path_with_blanks_without_quotes(self, room):
        (room / "my entry").write_text("")
        with pytest.raises(UsageError, match="a path with blanks needs quotes of its own: \"'\\./my entry'\""):
            player_of("./my entry", str(room))

    def test_program_of_the_path_before_one_in_the_directory(self, room):
        (room / "sh").write_text("")
        assert player_of("sh", str(room)).arguments[0].endswith("bin/sh")

    def test_program_of_a_relative_directory_of_the_path(self, room, monkeypatch):
        """The player runs elsewhere, where that directory would be another."""
        monkeypatch.chdir(room)
        monkeypatch.setenv("PATH", ".")
        assert player_of("edc65", "/").arguments == (f"{room}/edc65",)

    def test_program_beside_the_interpreter(self, tmp_path, monkeypatch):
        program = tmp_path / "some-player"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        assert player_of("some-player", "/").arguments == (str(program),)

    def test_virtual_environment_keeps_its_link(self, room):
        (room / "python").symlink_to("edc65")
        assert player_of("./python", str(room)).arguments == (f"{room}/python",)


class TestNames:
    def test_command_as_typed_is_the_name(self):
        assert player_of("sh  -e").name == "sh  -e"

    def test_given_name(self):
        player = player_of("a.B_1-c=sh -e")
        assert (player.name, player.command) == ("a.B_1-c", "sh -e")

    @pytest.mark.parametrize("text", ["1a=sh", "-a=sh", "a b=sh", "=sh"])
    def test_no_name(self, text):
        assert player_of(text).name == text

    def test_duplicate(self):
        with pytest.raises(UsageError, match="two players are named 'sh'"):
            players_of(["sh", "sh=cat"])


def test_a_command_that_would_disturb_a_terminal_has_a_printable_name():
    player = player_of("cat 'a\nb' '\x1b[31m'")
    assert player.name == r"cat 'a\nb' '\x1b[31m'"
    assert player.arguments[1:] == ("a\nb", "\x1b[31m")


class TestFiles:
    def test_lines(self, room, tmp_path_factory, monkeypatch):
        (room / "players.txt").write_bytes(b"\xef\xbb\xbf# who plays\r\n\r\none=./edc65\r\n./edc65\r\n")
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
        for argument in (f"@{room}/players.txt", f"{room}/players.txt"):
            players = players_of([argument])
            assert [player.name for player in players] == ["one", "./edc65"]
            assert {player.arguments for player in players} == {(f"{room}/edc65",)}

    def test_executable_file_is_a_command(self, room):
        assert players_of([f"{room}/edc65"])[0].arguments == (f"{room}/edc65",)

    @pytest.mark.parametrize("content", ["#!/bin/sh\necho guess\n", "import sys\n", "it's = 1\n"])
    def test_a_program_that_may_not_be_executed_is_no_file_of_commands(self, room, content):
        (room / "entry").write_text(content)
        with pytest.raises(DataError, match=r"entry: is not executable \(chmod"):
            players_of([f"{room}/entry"])

    def test_empty(self, room):
        (room / "players.txt").write_text("# nobody\n")
        with pytest.raises(UsageError, match="no players"):
            players_of([f"@{room}/players.txt"])

    def test_missing(self):
        with pytest.raises(DataError, match="nowhere: cannot be read: no such file"):
            players_of(["@nowhere"])

    def test_binary(self, room):
        (room / "binary").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(DataError, match="not a text file"):
            players_of([f"@{room}/binary"])


class TestMistakes:
    @pytest.mark.parametrize("text", ["", "  ", "name=", "name=  "])
    def test_no_command(self, text):
        with pytest.raises(UsageError, match="no command"):
            player_of(text)

    def test_open_quote(self):
        with pytest.raises(UsageError, match="no closing quotation"):
            player_of("sh 'x")

    def test_missing_program(self):
        with pytest.raises(DataError, match="player 'x': nowhere/to-be-found: there is no such program"):
            check_present([player_of("sh"), player_of("x=nowhere/to-be-found")])

    @pytest.mark.parametrize(("name", "why"), [("entry.pl", "is not executable"), ("classes", "is a directory")])
    def test_program_that_may_not_be_executed(self, room, name, why):
        with pytest.raises(DataError, match=f"{name}: {why}"):
            check_present([player_of(f"{room}/{name} 1")])

    @pytest.mark.parametrize("closed", ["edc65", "."])
    def test_program_of_somebody_else(self, room, monkeypatch, closed):
        """The program may be closed to this user, or the directory that it is in; root may do everything."""
        player = player_of(f"{room}/edc65")
        monkeypatch.setattr("shutil.which", lambda program: None)
        if os.geteuid() == 0 and closed == ".":
            pytest.skip("root may look into every directory")
        (room / closed).chmod(0o010 if closed == "edc65" else 0)
        with pytest.raises(DataError, match="edc65: permission denied"):
            check_present([player])
        (room / closed).chmod(0o700)
