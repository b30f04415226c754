"""For mkdocs: on the site, links that leave docs/ would lead nowhere; there they become text."""

import re
from typing import Any

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page without links that leave docs/."""
    depth = page.file.src_uri.count("/")
    outside = "../" * (depth + 1)
    return _LINK.sub(lambda link: link[1] if link[2].startswith(outside) else link[0], markdown)
