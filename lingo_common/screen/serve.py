"""Shows a screen in a browser: `python -m lingo_common.screen.serve lingo-bot 5 --assist --screen` (textual-serve)."""

import os
import re
import shlex
import sys
import tempfile

from lingo_common.errors import MissingExtra, ProgramError, UsageError, say

HOST, PORT = "127.0.0.1", 8000
_OUTSIDE = re.compile(r'<link[^>]*href="https?://[^>]*>')
"""What the page of textual-serve would fetch from elsewhere: a font."""


def serve(command: list[str], port: int = PORT) -> None:
    """Serve a command's screen on this machine alone, each visit a new process, until Ctrl-C."""
    try:
        from textual_serve.server import Server
    except ImportError:
        raise MissingExtra("a screen in a browser", "screen") from None
    with tempfile.TemporaryDirectory() as templates:
        server = Server(shlex.join(command), HOST, port)
        with open(os.path.join(server.templates_path, "app_index.html"), encoding="utf-8") as file:
            page = _OUTSIDE.sub("", file.read())
        with open(os.path.join(templates, "app_index.html"), "w", encoding="utf-8") as file:
            file.write(page)
        Server(shlex.join(command), HOST, port, templates_path=templates).serve()


def main() -> None:
    """Serve the command of the command line; `--port N` may come first."""
    arguments = sys.argv[1:]
    port = PORT
    try:
        if arguments[:1] == ["--port"] and arguments[1:2] and arguments[1].isdecimal():
            port, arguments = int(arguments[1]), arguments[2:]
        if not arguments or arguments[0].startswith("-"):
            raise UsageError("usage: python -m lingo_common.screen.serve [--port N] COMMAND --screen")
        serve(arguments, port)
    except ProgramError as error:
        say("serve", str(error))
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
