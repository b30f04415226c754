"""Word games made of words that a test has, and games that players play for a secret."""

from lingo_bot.dialogue import play_over_streams
from wordlists.reader import WordList
from wordlists.reply import reply_for
from wordlists.spelling import PLAIN
from wordlists.word_game import WordGame


def game_of(words, answers=None, **rules):
    """The game over those words, sorted; answers: the words that may be hidden, sorted."""
    lists = [some and WordList(len(some[0]), list(some), "the words", PLAIN) for some in (words, answers)]
    return WordGame(*lists, **rules)


class Codemaker:
    """Both streams of a game for a secret, for play_over_streams: guesses come in, the oracle's replies go out."""

    def __init__(self, secret, spelling=PLAIN):
        self.secret, self.spelling, self.guesses = spelling.read(secret), spelling, []

    def write(self, line):
        assert line.endswith(b"\n")
        self.guesses.append(line.decode().rstrip("\n"))

    def flush(self):
        pass

    def readline(self):
        return f"{reply_for(self.spelling.read(self.guesses[-1]), self.secret)}\n".encode()


def guesses_of(player, secret, attempts=5, spelling=PLAIN):
    """The guesses of the player's game for that secret."""
    table = Codemaker(secret, spelling)
    play_over_streams(player, len(table.secret), attempts, table, table)
    return table.guesses
