"""What the site has beside the pages of this folder, and where links lead there (mkdocs hook).

The pages are written to be read where they lie. Links out of this folder, to documents of the
project and to the examples, are turned to pages of the site; links to other files are left as
words. Rule numbers lead to their rule.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
EXAMPLES = {
    f"examples/{path.name}": f"examples/{path.stem}.md"
    for path in sorted((ROOT / "examples").glob("*.py"))
}
PLACES = {**DOCUMENTS, **EXAMPLES, "README.md": "index.md"}

_FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(`[^`\n]+`|^#[^\n]*$)", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")
_RULE = re.compile(r"(?<![\w\[*#])R(\d{1,2})(?![\w*\]])")
_HEADING = re.compile(r"^\*\*R(\d+)\.\*\*", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents of the project and the examples."""
    for source, place in DOCUMENTS.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=text))
    for source, place in EXAMPLES.items():
        code = (ROOT / source).read_text(encoding="utf-8")
        text = f"# {Path(source).name}\n\n```python\n{code}```\n"
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turn links and rule numbers, outside code."""
    place = page.file.src_uri
    source = {to: source for source, to in DOCUMENTS.items()}.get(place, f"docs/{place}")
    parts = _FENCE.split(markdown)
    if place not in EXAMPLES.values():
        parts[::2] = [_turned(part, source, place) for part in parts[::2]]
    return "".join(parts)


def _turned(text: str, source: str, place: str) -> str:
    """A piece of prose of the page at `place`, which was written at `source`."""

    def link(found: re.Match[str]) -> str:
        words, to, anchor = found.group(1), found.group(2), found.group(3) or ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), to))
        if not (ROOT / target).exists():
            return found.group()  # which ends the build
        inside = target.removeprefix("docs/") if target.startswith("docs/") else PLACES.get(target)
        if inside is None:
            return words
        return f"[{words}]({posixpath.relpath(inside, posixpath.dirname(place) or '.')}{anchor})"

    text = _LINK.sub(link, text)
    if place == "rules.md":
        text = _HEADING.sub(r"[](){#R\1}\n**R\1.**", text)
    parts = _CODE.split(text)
    parts[::2] = [_RULE.sub(r"[R\1][R\1]", part) for part in parts[::2]]
    return "".join(parts)
