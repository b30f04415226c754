"""`--review`: each guess of a finished game beside the best one, with figures for skill and luck."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from codebreaker.outcome import POINTS_A_GUESS
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.proposal import Proposal
from lingo_bot.assistant.steps import checked_word
from lingo_bot.assistant.tables import ending
from lingo_common.cli import terminal
from lingo_common.cli.tiles import guess_line
from lingo_common.errors import DataError, UsageError, count_text
from wordlists.reply import reply_for
from wordlists.word_game import POINTS

MAX_SKILL = 99
"""The highest skill, and the highest luck: figures of two digits."""
ALTERNATIVES = 5
"""The best guesses that are named for each guess."""


@dataclass(frozen=True)
class ReviewedGuess:
    """One guess of a finished game with its figures."""

    guess: str
    reply: str
    before: int
    """Candidates before the guess."""
    after: int
    """Candidates after the reply."""
    candidates: list[str]
    """The candidates after the reply."""
    own: Proposal
    """The proposal of this guess."""
    best: tuple[Proposal, ...]
    """The best guesses, best first. If no other guess is expected to be better than the person's, it is the first."""
    skill: int | None
    """From 0 to 99, as skill() computes it; None for a forced guess: that of the only candidate left."""
    luck: int
    """From 0 to 99, as luck() computes it."""
    remark: str | None
    """Why the rules do not allow the guess, None where they do."""

    @property
    def lost(self) -> float:
        """The expected points of the best guess minus those of this guess, also in a game for the fewest guesses.

        0 if this guess has more points: the best guess is better because it misses fewer words.
        """
        return max(0.0, self.best[0].points - self.own.points)


def review(player: Player, secret: str, guesses: Sequence[str]) -> list[ReviewedGuess]:
    """Every guess of a finished game with its figures; the player must be new and hears the whole game.

    Raises DataError for a secret that is not an answer, UsageError for guesses that cannot be a game.
    """
    # As the spelling reads them: a group that counts as one letter is one character.
    secret_word = checked_word(secret, player.length, player.spelling)
    words = [checked_word(guess, player.length, player.spelling) for guess in guesses]
    written_secret = player.spelling.write(secret_word)
    if written_secret not in player.answers:
        raise DataError(f"the word {written_secret} is not among the possible ones of the list")
    if not words:
        raise UsageError("a review wants the guesses of a game after its word")
    if len(words) > player.attempts:
        attempts = count_text(player.attempts, "attempt")
        raise UsageError(f"{len(words)} guesses are more than {attempts} (see --attempts)")
    if secret_word in words[:-1]:
        raise UsageError(f"the guesses go on after the word {written_secret} was found")

    reviewed = []
    for word in words:
        reply = reply_for(word, secret_word)
        reviewed.append(_review_guess(player, player.spelling.write(word), reply))

    return reviewed


def _review_guess(player: Player, word: str, reply: str) -> ReviewedGuess:
    """The figures of a guess, which the player hears."""
    before = player.remaining
    why_illegal = player.illegal(word)
    proposals = player.best(ALTERNATIVES, also=[word])
    own = next(proposal for proposal in proposals if proposal.word == word)

    # The first proposal is lingo-bot's own guess, which need not have the best value: in a game for the best worst case
    # it is chosen by its largest bin. Of equal values the person's guess counts as the best.
    best = own
    for proposal in proposals:
        if _is_better(proposal, best):
            best = proposal
    other_proposals = [proposal for proposal in proposals if proposal is not best]

    skill_of_guess = None
    is_forced = before == 1 and own.candidate
    if not is_forced:
        skill_of_guess = skill(own.points, best.points, player.points_without_information())

    sizes, hit = player.bin_sizes(word)
    player.hear(reply, word)
    words_left = 0 if player.solved else player.remaining  # of a solved game the secret is still a candidate

    return ReviewedGuess(
        guess=word,
        reply=reply,
        before=before,
        after=player.remaining,
        candidates=player.candidates,
        own=own,
        best=(best, *other_proposals)[:ALTERNATIVES],
        skill=skill_of_guess,
        luck=luck(sizes, hit, words_left),
        remark=why_illegal,
    )


def _is_better(proposal: Proposal, other: Proposal) -> bool:
    """Whether a proposal is expected to be better than another one; misses count more than points."""
    if proposal.exact != other.exact:
        # An estimate does not say how many words the guess misses, so points decide. Only the book's guess has an exact
        # value among estimates, and no guess is estimated at more points than that.
        return proposal.points > other.points
    return proposal.points_less_misses > other.points_less_misses


def skill(points: float, best: float, without_information: float) -> int:
    """99 · (points − without_information) / (best − without_information), from 0 to 99.

    without_information: the expected points of a guess that gives none: the same candidates, one attempt fewer. A guess
    of 190 points has skill 74 where the best has 200 and one without information 160.
    """
    if best <= without_information:
        return MAX_SKILL
    share = (points - without_information) / (best - without_information)
    return round(MAX_SKILL * min(1.0, max(0.0, share)))


