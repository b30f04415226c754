"""Writes a man page for every command: python -m tools.man_pages [DIRECTORY]"""

import re
import sys
from importlib.metadata import version
from pathlib import Path

from click_man.core import write_man_pages

from lingo_common.cli.command import all_commands
from tools.programs import PROGRAMS

_AS_IT_STANDS = re.compile(r"^\x08\n(.*?)(?=^\.|\Z)", re.MULTILINE | re.DOTALL)
"""A part of a help text after click's mark for lines that are not wrapped, up to the next request or the page's end."""
_NAME = re.compile(r"^\.SH NAME\n.*\n", re.MULTILINE)
_SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
"""Characters that troff would print as others (groff_char(7))."""


def write(directory: Path) -> list[Path]:
    """Write the man pages into the directory; return their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    sentences = {}
    for name, program in PROGRAMS.items():
        # click-man reads the attribute `commands`, which has the imported ones alone.
        commands = all_commands(program)
        write_man_pages(name, program, version=version("lingo-bot"), target_dir=str(directory))
        sentences[name] = program.get_short_help_str(limit=1000)
        for command in commands.values():
            sentences[f"{name}-{command.name}"] = command.get_short_help_str(limit=1000)

    pages = sorted(directory.glob("*.1"))
    for page in pages:
        text = page.read_text()
        # click-man cuts the sentence after the name, and joins the lines of examples into paragraphs.
        own = f"{unchanged(page.stem)} \\- {unchanged(sentences[page.stem].rstrip('.'))}"
        before, after = _NAME.split(text, maxsplit=1)
        text = f"{before}.SH NAME\n{own}\n{after}"
        page.write_text(_AS_IT_STANDS.sub(lambda part: f".nf\n{unchanged(part[1])}.fi\n", text))
    return pages


def unchanged(text: str) -> str:
    """The text in troff's language, so that it is printed as it stands; a line must not begin with a dot."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1] if sys.argv[1:] else 'man')))} man pages")
