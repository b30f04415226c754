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
        """Return the beginning, and the end after a line that says how much is left out; "" if there is no end.

        For example, a stream of 10,000 lines gives the first ones, and "[... 85000 bytes left out ...]" with the last.
        """
        if not self._tail:
            return self._head.decode(errors="replace"), ""

        # The head ends with its last whole line, or where it is full if it has none.
        cut = self._head.rfind(b"\n") + 1 or len(self._head)
        head = self._head[:cut]
        if self._total == len(self._head) + len(self._tail):
            tail = self._head[cut:] + self._tail
        else:
            # The tail begins with its first whole line. A newline that ends it begins none.
            first_whole_line = self._tail.find(b"\n", 0, -1) + 1
            tail = self._tail[first_whole_line:]

        left_out = self._total - len(head) - len(tail)
        mark = f"[... {left_out} bytes left out ...]\n" if left_out else ""
        return head.decode(errors="replace"), mark + tail.decode(errors="replace")
