"""GameLists: the words, the answers and the weights of a word game. Standard library only."""

from __future__ import annotations

from wordlists.word_list import WordList, fingerprint

TYPE_CHECKING = False  # importing typing would double the player's launch time; type checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from wordlists.frequencies import Frequencies


class GameLists:
    """The lists of a word game, which nobody changes."""

    def __init__(
        self,
        words: WordList,
        answers: WordList | None,
        weights: list[int] | None,
        remarks: list[str],
        frequencies: Frequencies | None,
    ) -> None:
        """words: what may be guessed, every answer included. answers: what may be hidden; None for all words.

        weights: how much each secret counts, in the order of the secrets; None where each counts once. remarks: for the
        user, about answers that were added and words without a count. frequencies: what the weights were made of; None
        where there are none, or where they are not known.
        """
        self.words = words
        self.answers = answers
        self.weights = weights
        self.frequencies = frequencies
        self._remarks = remarks

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user, to be printed once: entries left out, answers added, words without a count."""
        about_entries = [self.words.left_out]
        if self.answers is not None:
            about_entries.append(self.answers.left_out)

        return (*filter(None, about_entries), *self._remarks)

    def fingerprints(self) -> dict[str, Any]:
        """The fingerprints of `words`, `answers` (None for all words) and, if there are any, `weights`."""
        fingerprints = {
            "words": self.words.fingerprint,
            "answers": self.answers.fingerprint if self.answers else None,
        }
        if self.weights:
            fingerprints["weights"] = fingerprint([str(weight) for weight in self.weights])
        return fingerprints


def make_lists(
    words: WordList, answers: WordList | None, letter: str | None, frequencies: Frequencies | None
) -> GameLists:
    """The lists of a game.

    answers: the words that may be hidden, None for all words; those that the words lack are added to them. letter: the
    first letter of all words and answers, the others are left out; None for any letter. frequencies: how much each
    secret counts, and those that count 0 are left out of the answers; None for secrets that count alike. DataError
    where no word or no answer begins with the letter.
    """
    remarks: list[str] = []
    if answers is not None:
        words, remarks = words.including(answers)

    if letter is not None:
        words = words.beginning_with(letter, "word")
        if answers is not None:
            answers = answers.beginning_with(letter, "answer")

    if answers is not None and answers.words == words.words:
        # It is the same game as one without answers, so a book that has the one has the other.
        answers = None

    weights = None
    if frequencies is not None:
        secrets = answers or words
        # The letter decides what it means if the file names none of these secrets: see Frequencies.weights.
        secrets_that_count, weights, remarks_on_counts = frequencies.weights(secrets, letter)
        remarks += remarks_on_counts
        if len(secrets_that_count) < len(secrets):
            # Words that count 0 may be guessed and are never the secret.
            answers = secrets_that_count

    return GameLists(words, answers, weights, remarks, frequencies)
