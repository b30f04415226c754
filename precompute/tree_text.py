"""Trees as text, one game a line, which people can read and any program can check.

    # lingo-tree 1 length=5 attempts=5 words=14847 fingerprint=<sha256 of the sorted secrets>
    aahed: tares ?XX?X ideal ?X??X aahed OOOOO
    …

A line is the secret, a colon, and the game: guess, reply, guess, reply, …, to the win or the last attempt. There is a
line for every secret, in alphabetical order. A file can hold several sections, each a header and its lines. The header
also has hard=1 for hard mode and first_letter=D where every guess begins with that letter.
"""

from collections.abc import Callable, Iterator

from codebreaker.tree import Tree
from lingo_common.errors import DataError
from lingo_common.files import read_file
from wordlists.reader import fingerprint
from wordlists.reply import reply_for, reply_of, winning_reply
from wordlists.rules import why_illegal
from wordlists.spelling import Spelling
from wordlists.step import Step
from wordlists.word_game import WordGame

FORMAT = "# lingo-tree 1"
MOST_DIGITS = 9
"""Numbers in a header have at most this many digits."""
MOST_QUOTED = 80
"""Characters of a wrong line that an error message repeats."""
_NUMBERS = ("length", "attempts", "words")
"""The fields of a header that are whole numbers, and that every header has."""
_FIELDS = (*_NUMBERS, "fingerprint", "first_letter", "hard")

GameOf = Callable[[int], WordGame]
"""game_of(length): the game whose rules and lists a section of words of that length is checked against."""


def lines_of(tree: Tree, word_game: WordGame) -> Iterator[str]:
    """The lines of a section, without line ends."""
    words = word_game.words.words
    spelling = word_game.spelling
    yield _header_of(word_game)

    # The branches of a node, by reply as text. Every game below a node asks for them, so they are made once.
    branches_of: dict[int, dict[str, Tree]] = {}
    for secret in word_game.secrets.words:
        steps = []
        node: Tree | None = tree
        while node is not None:
            guess = words[node.guess]
            reply = reply_for(guess, secret)
            steps.append(f"{spelling.write(guess)} {reply}")

            branches = branches_of.get(id(node))
            if branches is None:
                branches = {reply_of(code, word_game.length): child for code, child in node.branches}
                branches_of[id(node)] = branches
            node = branches.get(reply)

        yield f"{spelling.write(secret)}: {' '.join(steps)}"


def _header_of(word_game: WordGame) -> str:
    """The header of a section for a tree of that game."""
    secrets = word_game.secrets
    fields = [
        FORMAT,
        f"length={word_game.length}",
        f"attempts={word_game.attempts}",
        f"words={len(secrets.words)}",
        f"fingerprint={fingerprint(sorted(secrets.written_words))}",
    ]
    if word_game.hard:
        fields.append("hard=1")
    if word_game.letter:
        fields.append(f"first_letter={word_game.shown_letter}")
    return " ".join(fields)


def check(path: str, game_of: GameOf) -> list["CheckedTree"]:
    """The sections of a tree file, verified with the slow oracle; DataError for the first error.

    The rules and the lists are those of `game_of` and never those that the file states; a header that states others is
    an error. Verified are: every reply; that every guess is a word of the list and keeps the rules; that games with the
    same past make the same next guess; that no game goes on after a win, ends early, or is longer than the attempts;
    that there is one game for every secret. Where the first letter is shown, there is a section for every letter with
    which a secret begins.
    """
    # The error of a file that cannot be read names it already.
    lines = read_file(path).splitlines()
    sections: list[CheckedTree] = []
    # What an error message names: the file or a line of it.
    where = path
    try:
        for number, data in enumerate(lines, 1):
            line = data.decode("utf-8-sig", "replace")
            where = f"{path}: line {number}"
            if line.startswith("#"):
                sections.append(CheckedTree(line, game_of))
            elif line.strip():
                if not sections:
                    raise DataError(f"no header {FORMAT!r} before the first game")
                sections[-1].add(line)

        where = path
        if not sections:
            raise DataError(f"not a tree file: no header {FORMAT!r}")
        for section in sections:
            section.finish()
        _check_complete(sections, game_of)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None

    return sections


