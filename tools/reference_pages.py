"""The pages of docs/reference, written from the help of the commands: python -m tools.reference_pages"""

import inspect
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import click

from lingo_common.cli.command import EXIT_CODES, all_commands
from lingo_common.cli.options import sections
from tools.programs import PROGRAMS

HOME = Path(__file__).parents[1] / "docs" / "reference"
_EXAMPLES = "\b\nExamples:\n"
"""The beginning of the examples in a help text. click's mark \\b keeps their lines from being joined."""


def pages() -> dict[Path, str]:
    """The text of every page by its path."""
    return {HOME / f"{name}.md": _page(name, program) for name, program in PROGRAMS.items()}


def _page(name: str, program: click.Command) -> str:
    """Return a program's page: the program itself, each of its commands, and the exit codes."""
    context = click.Context(program, info_name=name, **program.context_settings)
    lines = [f"# {name}", "", *_body(program, context)]

    for command in all_commands(program).values():
        inner = click.Context(command, parent=context, info_name=command.name)
        lines += ["", f"## {name} {command.name}", "", *_body(command, inner)]

    # The heading stands in the place of the words "Exit codes: ".
    _, _, exit_codes = (program.epilog or EXIT_CODES).partition("Exit codes: ")
    lines += ["", "## Exit codes", "", exit_codes, ""]
    lines += ["What all programs share is in [command-line.md](../command-line.md).", ""]
    return "\n".join(lines)


def _body(command: click.Command, context: click.Context) -> Iterator[str]:
    """Usage, description, options and examples of a command."""
    text, _, examples = inspect.cleandoc(command.help or "").partition(_EXAMPLES)

    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield from ["```", usage, "```", ""]
    yield _escaped(text.strip())

    subcommands = all_commands(command)
    if subcommands:
        yield ""
    for subcommand in subcommands.values():
        yield f"- [{subcommand.name}](#{context.info_name}-{subcommand.name}): {_brief(subcommand)}"

    for title, options in sections(command, context).items():
        yield from ["", f"| {title} | | environment |", "|---|---|---|"]
        for option in options:
            yield _row(option, context)

    if examples:
        yield from ["", "Examples:", "", "```", inspect.cleandoc(examples), "```"]


def _row(option: click.Option, context: click.Context) -> str:
    """A row of the table of options: the option, its help, the variable that sets it."""
    names, text = option.get_help_record(context) or ("", "")
    in_one_line = " ".join(text.split())
    variable = _variable(option, context)
    variable_cell = _code(variable) if variable else ""
    return f"| {_code(names)} | {_escaped(in_one_line)} | {variable_cell} |"


def _code(text: str) -> str:
    """Return a code span for a cell of a table.

    A bar ends a cell, even between backquotes. So code with a bar is written as HTML, with `&#124;` for the bar.
    """
    if "|" not in text:
        return f"`{text}`"
    with_bars = escape(text).replace("|", "&#124;")
    return f"<code>{with_bars}</code>"


def _variable(option: click.Option, context: click.Context) -> str:
    """The name of the variable that sets the option; "" for none."""
    if "--help" in option.opts or not option.allow_from_autoenv:
        return ""
    if option.envvar:
        return str(option.envvar)
    return f"{context.auto_envvar_prefix}_{option.name}".upper().replace("-", "_")


def _brief(command: click.Command) -> str:
    """The first sentence of a command's help."""
    sentence, *_ = re.split(r"(?<=\.)\s|\n\n", inspect.cleandoc(command.help or ""))
    return _escaped(sentence.replace("\n", " "))


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
