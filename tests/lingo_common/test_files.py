"""Files are written whole or not at all, and read to a bound."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time

import pytest

from lingo_common.errors import DataError
from lingo_common.files import cache_directory, check_writable, only_writer, read_file, write_whole


@pytest.fixture
def old(tmp_path):
    """A file with old content."""
    (tmp_path / "file").write_text("a much longer old content")
    return tmp_path / "file"


def test_text_is_utf_8_and_bytes_are_as_they_are(tmp_path):
    write_whole(tmp_path / "text", "naïve\n")
    write_whole(tmp_path / "bytes", b"\xff\r\n")
    assert (tmp_path / "text").read_bytes() == b"na\xc3\xafve\n"
    assert (tmp_path / "bytes").read_bytes() == b"\xff\r\n"


def test_the_new_content_takes_the_place_of_the_old_with_its_permissions(old, tmp_path):
    old.chmod(0o604)
    write_whole(old, "new")
    assert old.read_text() == "new"
    assert stat.S_IMODE(old.stat().st_mode) == 0o604
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("call", ["replace", "fsync", "chmod"])
def test_a_failure_leaves_the_old_file_and_nothing_else(old, tmp_path, monkeypatch, call):
    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(DataError, match=r"file: cannot be written: no space left on device$"):
        write_whole(old, "new")

    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["file"]
    assert old.read_text().endswith("old content")


def test_ctrl_c_leaves_the_old_file_and_nothing_else(old, tmp_path, monkeypatch):
    def interrupt(file):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(old, "new")
    assert [path.name for path in tmp_path.iterdir()] == [old.name]


@pytest.fixture
def left_part(old):
    """The unfinished file that a killed writer has left behind."""
    killed = "import os, signal; os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)"
    write = f"from lingo_common.files import write_whole; write_whole({str(old)!r}, 'new')"
    subprocess.run([sys.executable, "-c", f"{killed}; {write}"], check=False)

    [part] = set(old.parent.iterdir()) - {old}
    return part


def test_the_part_of_a_writer_that_was_killed_is_removed_by_a_later_one(old, left_part):
    an_hour_ago = left_part.stat().st_mtime - 3601
    os.utime(left_part, (an_hour_ago, an_hour_ago))

    write_whole(old, "new")

    assert os.listdir(old.parent) == ["file"]


def test_parts_that_may_have_a_writer_and_those_of_other_files_stay(old, left_part):
    """One was just written; the other is a part of `file.txt`, whose name begins with that of `file`."""
    others = left_part.with_name(left_part.name.replace(".file.", ".file.txt."))
    others.write_text("")
    os.utime(others, (0, 0))

    write_whole(old, "new")

    assert left_part.exists()
    assert others.exists()


@pytest.mark.parametrize("letter", ["a", "\N{SMILING FACE WITH SMILING EYES}"])
def test_a_file_may_have_the_longest_name(tmp_path, letter):
    name = letter * (255 // len(letter.encode()))
    write_whole(tmp_path / name, "new")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize(("name", "why"), [("none/file", "there is no directory"), ("file", "is a directory")])
def test_a_place_that_cannot_be_written(tmp_path, name, why):
    (tmp_path / "file").mkdir()
    with pytest.raises(DataError, match=f"cannot be written: {why}"):
        write_whole(tmp_path / name, "new")
    assert os.listdir(tmp_path) == ["file"]


def test_the_check_for_a_new_file_or_a_device_writes_nothing(tmp_path):
    check_writable(tmp_path / "new")
    check_writable("/dev/null")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("name", "why"), [("", "is a directory"), ("none/file", "there is no directory")])
def test_a_file_that_cannot_be_written_is_known_beforehand(tmp_path, name, why):
    with pytest.raises(DataError, match=why):
        check_writable(tmp_path / name)


@pytest.mark.parametrize("content", ["", "new", "new and longer"])
def test_a_file_of_the_same_kind_or_an_empty_one_may_be_overwritten(tmp_path, content):
    (tmp_path / "file").write_text(content)
    check_writable(tmp_path / "file", b"new")


def test_a_file_of_another_kind_may_not(old):
    with pytest.raises(DataError, match="file: is a file of another kind, which is not overwritten"):
        check_writable(old, b"new")


def test_a_database_is_never_overwritten(tmp_path):
    sqlite3.connect(tmp_path / "run.sqlite").execute("CREATE TABLE games (number INTEGER)")
    with pytest.raises(DataError, match="is a file of another kind"):
        write_whole(tmp_path / "run.sqlite", "new")


def test_a_directory_that_may_not_be_written_to_is_told(tmp_path, monkeypatch):
    # Root may write to every directory, unless the file system is read only.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DataError, match=r"file: cannot be written: permission denied$"):
        check_writable(str(tmp_path / "file"))


def test_a_new_file_gets_the_usual_permissions(tmp_path):
    before = os.umask(0o027)
    write_whole(tmp_path / "file", "new")
    after = os.umask(before)

    # A program can read its umask only by setting another one. The umask of the process stays what it was.
    assert after == 0o027
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_link_stays_a_link(old, tmp_path):
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert old.read_text() == "new"


@pytest.fixture
def pipe(tmp_path):
    """A named pipe that no program has opened."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_named_pipe_is_written_to_and_not_replaced(pipe, tmp_path):
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "new")
    assert os.read(reader, 100) == b"new"
    os.close(reader)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_named_pipe_that_nobody_writes_to_is_empty(pipe):
    assert read_file(pipe) == b""


def test_a_named_pipe_that_nobody_reads_is_not_waited_for(pipe):
    with pytest.raises(DataError, match="pipe: cannot be written: no such device or address"):
        write_whole(pipe, "new")


def test_the_cache_lies_where_the_user_wants_it(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_directory() == "/somewhere/lingo-bot"


def test_else_the_cache_lies_in_the_users_home(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", "/home/someone")
    assert cache_directory() == "/home/someone/.cache/lingo-bot"


def test_a_file_that_is_too_large_is_refused_with_the_size_that_is_read(tmp_path):
    (tmp_path / "large").write_bytes(bytes(2 * 1024 * 1024 + 1))
    with pytest.raises(DataError, match="has more than 2 MiB"):
        read_file(str(tmp_path / "large"), most=2 * 1024 * 1024)


def test_who_adds_to_a_file_waits_for_the_one_before(tmp_path):
    path = tmp_path / "numbers"
    path.write_text("")

    def add(number: str) -> None:
        with only_writer(path):
            before = path.read_text()
            time.sleep(0.1)
            path.write_text(before + number)

    writers = [threading.Thread(target=add, args=[number]) for number in "123"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(path.read_text()) == ["1", "2", "3"]
