"""Both ends of each channel by which one program could tell another a bit: what benchmarks/channels.py runs.

    python -c TEXT send CHANNEL       does what the sender of a 1 does
    python -c TEXT idle CHANNEL       does nothing, as the sender of a 0
    python -c TEXT listen CHANNEL     prints whether it heard a 1

TEXT is this file, because a sandbox does not show the project; so it needs the standard library alone. A sender returns
what it must hold while the other program listens. A listener calls `wait`, which returns when the sender has done its
part. Most channels are something that the kernel counts for a user or for the machine: the sender takes much of it,
and the listener looks whether some is left, or how the count has grown.
"""

import contextlib
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable

Wait = Callable[[], None]

SHARED_FILE = "/etc/passwd"
"""A file that every program can read. A program maps it only on purpose, unlike a library."""
MEBIBYTE = 1 << 20
PAGE_BYTES = 4096
PAGEMAP_ENTRY_BYTES = 8
EXCLUSIVE_BIT = 56
"""The bit of an entry in /proc/PID/pagemap that is 1 if no other process maps the page (proc_pid_pagemap(5))."""
IN_FLIGHT = 600
"""Files that a sender has in flight over a socket."""
LISTENERS_FILES = 300
"""The listener's limit on open files: less than the files in flight, more than it has open itself."""
MOST_FILES_A_MESSAGE = 200
"""Files in one message; the kernel takes 253 at most."""
LARGE_PIPES = 120
"""Pipes of 1 MiB that a sender makes. By default a user may have 64 MiB of pipes (pipe(7))."""
USUAL_PIPE = 1 << 16
"""Bytes of a pipe, unless its user has too many pages of pipes."""
MESSAGE_QUEUES = 100
"""Message queues that a sender makes at most: more than fit into the 800 KiB that a user may have (mq_overview(7))."""
MOST_LOCKED = 100
"""MiB of memory that a sender locks at most."""
OPEN_FILES = 900
"""Files that a sender opens where the machine counts them; the usual limit is 1,024."""
THREADS = 100
"""Threads that a sender starts where the machine counts them."""
THREAD_SECONDS = 60
"""How long such a thread sleeps: longer than the sender lives, with which it ends."""
MARGIN = 0.6
"""The share of the sender's files or threads by which the machine's count must grow to be heard as a 1.

It is less than 1, because other programs of the machine change the count too.
"""

libc = ctypes.CDLL(None)
# Without this, addresses would be cut to 32 bits.
libc.mmap.restype = ctypes.c_void_p


def send_files_in_flight() -> object:
    """Send open files over a socket that nobody reads: the kernel counts them for the user, not the process."""
    ends = socket.socketpair()
    null = os.open(os.devnull, os.O_RDONLY)
    for _ in range(IN_FLIGHT // MOST_FILES_A_MESSAGE):
        socket.send_fds(ends[0], [b"x"], [null] * MOST_FILES_A_MESSAGE)
    return ends


def hear_files_in_flight(wait: Wait) -> bool:
    """Return whether no file can be sent, because the user has more in flight than this process may have open."""
    wait()
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (LISTENERS_FILES, hard_limit))
    ends = socket.socketpair()
    try:
        socket.send_fds(ends[0], [b"x"], [sys.stdin.fileno()])
    except OSError:
        return True
    return False


def send_pages_of_pipes() -> object:
    """Make large pipes, more of them than a user may have."""
    pipes = []
    for _ in range(LARGE_PIPES):
        reading, writing = os.pipe()
        pipes.append((reading, writing))
        # If the user may have no larger one, a pipe of the usual size still takes some pages.
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, MEBIBYTE)
    return pipes


def hear_pages_of_pipes(wait: Wait) -> bool:
    """Return whether a new pipe is smaller than usual, as it is once the user has too many pages."""
    wait()
    _, writing = os.pipe()
    return fcntl.fcntl(writing, fcntl.F_GETPIPE_SZ) < USUAL_PIPE


