"""The pages of docs/reference, written from the help of the commands: python -m tools.reference_pages"""

import inspect
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import click

from lingo_common.cli.command import EXIT_CODES
from lingo_common.cli.options import sections
from tools.programs import PROGRAMS

HOME = Path(__file__).parents[1] / "docs" / "reference"
_EXAMPLES = "\b\nExamples:\n"


def pages() -> dict[Path, str]:
    """The text of every page by its path."""
    return {HOME / f"{name}.md": _page(name, program) for name, program in PROGRAMS.items()}


def _page(name: str, program: click.Command) -> str:
    """A program's page: itself, then its commands."""
    context = click.Context(program, info_name=name, **program.context_settings)
    lines = [f"# {name}", "", *_body(program, context)]
    for command in getattr(program, "commands", {}).values():
        inner = click.Context(command, parent=context, info_name=command.name)
        lines += ["", f"## {name} {command.name}", "", *_body(command, inner)]
    exits = program.epilog or EXIT_CODES
    lines += ["", "## Exit codes", "", exits.partition("Exit codes: ")[2], ""]
    lines += ["What all programs share is in [command-line.md](../command-line.md).", ""]
    return "\n".join(lines)


def _body(command: click.Command, context: click.Context) -> Iterator[str]:
    """Usage, description, options and examples of a command."""
    text, _, examples = inspect.cleandoc(command.help or "").partition(_EXAMPLES)
    yield from ["```", context.command_path + " " + " ".join(command.collect_usage_pieces(context)), "```", ""]
    yield _escaped(text.strip())
    if commands := getattr(command, "commands", {}):
        yield from [
            "",
            *(f"- [{each.name}](#{context.info_name}-{each.name}): {_brief(each)}" for each in commands.values()),
        ]
    for title, options in sections(command, context).items():
        yield from ["", f"| {title} | | environment |", "|---|---|---|"]
        yield from (_row(option, context) for option in options)
    if examples:
        yield from ["", "Examples:", "", "```", inspect.cleandoc(examples), "```"]


def _row(option: click.Option, context: click.Context) -> str:
    """A row of the table of options: the option, its help, the variable that sets it."""
    names, text = option.get_help_record(context) or ("", "")
    variable = _variable(option, context)
    return f"| {_code(names)} | {_escaped(' '.join(text.split()))} | {_code(variable) if variable else ''} |"


def _code(text: str) -> str:
    """A code span for a cell of a table; bars are escaped in a form that all Markdown readers understand."""
    return f"<code>{escape(text).replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _variable(option: click.Option, context: click.Context) -> str | None:
    """The name of the variable that sets the option, if there is one."""
    if option.is_eager or not option.allow_from_autoenv or isinstance(context.command, click.Group):
        return None
    if option.envvar:
        return str(option.envvar)
    return f"{context.auto_envvar_prefix}_{option.name}".upper().replace("-", "_")


def _brief(command: click.Command) -> str:
    """The first sentence of a command's help."""
    return _escaped(re.split(r"(?<=\.)\s|\n\n", inspect.cleandoc(command.help or ""))[0].replace("\n", " "))


def _escaped(text: str) -> str:
    """The text with angle brackets, stars, underscores and bars escaped."""
    return re.sub(r"([*_])", r"\\\1", escape(text, quote=False).replace("|", "&#124;"))


def main() -> None:
    """Write the pages."""
    HOME.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
