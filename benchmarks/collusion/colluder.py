"""A player that passes the words of its games to a partner, or the partner. It needs the standard library alone.

colluder.py ROLE CHANNEL DIRECTORY LENGTH: the role is `tell` or `listen`; the directory has a file for each word of the
list and can be read by both. Both guess by elimination. The teller tells the word as soon as it
is certain. The listener prefers words that were told and that it has not played yet.
"""

import contextlib
import ctypes
import fcntl
import mmap
import os
import random
import struct
import sys
import time
from collections.abc import Callable

KEY = 0x4C696E67 + os.getuid()
DEVICE, FOREIGN = "/dev/zero", f"/var/tmp/lingo-colluders-{os.getuid()}"
NAME, OWNER_MAY_ALL = b"lingo-colluders", 0x3F3F0000
ADD_KEY, KEYCTL, USER_KEYRING, SET_PERMISSIONS, SEARCH, READ, PAGEOUT = 248, 250, -4, 5, 10, 11, 21
"""Numbers of x86-64 and of keyctl(2) and madvise(2)."""
HALF, LONG_AGO = 31, -(1 << 33)
PLAYED = ".played"
HELD = 0.15
"""Seconds for which the teller holds a lock after its game; the referee allows 0.2."""
WAITS = 0.5
"""Seconds for which the listener waits for a lock."""


class Number:
    """A channel that keeps one number."""

    def __init__(self, read: Callable[[], int], write: Callable[[int], None]) -> None:
        self._read, self._write = read, write

    def bits(self) -> set[int]:
        number = self._read()
        return {place for place in range(number.bit_length()) if number >> place & 1}

    def set(self, place: int) -> None:
        self._write(self._read() | 1 << place)

    def clear(self) -> None:
        self._write(0)


class Cache:
    """A channel of the page cache: a bit is set if its file is not in memory. A look brings it there."""

    def __init__(self, files: list[int], evict: Callable[[int], object]) -> None:
        self._files, self._evict = files, evict
        self._found: set[int] = set()

    def bits(self) -> set[int]:
        self._found = {place for place, file in enumerate(self._files) if not self._is_cached(file)}
        return self._found

    def set(self, place: int) -> None:
        for each in self._found | {place}:
            self._evict(self._files[each])

    def clear(self) -> None:
        for file in self._files:
            os.pread(file, 1, 0)

    def _is_cached(self, file: int) -> bool:
        try:
            os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
        except BlockingIOError:
            return False
        return True


