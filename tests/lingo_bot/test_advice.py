"""What guesses are worth: against their definitions, brute force and games played out.

`adviser.strategy.start` is the position before the first guess.
"""

from collections import Counter

import numpy as np
import pytest
from brute_force import most_points
from slow_player import SlowPlayer
from word_games import game_of, guesses_of, words_of_few_letters

from codebreaker.candidates import partition
from codebreaker.objective import Objective
from lingo_bot.assistant.advice import Adviser
from lingo_bot.assistant.guess_values import estimated_points
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.word_tree import WordTree
from lingo_bot.book_player import NO_BOOK, book_for
from lingo_bot.launch import player_for
from lingo_bot.strategy import legal_guesses
from wordlists import reader
from wordlists.reply import reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step
from wordlists.word_game import read_game

PACKAGED_BOOK = None
"""As an argument `book`: the book of the package."""
ROOT = 0
"""The node of a tree at which every game begins."""


def lost_points(word_game, secrets: list[str], first_attempt: int = 1) -> int:
    """What the games of these secrets lose from that attempt on: 100 points for each guess that is not the secret."""
    wrong_guesses = 0
    for secret in secrets:
        guesses = guesses_of(player_for(word_game), secret)[first_attempt - 1 :]
        wrong_guesses += sum(guess != secret for guess in guesses)
    return 100 * wrong_guesses


def bin_sizes(guess: str, secrets: list[str]) -> list[int]:
    """The sizes of the bins of a guess, by the slow reply_for."""
    return list(Counter(reply_for(guess, secret) for secret in secrets).values())


@pytest.mark.parametrize("seed", range(3))
def test_with_three_attempts_every_guess_has_the_worth_of_the_best_play_after_it(seed):
    words = words_of_few_letters(seed, length=3, count=20, letters="abcd")
    adviser = Adviser(game_of(words, attempts=3))

    first, *later = adviser.best(adviser.strategy.start, count=len(words))

    # Points are means; most_points is the sum over all secrets.
    assert round(first.points * len(words)) == most_points(words, words, 3)
    assert all(proposal.exact for proposal in (first, *later))
    # The first is the player's own guess. Others may be worth as much and precede it by these keys, so it is left out.
    assert later == sorted(later, key=lambda proposal: (-proposal.points, not proposal.candidate, proposal.word))


@pytest.mark.parametrize("seed", range(3))
def test_remaining_and_candidate_by_their_definitions(seed):
    words = words_of_few_letters(seed, length=4, count=80)
    answers = words[::3]
    adviser = Adviser(game_of(words, answers))
    step = Step(words[1], reply_for(words[1], answers[5]))
    fitting = [word for word in answers if reply_for(step.guess, word) == step.reply]

    position = adviser.position_after(adviser.strategy.start, step)
    proposals = adviser.best(position, 80)

    assert [answers[secret] for secret in position.secrets] == fitting

    for proposal in proposals:
        squares = [size**2 for size in bin_sizes(proposal.word, fitting)]
        assert proposal.remaining == pytest.approx(sum(squares) / len(fitting))
        assert proposal.candidate == (proposal.word in fitting)


@pytest.fixture
def last_attempt():
    """An adviser on 30 words with one attempt."""
    return Adviser(game_of(words_of_few_letters(5, length=4, count=30), attempts=1))


def test_with_one_attempt_left_any_candidate_is_as_good(last_attempt):
    best = last_attempt.best(last_attempt.strategy.start, 4)

    # One of the 30 words wins the 100 points of the last attempt.
    assert [proposal.points for proposal in best] == 4 * [pytest.approx(100 / 30)]
    assert [proposal.word for proposal in best] == list(last_attempt.game.guesses[:4])


def test_with_one_attempt_left_a_guess_that_cannot_be_the_word_is_worth_nothing(last_attempt):
    assert last_attempt.evaluate("zzzz", last_attempt.strategy.start).points == 0


def test_with_one_attempt_left_nothing_follows_a_guess_without_information(last_attempt):
    assert last_attempt.points_without_information(last_attempt.strategy.start) == 0


@pytest.mark.parametrize("strategy", ["expected", "entropy", "minimax", "parts"])
def test_by_a_criterion_the_least_cost_is_first(strategy):
    words = words_of_few_letters(6, length=4, count=60)
    adviser = Adviser(game_of(words), strategy)

    best = adviser.best(adviser.strategy.start, 3)

    assert best[0].word == SlowPlayer(words, strategy, attempts=5).guess(tuple(words), attempt=1)
    assert len(best) == 3


@pytest.fixture(scope="module")
def listed():
    """The packaged words of 4 letters."""
    return read_game(4, reader.PACKAGED)


@pytest.fixture(scope="module")
def tree(listed):
    """The tree that the package has for them."""
    return WordTree(listed.words.words, book_for(listed, "score", PACKAGED_BOOK))


def test_the_guess_of_a_book_comes_first_and_others_have_estimates_of_their_own(listed, tree):
    adviser = Adviser(listed)

    first, *later = adviser.best(adviser.strategy.start, 4)

    assert (first.word, first.exact) == (tree.guess(ROOT), True)
    assert [proposal.exact for proposal in later] == [False, False, False]
    assert len({proposal.points for proposal in later}) == 3