def _check_complete(sections: list["CheckedTree"], game_of: GameOf) -> None:
    """DataError if a game has two sections, or if the section of a first letter is missing."""
    names = [section.game.name for section in sections]
    for name in names:
        if names.count(name) > 1:
            raise DataError(f"there are two sections of {name}")

    for length in sorted({section.game.length for section in sections}):
        for game in game_of(length).first_letters():
            if game.name not in names:
                raise DataError(f"there is no section of {game.name}")


def _read_header(line: str) -> dict[str, str]:
    """The fields of a header by name, as text; DataError unless each is known, once, and as it must be.

    Every header has the numbers: `words` is how many words can be the secret. A header without `fingerprint` is that
    of no list. `first_letter` and `hard` are missing where no letter is shown and in a game without hard mode.
    """
    if not (line + " ").startswith(FORMAT + " "):
        raise DataError(f"not a header of this format: {line.strip()[:MOST_QUOTED]!r}")

    fields: dict[str, str] = {}
    for field in line.removeprefix(FORMAT).split():
        name, _, value = field.partition("=")
        if name not in _FIELDS:
            raise DataError(f"the header has an unknown field: {field[:MOST_QUOTED]!r}")
        if name in fields:
            raise DataError(f"the header has the field {name} twice")
        fields[name] = value

    for name in _NUMBERS:
        value = fields.get(name, "")
        is_number = value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS
        if not is_number or int(value) < 1:
            raise DataError(f"the header's {name} is {value[:MOST_QUOTED]!r}, not a whole number from 1")

    hard = fields.get("hard", "1")
    if hard != "1":
        raise DataError(f"the header's hard is {hard[:MOST_QUOTED]!r}; in hard mode it is hard=1")
    return fields


def _game_of_header(header: dict[str, str], word_game: WordGame) -> WordGame:
    """The game of the first letter that the header names, or the game itself; DataError if their rules differ."""
    attempts = int(header["attempts"])
    if attempts != word_game.attempts:
        raise DataError(f"the header says {attempts} attempts, and the rules given have {word_game.attempts}")

    is_hard = "hard" in header
    if is_hard and not word_game.hard:
        raise DataError("the header says hard mode, and the rules given have none: --hard checks it")
    if word_game.hard and not is_hard:
        raise DataError("the rules given are hard mode, and the header does not say hard=1")

    letter = header.get("first_letter", "")
    if letter and word_game.letter is None:
        raise DataError(
            f"the header says first_letter={letter}, and the rules given show no letter: --show-first-letter checks it"
        )
    if word_game.letter is None:
        return word_game

    if not letter:
        raise DataError("the rules given show the first letter, and the header names none")
    for game_of_letter in word_game.first_letters():
        if game_of_letter.shown_letter == letter:
            return game_of_letter
    raise DataError(f"no secret of the lists given begins with the header's first_letter={letter}")


