"""The beginning and the end of what a program writes, which may be long."""


class HeadAndTail:
    """Keeps the beginning and the end of a stream of bytes, each cut at a line end where it has one."""

    def __init__(self, size: int) -> None:
        """size: the bytes of the beginning that are kept, and of the end."""
        self._size = size
        self._head = b""
        self._tail = b""
        self._total = 0
        """The number of bytes of the whole stream."""

    def add(self, data: bytes) -> None:
        """Take the next bytes."""
        self._total += len(data)
        room = self._size - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-self._size :]

    def texts(self) -> tuple[str, str]:
        """Return the beginning, and the end after a line that says how much is left out.

        If all is kept, it is the beginning, and the end is empty.
        For example, a stream of 10,000 lines gives the first ones, and "[... 85000 bytes left out ...]" with the last.
        """
        if self._total == len(self._head) + len(self._tail):
            return (self._head + self._tail).decode(errors="replace"), ""

        # The head ends with its last whole line, and the tail begins with its first one. No line begins after a newline
        # that is the last byte, so that byte is not searched.
        head = self._head[: self._head.rfind(b"\n") + 1] or self._head
        tail = self._tail[self._tail.find(b"\n", 0, -1) + 1 :]
        mark = f"[... {self._total - len(head) - len(tail)} bytes left out ...]\n"
        return head.decode(errors="replace"), mark + tail.decode(errors="replace")
