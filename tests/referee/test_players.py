"""Names, commands, players files and the paths in them."""

import os
from dataclasses import replace

import pytest

from lingo_common.errors import DataError, UsageError
from referee.contest.needs import check_present
from referee.contest.players import player_of, players_of


@pytest.fixture
def folder(tmp_path):
    """A directory with two programs, `edc65` and `my entry`, a Perl source, a text and a directory `classes`."""
    for name in ("edc65", "my entry"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)

    (tmp_path / "entry.pl").write_text("")
    (tmp_path / "entry.txt").write_text("")
    (tmp_path / "classes").mkdir()
    return tmp_path


class TestPaths:
    """Words that name something that exists become absolute paths, and others are left alone."""

    @pytest.mark.parametrize(("word", "path"), [
        ("./edc65", "FOLDER/edc65"),
        ("edc65", "FOLDER/edc65"),
        ("'./my entry'", "FOLDER/my entry"),
        ("./link/../edc65", "FOLDER/edc65"),
        ("./python", "FOLDER/python"),  # a link stays: a Python finds its virtual environment by its own path
    ])  # fmt: skip
    def test_of_a_program(self, folder, word, path):
        (folder / "python").symlink_to("edc65")
        (folder / "link").symlink_to("classes")

        assert player_of(word, str(folder)).arguments == (path.replace("FOLDER", str(folder)),)

    @pytest.mark.parametrize(("words", "arguments"), [
        ("-x entry.pl", ["-x", "FOLDER/entry.pl"]),
        ("classes/../edc65", ["FOLDER/edc65"]),
        # Options of Java whose value can only be paths.
        ("-cp classes Lingo", ["-cp", "FOLDER/classes", "Lingo"]),
        ("-classpath classes:edc65:none Lingo", ["-classpath", "FOLDER/classes:FOLDER/edc65:none", "Lingo"]),
        ("-m classes", ["-m", "classes"]),  # a module
        ("-c edc65", ["-c", "edc65"]),  # the text of a program
        ("'a  b' ''", ["a  b", ""]),
    ])  # fmt: skip
    def test_of_arguments(self, folder, words, arguments):
        _, *resolved = player_of(f"sh {words}", str(folder)).arguments

        assert resolved == [argument.replace("FOLDER", str(folder)) for argument in arguments]

    def test_a_directory_without_a_slash_stays_as_it_is_typed(self, folder):
        """It may as well be the name of a module or a class, or the value of an option."""
        assert player_of("sh classes", str(folder)).arguments[1:] == ("classes",)

    def test_a_directory_with_a_slash_becomes_absolute(self, folder):
        assert player_of("sh ./classes", str(folder)).arguments[1:] == (f"{folder}/classes",)

    def test_a_command_that_is_the_path_of_a_file_needs_no_quotes(self, folder):
        assert player_of("./my entry", str(folder)).arguments == (f"{folder}/my entry",)

    def test_a_program_of_PATH_goes_before_one_in_the_directory(self, folder):
        (folder / "sh").write_text("")

        assert player_of("sh", str(folder)).arguments[0].endswith("bin/sh")

    def test_a_program_of_a_relative_directory_in_PATH_becomes_absolute(self, folder, monkeypatch):
        """The player runs elsewhere, where that directory would be another."""
        monkeypatch.chdir(folder)
        monkeypatch.setenv("PATH", ".")

        assert player_of("edc65", "/").arguments == (f"{folder}/edc65",)


class TestNames:
    def test_a_name_stands_before_the_command(self):
        player = player_of("a.B_1-c=sh -e")

        assert (player.name, player.command) == ("a.B_1-c", "sh -e")

    def test_without_a_name_the_command_is_the_name(self):
        player = player_of("sh  -e")

        assert (player.name, player.command) == ("sh  -e", "sh  -e")

    @pytest.mark.parametrize("text", ["1a=sh", "-a=sh", "a b=sh", "=sh"])
    def test_text_that_is_no_name_is_part_of_the_command(self, text):
        player = player_of(text)

        assert (player.name, player.command) == (text, text)

    def test_a_command_as_a_name_is_printable(self):
        player = player_of("cat 'a\nb' '\x1b[31m'")

        assert player.name == r"cat 'a\nb' '\x1b[31m'"
        assert player.command == "cat 'a\nb' '\x1b[31m'"


