"""Names, commands, players files and the paths in them."""

import os

import pytest

from lingo_common.errors import DataError, UsageError
from referee.contest.needs import check_present
from referee.contest.player_files import players_of
from referee.contest.players import player_of


@pytest.fixture
def room(tmp_path):
    """A directory with a program, a script, a directory of classes and a players file outside it."""
    for name in ("edc65", "my entry"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "entry.pl").write_text("")
    (tmp_path / "entry.txt").write_text("")
    (tmp_path / "classes").mkdir()
    return tmp_path


class TestPaths:
    """Words that name something that exists are resolved, others are left alone."""

    @pytest.mark.parametrize(("command", "arguments"), [
        ("./edc65", "ROOM/edc65"),
        ("edc65", "ROOM/edc65"),
        ("sh -x entry.pl", "-x|ROOM/entry.pl"),
        ("sh -cp classes Lingo", "-cp|ROOM/classes|Lingo"),
        ("sh -classpath classes:edc65:none Lingo", "-classpath|ROOM/classes:ROOM/edc65:none|Lingo"),
        ("sh -m classes", "-m|classes"),
        ("sh -c edc65", "-c|edc65"),
        ("'./my entry' 'a  b' ''", "ROOM/my entry|a  b|"),
        ("./python", "ROOM/python"),  # a virtual environment keeps its link
        ("sh classes/../edc65", "ROOM/edc65"),
        ("./link/../edc65", "ROOM/edc65"),
    ])  # fmt: skip
    def test_paths(self, room, command, arguments):
        (room / "python").symlink_to("edc65")
        (room / "link").symlink_to("classes")
        words = player_of(command, str(room)).arguments
        expected = arguments.replace("ROOM", str(room)).split("|")
        assert list(words[words[0].endswith("/sh") :]) == expected

    def test_a_directory_without_a_slash_stays_as_typed_and_is_mentioned(self, room, caplog):
        assert player_of("sh classes", str(room)).arguments[1:] == ("classes",)
        assert "write ./classes" in caplog.text
        assert player_of("sh ./classes", str(room)).arguments[1:] == (f"{room}/classes",)

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


@pytest.mark.parametrize(("text", "name", "command"), [
    ("sh  -e", "sh  -e", "sh  -e"),
    ("a.B_1-c=sh -e", "a.B_1-c", "sh -e"),
    *((text, text, text) for text in ("1a=sh", "-a=sh", "a b=sh", "=sh")),
    ("cat 'a\nb' '\x1b[31m'", r"cat 'a\nb' '\x1b[31m'", "cat 'a\nb' '\x1b[31m'"),
])  # fmt: skip
def test_names(text, name, command):
    """The command as typed is the name of a player without one, made printable."""
    player = player_of(text)
    assert (player.name, player.command) == (name, command)


class TestSources:
    def test_a_source_has_arguments(self, room):
        player = player_of("entry.pl --level 3 edc65", str(room))
        assert (player.name, player.command) == ("entry.pl --level 3 edc65",) * 2
        assert player.arguments[1:] == (f"{room}/entry.pl", "--level", "3", f"{room}/edc65")

    def test_a_compiled_source_has_arguments(self, room):
        (room / "entry.c").write_text("")
        player = player_of("x=entry.c --level 3", str(room))
        assert player.arguments == ("prepared/entry", "--level", "3")
        assert f"{room}/entry.c" in player.compile and "--level" not in player.compile

    def test_a_source_in_a_contest_file_has_arguments(self, room):
        (room / "pit.toml").write_text('[players]\none = "entry.pl --level 3"\ntwo = {source = "entry.pl -v"}\n')
        one, two = players_of([f"@{room}/pit.toml"])
        assert one.arguments[1:] == (f"{room}/entry.pl", "--level", "3")
        assert two.arguments[1:] == (f"{room}/entry.pl", "-v")

    def test_a_source_with_blanks_in_its_name_needs_no_quotes_as_a_whole(self, room):
        (room / "my entry.pl").write_text("")
        (room / "pit.toml").write_text('[players]\none = {source = "my entry.pl"}\n')
        [one] = players_of([f"@{room}/pit.toml"])
        assert one.arguments[1:] == (f"{room}/my entry.pl",)