def luck(sizes: Sequence[int], hit: bool, remaining: int) -> int:
    """99 times the share of candidates that would have left more words, counting half of those that leave as many.

    sizes are the guess's bin sizes; with a hit the last bin is the guess itself, which leaves no word. The mean over
    all candidates is 49.5 for every guess. With bins of 6, 3 and 1 and 3 words left it is 99 · (6 + 3 / 2) / 10 = 74.
    """
    words_left = list(sizes)  # by bin: how many words the reply leaves
    if hit:
        words_left[-1] = 0

    leaving_more = 0
    leaving_as_many = 0
    for size, count in zip(sizes, words_left, strict=True):
        if count > remaining:
            leaving_more += size
        elif count == remaining:
            leaving_as_many += size

    return round(MAX_SKILL * (leaving_more + leaving_as_many / 2) / sum(sizes))


def review_lines(
    player: Player, secret: str, reviewed: Sequence[ReviewedGuess], columns: int, in_colour: bool
) -> Iterator[str]:
    """The review as lines of text: each guess with its reply and figures, the whole game, the game of lingo-bot.

    player: the one that has heard the reviewed game.
    """
    indent = "   "
    for attempt, guess in enumerate(reviewed, 1):
        letters = player.letters_of(guess.guess)
        yield f"{attempt}  {guess_line(letters, guess.reply, in_colour)}"
        yield from terminal.wrap_text(indent + "; ".join(_figures(player, guess)), columns, indent)

    yield from terminal.wrap_text(_whole_game(player, reviewed), columns)
    yield from terminal.wrap_text(_game_of_bot(player, secret), columns)


def _whole_game(player: Player, reviewed: Sequence[ReviewedGuess]) -> str:
    """How the person's game ended, with the sum of what its guesses lost and the means of skill and luck."""
    end = ending(player) if player.solved else "Not solved"
    lost = _loss_text(player, sum(guess.lost for guess in reviewed))
    unit = "points" if player.objective == POINTS else "guesses"
    text = f"{end}. Lost: {lost} expected {unit}."

    mean_skill = mean(guess.skill for guess in reviewed)
    mean_luck = mean(guess.luck for guess in reviewed)
    if mean_skill is not None:
        text += f" Skill {mean_skill}, luck {mean_luck}."

    return text


def _game_of_bot(player: Player, secret: str) -> str:
    """How lingo-bot plays against the secret under the same rules, in a sentence."""
    bot = player.new_game()
    steps = bot.play(secret)
    moves = ", ".join(f"{step.guess} {step.reply}" for step in steps)
    source = "The book" if bot.has_book else "The player"
    end = f"solved at attempt {len(steps)}" if bot.solved else "not solved"
    return f"{source} plays {moves}: {end}."


def mean(figures: Iterable[int | None]) -> int | None:
    """The mean of the figures, those that are None left out; None if there is none."""
    numbers = [figure for figure in figures if figure is not None]
    return round(sum(numbers) / len(numbers)) if numbers else None


def review_json(player: Player, secret: str, reviewed: Sequence[ReviewedGuess]) -> dict[str, Any]:
    """The review as JSON, with the game of lingo-bot; the page of --page saves the same keys.

    player: the one that has heard the reviewed game.
    """
    guesses = []
    for guess in reviewed:
        best = [proposal.to_json() for proposal in guess.best]
        # The keys of a guess are its fields.
        guesses.append(vars(guess) | {"own": guess.own.to_json(), "best": best})

    return {
        "word": secret,
        "attempts": player.attempts,
        "hard": player.hard,
        "objective": player.objective,
        "solved": player.solved,
        "points": player.points,
        "lost": sum(guess.lost for guess in reviewed),
        "skill": mean(guess.skill for guess in reviewed),
        "luck": mean(guess.luck for guess in reviewed),
        "guesses": guesses,
        "lingo_bot": [step._asdict() for step in player.new_game().play(secret)],
    }


def _figures(player: Player, guess: ReviewedGuess) -> Iterator[str]:
    """The figures of a guess in phrases."""
    if guess.remark:
        yield f"not a guess of this game ({guess.remark})"

    candidates = count_text(guess.before, "candidate")
    yield f"{candidates}, {guess.own.remaining:,.1f} expected after, {guess.after:,} left"
    yield f"{guess.own.in_words} expected"

    best = guess.best[0]
    if guess.skill is None:
        yield f"a forced guess, luck {guess.luck}"
        return

    if best.word == guess.guess:
        yield "nothing is better"
    elif guess.lost == 0:
        yield f"best {best.word} with {best.value_text}, which misses fewer words"
    else:
        yield f"best {best.word} with {best.value_text}, lost {_loss_text(player, guess.lost)}"

    yield f"skill {guess.skill}, luck {guess.luck}"


def _loss_text(player: Player, points: float) -> str:
    """A loss of that many expected points as text: a number of points, or of guesses where these count."""
    return f"{points:.1f}" if player.objective == POINTS else f"{points / POINTS_A_GUESS:.3f}"
