"""A seccomp filter for players: it closes channels between games that no namespace separates.

Two players of one run could pass on the word through time stamps and attributes of device nodes, through the page
cache of a file that both see, and through locks, hints, keys, sockets, notifications and the kernel's log. See
seccomp(2) and docs/threat-model.md.
"""

import errno
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH_* of linux/audit.h, by machine."""
_NUMBERS = {
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "syslog": (103, 116),
    "flock": (73, 32),
    "fcntl": (72, 25),
    "fadvise64": (221, 223),
    "mincore": (27, 232),
    "madvise": (28, 233),
    "process_madvise": (440, 440),
    "cachestat": (451, 451),
    "preadv2": (327, 286),
    "pwritev2": (328, 287),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "socket": (41, 198),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
}
"""The numbers of system calls on x86_64 and aarch64; None if the architecture does not have the call."""
_X32 = 0x40000000
"""On x86_64, numbers from here on belong to the x32 interface."""

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
"""Instructions of classic BPF: BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGE|K, BPF_RET|K."""
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
"""Offsets in struct seccomp_data, in bytes; each argument has eight bytes, the low half first."""
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
"""SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO, to which the error number is added; 0 makes the call seem to succeed."""
_IGNORED = 0

_SET_ATTRIBUTES = ("setxattr", "lsetxattr", "fsetxattr", "setxattrat")
_REMOVE_ATTRIBUTES = ("removexattr", "lremovexattr", "fremovexattr", "removexattrat")
"""An access control list is such an attribute: it changes the mode of a device, also for the machine."""
_NULL = 0
_DONTNEED = 4
_COLD, _PAGEOUT = 20, 21
_GETLK, _OFD_GETLK, _SETLEASE, _NOTIFY = 5, 36, 1024, 1026
_SETLK, _SETLKW, _OFD_SETLK, _OFD_SETLKW = 6, 7, 37, 38
_HINTS = (1036, 1038)
"""F_SET_RW_HINT and F_SET_FILE_RW_HINT: a number that the kernel keeps with a file, also with one opened to be read."""
_FAMILIES = tuple(family for family in range(64) if family not in (1, 2, 10, 16))
"""The families of sockets without UNIX, IPv4, IPv6 and netlink; some of them ignore network namespaces."""


@dataclass(frozen=True)
class _Rule:
    """The answers to some system calls; the first rule that matches a call holds."""

    calls: tuple[str, ...]
    """Their names."""
    error: int
    """The error that they return, or _IGNORED."""
    argument: int | None = None
    """The number of the argument that decides; None if the rule holds for all arguments."""
    values: tuple[int, ...] = ()
    """The values of that argument for which the rule holds."""


_RULES = (
    _Rule(("utimensat",), _IGNORED, 1, (_NULL,)),  # the file of a descriptor: it is open, mostly the player's own
    _Rule(("utimensat",), errno.EPERM, 2, (_NULL,)),  # `touch` of a path that it cannot open must not seem to succeed
    _Rule(("utime", "utimes", "futimesat", "utimensat"), _IGNORED),
    _Rule((*_SET_ATTRIBUTES, *_REMOVE_ATTRIBUTES), errno.EOPNOTSUPP),
    _Rule(("syslog",), errno.EPERM),  # the kernel's log is one for all, and a crash writes to it
    _Rule(("flock",), _IGNORED),  # a Java machine locks a file at its start and complains on standard output
    _Rule(("fcntl",), errno.EINVAL, 1, (_GETLK, _OFD_GETLK, _SETLEASE, _NOTIFY, *_HINTS)),
    _Rule(("fcntl",), _IGNORED, 1, (_SETLK, _SETLKW, _OFD_SETLK, _OFD_SETLKW)),
    _Rule(("fadvise64",), _IGNORED, 3, (_DONTNEED,)),
    _Rule(("madvise",), _IGNORED, 2, (_COLD, _PAGEOUT)),
    _Rule(("mincore", "cachestat", "process_madvise", "preadv2", "pwritev2"), errno.ENOSYS),
    _Rule(("io_uring_setup", "io_uring_enter", "io_uring_register"), errno.ENOSYS),
    _Rule(("inotify_init", "inotify_init1", "fanotify_init"), errno.ENOSYS),
    _Rule(("add_key", "request_key", "keyctl"), errno.ENOSYS),  # players have the same kernel uid, and so their keys
    _Rule(("socket",), errno.EAFNOSUPPORT, 0, _FAMILIES),
)
_RULES_FOR_ROOT = (
    _Rule(("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat"), _IGNORED),
)
"""Players with the kernel uid of root own the device nodes and could change their permissions."""


_RULES_WITHOUT_GROUPS = (_Rule(("memfd_create", "memfd_secret", "shmget"), errno.ENOSYS),)
"""Memory that samples of processes do not see, because it need not be mapped."""


def system_call_filter(root: bool, grouped: bool) -> bytes | None:
    """The filter as a program for bwrap's --seccomp; None on a machine whose system calls are not listed here.

    root: players have the kernel uid of root. grouped: a control group limits their memory.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return None
    rules = _RULES + (_RULES_FOR_ROOT if root else ()) + (() if grouped else _RULES_WITHOUT_GROUPS)
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(machine, rules))


def _program(machine: str, rules: tuple[_Rule, ...]) -> Iterator[tuple[int, int, int, int]]:
    """The instructions: (code, jump if true, jump if false, operand); jumps count the instructions to skip."""
    no_such_call = (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)
    yield _LOAD, 0, 0, _ARCHITECTURE_AT
    yield _EQUAL, 1, 0, _ARCHITECTURES[machine]
    yield no_such_call
    yield _LOAD, 0, 0, _NUMBER_AT
    if machine == "x86_64":
        yield _AT_LEAST, 0, 1, _X32
        yield no_such_call
    column = list(_ARCHITECTURES).index(machine)
    for rule in rules:
        for number in (_NUMBERS[name][column] for name in rule.calls):
            if number is not None:
                yield from _instructions(rule, number)
    yield _RETURN, 0, 0, _ALLOW


def _instructions(rule: _Rule, number: int) -> Iterator[tuple[int, int, int, int]]:
    """The instructions of a rule for one system call, whose number is loaded before and after."""
    refuse = (_RETURN, 0, 0, _ERRNO | rule.error)
    if rule.argument is None:
        yield _EQUAL, 0, 1, number
        yield refuse
        return
    yield _EQUAL, 0, 2 + 2 * len(rule.values), number
    yield _LOAD, 0, 0, _ARGUMENTS_AT + 8 * rule.argument
    for value in rule.values:
        yield _EQUAL, 0, 1, value
        yield refuse
    yield _LOAD, 0, 0, _NUMBER_AT