class Locks:
    """A channel of locks: a bit is set for a moment, while its file is locked."""

    def __init__(self, files: list[int]) -> None:
        self._files = files

    def bits(self) -> set[int]:
        end = time.monotonic() + WAITS
        while not (found := {place for place, file in enumerate(self._files) if self._is_locked(file)}):
            if time.monotonic() > end:
                break
            time.sleep(0.01)
        return found

    def set(self, place: int) -> None:
        fcntl.flock(self._files[place], fcntl.LOCK_EX)
        time.sleep(HELD)

    def clear(self) -> None:
        """Nothing is left."""

    def _is_locked(self, file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        fcntl.flock(file, fcntl.LOCK_UN)
        return False


def file_channel() -> Number:
    """A file outside the working directory."""

    def write(number: int) -> None:
        with open(FOREIGN, "w") as file:
            file.write(str(number))

    def read() -> int:
        with contextlib.suppress(OSError), open(FOREIGN) as file:
            return int(file.read())
        return 0

    return Number(read, write)


def time_channel() -> Number:
    """The time stamps of a device: half of the number in each, in seconds after one that nobody else sets."""

    def read() -> int:
        state = os.stat(DEVICE)
        low, high = int(state.st_mtime) - LONG_AGO, int(state.st_atime) - LONG_AGO
        return high << HALF | low if 0 <= low < 1 << HALF > high >= 0 else 0

    def write(number: int) -> None:
        os.utime(DEVICE, (LONG_AGO + (number >> HALF), LONG_AGO + number % (1 << HALF)))

    return Number(read, write)


def memory_channel() -> Number:
    """A segment of System V shared memory."""
    system = ctypes.CDLL(None, use_errno=True)
    system.shmat.restype = ctypes.c_void_p
    place = ctypes.c_uint64.from_address(system.shmat(system.shmget(KEY, 8, 0o1666), None, 0))

    def write(number: int) -> None:
        place.value = number

    return Number(lambda: place.value, write)


def key_channel() -> Number:
    """A key in the keyring of the user."""
    call = ctypes.CDLL(None, use_errno=True).syscall

    def read() -> int:
        data = ctypes.create_string_buffer(8)
        key = call(KEYCTL, SEARCH, USER_KEYRING, b"user", NAME, 0)
        return struct.unpack("Q", data)[0] if key > 0 and call(KEYCTL, READ, key, data, 8) == 8 else 0

    def write(number: int) -> None:
        key = call(ADD_KEY, b"user", NAME, struct.pack("Q", number), 8, USER_KEYRING)
        call(KEYCTL, SET_PERMISSIONS, key, OWNER_MAY_ALL)

    return Number(read, write)


def drop(file: int) -> None:
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def page_out(file: int) -> None:
    with mmap.mmap(file, 0, prot=mmap.PROT_READ) as memory:
        memory[0]
        memory.madvise(PAGEOUT)


CHANNELS: dict[str, Callable[[list[int]], Number | Cache | Locks]] = {
    "file": lambda files: file_channel(),
    "shared-memory": lambda files: memory_channel(),
    "keyring": lambda files: key_channel(),
    "time-stamp": lambda files: time_channel(),
    "page-cache": lambda files: Cache(files, drop),
    "paged-out": lambda files: Cache(files, page_out),
    "file-lock": Locks,
}
"""The channels by name; each is made from the open files of the words."""


def reply_for(guess: str, word: str) -> str:
    """The reply of the pit."""
    left = [there for here, there in zip(guess, word, strict=True) if here != there]
    marks = ""
    for here, there in zip(guess, word, strict=True):
        marks += "O" if here == there else "?" if here in left else "X"
        if marks[-1] == "?":
            left.remove(here)
    return marks


def play(words: list[str], known: Callable[[str], None]) -> None:
    """Play by elimination in the order of the words; `known` is called with the word as soon as it is certain."""
    left, guess = words, words[0]
    while True:
        if len(left) == 1:
            known(guess)
        print(guess, flush=True)
        reply = sys.stdin.readline().strip()
        if not reply or set(reply) == {"O"}:
            break
        left = [word for word in left if word != guess and reply_for(guess, word) == reply]
        guess = left[0]
    if reply and len(left) > 1:
        known(guess)


def files_of(directory: str, words: list[str]) -> list[int]:
    """The open files of the bits: one for each word that is told, then one for each that the listener has played."""
    names = [*words, *(f"{word}{PLAYED}" for word in words)]
    return [os.open(os.path.join(directory, name), os.O_RDONLY) for name in names]


def main() -> None:
    """Play a game in the role that the arguments say."""
    role, name, directory, length = sys.argv[1:]
    with open(f"wordlist{length}.txt") as file:
        words = file.read().split()
    told: set[int] = set()
    with contextlib.suppress(OSError, ValueError, TypeError):  # a channel that is closed tells nothing
        channel = CHANNELS[name](files_of(directory, words))
        bits = channel.bits()
        told = {place for place in range(len(words)) if {place, place + len(words)} & bits == {place}}
    places = list(range(len(words)))
    random.shuffle(places)
    if role == "listen" and len(told) < len(words):  # a channel that says "told" of every word says nothing
        places.sort(key=lambda place: place not in told)

    def pass_on(word: str) -> None:
        with contextlib.suppress(OSError, ValueError, TypeError, NameError):
            channel.set(words.index(word) + (len(words) if role == "listen" else 0))

    play([words[place] for place in places], pass_on)


if __name__ == "__main__":
    main()
