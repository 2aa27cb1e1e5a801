"""The README shows the program as it is; `test_docs.py` holds its examples and commands."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURE = re.compile(r"(?<=```text\n)(?= GIN ).*?(?=\n```)", re.DOTALL)
SCREEN = ROOT / "tests" / "data" / "screens" / "discard.txt"


def test_every_picture_and_page_that_the_readme_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README.read_text())
    assert any(name.endswith(".svg") for name in named)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_table_in_the_readme_is_the_stored_screen() -> None:
    """`test_ui_screens.py` compares the stored screen with what the program draws."""
    small = SCREEN.read_text().split("--- 80x24\n")[1].split("\n--- ")[0].rstrip("\n")
    if os.environ.get("GIN_WRITE_SCREENS"):
        README.write_text(PICTURE.sub(lambda _: small, README.read_text()))
    found = PICTURE.search(README.read_text())
    assert found is not None
    assert found.group() == small
