"""The README and the documents show what the program really does."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    "name", ["README.md", "docs/environment.md", "docs/record.md", "docs/rules.md"]
)
def test_examples_in_the_documents_run(name: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / name), module_relative=False)
    assert failed == 0


def console_examples() -> list[tuple[str, str]]:
    return re.findall(r"^\$ gin ((?:solve|layoff) .*)\n(.*)$", README.read_text(), re.MULTILINE)


@pytest.mark.parametrize(("arguments", "answer"), console_examples())
def test_commands_in_the_readme_answer_so(arguments: str, answer: str) -> None:
    words = re.findall(r'"([^"]*)"|(\S+)', arguments)
    command = [sys.executable, "-m", "gin", *(quoted or plain for quoted, plain in words)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == answer


def test_there_are_commands_to_check() -> None:
    assert len(console_examples()) >= 2
