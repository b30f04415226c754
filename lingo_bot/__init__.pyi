from lingo_bot.assistant.player import Player as Player
from lingo_common.errors import DataError as DataError
from lingo_common.errors import ProgramError as ProgramError
from lingo_common.errors import UsageError as UsageError

__version__: str
