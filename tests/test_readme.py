"""The README and the documents show what the program really does."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gin.players import player
from gin.saves import Store
from gin.session import Session
from gin.wording.card import glyphs
from screen import Screen, on_screen

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURE = re.compile(r"(?<=```text\n)(?= GIN ).*?(?=\n```)", re.DOTALL)


def picture(tmp_path: Path) -> str:
    """The table where the person may knock for the first time, as the program draws it."""
    session = Session.open(Store(tmp_path), seed="the picture in the readme")
    adviser = player("steady")
    knock = None
    while knock is None:
        if session.table.result is not None:
            session.next_deal()
        elif session.thinking:
            session.answer(session.choose())
        else:
            knocks = [action for action in session.legal_actions() if action.kind == "knock"]
            knock = adviser.choose(session.table.view) if knocks else None
            if knock is None:
                session.play(adviser.choose(session.table.view))
    card = knock.card
    assert card is not None
    shown: list[str] = []

    async def script(screen: Screen) -> None:
        await screen.shows("Choose a card to discard")
        screen.click(f"│{glyphs(card)}")
        await screen.shows("you may knock")
        shown.extend(screen.rows)

    on_screen(session, script)
    return "\n".join(shown).rstrip()


def test_the_picture_in_the_readme_is_what_the_program_draws(tmp_path: Path) -> None:
    drawn = picture(tmp_path)
    text = README.read_text()
    if os.environ.get("GIN_WRITE_SCREENS"):
        README.write_text(PICTURE.sub(lambda _: drawn, text))
        text = README.read_text()
    found = PICTURE.search(text)
    assert found is not None
    assert found.group() == drawn


@pytest.mark.parametrize("name", ["README.md", "docs/record.md", "docs/rules.md"])
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
