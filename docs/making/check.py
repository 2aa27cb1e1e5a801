"""Look the built site over: `python docs/making/check.py site`.

Every link leads to a page and an anchor that are there, every picture is there and no page needs
anything from another machine to be shown.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a page shows, rather than leads to.
SHOWN = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}
# Links of the head that nothing is loaded from.
TOLD = {"canonical", "next", "prev", "edit"}


class Page(HTMLParser):
    """The anchors of a page and what it refers to."""

    def __init__(self, path: Path) -> None:
        """Read the page."""
        super().__init__()
        self.anchors = {""}
        self.linked: list[tuple[bool, str]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note anchors, links and what is shown."""
        said = {name: text or "" for name, text in attrs}
        self.anchors |= {said.get("id", ""), said.get("name", "")}
        for name in ("href", "src"):
            if name in said and said.get("rel") not in TOLD:
                self.linked.append(((tag, name) in SHOWN, said[name]))


def faults(site: Path) -> list[str]:
    """What is wrong, one line each."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for place, page in pages.items():
        name = place.relative_to(site.resolve())
        if name.name == "404.html":  # its links are those of a server's root
            continue
        for shown, link in page.linked:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if shown and parts.scheme != "data":
                    found.append(f"{name}: {link} comes from another machine")
                continue
            target = (place.parent / unquote(parts.path)).resolve() if parts.path else place
            if not target.is_file():
                found.append(f"{name}: {link} is not there")
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{name}: {link} has no such place")
    return [*found, *([] if pages else ["there are no pages"])]


def main() -> int:
    """Say what is wrong and return 1 for it."""
    site = Path(sys.argv[1])
    wrong = faults(site)
    for line in wrong:
        sys.stderr.write(line + "\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