class TestShell:
    @pytest.mark.parametrize(("command", "operator", "instead"), [
        ("cat x | ./mine", "|", r'''"sh -c 'cat x \$0 | ./mine'"'''),
        ("./edc65 -v | cat", "|", r'''"sh -c '\$0 -v \$1 | cat' ./edc65"'''),
        ("tee log | ./edc65 -v", "|", r'''"sh -c 'tee log | \$0 -v \$1' ./edc65"'''),
        ("./edc65 'a | b' | cat", "|", r'''"sh -c '\$0 '\"'\"'a | b'\"'\"' \$1 | cat' ./edc65"'''),
        ("tee log | ./edc65 | tee guesses", "|", r'''"sh -c 'tee log | \$0 \$1 | tee guesses' ./edc65"'''),
        ("./edc65 2> log", "2>", r'''"sh -c '\$0 \$1 2> log' ./edc65"'''),
        ("./edc65 >log", ">log", r'''"sh -c '\$0 \$1 >log' ./edc65"'''),
        ("cd classes; ./edc65", ";", r'''"sh -c 'cd classes; \$0 \$1' ./edc65"'''),
        ("cd classes && ./edc65", "&&", r'''"sh -c 'cd classes && \$0 \$1' ./edc65"'''),
    ])  # fmt: skip
    def test_what_only_a_shell_understands_is_refused_with_a_command_of_a_shell(self, room, command, operator, instead):
        with pytest.raises(UsageError) as told:
            player_of(command, str(room))
        assert f"{command}: '{operator}' is for a shell, and no shell runs; give {instead}, where $" in str(told.value)

    @pytest.mark.parametrize("command", ["sh '|'", 'sh "2>"', "sh --either=a|b", "sh -c 'cat | cat'", r"sh \;"])
    def test_operators_in_quotes_and_within_words_are_arguments(self, room, command):
        assert player_of(command, str(room)).arguments[0].endswith("/sh")

    def test_a_preparation_is_told_without_a_length(self, room):
        table = '[players]\none = {command = "sh", prepare = "rev wordlist.txt > prepared/words"}\n'
        (room / "pit.toml").write_text(table)
        with pytest.raises(UsageError, match=r"give \"sh -c 'rev wordlist\.txt > prepared/words'\"$"):
            players_of([f"@{room}/pit.toml"])


class TestFiles:
    def test_lines(self, room, tmp_path_factory, monkeypatch):
        (room / "players.txt").write_bytes(b"\xef\xbb\xbf# who plays\r\n\r\none=./edc65\r\n./edc65\r\n")
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
        for argument in (f"@{room}/players.txt", f"{room}/players.txt"):
            players = players_of([argument])
            assert [player.name for player in players] == ["one", "./edc65"]
            assert {player.arguments for player in players} == {(f"{room}/edc65",)}

    @pytest.mark.parametrize("content", ["#!/bin/sh\necho guess\n", "import sys\n", "it's = 1\n"])
    def test_a_program_that_may_not_be_executed_is_no_file_of_commands(self, room, content):
        (room / "entry").write_text(content)
        with pytest.raises(DataError, match=r"entry: is not executable \(chmod"):
            players_of([f"{room}/entry"])

    @pytest.mark.parametrize(("arguments", "refusal"), [
        (["@ROOM/empty.txt"], "no players"),
        (["@nowhere"], "nowhere: cannot be read: no such file"),
        (["@ROOM/binary"], "not a text file"),
        (["sh", "sh=cat"], "two players are named 'sh'"),
        (["sh 'x"], "no closing quotation"),
        *(([text], "no command") for text in ("", "  ", "name=", "name=  ")),
    ])  # fmt: skip
    def test_refusals(self, room, arguments, refusal):
        (room / "empty.txt").write_text("# nobody\n")
        (room / "binary").write_bytes(b"\xff\xfe\x00")
        with pytest.raises((DataError, UsageError), match=refusal):
            players_of([argument.replace("ROOM", str(room)) for argument in arguments])


class TestMissing:
    def test_missing_program(self):
        with pytest.raises(DataError, match="player 'x': nowhere/to-be-found: there is no such program"):
            check_present([player_of("sh"), player_of("x=nowhere/to-be-found")])

    @pytest.mark.parametrize(("name", "why"), [("entry.txt", "is not executable"), ("classes", "is a directory")])
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
