"""What the tests share: the contest's real list, where it is at hand, and running the programs as a user does."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings
from local_cluster import LocalCluster
from programs import program_path, run_program

from lingo_common.process import one_thread_for_algebra
from wordlists.reply import reply_for

# The same examples in every run, and no clock: machines are noisy.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# Hypothesis writes hundreds of files that only their owner may read. They must not be in the project's directory: a
# sandbox shows this directory to players that run this Python, and it would copy such files for every run.
FILES_OF_HYPOTHESIS = tempfile.TemporaryDirectory(prefix="hypothesis-")
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = FILES_OF_HYPOTHESIS.name

# A shell starts a command in the background with SIGINT ignored, and nohup one with SIGHUP ignored. The programs of the
# tests would inherit that, and could not be interrupted by the tests that send these signals.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

# A sandbox shows a player the whole installation of its Python, and looks through all files of one that is not the
# system's. So the players of tests get the system's python3, where there is one.
if os.access("/usr/bin/python3", os.X_OK):
    os.environ["PATH"] = f"/usr/bin:{os.environ['PATH']}"

# Each of a thousand programs would start a thread for every processor when it loads numpy.
one_thread_for_algebra()

LONG_FILES = (
    "precompute/test_optimal.py",
    "referee/test_tutorial.py",
    "codebreaker/test_shared_bins.py",
    "lingo_common/test_site.py",
    "referee/test_resume.py",
    "lingo_common/test_cluster.py",
)
"""The files that take longest, in the order in which processes should begin them.

The first one compiles the search by numba, for which other files would wait. The third one compiles bounds.
"""
COMPILED_FOLDERS = ("codebreaker", "precompute")
"""Folders of tests that need the compiled search.

They come last, when the first of LONG_FILES has compiled the search: numba keeps it on the disk for all processes.
"""

ROOT = Path(__file__).resolve().parent.parent
PIT = ROOT.parent / "shared" / "pit" / "wordlist.txt"
"""The contest's word list, which is no part of the project: it lies beside the project's directory, if anywhere."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the files for several processes: LONG_FILES first, so that none waits at the end, COMPILED_FOLDERS last."""
    is_worker_of_xdist = hasattr(config, "workerinput")
    if not is_worker_of_xdist:
        return

    ranks = {ROOT / "tests" / file: rank for rank, file in enumerate(LONG_FILES)}

    def order(item: pytest.Item) -> tuple[int, bool]:
        """What items are sorted by; those that are equal stay in their order."""
        return ranks.get(item.path, len(ranks)), item.path.parent.name in COMPILED_FOLDERS

    items.sort(key=order)


INSTALL = {
    "'ortools": "pip install '.[large]'",
    "'pynauty": "pip install '.[symmetry]'",
    "could not import": "pip install '.[dev]'",
    "chromium": "apt install chromium chromium-driver",
    "java": "apt install default-jre-headless",
    "bubblewrap": "apt install bubblewrap",
    "C compiler": "apt install gcc",
    "groff": "apt install groff",
}
"""What makes tests run that are skipped for a reason with this text; the first one counts.

In a reason a quotation mark begins the name of a package that cannot be imported.
"""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many tests were skipped for each reason, and what to install."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.getreports("skipped"):
        _file, _line, reason = report.longrepr
        reasons[reason.removeprefix("Skipped: ")] += 1

    for reason, count in reasons.most_common():
        commands = [command for text, command in INSTALL.items() if text in reason]
        remedy = f" ({commands[0]})" if commands else ""
        terminalreporter.write_line(f"{count} skipped: {reason}{remedy}")


@pytest.fixture(scope="session")
def pit_list() -> Path:
    """The contest's word list; the test is skipped where it is not at hand."""
    if not PIT.exists():
        pytest.skip("the contest's word list is not at hand")
    return PIT


@pytest.fixture(scope="session")
def run():
    """run(program, *arguments, input=…): a finished run of one of this project's programs, text streams."""

    def launch(program: str, *arguments: object, cwd: object = None, input: str | None = None, env=None):
        return run_program(program, arguments, cwd, {**os.environ, **(env or {})}, input)

    return launch


@pytest.fixture(scope="session")
def error_line():
    """error_line(process, exit_code): the only line on standard error of a run that ended with that exit code.

    The program's name at its beginning is left out.
    """

    def check(process: subprocess.CompletedProcess[str], exit_code: int) -> str:
        program = Path(process.args[0]).name
        assert process.returncode == exit_code, process.stderr
        assert process.stderr.startswith(f"{program}: "), process.stderr
        assert process.stderr.count("\n") == 1, process.stderr
        return process.stderr.removeprefix(f"{program}: ").rstrip("\n")

    return check


