"""LivePlayer plays any word game by a strategy. It imports numpy when the strategy is first asked."""

from __future__ import annotations

from lingo_bot.dialogue import no_word_fits
from wordlists.reply import code_of

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from lingo_bot.strategy import GamePosition, Strategy
    from wordlists.word_game import WordGame


class LivePlayer:
    """Plays one game: keeps the candidates and asks the strategy for the next guess."""

    def __init__(self, word_game: WordGame, strategy: str = "score", first_guess: str | None = None) -> None:
        """first_guess: the guess to begin with, None for the strategy's own choice."""
        self._word_game = word_game
        self._strategy_name = strategy
        self._guess = first_guess
        self._strategy: Strategy | None = None
        self._position: GamePosition
        """Set when the strategy is loaded."""

    def guess(self) -> str:
        """The given first guess, afterwards the strategy's choice."""
        if self._guess is None:
            choice = self._load_strategy().choice(self._position)
            self._guess = self._word_game.write(choice)
        return self._guess

    def hear(self, reply: str) -> None:
        """Keep the candidates that give this reply; DataError if none does."""
        from codebreaker.candidates import partition
        from wordlists.step import Step

        guess = self.guess()
        game = self._load_strategy().game
        index = self._word_game.index_of(guess)
        bins = dict(partition(game, index, self._position.secrets))
        code = code_of(reply)
        if code not in bins:
            raise no_word_fits(guess, reply, is_first=not self._position.steps)

        # `guess` is written as people write it; a step has the word as the game holds it, one character a letter.
        self._position = self._position.after(Step(game.guesses[index], reply), bins[code])
        self._guess = None

    def _load_strategy(self) -> Strategy:
        """The strategy; the first call imports numpy, which takes longer than a whole game by book."""
        if self._strategy is None:
            from lingo_common.process import one_thread_for_algebra

            # Before numpy is imported: it starts its threads then, and with several the import takes twice as long.
            one_thread_for_algebra()
            from lingo_bot.criterion_strategy import strategy_of

            self._strategy = strategy_of(self._strategy_name, self._word_game)
            self._position = self._strategy.start

        return self._strategy
