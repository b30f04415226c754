"""A seccomp filter for players: it refuses system calls by which they could cheat, and which no namespace prevents.

Two players of one run could pass on the word through time stamps and attributes of device nodes, through the page
cache of a file that both see, and through locks, hints, keys, sockets, notifications and the kernel's log. A player
could also take over a process that has no limits. See seccomp(2) and docs/threat-model.md.
"""

import errno
import platform
import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH_* of linux/audit.h, by machine."""
_X32 = 0x40000000
"""On x86_64, numbers from here on belong to the x32 interface."""

# Instructions of classic BPF, which compare with a register that a load fills (linux/bpf_common.h).
_LOAD = 0x20
"""BPF_LD|W|ABS: loads the four bytes at an offset of struct seccomp_data."""
_EQUAL = 0x15
"""BPF_JMP|JEQ|K: a jump that depends on whether they equal the operand."""
_AT_LEAST = 0x35
"""BPF_JMP|JGE|K: a jump that depends on whether they are at least the operand."""
_RETURN = 0x06
"""BPF_RET|K: ends the filter with one of the answers below."""

_Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand. A jump is the number of the next instructions that are skipped."""

# Offsets in struct seccomp_data, in bytes.
_NUMBER_AT = 0
_ARCHITECTURE_AT = 4
_ARGUMENTS_AT = 16
_ARGUMENT_BYTES = 8
"""Bytes of each argument, the low half first. Only that half is compared, because most of the arguments are ints, of
which the kernel reads no more. So a pointer with a low half of 0 counts as null too. That does no harm: only rules for
utimensat compare pointers, and the kernel never carries out this call."""

_ALLOW = 0x7FFF0000
"""SECCOMP_RET_ALLOW."""
_ERRNO = 0x00050000
"""SECCOMP_RET_ERRNO, to which the error number is added."""
_IGNORED = 0
"""The error number by which a call seems to succeed."""

# Values of arguments by which rules hold: a null pointer, advice of posix_fadvise and madvise, commands of fcntl,
# requests of ptrace, families of sockets.
_NULL = 0
_DONTNEED = 4
_COLD, _PAGEOUT = 20, 21
_SETLEASE, _NOTIFY = 1024, 1026
_SETLK, _SETLKW, _OFD_SETLK, _OFD_SETLKW = 6, 7, 37, 38
_HINTS = (1036, 1038)
"""F_SET_RW_HINT and F_SET_FILE_RW_HINT: a number that the kernel keeps with a file, also with one opened to be read."""
_ATTACH = (16, 0x4206)
"""PTRACE_ATTACH and PTRACE_SEIZE, by which a program begins to control another one."""
_UNIX, _IPV4, _IPV6, _NETLINK = 1, 2, 10, 16
_MAX_FAMILIES = 64
"""More than Linux has (AF_MAX is 46): those of later kernels are refused too."""
_OTHER_FAMILIES = tuple(family for family in range(_MAX_FAMILIES) if family not in (_UNIX, _IPV4, _IPV6, _NETLINK))
"""The other families of sockets, which players may not use; some of them ignore network namespaces."""


class _Rule(NamedTuple):
    """The answers to some system calls; the first rule that matches a call holds."""

    numbers: Mapping[str, tuple[int, int | None]]
    """The numbers of the calls on x86_64 and aarch64; None if the architecture does not have the call."""
    error: int
    """The error that they return, or _IGNORED."""
    argument: int | None = None
    """The number of the argument that decides; None if the rule holds for all arguments."""
    values: tuple[int, ...] = ()
    """The values of that argument for which the rule holds."""


