"""Build word lists of other languages from Debian's: python -m wordlists.build [--out DIR] [LANGUAGE ...]."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lingo_common.errors import DataError, failure_of, reason, say
from lingo_common.files import write_whole
from wordlists.reader import read_bytes
from wordlists.spelling import PLAIN

DICTIONARIES = "/usr/share/dict"
"""The directory of Debian's word lists."""
LANGUAGES = {"dutch": "dutch", "french": "french", "german": "ngerman", "spanish": "spanish"}
"""Each language's file in DICTIONARIES; the Debian package has the same name after a `w`."""
CAPITAL_NOUNS = ("german",)
"""Languages whose common nouns begin with a capital; elsewhere a capital marks a name."""


def words_in(text: str, capital_nouns: bool = False) -> list[str]:
    """The entries of letters alone, sorted, in lower case; without names and abbreviations."""
    words = set()
    for line in text.splitlines():
        entry = line.strip()
        # A noun may begin with a capital; an abbreviation such as ADAC has more of them.
        must_be_lower = entry[1:] if capital_nouns else entry

        if entry.isalpha() and must_be_lower.islower():
            # The form in which the programs read words: lower case, a letter and its accent as one character.
            words.add(PLAIN.read(entry))

    return sorted(words)


def build_all(names: Sequence[str], directory: Path) -> None:
    """Write LANGUAGE.txt of each language named, or of each whose source is installed; DataError if one is missing."""
    sources = {name: Path(DICTIONARIES, file) for name, file in LANGUAGES.items()}
    names = names or [name for name, source in sources.items() if source.exists()]
    if not names:
        packages = " ".join(f"w{file}" for file in LANGUAGES.values())
        raise DataError(f"{DICTIONARIES} has no list of another language: apt-get install {packages}, or some of them")

    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{directory}: cannot be made: {reason(error)}") from None

    for name in names:
        if not sources[name].exists():
            install = f"install it first: apt-get install w{LANGUAGES[name]}"
            raise DataError(f"{name}: {sources[name]} is missing; {install}")

        words = words_in(_text_of(sources[name]), name in CAPITAL_NOUNS)
        target = directory / f"{name}.txt"
        write_whole(target, "".join(f"{word}\n" for word in words))

        print(f"{target}: {len(words):,} words, {sum(len(word) == 5 for word in words):,} of 5 letters")


def _text_of(source: Path) -> str:
    """The text of a dictionary; DataError if it cannot be read, or is not in UTF-8."""
    data = read_bytes(str(source))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{source}: cannot be read: it is not text in UTF-8") from None


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m wordlists.build", description="Build word lists from Debian's.")
    names = ", ".join(LANGUAGES)
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help=f"{names}; by default all that are installed")
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    parser.add_argument("--out", metavar="DIR", default=f"{data}/lingo-bot", help="by default %(default)s")
    arguments = parser.parse_args()

    for name in arguments.languages:
        if name not in LANGUAGES:
            parser.error(f"{name}: there are {names}")

    try:
        build_all(arguments.languages, Path(arguments.out))
    except Exception as error:
        message, code = failure_of(error)
        say("wordlists", message)
        sys.exit(code)


if __name__ == "__main__":
    main()
