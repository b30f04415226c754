"""What a checkpoint of a proof is recognised by: everything that its results depend on."""

import itertools
import json

import pytest
from click.testing import CliRunner

from codebreaker.commands.program import codebreaker
from codebreaker.derived_games import identifying, table_game
from codebreaker.games.mastermind import black_white, mastermind
from codebreaker.games.own import own_game
from codebreaker.identity import game_digest, source_digest
from lingo_common.pieces import Checkpoint

CODES = list(itertools.permutations(range(5), 3))
"""60 codes: three of five digits, none twice."""


def bulls_and_cows(guesses=CODES, winning=((3, 0),), **options):
    """The game of (digits in place, digits elsewhere) over CODES; options: those of own_game."""
    return own_game("bulls", guesses, CODES, black_white, winning=winning, **options)


def digest_of(**options):
    return game_digest(bulls_and_cows(**options))


def test_the_same_game_has_the_same_digest():
    assert digest_of() == digest_of()


def test_every_reply_is_in_the_digest():
    """The digest is another one if a reply is changed; every 7th guess and every 11th secret are tried."""
    game = mastermind(3, 4)  # 3 colours in 4 holes: 81 codes
    table = game.replies(game.all_secrets, game.all_secrets)

    def digest_of_table(table):
        return game_digest(table_game("pegs", game.guesses, game.secrets, table, game.winning, game.codes))

    original = digest_of_table(table)
    for guess, secret in itertools.product(range(0, 81, 7), range(0, 81, 11)):
        changed = table.copy()
        changed[guess, secret] ^= 1
        assert digest_of_table(changed) != original, (guess, secret)


def test_weights_are_in_the_digest():
    weighted = digest_of(weights=lambda secret: 1 + secret[0])
    reweighted = digest_of(weights=lambda secret: 1 + secret[1])
    assert len({digest_of(), weighted, reweighted}) == 3


def test_the_goal_is_in_the_digest():
    game = mastermind(4, 3)
    assert game_digest(identifying(game)) != game_digest(game)


def test_what_wins_is_in_the_digest():
    """The replies are the same; in the second game two bulls win too."""
    assert digest_of(winning=[(3, 0), (2, 0)]) != digest_of()


def test_symmetries_are_in_the_digest():
    """A stated symmetry changes only how many guesses are looked at, and so the pieces of the proof."""

    def exchanged(code):
        return tuple({0: 1, 1: 0}.get(digit, digit) for digit in code)

    assert digest_of(symmetries=[(exchanged, exchanged)]) != digest_of()


def test_the_order_of_guesses_is_in_the_digest():
    """Pieces of a proof name guesses by their numbers."""
    assert digest_of(guesses=CODES[::-1]) != digest_of()


def test_sources_are_in_the_digest(tmp_path, monkeypatch):
    package = tmp_path / "some_search"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bounds.py").write_text("LIMIT = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    names = ["some_search", "some_search.bounds"]
    before = [source_digest(name) for name in names]

    (package / "bounds.py").write_text("LIMIT = 2\n")
    source_digest.cache_clear()
    for name, digest in zip(names, before, strict=True):
        assert source_digest(name) != digest


OWN_GAME = """
import itertools
from codebreaker import own_game

CODES = list(itertools.product(range(3), repeat=4))
WRONG = WRONG_GUESS

def pegs(guess, secret):
    black = sum(ours == theirs for ours, theirs in zip(guess, secret))
    if guess == WRONG and guess != secret:
        # Any replies that other guesses get too: no black peg, and up to four white ones.
        return 0, (secret[0] + 2 * secret[1] + guess[2]) % 5
    return black, sum(min(guess.count(colour), secret.count(colour)) for colour in range(3)) - black

game = own_game("pegs", CODES, CODES, pegs, winning=[(4, 0)])
"""
"""Mastermind with 3 colours in 4 holes, 81 codes, where the replies to one guess may be wrong.

That guess stands for WRONG_GUESS, or None for none.
"""
LEAST_TOTAL = 246
"""The least total without a wrong reply: a mean of 246 / 81 = 3.037, as in Goddard (see test_mastermind)."""

SOME_PIECES = 5
"""Pieces after which a proof is stopped. The whole proof has about twice as many."""


@pytest.fixture
def optimal(tmp_path, monkeypatch):
    """optimal(wrong_guess, stop_after): (result, pieces) of `codebreaker optimal --json` for that game.

    wrong_guess: the guess with wrong replies, None for none. stop_after: after how many pieces the command is
    interrupted, None for never. pieces: how many pieces of the proof it has computed and added to its checkpoint.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "game.py"
    add = Checkpoint.add

    def run(wrong_guess=None, stop_after=None):
        file.write_text(OWN_GAME.replace("WRONG_GUESS", repr(wrong_guess)))
        pieces = []

        def add_and_stop(checkpoint, key, result):
            add(checkpoint, key, result)
            pieces.append(key)
            if len(pieces) == stop_after:
                raise KeyboardInterrupt

        monkeypatch.setattr(Checkpoint, "add", add_and_stop)
        result = CliRunner().invoke(codebreaker, ["optimal", "--game", str(file), "--json"])
        return result, len(pieces)

    return run


def test_a_corrected_reply_is_not_answered_from_the_checkpoint_of_the_wrong_one(optimal):
    """The wrong game has the same guesses, secrets and set of replies as the corrected one.

    A checkpoint is removed when its proof is complete, so the first run leaves nothing to the third.
    """
    _, pieces = optimal()
    optimal((0, 2, 0, 0), stop_after=SOME_PIECES)
    corrected, pieces_of_corrected = optimal()

    assert json.loads(corrected.stdout)["total"] == LEAST_TOTAL
    assert pieces_of_corrected == pieces


def test_a_proof_that_was_stopped_goes_on(optimal):
    """A checkpoint is removed when its proof is complete, so the second run begins anew."""
    _, pieces = optimal()
    stopped, _ = optimal(stop_after=SOME_PIECES)
    continued, later_pieces = optimal()

    assert stopped.exit_code != 0
    assert json.loads(continued.stdout)["total"] == LEAST_TOTAL
    assert later_pieces == pieces - SOME_PIECES


def test_a_tree_of_a_checkpoint_is_played_before_anything_is_called_proved(optimal, tmp_path):
    """In the checkpoint a tree of a bin says that it needs a guess fewer than it does."""
    optimal(stop_after=SOME_PIECES)
    [file] = (tmp_path / "cache").rglob("*.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for _, piece in lines:
        # The best tree of a bin is stored as (cost, tree).
        if piece["best"]:
            piece["best"][0] -= 1

    file.write_text("".join(json.dumps(line) + "\n" for line in lines))

    result, _ = optimal()
    assert result.exit_code == 1
    assert "a tree that is kept there does not need" in str(result.exception)
