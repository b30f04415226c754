"""The row of a board that a person is filling in: letters, marks and a cursor."""

from codebreaker.reply import ABSENT, PLACED, PRESENT
from wordlists.spelling import PLAIN, Spelling

_NEXT = {ABSENT: PRESENT, PRESENT: PLACED, PLACED: ABSENT}
_BLANK = " "


class Row:
    """A guess as it is typed, with the marks of its reply as they are set."""

    def __init__(self, length: int, fixed: str = "", spelling: Spelling = PLAIN) -> None:
        """fixed: the letters that the row begins with when nothing is typed. spelling: which groups are one letter."""
        self._length, self._spelling = length, spelling
        self.fill(fixed)

    @property
    def word(self) -> str:
        """The letters; a blank for each that is missing."""
        return "".join(self._letters)

    @property
    def reply(self) -> str:
        """The marks."""
        return "".join(self._marks)

    @property
    def complete(self) -> bool:
        """Whether every place has a letter."""
        return _BLANK not in self._letters

    def fill(self, word: str) -> None:
        """Put these letters in, all marked absent, and the cursor after them."""
        self._letters = list(word.ljust(self._length))
        self._marks = [ABSENT] * self._length
        self.cursor = min(len(word), self._length - 1)

    def type(self, letter: str) -> None:
        """Put a letter where the cursor is and move on; a complete row begins anew.

        Characters that make up a group with those before them become one letter.
        """
        if self._joined(letter):
            return
        if self.complete:
            self.fill("")
        self._letters[self.cursor] = letter
        self.move(1)

    def _joined(self, letter: str) -> bool:
        """Whether the letter made up a group with letters before it, which has taken their place."""
        end = self.cursor + self.complete
        for start in range(end):
            group = self._spelling.read(self._spelling.write("".join(self._letters[start:end])) + letter)
            if len(group) == 1:
                self._letters[start:end] = group.ljust(end - start)
                self.cursor = min(start + 1, self._length - 1)
                return True
        return False

    def erase(self) -> None:
        """Take away the letter under the cursor, or the one before it where there is none."""
        if self._letters[self.cursor] == _BLANK:
            self.move(-1)
        self._letters[self.cursor] = _BLANK

    def move(self, places: int) -> None:
        """Move the cursor, within the row."""
        self.cursor = max(0, min(self._length - 1, self.cursor + places))

    def turn(self, place: int) -> None:
        """Change the mark at a place to the next: X, ?, O, X; the cursor goes there."""
        self.cursor = place
        self._marks[place] = _NEXT[self._marks[place]]
