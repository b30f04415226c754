from lingo_common.errors import DataError as DataError
from lingo_common.errors import UsageError as UsageError
from referee.api import play_game as play_game
from referee.api import run as run
from referee.contest.limits import Limits as Limits
from referee.contest.player import Program as Program
from referee.storage.run import open_run as open_run

__version__: str
