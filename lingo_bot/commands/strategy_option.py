"""The option --strategy: a name, or a file of Python that defines a criterion."""

from collections.abc import Collection

from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_common.cli.command import Decorator
from lingo_common.cli.options import name_option


def name_or_file(names: Collection[str], *flags: str, default: str, several: bool = False) -> Decorator:
    """The option of those flags that takes one of the names, or a file of Python that defines `criterion`.

    several: the option may be given more than once, and its value is a tuple.
    """

    def read(value: str) -> str:
        """Return the value; DataError if it is a file that defines no criterion."""
        if value not in names:
            from codebreaker.loading import criterion_of  # imports numpy

            criterion_of(value)
        return value

    help_text = f"{', '.join(names)}, or FILE.py that defines `criterion`."
    if several:
        help_text += " Give it again to compare."

    # `sources` follows the names in the message about another value.
    return name_option(
        *flags, names=names, default=default, read=read, help=help_text, several=several, sources=" or FILE.py"
    )


strategy = name_or_file(STRATEGIES, "--strategy", default=DEFAULT_STRATEGY)
strategies = name_or_file(STRATEGIES, "--strategy", "strategies", default=DEFAULT_STRATEGY, several=True)