# The numbers of calls on x86_64 and on aarch64, from asm/unistd_64.h and asm-generic/unistd.h; None for no such call.
_TIMES = {"utime": (132, None), "utimes": (235, None), "futimesat": (261, None)}
_TIMES_AT = {"utimensat": (280, 88)}
_MODES = {"chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452)}
_OWNERS = {"chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54)}
_SET_ATTRIBUTES = {"setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7)}
_REMOVE_ATTRIBUTES = {"removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16)}
_ATTRIBUTES_AT = {"setxattrat": (463, 463), "removexattrat": (466, 466)}
_FCNTL = {"fcntl": (72, 25)}
_PAGES = {"mincore": (27, 232), "cachestat": (451, 451), "process_madvise": (440, 440)}
_FLAGGED = {"preadv2": (327, 286), "pwritev2": (328, 287)}
_RINGS = {"io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427)}
_WATCHES = {"inotify_init": (253, None), "inotify_init1": (294, 26), "fanotify_init": (300, 262)}
_KEYS = {"add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219)}
_UNMAPPED = {"memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194)}

_RULES_ON_LIMITS = (
    # A player could take over bubblewrap's process in its sandbox, which has the same user and none of the limits.
    _Rule({"ptrace": (101, 117)}, errno.EPERM, argument=0, values=_ATTACH),
    _Rule({"process_vm_writev": (311, 271)}, errno.EPERM),
)
"""These hold for preparations too."""
_RULES = (
    # No time stamp is set. The calls seem to succeed, because programs that copy files set time stamps too. Only one
    # call of `touch` must fail. It creates and opens the file, and sets the time of the open file: the path is null
    # (first rule). If it cannot open the file, it sets the time of the path to the present: the times are null (second
    # rule). If that seemed to succeed, `touch` would not say that it could not create the file.
    _Rule(_TIMES_AT, _IGNORED, argument=1, values=(_NULL,)),
    _Rule(_TIMES_AT, errno.EPERM, argument=2, values=(_NULL,)),
    _Rule({**_TIMES, **_TIMES_AT}, _IGNORED),
    # Attributes of files. An access control list is one of them, and changes the mode of a device for all processes.
    _Rule({**_SET_ATTRIBUTES, **_REMOVE_ATTRIBUTES, **_ATTRIBUTES_AT}, errno.EOPNOTSUPP),
    _Rule({"syslog": (103, 116)}, errno.EPERM),  # the kernel's log is one for all, and a crash writes to it
    _Rule({"flock": (73, 32)}, _IGNORED),  # if it failed, a Java machine would complain on its output
    # A lease or a notification tells what others do with a file.
    _Rule(_FCNTL, errno.EINVAL, argument=1, values=(_SETLEASE, _NOTIFY, *_HINTS)),
    # F_GETLK, by which SQLite asks for the locks of others, is allowed: it finds none, because no player sets one.
    _Rule(_FCNTL, _IGNORED, argument=1, values=(_SETLK, _SETLKW, _OFD_SETLK, _OFD_SETLKW)),
    # Advice to drop pages from memory, which another player of the same file could notice.
    _Rule({"fadvise64": (221, 223)}, _IGNORED, argument=3, values=(_DONTNEED,)),
    _Rule({"madvise": (28, 233)}, _IGNORED, argument=2, values=(_COLD, _PAGEOUT)),
    # The first calls tell or change which pages of a file are in memory, and the flag RWF_NOWAIT tells that too. A ring
    # makes other calls, which this filter does not see. A watch tells what others do with a file.
    _Rule({**_PAGES, **_FLAGGED, **_RINGS, **_WATCHES}, errno.ENOSYS),
    _Rule(_KEYS, errno.ENOSYS),  # players may have one kernel uid, and with it the same keys
    _Rule({"socket": (41, 198)}, errno.EAFNOSUPPORT, argument=0, values=_OTHER_FAMILIES),
)
_RULES_FOR_ROOT = (_Rule({**_MODES, **_OWNERS}, _IGNORED),)
"""Players with the kernel uid of root own the device nodes and could change their permissions."""
_RULES_WITHOUT_CONTROL_GROUPS = (_Rule(_UNMAPPED, errno.ENOSYS),)
"""Memory that samples of processes do not see, because it need not be mapped."""


def system_call_filter(has_uid_of_root: bool, has_control_groups: bool, is_preparation: bool = False) -> bytes:
    """Return the filter as a program for bwrap's --seccomp; empty on a machine whose system calls are not listed here.

    has_uid_of_root: whether players have the kernel uid of root. has_control_groups: whether these limit their memory.
    is_preparation: whether it is the filter of preparations, which keeps them within their limits only. A preparation
    knows no word that it could pass on, and a compiler sets modes and time stamps.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return b""

    rules: tuple[_Rule, ...] = _RULES_ON_LIMITS
    if not is_preparation:
        rules += _RULES
        if has_uid_of_root:
            rules += _RULES_FOR_ROOT
    if not has_control_groups:
        rules += _RULES_WITHOUT_CONTROL_GROUPS

    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(machine, rules))


def _program(machine: str, rules: tuple[_Rule, ...]) -> Iterator[_Instruction]:
    """Yield the instructions of the filter: refuse other architectures, then answer by the rules, then allow."""
    no_such_call = (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)

    # In a program of another architecture the numbers mean other calls, so it can make none.
    yield _LOAD, 0, 0, _ARCHITECTURE_AT
    yield _EQUAL, 1, 0, _ARCHITECTURES[machine]
    yield no_such_call

    yield _LOAD, 0, 0, _NUMBER_AT
    if machine == "x86_64":
        yield _AT_LEAST, 0, 1, _X32
        yield no_such_call

    # Rules have the numbers of the architectures in this order.
    architecture = list(_ARCHITECTURES).index(machine)
    for rule in rules:
        for numbers in rule.numbers.values():
            number = numbers[architecture]
            if number is not None:
                yield from _instructions(rule, number)

    yield _RETURN, 0, 0, _ALLOW


def _instructions(rule: _Rule, number: int) -> Iterator[_Instruction]:
    """Yield the instructions of a rule for the system call of that number.

    Before and after them the register has the number of the call that the program makes.
    """
    refuse = (_RETURN, 0, 0, _ERRNO | rule.error)
    if rule.argument is None:
        yield _EQUAL, 0, 1, number
        yield refuse
        return

    # Another call skips what follows: two loads, and a comparison and an answer for each value.
    yield _EQUAL, 0, 2 + 2 * len(rule.values), number
    yield _LOAD, 0, 0, _ARGUMENTS_AT + _ARGUMENT_BYTES * rule.argument
    for value in rule.values:
        yield _EQUAL, 0, 1, value
        yield refuse

    yield _LOAD, 0, 0, _NUMBER_AT