class TestText:
    def test_the_text_of_a_player_lacks_its_files(self):
        """The folder of a script may have thousands, which nobody wants to see in a notebook."""
        player = replace(player_of("lingo-bot"), files={"/folder/words.txt": "5e64d84f63b8119b"})
        assert "words.txt" not in repr(player)


class TestSources:
    def test_a_source_has_arguments(self, folder):
        player = player_of("entry.pl --level 3 edc65", str(folder))

        assert (player.name, player.command) == ("entry.pl --level 3 edc65", "entry.pl --level 3 edc65")
        assert player.arguments[1:] == (f"{folder}/entry.pl", "--level", "3", f"{folder}/edc65")

    def test_the_arguments_of_a_compiled_source_are_for_its_program(self, folder):
        (folder / "entry.c").write_text("")

        player = player_of("x=entry.c --level 3", str(folder))

        # Each game finds what was compiled in the directory `prepared` of its working directory.
        assert player.arguments == ("prepared/entry", "--level", "3")
        assert f"{folder}/entry.c" in player.compile
        assert "--level" not in player.compile

    def test_a_source_in_a_contest_file_has_arguments(self, folder):
        (folder / "pit.toml").write_text('[players]\none = "entry.pl --level 3"\ntwo = {source = "entry.pl -v"}\n')

        one, two = players_of([f"@{folder}/pit.toml"])

        assert one.arguments[1:] == (f"{folder}/entry.pl", "--level", "3")
        assert two.arguments[1:] == (f"{folder}/entry.pl", "-v")

    def test_a_source_with_blanks_in_its_name_needs_no_quotes_in_a_contest_file(self, folder):
        (folder / "my entry.pl").write_text("")
        (folder / "pit.toml").write_text('[players]\none = {source = "my entry.pl"}\n')

        [one] = players_of([f"@{folder}/pit.toml"])

        assert one.arguments[1:] == (f"{folder}/my entry.pl",)


class TestShell:
    """What only a shell understands is refused, and the message says how a shell is started."""

    @pytest.mark.parametrize(("command", "operator"), [
        ("./edc65 'a | b' | cat", "|"),
        ("./edc65 || cat", "||"),
        ("cd classes && ./edc65", "&&"),
        ("cd classes; ./edc65", ";"),
        ("cd 'my classes'; ./edc65", ";"),
        ("./edc65 2> log", "2>"),
        ("./edc65 >>log", ">>"),
        ("./edc65 < \"the list\"", "<"),
        (r"./edc65 it\'s &", "&"),
    ])  # fmt: skip
    def test_an_operator_is_refused(self, folder, command, operator):
        with pytest.raises(UsageError) as refusal:
            player_of(command, str(folder))

        message = str(refusal.value)
        assert f"{command}: '{operator}' is for a shell, and no shell runs; start one, as in \"sh -c '" in message

    @pytest.mark.parametrize(
        "command", ["sh '|'", 'sh "2>"', "sh --either=a|b", r'sh "\" | "', "sh -c 'cat | cat'", r"sh \;"]
    )
    def test_operators_in_quotes_and_within_words_are_arguments(self, folder, command):
        assert player_of(command, str(folder)).arguments[0].endswith("/sh")


