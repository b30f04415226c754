"""Word games made of words that a test has."""

from wordlists.reader import WordList
from wordlists.spelling import PLAIN
from wordlists.word_game import WordGame


def game_of(words, answers=None, **rules):
    """The game over those words, sorted; answers: the words that may be hidden, sorted."""
    lists = [some and WordList(len(some[0]), list(some), "the words", PLAIN) for some in (words, answers)]
    return WordGame(*lists, **rules)
