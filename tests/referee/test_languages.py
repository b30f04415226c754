"""Players that are sources: one in each language of the table."""

import pytest
from prepared_players import WORD_GAMES, guesses_for_crane
from programs import is_installed

from referee.contest.command_words import LANGUAGES
from referee.game.preparation import prepare_player
from referee.runner.view import PREPARED

SOURCES = {
    "c": """#include <stdio.h>
int main(void) { puts("crane"); fflush(stdout); getchar(); return 0; }""",
    "cpp": """#include <iostream>
int main() { std::string reply; std::cout << "crane" << std::endl; std::cin >> reply; }""",
    "go": """package main
import "fmt"
func main() { fmt.Println("crane"); var reply string; fmt.Scanln(&reply) }""",
    "java": """public class Entry {
    public static void main(String[] length) throws Exception { System.out.println("crane"); System.in.read(); }
}""",
    "js": 'console.log("crane"); process.stdin.once("data", () => process.exit());',
    "pl": '$| = 1; print "crane\\n"; <STDIN>;',
    "py": 'print("crane", flush=True); input()',
    "rb": '$stdout.sync = true; puts "crane"; gets',
    "rs": 'fn main() { println!("crane"); let mut reply = String::new(); std::io::stdin().read_line(&mut reply); }',
    "awk": 'BEGIN { print "crane"; fflush(); getline reply < "-" }',
}
"""By the ending of its file, a player that guesses crane and reads the reply."""


# The preparations of this test are not kept in the user's cache.
@pytest.mark.usefixtures("preparations")
@pytest.mark.parametrize("ending", SOURCES)
def test_a_source_of_each_language_plays(ending, handed_in, sandbox_or_skip, tmp_path):
    language = LANGUAGES[ending]
    for command in filter(None, (language.compile, language.run)):
        program = command.split()[0]
        is_made_by_compiling = program.startswith(f"{PREPARED}/")
        if not is_made_by_compiling and not is_installed(program):
            pytest.skip(f"there is no {program}")

    sandbox = sandbox_or_skip()
    (tmp_path / f"Entry.{ending}").write_text(SOURCES[ending] + "\n")

    player = prepare_player(handed_in(f'source = "Entry.{ending}"'), WORD_GAMES, sandbox)

    assert guesses_for_crane(player, sandbox) == ["crane"]
