"""Players as their authors hand them in: the tables of a players file, and sources.

`handed_in(table, top, x_py="exit")` is the player of a table in a players file that begins with `top`. Beside that file
stands the executable file x.py with the text "exit".
"""

import shutil

import pytest

from lingo_common.errors import DataError
from referee.contest.limits import MIB, Limits
from referee.contest.player import own_limits
from referee.contest.players import players_of
from referee.runner.view import PREPARED
from referee.storage.tables import player_of_row, row_of_player


class TestTable:
    """A table of a players file."""

    def test_command_and_preparation_are_resolved_from_its_folder(self, handed_in, tmp_path):
        player = handed_in('command = "cat"\nprepare = "./learn.sh {length}"', learn_sh="#!/bin/sh\n")

        assert (player.name, player.command) == ("one", "cat")
        assert player.prepare == (f"{tmp_path}/learn.sh", "{length}")

    def test_variables_become_text(self, handed_in):
        assert handed_in('command = "cat"\nenv = {A = "b", N = 1}').environment == {"A": "b", "N": "1"}

    def test_exposed_paths_are_resolved_from_its_folder(self, handed_in, tmp_path):
        player = handed_in('command = "cat"\nexpose = ["data.txt"]', data_txt="")

        assert player.expose == (f"{tmp_path}/data.txt",)

    def test_its_limits_go_before_those_of_the_run(self, handed_in):
        player = handed_in('command = "cat"\nmemory = "512M"\nmove-timeout = 2')

        assert own_limits(player, Limits(startup=3.0)) == Limits(startup=3.0, memory=512 * MIB, move=2.0)

    def test_limits_of_the_preparation_are_kept_apart(self, handed_in):
        """A preparation is one step, so that its only time limit is that of a whole game."""
        player = handed_in('command = "cat"\nprepare = "cat"\nprepare-timeout = 5')

        assert (player.prepare_limits, player.limits) == ({"game": 5.0}, {})

    def test_the_record_gives_the_same_player_back(self, handed_in):
        player = handed_in(
            'command = "cat"\nprepare = "./learn.sh {length}"\nenv = {A = "b"}\nexpose = ["learn.sh"]\n'
            'memory = "512M"\nprepare-timeout = 5\n',
            learn_sh="#!/bin/sh\n",
        )

        assert player_of_row(row_of_player(player, place=0)) == player

    @pytest.mark.parametrize(("table", "problem"), [
        ('comand = "cat"', "unknown key 'comand'; there are command, source"),
        ('command = "cat"\nsource = "x.py"', "give either command or source"),
        ("", "give either command or source"),
        ('source = "none.py"', "none.py: there is no such file"),
        ('source = "pit.toml"', "no language has this ending; there are awk, c, "),
        ('command = "cat"\nmemory = "lots"', "memory: 'lots' is no size"),
        ('command = "cat"\nenv = "A=b"', "env must be a table, not text"),
        ('command = "cat"\nexpose = ["nowhere"]', "there is no such file or directory"),
        ('command = ""', "command must not be empty"),
        ('command = "cat"\nexpose = [3]', "expose[0] must be text, not a whole number"),
        ('command = "cat"\nmove-timeout = true', "move-timeout must be"),
        ("command = 3", "command must be text, not a whole number"),
        # It is a mistake also in a table without a preparation.
        ('command = "cat"\nprepare-timeout = "long"', "prepare-timeout: 'long' is not a number of seconds"),
    ])  # fmt: skip
    def test_the_message_about_a_wrong_table_names_file_player_and_problem(self, table, problem, handed_in, tmp_path):
        with pytest.raises(DataError) as refused:
            handed_in(table)

        assert str(refused.value).startswith(f"{tmp_path}/pit.toml: players: one: ")
        assert problem in str(refused.value)


class TestSource:
    """A player that is handed in as a source."""

    def test_a_script_that_starts_itself_is_started_as_it_is(self, handed_in, tmp_path):
        assert handed_in('source = "x.py"', x_py="#!/bin/sh\n").arguments == (f"{tmp_path}/x.py",)

    def test_a_language_of_the_file_goes_before_the_known_one(self, handed_in, tmp_path):
        player = handed_in('source = "x.py"', '[languages]\npy = "sh {source}"', x_py="")

        assert player.arguments == (shutil.which("sh"), f"{tmp_path}/x.py")

    def test_a_file_may_declare_a_new_language(self, handed_in, tmp_path):
        language = '[languages]\nzig = {run = "cat", compile = "cc {source}"}'

        player = handed_in('source = "x.zig"', language, x_zig="")

        assert player.arguments == (shutil.which("cat"),)
        assert player.compile[1:] == (f"{tmp_path}/x.zig",)

    @pytest.mark.parametrize("players", ['[players]\none = {command = "x.zig"}', 'players = ["one=x.zig"]'])
    def test_a_command_may_be_a_source_of_a_language_of_the_file(self, players, tmp_path):
        (tmp_path / "x.zig").write_text("")
        language = '[languages]\nzig = "cat {source}"'
        # TOML has the keys of the whole file before the first table.
        (tmp_path / "pit.toml").write_text(f"{players}\n{language}\n")

        [player] = players_of([f"@{tmp_path}/pit.toml"])

        assert player.arguments == (shutil.which("cat"), f"{tmp_path}/x.zig")

    def test_a_language_that_nothing_runs_is_refused(self, handed_in):
        with pytest.raises(DataError, match="languages: py: the key 'run' is missing"):
            handed_in('source = "x.py"', '[languages]\npy = {compile = "cc"}', x_py="")

    @pytest.mark.parametrize("field", ["source.name", "source[name]", "path"])
    def test_a_command_of_a_language_with_another_field_is_refused(self, field, handed_in):
        with pytest.raises(DataError, match=r"not a command with \{source\} and \{name\}"):
            handed_in('source = "x.up"', f'[languages]\nup = "cat {{{field}}}"', x_up="")

    @pytest.fixture
    def source_in_cpp(self, tmp_path):
        """The path of an empty source, ann.cpp."""
        (tmp_path / "ann.cpp").write_text("")
        return f"{tmp_path}/ann.cpp"

    def test_a_source_is_a_value_of_players_and_is_compiled(self, source_in_cpp):
        [player] = players_of([source_in_cpp])

        assert player.name == source_in_cpp
        assert player.compile[-1] == source_in_cpp
        assert player.arguments == (f"{PREPARED}/ann",)

    def test_a_source_with_a_name_is_the_player_of_that_name(self, source_in_cpp):
        [player] = players_of([f"ann={source_in_cpp}"])

        assert player.name == "ann"
        assert player.compile[-1] == source_in_cpp
