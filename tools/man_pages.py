"""Writes a man page for every command: python -m tools.man_pages [DIRECTORY]"""

import re
import sys
from importlib.metadata import version
from pathlib import Path

from click_man.core import write_man_pages

from lingo_common.cli.command import all_commands
from tools.programs import PROGRAMS

_UNWRAPPED = re.compile(r"^\x08\n(.*?)(?=^\.|\Z)", re.MULTILINE | re.DOTALL)
"""Lines of a help text that must not be joined: those after click's mark \\b, up to troff's next request or the end."""
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
        # click-man has cut the sentence beside the name, which is put in whole.
        sentence = sentences[page.stem].rstrip(".")
        before, after = _NAME.split(page.read_text(), maxsplit=1)
        text = f"{before}.SH NAME\n{unchanged(page.stem)} \\- {unchanged(sentence)}\n{after}"

        # Between .nf and .fi troff does not join lines.
        page.write_text(_UNWRAPPED.sub(lambda lines: f".nf\n{unchanged(lines[1])}.fi\n", text))
    return pages


def unchanged(text: str) -> str:
    """The text in troff's language, so that it is printed as it stands; a line must not begin with a dot."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1] if sys.argv[1:] else 'man')))} man pages")
