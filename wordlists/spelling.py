"""Spelling: how text becomes words of one character a letter, and back. Standard library only.

Words are normalised to NFC and lowered (never casefolded: ß stays ß); ς is read as σ and written at the end of a word.
With `fold` the marks of the letters a-z and α-ω are dropped (é becomes e, ή becomes η) and joined letters are split (ß
becomes ss, œ becomes oe); letters of other scripts keep their marks (й stays й). A language reads some letters in its
own way: Turkish I becomes ı and İ becomes i, German ü becomes ue.

A group that counts as one letter is held as one character, `ij` as the ligature ĳ and `ch` as one of Unicode's private
use area: everywhere else in the programs a word has one character for each letter.
"""

from __future__ import annotations

from lingo_common.errors import UsageError, excerpt

_LIGATURES = {"ij": "ĳ", "dž": "ǆ", "lj": "ǉ", "nj": "ǌ"}
"""Groups that Unicode has a letter for; they are held as this letter, which a screen can show."""
_FIRST_PRIVATE = 0xE000
"""The first code point of the private use area; group n is held as the character n after it, if it has no ligature."""
MAX_LETTERS = 255
"""The most different letters of a list, and the most groups: in the search a letter is one byte."""
UNDECOMPOSED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
"""Letters without a decomposition in Unicode, and what --fold makes of them."""
LANGUAGES = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue", "ẞ": "ss"},
    "tr": {"I": "ı", "İ": "i"},
}
"""The letters that a language reads in its own way, before they are lowered."""
NOT_UTF8 = "\N{REPLACEMENT CHARACTER}"
"""Stands for bytes that are not UTF-8."""


class Spelling:
    """How words are read and written.

    It is no dataclass, because importing dataclasses would delay the player's first guess; `re` and `unicodedata` are
    imported where they are needed for the same reason.

    fold: whether the marks of the letters a-z and α-ω are dropped. groups: groups of characters that count as one
    letter, in lower case; longer groups are matched first. language: a key of LANGUAGES, or "".
    """

    def __init__(self, fold: bool = False, groups: tuple[str, ...] = (), language: str = "") -> None:
        self.fold = fold
        self.groups = groups
        self.language = language

    @property
    def is_plain(self) -> bool:
        """Whether words are read and written as by PLAIN."""
        return not (self.fold or self.groups or self.language)

    def read(self, text: str) -> str:
        """The text in the form that the programs use: NFC, lower case, folded, one character for each group."""
        text = _nfc(text)
        for letter, replacement in LANGUAGES.get(self.language, {}).items():
            text = text.replace(letter, replacement)

        # Again NFC: some letters with a mark are two characters as capitals and one in lower case, such as ǰ.
        text = _nfc(text.lower()).replace("ς", "σ")
        if self.fold and not text.isascii():
            text = _drop_marks(text)

        for group, letter in self.group_letters():
            text = text.replace(group, letter)

        return text

    def write(self, text: str) -> str:
        """The text with every group spelled out again, and ς at the end of words."""
        for group, letter in self.group_letters():
            text = text.replace(letter, group)

        # After the groups, because \w does not match the characters that stand for them.
        if "σ" in text:
            import re

            text = re.sub(r"(?<=\w)σ(?!\w)", "ς", text)

        return text

    def write_letters(self, text: str) -> list[str]:
        """The letters of a word as they are written, such as ["b", "ij", "t"]; together they are what `write` makes."""
        # A sigma is written by its place in the word, so the word is written as a whole.
        written = self.write(text)
        letters = []
        start = 0
        for letter in text:
            end = start + len(self.write(letter))
            letters.append(written[start:end])
            start = end
        return letters

    def letter(self, text: str) -> str:
        """The text as one letter; UsageError for any other text."""
        letter = self.read(text)
        if len(letter) != 1 or not self.is_word(letter):
            raise UsageError(f"a first letter is one letter, not '{excerpt(text)}'")
        return letter

    def is_word(self, text: str) -> bool:
        """Whether the text, in the form of `read`, holds letters only."""
        # Asking for the whole text is much faster, and it is enough unless a group stands in it.
        return text.isalpha() or all(character.isalpha() or self._stands_for_group(character) for character in text)

    def _stands_for_group(self, character: str) -> bool:
        """Whether a character that is no letter stands for a group; a ligature is a letter."""
        return 0 <= ord(character) - _FIRST_PRIVATE < len(self.groups)

    def group_letters(self) -> list[tuple[str, str]]:
        """(group, the character that stands for it), the longest group first: `sch` is read before `ch`."""
        letters = []
        for index, group in enumerate(self.groups):
            private = chr(_FIRST_PRIVATE + index)
            letters.append((group, _LIGATURES.get(group, private)))

        return sorted(letters, key=lambda pair: len(pair[0]), reverse=True)


PLAIN = Spelling()
"""Words in lower case, with a letter for each character: no folding, no groups, no language."""


def spelling_of(fold: bool = False, letters: str = "", language: str = "") -> Spelling:
    """The spelling of the options --fold, --letters (as in `ij,ch`) and --language.

    Raises UsageError if a group cannot be one, and for a language that is not known.
    """
    if language and language not in LANGUAGES:
        raise UsageError(f"--language knows {' and '.join(LANGUAGES)}, not '{language}'")

    # Texts are folded before groups are sought in them, so groups are folded too.
    reader = Spelling(fold, language=language)
    typed_groups = [typed.strip() for typed in letters.split(",") if typed.strip()]
    groups = list(map(reader.read, typed_groups))

    for typed, group in zip(typed_groups, groups, strict=True):
        if len(group) < 2 or not group.isalpha():
            raise UsageError(f"--letters takes groups of two or more letters such as ij,ch, not '{excerpt(typed)}'")

    different_groups = tuple(dict.fromkeys(groups))
    if len(different_groups) > MAX_LETTERS:
        raise UsageError(f"--letters takes {MAX_LETTERS} groups at most")

    return Spelling(fold, different_groups, language)


def _nfc(text: str) -> str:
    """The text in Unicode's form C: a letter and its mark are one character where there is one."""
    if text.isascii():
        return text
    # Most lists and players need no more than ASCII.
    import unicodedata

    return unicodedata.normalize("NFC", text)


def _drop_marks(text: str) -> str:
    """The text without the marks of letters a-z and α-ω, joined letters split: `façade œuf` becomes `facade oeuf`."""
    import unicodedata

    for sign in set(text):
        # In Unicode's form D the marks of a letter follow it.
        base = unicodedata.normalize("NFD", sign)[0]
        plain = UNDECOMPOSED.get(base, base)
        # A letter of another script, such as й, keeps its marks.
        is_latin_or_greek = plain.isascii() or "α" <= plain <= "ω"
        if is_latin_or_greek:
            text = text.replace(sign, plain)

    return text