class TestFiles:
    @pytest.mark.parametrize("prefix", ["@", ""])
    def test_a_text_file_has_a_player_in_each_line(self, folder, tmp_path_factory, monkeypatch, prefix):
        """Its paths are relative to the file. It has a byte order mark and line ends of Windows."""
        (folder / "players.txt").write_bytes(b"\xef\xbb\xbf# who plays\r\n\r\none=./edc65\r\n./edc65\r\n")
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))

        one, another = players_of([f"{prefix}{folder}/players.txt"])

        assert (one.name, one.arguments) == ("one", (f"{folder}/edc65",))
        assert (another.name, another.arguments) == ("./edc65", (f"{folder}/edc65",))

    def test_a_script_that_may_not_be_executed_is_no_file_of_commands(self, folder):
        (folder / "entry").write_text("#!/bin/sh\necho guess\n")

        with pytest.raises(DataError, match=r"entry: is not executable \(chmod"):
            players_of([f"{folder}/entry"])

    def test_a_program_of_another_language_that_is_no_file_of_commands_needs_a_command(self, folder):
        (folder / "mine.php").write_text("<?php\necho 'able';\n")

        with pytest.raises(UsageError, match=r"mine\.php: was read as a list of commands.* 'lua mine\.lua' \(<\?php"):
            players_of([f"{folder}/mine.php"])

    def test_a_file_of_comments_has_no_players(self, folder):
        (folder / "comments.txt").write_text("# nobody\n")

        with pytest.raises(UsageError, match="no players"):
            players_of([f"@{folder}/comments.txt"])

    @pytest.mark.parametrize("named", ["a.toml", "b.toml"], ids=["itself", "a file that names it"])
    def test_a_contest_file_that_names_itself_is_told(self, folder, named):
        (folder / "a.toml").write_text(f'players = ["edc65", "@{named}"]\n')
        (folder / "b.toml").write_text('players = ["@a.toml"]\n')

        with pytest.raises(DataError, match=f"^{folder}/a.toml: players: the file names itself, or a file that names"):
            players_of([f"@{folder}/a.toml"])

    def test_a_file_that_does_not_exist_is_told(self):
        with pytest.raises(DataError, match="nowhere: cannot be read: no such file"):
            players_of(["@nowhere"])

    def test_a_file_that_is_no_text_is_told(self, folder):
        (folder / "binary").write_bytes(b"\xff\xfe\x00")

        with pytest.raises(DataError, match="not a text file"):
            players_of([f"@{folder}/binary"])


class TestRefusals:
    def test_two_players_of_one_name(self):
        with pytest.raises(UsageError, match="two players are named 'sh'"):
            players_of(["sh", "sh=cat"])

    def test_a_quotation_mark_that_is_not_closed(self):
        with pytest.raises(UsageError, match="no closing quotation"):
            players_of(["sh 'x"])

    @pytest.mark.parametrize("text", ["", "  ", "name=", "name=  "])
    def test_a_player_without_a_command(self, text):
        with pytest.raises(UsageError, match="no command"):
            players_of([text])


class TestMissingPrograms:
    def test_a_program_that_does_not_exist(self):
        with pytest.raises(DataError, match="player 'x': nowhere/to-be-found: there is no such program"):
            check_present([player_of("sh"), player_of("x=nowhere/to-be-found")])

    @pytest.mark.parametrize(
        "command", ["sh missing.sh", "sh missing.SH", "sh -u nowhere/missing.sh 7", "env missing.py"]
    )
    def test_a_script_that_does_not_exist(self, command):
        with pytest.raises(DataError, match=r"player '.*': (nowhere/)?missing\.(sh|SH|py): there is no such file"):
            check_present([player_of(command)])

    @pytest.mark.parametrize("command", [
        "sh -c missing.sh",  # the text of a program
        "env prepared/missing.sh",  # a preparation makes it
        "sh missing",  # it has no ending of a script
        "env in_path.sh",
        "sh {folder}/script.sh missing.sh",  # an argument of the script
    ])  # fmt: skip
    def test_what_is_no_missing_script(self, folder, command, monkeypatch):
        (folder / "script.sh").touch()
        (folder / "in_path.sh").touch(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        check_present([player_of(command.format(folder=folder))])

    @pytest.mark.parametrize("name", ["entry.txt", "classes"])
    def test_what_is_no_program(self, folder, name):
        with pytest.raises(DataError, match=f"{name}: is not executable"):
            check_present([player_of(f"{folder}/{name}")])

    @pytest.fixture
    def player(self, folder, monkeypatch):
        """The player edc65, whose program this user may not execute.

        `shutil.which` finds nothing here, because root may execute a file whatever its mode.
        """
        player = player_of(f"{folder}/edc65")
        monkeypatch.setattr("shutil.which", lambda program: None)
        yield player
        # pytest must be able to remove a directory that a test has closed.
        folder.chmod(0o700)

    def test_a_program_that_only_its_group_may_execute(self, folder, player):
        (folder / "edc65").chmod(0o010)

        with pytest.raises(DataError, match="edc65: is not executable"):
            check_present([player])

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every directory")
    def test_a_program_in_a_directory_that_this_user_may_not_enter(self, folder, player):
        folder.chmod(0)

        with pytest.raises(DataError, match="edc65: there is no such program"):
            check_present([player])
