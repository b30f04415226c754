"""Player, the Python interface to one game: its steps, candidates and proposals."""

import os
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from lingo_bot.assistant.advice import Adviser
from lingo_bot.assistant.clues import why_no_word_fits
from lingo_bot.assistant.notebook import game_html
from lingo_bot.assistant.proposal import Proposal, Proposals
from lingo_bot.assistant.steps import Words, checked_marks, checked_word, list_of
from lingo_bot.book_player import NO_BOOK
from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_bot.strategy import GamePosition
from lingo_common.errors import DataError, UsageError, count_text, value_text
from lingo_common.option import check_instance, is_file_or_module, path_argument
from wordlists.reader import LONGEST_WORD
from wordlists.reply import reply_for, winning_reply
from wordlists.rules import GameOptions, why_illegal
from wordlists.step import WordStep, conflict
from wordlists.word_game import ATTEMPTS, POINTS, WordGame

_SHOWN_CANDIDATES = 8
"""Candidates named in a notebook's view of a player."""


class Player:
    """A player of one game: it hears replies, and proposes and values guesses at any point.

    Examples:
        >>> player = Player(5)
        >>> player.hear("?XX?X", guess="tares")
        >>> player.remaining, player.candidates[:3]
        (141, ['befit', 'begot', 'bento'])
        >>> player.guess() in player.words
        True
        >>> proposal = player.evaluate("lotic")
        >>> round(proposal.remaining, 1), proposal.candidate
        (7.3, False)
        >>> player.hear("..yy.", guess="lotic")
        >>> player
        <Player of 5 letters: tares=?XX?X, lotic=XX??X; 13 candidates>

    """

    def __init__(
        self,
        length: int = 5,
        wordlist: Words | None = None,
        *,
        strategy: str = DEFAULT_STRATEGY,
        attempts: int = ATTEMPTS,
        answers: Words | None = None,
        first_letter: str | None = None,
        hard: bool = False,
        objective: str = POINTS,
        fold: bool = False,
        letters: str = "",
        language: str = "",
        book: str | os.PathLike[str] | None = None,
    ) -> None:
        """Take the rules of a game.

        wordlist: a word list file, a directory, the words themselves, or None for the list that `lingo-bot` finds.
        strategy: one of STRATEGIES, or a FILE.py that defines a criterion. answers: the words that can be the secret,
        all where None. first_letter: guesses and secret begin with it. hard: every guess must use what the replies have
        shown. objective: "points"; "guesses", for the fewest; or "worst", for the best worst case. fold: read é as e.
        letters: groups that count as one letter, as in "ij,ch". language: "tr" or "de", which read some letters in
        their own way. book: a book file, "" for no book, None for the packaged books. Raises DataError for lists that
        cannot be used, UsageError for arguments that make no sense.
        """
        is_length = type(length) is int and 1 <= length <= LONGEST_WORD  # True is an int for isinstance
        _check("length", length, is_length, f"a whole number from 1 to {LONGEST_WORD}")
        options = GameOptions(
            attempts=attempts, hard=hard, objective=objective, fold=fold, letters=letters, language=language or None
        )
        spelling = options.spelling
        if first_letter is not None:
            # Checked here, because WordGame takes "*" too: there it stands for each secret's own letter.
            first_letter = spelling.letter(check_instance("first_letter", first_letter, str))

        words = list_of(wordlist, length, "wordlist", spelling)
        answer_list = None if answers is None else list_of(answers, length, "answers", spelling)
        word_game = WordGame(
            words,
            answer_list,
            attempts=options.attempts,
            letter=first_letter,
            hard=options.hard,
            objective=options.objective,
        )
        # NO_BOOK is an empty text, which is refused as a path.
        book_path = NO_BOOK if book == NO_BOOK else path_argument("book", book)
        self._begin(word_game, strategy, book_path)

    @classmethod
    def of_game(
        cls,
        word_game: WordGame,
        strategy: str = DEFAULT_STRATEGY,
        book: str | None = None,
        first_guess: str | None = None,
    ) -> "Player":
        """The player of a WordGame that is made already; `Player(…)` makes one from its arguments.

        book: the path of one, NO_BOOK, AUTO_BOOK, or None for the packaged books. first_guess: the guess to begin with,
        None for its own choice.
        """
        player = cls.__new__(cls)  # without __init__, which makes the game from its arguments
        player._begin(check_instance("word_game", word_game, WordGame), strategy, book)
        player._next_guess = first_guess
        return player

    def _begin(self, word_game: WordGame, strategy: str, book: str | None) -> None:
        """Set the attributes of a player before its first guess, for both ways to make one.

        Raises UsageError for an unknown strategy.
        """
        check_instance("strategy", strategy, str)
        # A strategy that is not built in is a criterion, given as FILE.py or MODULE:NAME.
        is_strategy = strategy in STRATEGIES or is_file_or_module(strategy)
        _check("strategy", strategy, is_strategy, f"{', '.join(STRATEGIES)} or FILE.py")

        self._word_game = word_game
        self._strategy_name = strategy
        self._book = book
        self._adviser = Adviser(word_game, strategy, book)

        self.spelling = word_game.spelling
        self.length = word_game.length
        self.attempts = word_game.attempts
        self.hard = word_game.hard
        self.objective = word_game.objective
        self.words = word_game.words.written_words
        self.answers = word_game.secrets.written_words
        """The words that can be the secret."""
        self.remarks = word_game.remarks
        """Sentences for the user about the lists, as on entries that were left out."""

        # A GamePosition holds words as the spelling reads them: each letter is one character, even a group such as
        # `ij`. The methods take and return words as people write them.
        self._positions: tuple[GamePosition, ...] = (self._adviser.strategy.start,)
        """The position before the first step and after each of them: a tuple, because copies of a player share it."""
        self._next_guess: str | None = None
        """The next guess as people write it; None until it is asked for."""

    @property
    def has_answers(self) -> bool:
        """Whether the game has a list of answers, so that other words cannot be the secret."""
        return self._word_game.answers is not None

    @property
    def has_book(self) -> bool:
        """Whether a book has a whole tree for this game, and not a first guess alone."""
        return self._adviser.tree is not None and self._adviser.tree.plays_whole_games

    def new_game(self) -> "Player":
        """A player of a new game under the same rules."""
        player = copy(self)  # with the lists and the adviser, which no game changes
        player._positions = self._positions[:1]
        player._next_guess = None
        return player

    def __copy__(self) -> "Player":
        """A player at the same point of the game, which plays on by itself.

        Both share the lists and the book, which no game changes.
        """
        player = type(self).__new__(type(self))  # without __init__, which would read the lists again
        vars(player).update(vars(self))
        return player

    def __deepcopy__(self, memo: dict[int, Any]) -> "Player":
        """A copy as `copy.copy` makes it. A book's nodes, a view of its bytes, have no copy."""
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        """The state for `pickle`, from which __setstate__ makes an equal player, perhaps in another process.

        The lists are among it. A book, and a strategy that is a file, are read again.
        """
        lists = self._word_game.lists
        return {
            "words": lists.words,
            "answers": lists.answers,
            "frequencies": lists.frequencies,
            "rules": self._word_game.rules(),
            "remarks": self.remarks,
            "strategy": self._strategy_name,
            "book": self._book,
            "steps": self._position.steps,
            "next_guess": self._next_guess,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become the player from which __getstate__ took the state."""
        word_game = WordGame(state["words"], state["answers"], frequencies=state["frequencies"], **state["rules"])
        self._begin(word_game, state["strategy"], state["book"])
        # Made from its lists, the game does not know which answers were added to the words.
        self.remarks = state["remarks"]

        for step in state["steps"]:
            position = self._adviser.position_after(self._position, step)
            self._positions = (*self._positions, position)
        self._next_guess = state["next_guess"]

    def with_every_word(self) -> "Player":
        """A player of a new game in which every word can be the secret: for a secret that is no answer.

        It plays without a book, because the book of this game is for its answers.
        """
        word_game = WordGame(self._word_game.words, **self._word_game.rules())
        return Player.of_game(word_game, self._strategy_name, NO_BOOK)

    @property
    def first_letter(self) -> str | None:
        """The letter that all words must begin with, as people write it; None if the rules show none."""
        # The game writes "" for no letter.
        return self._word_game.written_letter or None

    def letters_of(self, word: str) -> list[str]:
        """The letters of a word, one for each mark of a reply; a group such as `ij` is one."""
        return self.spelling.write_letters(self.spelling.read(check_instance("word", word, str)))

    @property
    def _position(self) -> GamePosition:
        """Where the game is now."""
        return self._positions[-1]

    @property
    def steps(self) -> tuple[WordStep, ...]:
        """The guesses so far with their replies."""
        return tuple(map(self._write_step, self._position.steps))

    @property
    def candidates(self) -> list[str]:
        """The words that fit every reply, sorted."""
        return [self.answers[secret] for secret in self._position.secrets]

    @property
    def remaining(self) -> int:
        """The number of candidates."""
        return len(self._position.secrets)

    @property
    def solved(self) -> bool:
        """Whether the last reply was the winning one."""
        steps = self._position.steps
        return bool(steps) and steps[-1].reply == winning_reply(self.length)

    @property
    def over(self) -> bool:
        """Whether the game is solved or its attempts are used up."""
        return self.solved or self._position.guesses_left == 0

    @property
    def points(self) -> int:
        """The points won: 100 × (attempts + 1 − a) for a game solved at attempt a, else 0."""
        return self._word_game.points_for(len(self._position.steps)) if self.solved else 0

    def guess(self) -> str:
        """The next guess, the same as `lingo-bot` makes: from the book where it has the game, else by the strategy."""
        self._check_not_over()
        if self._next_guess is None:
            word = self._adviser.choice(self._position)
            self._next_guess = self.spelling.write(word)
        return self._next_guess

    def hear(self, reply: str, guess: str | None = None) -> None:
        """Take in the reply to a guess (by default the player's last), written in marks `O?X` or colours `gy.`.

        Raises DataError for text that is not a reply, and for a reply that no word fits together with those before.
        """
        self._check_not_over()
        word = checked_word(self.guess() if guess is None else guess, self.length, self.spelling)
        step = WordStep(word, checked_marks(reply, self.length))
        position = self._adviser.position_after(self._position, step)
        # A person who plays elsewhere may win with a word that the list of answers lacks. The game is then solved with
        # no candidate left, which is no contradiction.
        if not len(position.secrets) and not self._is_unlisted_secret(step):
            raise self._contradiction(position.steps)

        self._positions = (*self._positions, position)
        self._next_guess = None

    def _is_unlisted_secret(self, step: WordStep) -> bool:
        """Whether the step wins with a word that is not among the answers and fits the steps before it."""
        fits_steps = all(reply_for(guess, step.guess) == reply for guess, reply in self._position.steps)
        return step.reply == winning_reply(self.length) and fits_steps

    def undo(self) -> WordStep | None:
        """Take the last step back and return it; None if there is none."""
        if not self._position.steps:
            return None
        *earlier, last = self._positions
        self._positions = tuple(earlier)
        self._next_guess = None
        return self._write_step(last.steps[-1])

    def best(self, count: int = 5, also: Sequence[str] = ()) -> Proposals:
        """The best guesses now, best first, with the words in `also` added; none where the game is over.

        Words in `also` need not be in the list. Raises DataError if one has another length.
        """
        _check("count", count, type(count) is int and count >= 0, "a whole number of at least 0")
        # A text is a sequence too, whose letters would be taken for the words.
        is_list = isinstance(also, Sequence) and not isinstance(also, str)
        _check("also", also, is_list, "a list")
        words = [checked_word(word, self.length, self.spelling) for word in also]
        if self.over:
            return Proposals(())
        proposals = self._adviser.best(self._position, count, words)
        return Proposals(map(self._write_proposal, proposals))

    def evaluate(self, word: str) -> Proposal:
        """The proposal for that word now; the list need not hold it."""
        self._check_not_over()
        read = checked_word(word, self.length, self.spelling)
        return self._write_proposal(self._adviser.evaluate(read, self._position))

    def points_without_information(self) -> float:
        """Expected points after a guess that gives no information, from which skill is measured."""
        self._check_not_over()
        return self._adviser.points_without_information(self._position)

    def bin_sizes(self, word: str) -> tuple[list[int], bool]:
        """(the sizes of a word's bins over the candidates, whether the word is a candidate).

        If the word is a candidate, the last bin is that of the winning reply and holds it alone.
        """
        read = checked_word(word, self.length, self.spelling)
        sizes, hit = self._adviser.bin_sizes(read, self._position)
        return sizes.tolist(), hit

    def play(self, secret: str) -> tuple[WordStep, ...]:
        """Play the game to its end against that secret and return all steps; DataError if it cannot be the secret.

        Examples:
            >>> print(Player(5).play("dents")[-1])
            dents=OOOOO
        """
        secret = checked_word(secret, self.length, self.spelling)
        if secret not in self._word_game.secrets:
            raise DataError(f"the word {self.spelling.write(secret)} is not among the possible ones of the list")
        while not self.over:
            self.hear(reply_for(self.spelling.read(self.guess()), secret))
        return self.steps

    def illegal(self, word: str) -> str | None:
        """Why the rules do not allow that guess now, as in `letter 1 must be d`; None if they allow it."""
        word = self.spelling.read(check_instance("word", word, str))
        letter = self._word_game.letter
        # A word without the first letter is not in the list either. For such a word the letter is the reason.
        has_letter = letter is None or word.startswith(letter)
        if has_letter and word not in self._word_game.words:
            return "not in the word list"

        why = why_illegal(self._word_game, word, self._position.steps, letter)
        # The letter that the reason names may be the character that stands for a group. No other text has this
        # character, so the whole sentence can be written out.
        return None if why is None else self.spelling.write(why)

    def _check_not_over(self) -> None:
        """Raise DataError if the game is over."""
        if self.over:
            raise DataError("the game is over")

    def _contradiction(self, steps: Sequence[WordStep]) -> DataError:
        """The error for steps that leave no word; it says which of them contradict one another."""

        def some_word_fits(subset: Sequence[WordStep]) -> bool:
            """Whether a word fits those of the steps."""
            position = self._adviser.strategy.start
            for step in subset:
                position = self._adviser.position_after(position, step)
            return len(position.secrets) > 0

        # The message names only steps that are needed for the contradiction.
        blamed = [steps[index] for index in conflict(steps, some_word_fits)]
        why = why_no_word_fits(blamed, self._word_game.letter)
        return DataError(self.spelling.write(f"no word fits; {why}"))

    def __repr__(self) -> str:
        steps = ", ".join(map(str, self.steps)) or "no guess yet"
        return f"<Player of {count_text(self.length, 'letter')}: {steps}; {self._progress()}>"

    def _progress(self) -> str:
        """How far the game is: `solved, 400 points`, or how many candidates are left."""
        if self.solved:
            return f"solved, {self.points} points"
        return count_text(self.remaining, "candidate")

    def _repr_html_(self) -> str:
        """The game as HTML, for a notebook."""
        steps = [(self.letters_of(step.guess), step.reply) for step in self.steps]
        candidates = ", ".join(self.answers[secret] for secret in self._position.secrets[:_SHOWN_CANDIDATES])
        more = ", …" if self.remaining > _SHOWN_CANDIDATES else ""
        return game_html(steps, f"{self._progress()}: {candidates}{more}")

    def _write_step(self, step: WordStep) -> WordStep:
        """The step with its guess as it is written."""
        return step._replace(guess=self.spelling.write(step.guess))

    def _write_proposal(self, proposal: Proposal) -> Proposal:
        """The proposal with its word as it is written."""
        return replace(proposal, word=self.spelling.write(proposal.word))


def _check(name: str, value: Any, fits: bool, expected: str) -> None:
    """Raise UsageError, which says what the argument must be, unless its value fits."""
    if not fits:
        raise UsageError(f"{name} must be {expected}, not {value_text(value)}")
