"""Build word lists of other languages from Debian's: python -m wordlists.build [--out DIR] [LANGUAGE ...]."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lingo_common.errors import DataError, ProgramError, reason, say
from lingo_common.files import data_directory, write_whole
from wordlists.spelling import PLAIN

DICTIONARIES = "/usr/share/dict"
"""The directory of Debian's word lists."""


@dataclass(frozen=True)
class Dictionary:
    """A word list that Debian has."""

    package: str
    """The Debian package."""
    name: str
    """The file's name in DICTIONARIES."""
    capital_nouns: bool = False
    """Whether common nouns begin with a capital; elsewhere a capital marks a name."""


LANGUAGES: Mapping[str, Dictionary] = {
    "dutch": Dictionary("wdutch", "dutch"),
    "french": Dictionary("wfrench", "french"),
    "german": Dictionary("wngerman", "ngerman", capital_nouns=True),
    "spanish": Dictionary("wspanish", "spanish"),
}


def words_in(text: str, capital_nouns: bool = False) -> list[str]:
    """The entries of letters alone, sorted, in lower case; without names and abbreviations."""
    entries = (entry for entry in map(str.strip, text.splitlines()) if entry.isalpha())
    return sorted({PLAIN.read(entry) for entry in entries if (entry[1:] if capital_nouns else entry).islower()})


def build(name: str, directory: Path) -> str:
    """Write LANGUAGE.txt into the directory and return one line about it; DataError if the source is missing."""
    dictionary = LANGUAGES[name]
    source = Path(DICTIONARIES, dictionary.name)
    try:
        words = words_in(source.read_text(encoding="utf-8"), dictionary.capital_nouns)
    except FileNotFoundError:
        raise DataError(
            f"{name}: {source} is missing; install it first: apt-get install {dictionary.package}"
        ) from None
    target = directory / f"{name}.txt"
    write_whole(target, "".join(f"{word}\n" for word in words))
    return f"{target}: {len(words):,} words, {sum(len(word) == 5 for word in words):,} of 5 letters"


def build_all(names: Sequence[str], directory: Path) -> None:
    """Build the lists named, or every list whose source is installed; DataError if there is nothing to build."""
    there = [name for name, dictionary in LANGUAGES.items() if os.path.exists(f"{DICTIONARIES}/{dictionary.name}")]
    if not names and not there:
        packages = " ".join(dictionary.package for dictionary in LANGUAGES.values())
        raise DataError(f"{DICTIONARIES} has no list of another language: apt-get install {packages}, or some of them")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{directory}: cannot be made: {reason(error)}") from None
    for name in names or there:
        print(build(name, directory))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m wordlists.build", description="Build word lists from Debian's.")
    parser.add_argument(
        "languages", metavar="LANGUAGE", nargs="*", help=f"{', '.join(LANGUAGES)}; by default all that are installed"
    )
    parser.add_argument("--out", metavar="DIR", default=data_directory(), help="by default %(default)s")
    arguments = parser.parse_args()
    for name in arguments.languages:
        if name not in LANGUAGES:
            parser.error(f"{name}: there are {', '.join(LANGUAGES)}")
    try:
        build_all(arguments.languages, Path(arguments.out))
    except ProgramError as error:
        say("wordlists", str(error))
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
