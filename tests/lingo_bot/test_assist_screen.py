"""The assistant's screen: driven in memory, once in a real terminal, once in a real browser."""

import asyncio
import base64
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lingo_bot.assistant.player import Player

pytest.importorskip("textual")

from lingo_bot.assistant.screen import AssistScreen

LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
PROGRAM = Path(sys.executable).parent / "lingo-bot"


@pytest.fixture
def driven():
    """driven(act, size, words, options): the screen of a game of five letters, after act(screen, pilot) has used it."""

    def run(act, size=(80, 24), words=LIST, **options):
        screen = AssistScreen(Player(5, words.split(), **options))

        async def session():
            async with screen.run_test(size=size) as pilot:
                await act(screen, pilot)

        asyncio.run(session())
        return screen

    return run


def steps(screen):
    return [str(step) for step in screen._player.steps]


def line(screen, name):
    return str(screen.query_one(name).render())


def test_a_step_by_keys(driven):
    async def act(screen, pilot):
        await pilot.press(*"tares", "left", "left", "left", "left", "space", "right", "right", "right", "space")
        await pilot.press("right", "space", "space", "enter")
        assert steps(screen) == ["tares=?XX?O"]
        assert line(screen, "#status") == "Attempt 2 of 5: 1 candidate"
        assert line(screen, "#candidates") == "dents"
        await pilot.press("1", *["space", "space", "right"] * 5, "enter")
        assert steps(screen)[1:] == ["dents=OOOOO"]
        assert line(screen, "#status") == "Solved at attempt 2 of 5: 400 points."
        await pilot.press("ctrl+q")

    screen = driven(act)
    assert screen.return_value == "Lingo 2/5\n🟨⬜⬜🟨🟩\n🟩🟩🟩🟩🟩"


def test_a_step_by_mouse(driven):
    async def act(screen, pilot):
        await pilot.click("#proposals", offset=(4, 2))
        word = screen._proposals[1].word
        assert screen.row.word == word
        await pilot.click("#board", offset=(0, 0))
        await pilot.click("#board", offset=(4, 1))
        await pilot.click("#board", offset=(4, 1))
        assert (screen.row.word, screen.row.reply) == (word, "?OXXX")
        await pilot.click("Keyboard", offset=(0, 0))
        assert screen.row.word == "e    "  # q and w are in no word of the list

    driven(act)


def test_the_letters_of_a_list_are_typed_and_have_keys(driven):
    async def act(screen, pilot):
        assert str(screen.query_one("Keyboard").render()).split() == [*"ERT", *"ASL", *"BNM", "IJ"]
        await pilot.press(*"bijter", *["left"] * 3, "space", "enter")
        assert steps(screen) == ["bijter=X?XXX"]
        assert "IJ?" in line(screen, "Keyboard") and "IJ" in line(screen, "#board")
        assert line(screen, "#candidates") == "ijsman"
        await pilot.press("1")
        assert "ijsman: 400.0 points" in line(screen, "#message")

    driven(act, words="bijter bijlen ijsman balen", letters="ij")


def test_guesses_and_the_chance_are_shown_where_guesses_count(driven):
    async def act(screen, pilot):
        heads = [str(column.label) for column in screen.query_one("#proposals").columns.values()]
        assert heads == ["", "guess", "guesses", "solved", "left", "fits"]
        assert screen.row.word == "t    "

    driven(act, objective="guesses", first_letter="t")


def test_what_cannot_be_is_said_and_nothing_is_taken_in(driven):
    async def act(screen, pilot):
        await pilot.press("t", "enter")
        assert "Type a guess of 5 letters" in line(screen, "#message")
        await pilot.press(*"ares", *["space", "left"] * 5, "enter")
        assert line(screen, "#message").startswith("no word fits")
        assert steps(screen) == []

    driven(act)


def test_undo_gives_the_guess_back(driven):
    async def act(screen, pilot):
        await pilot.press("ctrl+z")
        assert line(screen, "#message") == "There is nothing to undo."
        await pilot.press(*"colin", "enter", "ctrl+z")
        assert (steps(screen), screen.row.word) == ([], "colin")

    driven(act)


@pytest.mark.parametrize(("size", "attempts"), [((80, 24), 5), ((120, 40), 5), ((60, 20), 6), ((80, 24), 20)])
def test_everything_is_within_the_screen(driven, size, attempts):
    async def act(screen, pilot):
        for name in ("#status", "#left", "#proposals", "Keyboard", "#message"):
            region = screen.query_one(name).region
            assert region.area and region in screen.screen.region, name

    driven(act, size, attempts=attempts)


def test_in_a_real_terminal(tmp_path):
    if not shutil.which("tmux"):
        pytest.skip("there is no tmux")
    (tmp_path / "wordlist.txt").write_text("\n".join(LIST.split()))
    tmux = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null"]

    def shown(wanted):
        for _ in range(300):
            text = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True).stdout
            if re.search(wanted, text):
                return text
            time.sleep(0.1)
        raise AssertionError(text)

    command = f"cd {tmp_path}; {shlex.quote(str(PROGRAM))} 5 --assist --screen tares=?XX?O"
    try:
        subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", "sh"], check=True, timeout=60)
        subprocess.run([*tmux, "send-keys", command, "Enter"], check=True, timeout=60)
        assert "T  A  R  E  S" in shown("Attempt 2 of 5: 1 candidate")
        subprocess.run([*tmux, "send-keys", "1", "C-q"], check=True, timeout=60)
        assert "Lingo X/5" in shown(r"🟨.*🟩")
    finally:
        subprocess.run([*tmux, "kill-server"], timeout=60)


def test_in_a_real_browser(browser, tmp_path):
    pytest.importorskip("textual_serve")
    (tmp_path / "wordlist.txt").write_text("\n".join(LIST.split()))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lingo_common.screen.serve", "--port", str(port), str(PROGRAM), "5", "--assist"]
    with subprocess.Popen(
        [*command, "--screen"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as server:
        try:
            _wait_for(port)
            browser.get(f"http://127.0.0.1:{port}/?fontsize=12")
            received, requested = "", []
            for _ in range(300):
                for message in (json.loads(entry["message"])["message"] for entry in browser.get_log("performance")):
                    if message["method"] == "Network.webSocketFrameReceived":
                        received += _bytes_of(message["params"]["response"])
                    if message["method"] == "Network.requestWillBeSent":
                        requested.append(message["params"]["request"]["url"])
                if "15 candidates" in received:
                    break
                time.sleep(0.1)
            assert "Attempt 1 of 5: 15 candidates" in received
            elsewhere = [url for url in requested if url.startswith("http") and f"//127.0.0.1:{port}/" not in url]
            assert elsewhere == []
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # asked to end, it waits for the connection to time out


def _bytes_of(frame):
    """What the screen wrote in a frame; empty for a frame of text, which is the server's own."""
    return base64.b64decode(frame["payloadData"]).decode(errors="replace") if frame["opcode"] == 2 else ""


def _wait_for(port):
    """Wait until somebody listens there."""
    for _ in range(300):
        with socket.socket() as ask:
            if ask.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nobody serves")
