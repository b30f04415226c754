"""Which paths lie within others."""

from collections.abc import Iterable


def within(path: str, *directories: str) -> bool:
    """Return whether the path is one of the directories or lies in one. Links are not followed."""
    return any(path == directory or path.startswith(directory.rstrip("/") + "/") for directory in directories)


def outermost(paths: Iterable[str]) -> list[str]:
    """Return the paths without those that lie within another one, sorted."""
    result: list[str] = []
    for path in sorted(set(paths)):
        if not within(path, *result):
            result.append(path)
    return result