def send_pending_signals() -> object:
    """Queue signals for this process until the user has as many as it may have."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    while libc.sigqueue(os.getpid(), signal.SIGRTMIN, None) == 0:
        pass
    return None


def hear_pending_signals(wait: Wait) -> bool:
    """Return whether no signal can be queued."""
    wait()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    return bool(libc.sigqueue(os.getpid(), signal.SIGRTMIN, None) < 0)


def send_message_queues() -> object:
    """Make message queues until the user has as many bytes of them as it may have."""
    for number in range(MESSAGE_QUEUES):
        if libc.mq_open(b"/sender%d" % number, os.O_CREAT | os.O_RDWR, 0o600, None) < 0:
            break
    return None


def hear_message_queues(wait: Wait) -> bool:
    """Return whether no message queue can be made."""
    wait()
    return bool(libc.mq_open(b"/listener", os.O_CREAT | os.O_RDWR, 0o600, None) < 0)


def lock_memory(size: int) -> tuple[mmap.mmap, bool]:
    """Return that many bytes of memory, and whether they could be locked."""
    memory = mmap.mmap(-1, size)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return memory, libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)) == 0


def send_locked_memory() -> object:
    """Lock memory, a MiB at a time, until the user has as much of it as it may have."""
    parts = []
    for _ in range(MOST_LOCKED):
        memory, is_locked = lock_memory(MEBIBYTE)
        parts.append(memory)
        if not is_locked:
            break
    return parts


def hear_locked_memory(wait: Wait) -> bool:
    """Return whether 2 MiB cannot be locked: the sender, which locked one at a time, has left less than that."""
    wait()
    _, is_locked = lock_memory(2 * MEBIBYTE)
    return not is_locked


def send_mapped_page() -> object:
    """Map a file and read its first page."""
    file = os.open(SHARED_FILE, os.O_RDONLY)
    pages = mmap.mmap(file, 0, prot=mmap.PROT_READ)
    # The kernel maps a page when it is read.
    _ = pages[0]
    return pages


def hear_mapped_page(wait: Wait) -> bool:
    """Return whether another process maps the page too: EXCLUSIVE_BIT of its entry in /proc/self/pagemap is then 0."""
    wait()
    file = os.open(SHARED_FILE, os.O_RDONLY)
    # The function of the C library is called, because Python's mmap does not tell the address.
    size = ctypes.c_size_t(PAGE_BYTES)
    address = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0))
    # The kernel maps a page when it is read.
    ctypes.string_at(address, 1)

    # The file pagemap has an entry for each page of the address space.
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        pagemap.seek(address // PAGE_BYTES * PAGEMAP_ENTRY_BYTES)
        [entry] = struct.unpack("Q", pagemap.read(PAGEMAP_ENTRY_BYTES))
    is_exclusive = entry >> EXCLUSIVE_BIT & 1
    return not is_exclusive


def send_open_files() -> object:
    """Open files, which the machine counts."""
    return [os.open(os.devnull, os.O_RDONLY) for _ in range(OPEN_FILES)]


def open_files() -> int:
    """Return how many files, pipes and sockets the machine has open."""
    with open("/proc/sys/fs/file-nr") as file:
        return int(file.read().split()[0])


def hear_open_files(wait: Wait) -> bool:
    """Return whether the machine has many more open files than before."""
    before = open_files()
    wait()
    return open_files() - before > MARGIN * OPEN_FILES


def send_processes() -> object:
    """Start threads, which the machine counts as it counts processes."""
    for _ in range(THREADS):
        threading.Thread(target=time.sleep, args=(THREAD_SECONDS,), daemon=True).start()
    return None


def processes() -> int:
    """Return how many processes and threads the machine has: the last number of `1/234` in /proc/loadavg."""
    with open("/proc/loadavg") as file:
        _, _, count = file.read().split()[3].partition("/")
    return int(count)


def hear_processes(wait: Wait) -> bool:
    """Return whether the machine has many more processes than before."""
    before = processes()
    wait()
    return processes() - before > MARGIN * THREADS


def send_file_lock() -> object:
    """Lock a file."""
    file = open(SHARED_FILE, "rb")  # noqa: SIM115 - it stays open for the lock
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def hear_file_lock(wait: Wait) -> bool:
    """Return whether the file is locked."""
    wait()
    with open(SHARED_FILE, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


CHANNELS: dict[str, tuple[Callable[[], object], Callable[[Wait], bool]]] = {
    "open files in flight over a socket": (send_files_in_flight, hear_files_in_flight),
    "pages of pipes": (send_pages_of_pipes, hear_pages_of_pipes),
    "pending signals": (send_pending_signals, hear_pending_signals),
    "bytes of message queues": (send_message_queues, hear_message_queues),
    "locked memory": (send_locked_memory, hear_locked_memory),
    "who else maps a page (pagemap, bit 56)": (send_mapped_page, hear_mapped_page),
    "the number of pipes, sockets and files of the machine (/proc/sys/fs/file-nr)": (send_open_files, hear_open_files),
    "the number of processes of the machine (/proc/loadavg)": (send_processes, hear_processes),
    "locks on a file that both see": (send_file_lock, hear_file_lock),
}
"""The sender's and the listener's function of each channel, by its name in the table of benchmarks.channels."""


def main(role: str, channel: str) -> None:
    """Be one end of a channel, as the docstring of the module says for each role.

    Both ends print a line when they are ready, and wait for a line of input: the listener before it looks for the
    sender's 1, the sender before it ends.
    """

    def say_and_wait() -> None:
        """Print that this end is ready, and wait for a line of input."""
        print("ready", flush=True)
        input()

    send, hear = CHANNELS[channel]
    if role == "listen":
        print(hear(say_and_wait), flush=True)
        return

    if role == "send":
        # Closing or freeing these would undo the 1, so they must live until the listener has looked.
        resources = send()
        say_and_wait()
        del resources
    else:
        say_and_wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