class CheckedTree:
    """A section of a tree file: its games are added line by line, each is verified, and their figures are summed."""

    def __init__(self, header: str, game_of: GameOf) -> None:
        """header: the section's first line. DataError if it is none, or if it states other rules than the game's."""
        self._header = _read_header(header)
        length = int(self._header["length"])
        self.game = _game_of_header(self._header, game_of(length))
        """The game that the tree is checked against."""

        weights = self.game.weights or [1] * len(self.game.secrets)
        self._words = set(self.game.words.words)
        self._weight_of = dict(zip(self.game.secrets.words, weights, strict=True))
        self._guess_after: dict[str, str] = {}
        """The guess that follows a past, the text `GUESS REPLY GUESS REPLY `: the same one in every game."""
        self._secrets: set[str] = set()

        self.games = 0
        """Games added."""
        self.weight = 0
        """What their secrets count together; as many as there are games, unless --frequencies weighs them."""
        self.points = 0
        """The sum of points, each game with its secret's weight."""
        self.guesses = 0
        """The sum of guesses, those of missed games included, each game with its secret's weight."""
        self.worst = 0
        """The most guesses of a game."""
        self.missed = 0
        """The weight of the secrets that are missed."""

    @property
    def first_guess(self) -> str:
        """The first guess of all games."""
        return self.game.spelling.write(self._guess_after[""])

    def add(self, line: str) -> None:
        """Verify and add one game; DataError if it is none, or breaks what `check` says of games."""
        spelling = self.game.spelling
        written, _, game = line.partition(":")
        secret = spelling.read(written)
        # Guesses and replies alternate.
        fields = game.split()
        written_guesses = fields[::2]
        replies = fields[1::2]

        is_word = len(secret) == self.game.length and spelling.is_word(secret)
        is_secret = is_word and _is_written_so(spelling, secret, written)
        has_steps = bool(replies) and len(written_guesses) == len(replies)
        if not is_secret or not has_steps:
            raise DataError(f"not a game: {line.strip()[:MOST_QUOTED]!r}")

        past = ""
        steps: list[Step[str, str]] = []
        for written_guess, reply in zip(written_guesses, replies, strict=True):
            guess = spelling.read(written_guess)
            self._check_guess(secret, guess, written_guess, steps)
            if reply_for(guess, secret) != reply:
                raise DataError(f"the reply to {guess} for {secret} is not {reply}")
            if self._guess_after.setdefault(past, guess) != guess:
                raise DataError(f"{guess} is guessed where an earlier game with the same past guesses otherwise")

            past += f"{guess} {reply} "
            steps.append(Step(guess, reply))

        self._check_end(secret, replies)
        self._count(secret, replies)

    def _check_guess(self, secret: str, guess: str, written: str, steps: list[Step[str, str]]) -> None:
        """DataError if the guess is not a word of the list, is not written as words are, or breaks a rule."""
        game = self.game
        if guess not in self._words:
            raise DataError(f"{guess} is guessed and not in the list")
        if not _is_written_so(game.spelling, guess, written):
            raise DataError(f"{written!r} is not written as in the list: {game.spelling.write(guess)}")
        why = why_illegal(game, guess, steps, game.letter)
        if why:
            raise DataError(f"{guess} is not allowed in the game of {secret}: {why}")

    def _check_end(self, secret: str, replies: list[str]) -> None:
        """DataError if the game does not end with its win or its last attempt."""
        win = winning_reply(len(secret))
        is_won = replies[-1] == win
        if win in replies[:-1] or len(replies) > self.game.attempts:
            raise DataError(f"the game of {secret} goes on after its end")
        if not is_won and len(replies) < self.game.attempts:
            raise DataError(f"the game of {secret} ends before its end")

    def _count(self, secret: str, replies: list[str]) -> None:
        """Add the game to the figures."""
        attempts = len(replies)
        # A secret that is none of the list counts nothing; `finish` refuses it.
        weight = self._weight_of.get(secret, 0)
        self._secrets.add(secret)

        self.games += 1
        self.weight += weight
        self.guesses += weight * attempts
        self.worst = max(self.worst, attempts)

        if replies[-1] == winning_reply(len(secret)):
            self.points += weight * self.game.points_for(attempts)
        else:
            self.missed += weight

    def finish(self) -> None:
        """Verify that there is one game for each secret of the header, and that these are the secrets of the list."""
        length = self.game.length
        digest = fingerprint(sorted(map(self.game.spelling.write, self._secrets)))
        has_each_once = len(self._secrets) == self.games == int(self._header["words"])
        if not has_each_once or digest != self._header.get("fingerprint"):
            raise DataError(f"the {length}-letter words of the games are not the list that the header names")
        if self._secrets != set(self.game.secrets.words):
            raise DataError(f"the secrets of {length} letters are not those of the lists given")


def _is_written_so(spelling: Spelling, word: str, written: str) -> bool:
    """Whether a word, in the form of `Spelling.read`, is written so in a tree file: in lower case, for instance."""
    return spelling.write(word) == written