@pytest.mark.parametrize(("length", "book"), [(4, PACKAGED_BOOK), (4, NO_BOOK), (6, PACKAGED_BOOK), (6, NO_BOOK)])
def test_no_guess_of_the_advice_is_worth_more_than_one_above_it(length, book):
    player = Player(length, reader.PACKAGED, book=book)
    points = [proposal.points for proposal in player.best(20)]
    assert points == sorted(points, reverse=True)


def test_the_first_five_guesses_are_the_same_however_many_are_shown():
    player = Player(6, reader.PACKAGED, book=NO_BOOK)
    assert [each.word for each in player.best(5)] == [each.word for each in player.best(30)[:5]]


def test_a_word_that_is_asked_about_has_the_value_that_the_advice_shows():
    player = Player(6, reader.PACKAGED, book=NO_BOOK)
    proposal = player.best(5)[-1]
    assert player.new_game().evaluate(proposal.word) == proposal


def test_a_guess_without_information_has_the_value_of_an_attempt_less():
    player = Player(6, reader.PACKAGED, book=NO_BOOK)
    # Hundreds of words have none of these letters: too many to search, so what follows is estimated.
    player.hear("XXXXXX", "cwtchs")

    # Made again, the guess tells nothing.
    repeated = player.evaluate("cwtchs")

    assert not repeated.exact
    assert repeated.points == player.points_without_information()


# The guess of the largest promise, 36,000, is worth 215 points, and a guess that tells nothing 90.
@pytest.mark.parametrize(
    ("promise", "points"),
    [
        (36_000, 215),
        (18_000, 195),
        (9_000, 175),
        (36_000 / 2**6, 95),
        (100, 90),  # no estimate is below `least`
        (72_000, 215),  # nor above `most`
    ],
)
def test_an_estimate_loses_20_points_for_each_halving_of_the_promise_within_its_limits(promise, points):
    assert estimated_points(promise, largest_promise=36_000, most=215, least=90) == pytest.approx(points)


class TestBooked:
    """A book's tree as advice, on the packaged list of 4 letters."""

    def test_its_cost_is_that_of_its_games(self, listed, tree):
        words = listed.words.words
        secrets = np.arange(0, len(words), 41)  # one word of 41, so that the games take little time

        cost = tree.cost(ROOT, secrets, guesses_left=5, objective=Objective.points())

        assert cost == lost_points(listed, [words[secret] for secret in secrets])

    @pytest.fixture
    def first(self, tree):
        """The first step of the tree's game for the word zoic."""
        return Step(tree.guess(ROOT), reply_for(tree.guess(ROOT), "zoic"))

    def test_its_own_guess_leads_to_the_next_one(self, listed, tree, first):
        assert tree.guess(tree.node([first])) in listed.words.words

    def test_another_guess_leaves_it(self, tree, first):
        assert tree.node([Step("zoic", first.reply)]) is None

    def test_a_reply_that_no_word_gives_leaves_it(self, tree, first):
        assert tree.node([Step(first.guess, "OO?O")]) is None

    def test_what_follows_a_step_costs_what_the_games_lose_after_it(self, listed, tree, first):
        words = listed.words.words
        candidates = [word for word in words if reply_for(first.guess, word) == first.reply][::5]  # one of five will do
        secrets = np.array([words.index(word) for word in candidates])

        cost = tree.cost(tree.node([first]), secrets, guesses_left=4, objective=Objective.points())

        assert cost == lost_points(listed, candidates, first_attempt=2)


class TestHard:
    @pytest.fixture
    def words(self):
        return words_of_few_letters(8, length=4, count=90, letters="abcde")

    def test_the_words_that_may_be_guessed_are_those_that_leave_nothing_unused(self, words):
        adviser = Adviser(game_of(words, hard=True))
        for secret in words[::9]:
            steps = [Step(guess, reply_for(guess, secret)) for guess in words[::30]]

            allowed = legal_guesses(adviser.game, steps).tolist()

            legal = [why_illegal_in_hard_mode(word, steps) is None for word in words]
            assert allowed == np.flatnonzero(legal).tolist()

    @pytest.fixture
    def search(self, words):
        """The search for trees with four guesses left, over all words as guesses and as candidates."""
        strategy = Adviser(game_of(words, hard=True)).strategy
        return strategy.tree_search(strategy.game, strategy.start.secrets, guesses_left=4)

    def test_at_the_first_attempt_of_a_search_every_word_may_be_guessed(self, words, search):
        guesses = search.most_promising(np.arange(5), guesses_left=4, count=len(words))
        assert len(guesses) == len(words)

    def test_at_later_attempts_of_a_search_only_candidates_are_guessed(self, words, search):
        """A search no longer knows the steps then. A candidate is legal whatever has been guessed."""
        for guess in range(0, len(words), 13):
            for _, members in partition(search.game, guess, np.arange(len(words))):
                guesses = search.most_promising(members, guesses_left=3, count=len(words))
                assert set(guesses) == set(members)