@pytest.fixture(scope="module")
def _cluster(tmp_path_factory):
    """The cluster that the tests of a file share; they are skipped without the cluster extra.

    It ends with the file: an idle cluster takes about four per cent of a processor.
    """
    pytest.importorskip("distributed")
    with LocalCluster(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture
def cluster(_cluster) -> LocalCluster:
    """A scheduler with two workers, whatever an earlier test did to them."""
    _cluster.add_workers(2 - len(_cluster.workers))
    _cluster.wait_for_workers()
    return _cluster


class Played(NamedTuple):
    """A game of lingo-bot as a process."""

    guesses: list[str]
    code: int
    """The exit code."""
    stderr: str


@pytest.fixture(scope="session")
def play_lingo_bot():
    """play_lingo_bot(secret, *arguments): the Played game of `lingo-bot LENGTH arguments`, answered by reply_for."""

    def launch(secret: str, *arguments: object, cwd=None, env=None) -> Played:
        """Answer each guess until the program ends or reads no more."""
        command = [program_path("lingo-bot"), str(len(secret)), *map(str, arguments)]
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        environment = {**os.environ, **(env or {})}
        with subprocess.Popen(command, text=True, cwd=cwd, env=environment, **streams) as process:
            guesses = []
            for line in process.stdout:
                guesses.append(line.rstrip("\n"))
                try:
                    process.stdin.write(f"{reply_for(guesses[-1], secret)}\n")
                    process.stdin.flush()
                except BrokenPipeError:
                    break

            return Played(guesses, process.wait(), process.stderr.read())

    return launch


QUIET_BROWSER = (
    "headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
    "disable-component-update", "disable-sync", "disable-dev-shm-usage",
)  # fmt: skip
"""Switches of a browser that nobody looks at."""


@pytest.fixture(scope="session")
def _running_browser(tmp_path_factory):
    """A headless browser that keeps a log of its console and of its requests."""
    webdriver = pytest.importorskip("selenium.webdriver")
    from urllib3.exceptions import ReadTimeoutError  # selenium's own connection to its driver raises this

    program = shutil.which("chromium")
    driver_program = shutil.which("chromedriver")
    if not (program and driver_program):
        pytest.skip("no chromium with its chromedriver here")

    def new_options():
        """The options of a browser with a profile of its own."""
        options = webdriver.ChromeOptions()
        options.binary_location = program
        for argument in [*QUIET_BROWSER, f"user-data-dir={tmp_path_factory.mktemp('profile')}"]:
            options.add_argument(f"--{argument}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        return options

    class Browser(webdriver.Chrome):
        """A browser that is ended when it does not answer within two minutes, as it may on a busy machine.

        Then this test fails. A new browser, which is the same object, takes the next command, of the next test.
        """

        was_ended = False

        def execute(self, driver_command, params=None):
            """The answer to a command, perhaps of a new browser."""
            if self.was_ended:
                self.start_anew()
            try:
                return super().execute(driver_command, params)
            except ReadTimeoutError:
                process = self.caps.pop("goog:processID", None)
                # A browser that does not even start in time has no number yet.
                if process is not None:
                    os.kill(process, signal.SIGKILL)
                self.was_ended = True
                raise

        def start_anew(self):
            """Start another browser in the place of the one that was ended."""
            # A start that fails ends the driver too.
            if not self.service.is_connectable():
                self.service.start()

            self.session_id = None
            self.was_ended = False
            try:
                self.start_session(new_options().to_capabilities())
            except BaseException:
                self.was_ended = True
                raise

    driver = Browser(options=new_options(), service=webdriver.ChromeService(driver_program))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def browser(_running_browser):
    """The browser with a new window. Nothing of other files' pages is left: workers, stored games, a screen's size.

    To start a browser for each file would take longer.
    """
    driver = _running_browser
    used_windows = driver.window_handles
    driver.switch_to.new_window("window")
    new_window = driver.current_window_handle

    for window in used_windows:
        driver.switch_to.window(window)
        driver.close()

    driver.switch_to.window(new_window)
    # All pages that are files have the same stores. A page of a server has those of its port, which is a new one.
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
    # Reading a log empties it.
    driver.get_log("browser")
    driver.get_log("performance")
    return driver
