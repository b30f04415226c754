"""`--review`: each guess of a finished game beside the best one, with figures for skill and luck."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codebreaker.reply import reply_for
from lingo_bot.assistant.advice import Proposal
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.steps import checked_word
from lingo_bot.assistant.tables import candidates_of
from lingo_common.errors import DataError, UsageError
from lingo_common.screen import terminal

MOST = 99
"""The highest skill and the highest luck."""


@dataclass(frozen=True)
class ReviewedGuess:
    """One guess of a finished game with its figures."""

    guess: str
    reply: str
    before: int
    """Candidates before the guess."""
    after: int
    """Candidates after the reply."""
    own: Proposal
    best: Proposal
    """The guess with the most expected points; the person's own guess where no other has more."""
    skill: int
    """See skill()."""
    luck: int
    """See luck()."""
    remark: str | None
    """Why the rules do not allow the guess, None where they do."""

    @property
    def lost(self) -> float:
        """The expected points of the best guess minus those of this guess."""
        return self.best.points - self.own.points


def review(player: Player, secret: str, guesses: Sequence[str]) -> list[ReviewedGuess]:
    """Every guess of a finished game with its figures; the player must be new and hears the whole game.

    Raises DataError for a secret that is not an answer, UsageError for guesses that cannot be a game.
    """
    hidden, *words = [checked_word(each, player.length, player.spelling) for each in (secret, *guesses)]
    secret = "".join(player.letters_of(hidden))
    if secret not in player.answers:
        raise DataError(f"the word {secret} is not among the possible ones of the list")
    if not words:
        raise UsageError("a review wants the guesses of a game after its word")
    if len(words) > player.attempts:
        raise UsageError(f"{len(words)} guesses are more than {player.attempts} attempts (see --attempts)")
    if hidden in words[:-1]:
        raise UsageError(f"the guesses go on after the word {secret} was found")
    return [_reviewed(player, "".join(player.letters_of(word)), reply_for(word, hidden)) for word in words]


def _reviewed(player: Player, word: str, reply: str) -> ReviewedGuess:
    """The figures of a guess, which the player hears."""
    before, remark = player.remaining, player.illegal(word)
    found = player.best(1, [word])
    own = next(each for each in found if each.word == word)
    best = max(found, key=lambda each: (each.rank, each is own))
    skilled = skill(own.points, best.points, player.wasted())
    sizes, hit = player.bin_sizes(word)
    player.hear(reply, word)
    lucky = luck(sizes, hit, 0 if player.solved else player.remaining)
    return ReviewedGuess(word, reply, before, player.remaining, own, best, skilled, lucky, remark)


def skill(points: float, best: float, wasted: float) -> int:
    """99 · (points − wasted) / (best − wasted), from 0 to 99.

    wasted is the expected points of a guess that gives no information: the same candidates, one attempt fewer.
    """
    if best <= wasted:
        return MOST
    return round(MOST * min(1.0, max(0.0, (points - wasted) / (best - wasted))))


def luck(sizes: Sequence[int], hit: bool, remaining: int) -> int:
    """99 times the share of candidates that would have left more words, counting half of those that leave as many.

    sizes are the guess's bin sizes; with a hit the last bin is the guess itself, which leaves no word. The mean over
    all candidates is 49.5 for every guess.
    """
    left = [(0 if hit and place == len(sizes) - 1 else size, size) for place, size in enumerate(sizes)]
    more = sum(count for leaves, count in left if leaves > remaining)
    alike = sum(count for leaves, count in left if leaves == remaining)
    return round(MOST * (more + alike / 2) / sum(sizes))


def review_lines(player: Player, reviewed: Sequence[ReviewedGuess], columns: int, in_colour: bool) -> Iterator[str]:
    """The review as lines of text: each guess with its reply and figures, the whole game, the player's own game."""
    for attempt, each in enumerate(reviewed, 1):
        yield f"{attempt}  {terminal.answered(player.letters_of(each.guess), each.reply, in_colour)}"
        yield from terminal.wrapped("   " + "; ".join(_figures(each)), columns, "   ")
    ended = f"Solved at attempt {len(reviewed)}" if player.solved else "Not solved"
    skilled = round(sum(each.skill for each in reviewed) / len(reviewed))
    lucky = round(sum(each.luck for each in reviewed) / len(reviewed))
    own = reviewed[0].own
    lost = f"{_amount(own, sum(each.lost for each in reviewed))} expected {'guesses' if own.guesses else 'points'}"
    text = f"{ended}: {player.points} points. Lost: {lost}. Skill {skilled}, luck {lucky}."
    yield from terminal.wrapped(text, columns)


def own_game_lines(player: Player, secret: str, columns: int) -> Iterator[str]:
    """The game that the player itself plays for that secret, by its book where it has one."""
    own = player.new_game()
    steps = own.play(secret)
    source = "The book" if own.has_book else "The player"
    ended = f"solved at attempt {len(steps)}" if own.solved else "not solved"
    shown = ", ".join(f"{step.guess} {step.reply}" for step in steps)
    yield from terminal.wrapped(f"{source} plays {shown}: {ended}.", columns)


def _figures(each: ReviewedGuess) -> Iterator[str]:
    if each.remark:
        yield f"not a guess of this game ({each.remark})"
    yield f"{candidates_of(each.before)}, {each.own.remaining:,.1f} expected after, {each.after:,} left"
    yield f"{each.own.in_words} expected"
    if each.best.word == each.guess:
        yield "nothing is better"
    else:
        yield f"best {each.best.word} with {each.best.value_text}, lost {_amount(each.own, each.lost)}"
    yield f"skill {each.skill}, luck {each.luck}"


def _amount(own: Proposal, points: float) -> str:
    """A loss in points, or in guesses where these count."""
    return f"{points:.1f}" if own.guesses is None else f"{points / 100:.3f}"
