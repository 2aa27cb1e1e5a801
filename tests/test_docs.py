"""Every page of the documents: its examples run, its commands exist, its links lead somewhere."""

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import gin
from gin import cli
from gin.duel import parse_entry

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=lambda path: path.as_posix()
)
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s:]+)\)")
# What else a page may ask a reader to type.
OTHERS = {"asciinema", "cargo", "pip", "python3", "rivals/bin/pip", "uv"}
# Commands whose answer stands below them, word for word.
ANSWERED = ("gin solve", "gin layoff", "python examples/")


def fences(name: str, kind: str) -> list[str]:
    """The blocks of a kind on a page."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [body for found, body in FENCE.findall(text) if found == kind]


def commands(name: str) -> Iterator[tuple[str, str]]:
    """Each command of a page, without its comment, and what stands below it."""
    for block in fences(name, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, answer = part.partition("\n")
            yield re.split(r"\s+# ", line)[0].strip(), answer.strip()


COMMANDS = [(name, *command) for name in NAMES for command in commands(name)]


@pytest.mark.parametrize("name", NAMES)
def test_examples_in_the_documents_run(name: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / name), module_relative=False)
    assert failed == 0


def test_there_is_no_python_on_a_page_that_does_not_run() -> None:
    blocks = [(name, block) for name in NAMES for block in fences(name, "python")]
    assert [name for name, block in blocks if not block.startswith(">>> ")] == []
    assert len({name for name, _ in blocks}) >= 3


@pytest.mark.parametrize("command", sorted({command for _, command, _ in COMMANDS}))
def test_commands_in_the_documents_exist(command: str) -> None:
    first, *words = shlex.split(command.partition(" | ")[0])
    if first == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert [word for word in words if "=" not in word and word not in targets] == []
    elif first == "python":
        assert (ROOT / words[0]).is_file()
    elif first == "gin":
        asked = cli._parser().parse_args(words or ["play"])
        players = [name for name in getattr(asked, "players", ()) if not name.startswith("exec:")]
        assert all(parse_entry(name, 10) for name in players)
        if asked.command in {"play", "protocol"} and asked.level is not None:
            assert asked.level in gin.players()
    else:
        assert first in OTHERS


def answered() -> list[tuple[str, str]]:
    return sorted({(line, answer) for _, line, answer in COMMANDS if answer})


@pytest.mark.parametrize(("command", "answer"), answered())
def test_commands_answer_as_the_documents_say(command: str, answer: str) -> None:
    assert command.startswith(ANSWERED)
    first, *words = shlex.split(command)
    call = [sys.executable, *(["-m", "gin"] if first == "gin" else []), *words]
    told = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == answer


def test_there_are_commands_to_check() -> None:
    assert len(answered()) >= 4


def anchors(path: Path) -> set[str]:
    """The places of a page that a link can lead to, as GitHub names them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_what_is_there(name: str) -> None:
    text = FENCE.sub("", (ROOT / name).read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        to, _, anchor = link.partition("#")
        target = ((ROOT / name).parent / to).resolve() if to else ROOT / name
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_public_name_stands_in_the_reference_once() -> None:
    text = "".join(path.read_text() for path in (ROOT / "docs" / "api").glob("*.md"))
    named = re.findall(r"^::: gin\.(\w+)$", text, re.MULTILINE)
    assert sorted(named) == sorted([*gin.__all__, "fair"])


def test_lists_begin_after_an_empty_line() -> None:
    """GitHub would forgive it; the site would run the list into the paragraph."""
    for path in PAGES:
        lines = FENCE.sub("", path.read_text(encoding="utf-8")).splitlines()
        for before, line in pairwise(lines):
            if re.match(r"([*-]|1\.) ", line):
                assert re.match(r"$|[*-] |  ", before), f"{path.name}: {line}"


def test_every_target_that_is_listed_is_made_whatever_files_there_are() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE)
    phony = re.findall(r"^\.PHONY: (.*)", text, re.MULTILINE)[0].split()
    assert "play" in listed
    assert set(listed) - set(phony) == set()


def site_check() -> ModuleType:
    path = ROOT / "docs" / "making" / "check.py"
    spec = importlib.util.spec_from_file_location("site_check", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_check_of_the_site_finds_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text('<h1 id="top"><a href="#top">x</a><a href="https://example.com">y</a></h1>')
    faults = site_check().faults
    assert faults(tmp_path) == []
    page.write_text(
        '<a href="gone.html">a</a><a href="#gone">b</a><img src="gone.png">'
        '<script src="https://example.com/x.js"></script>'
    )
    assert faults(tmp_path) == [
        "index.html: gone.html is not there",
        "index.html: #gone has no such place",
        "index.html: gone.png is not there",
        "index.html: https://example.com/x.js comes from another machine",
    ]
