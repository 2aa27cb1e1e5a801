"""Every public name says what it is and shows it; the examples themselves run as doctests."""

import dataclasses
import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import gin
from gin import _core

CALLED = [name for name in gin.__all__ if callable(getattr(gin, name))]
CLASSES = [name for name in CALLED if inspect.isclass(getattr(gin, name))]


def members(name: str) -> dict[str, str]:
    """The public attributes of a class with their docstrings; fields are told in its own."""
    cls = getattr(gin, name)
    own = inspect.getdoc(cls) or ""
    told = {}
    for member, part in vars(cls).items():
        if not member.startswith("_"):
            text = getattr(part, "__doc__", None)
            told[member] = own if _is_field(cls, member) else str(text or "")
    return told


def _is_field(cls: type, member: str) -> bool:
    if not dataclasses.is_dataclass(cls):
        return False
    # Constants of a class, such as `Action.PASS`, are told in its docstring too.
    return member in cls.__dataclass_fields__ or isinstance(getattr(cls, member), cls)


def shown(name: str) -> str:
    """The code of all examples of a class."""
    texts = [inspect.getdoc(getattr(gin, name)) or "", *members(name).values()]
    lines = "\n".join(texts).splitlines()
    return "\n".join(line for line in lines if line.strip().startswith((">>>", "...")))


@pytest.mark.parametrize("name", CALLED)
def test_the_name_has_a_sentence_and_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(gin, name)) or ""
    first = text.split("\n\n")[0].replace("\n", " ")
    assert re.fullmatch(r"[A-Z0-9].*[^.][.]", first)
    assert ">>> " in text


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_told_of_and_shown(name: str) -> None:
    told = members(name)
    code = shown(name)
    fields = {member for member in told if told[member] == inspect.getdoc(getattr(gin, name))}
    for member, text in told.items():
        assert re.search(rf"\b{member}\b", text) if member in fields else text, member
        assert member in fields or re.search(rf"\b{member}\b", code), f"{name}.{member}: no example"


def signatures(name: str) -> dict[str, object]:
    """What has type hints of a public name, those of a class with its methods."""
    thing = getattr(gin, name)
    if not inspect.isclass(thing):
        return {name: thing}
    parts = {
        member: inspect.unwrap(getattr(part, "fget", part)) for member, part in vars(thing).items()
    }
    methods = {member: getattr(part, "__func__", part) for member, part in parts.items()}
    return {name: thing} | {
        f"{name}.{member}": part for member, part in methods.items() if inspect.isfunction(part)
    }


@pytest.mark.parametrize("name", [name for name in CALLED if name != "Deals"])
def test_the_type_hints_can_be_asked_for(name: str) -> None:
    for told, part in signatures(name).items():
        assert isinstance(typing.get_type_hints(part), dict), told


def test_what_only_type_hints_name_is_loaded_when_they_are_asked_for() -> None:
    code = """
import sys, typing, gin
others = ("concurrent.futures", "logging", "gin.tally", "gin.schedule")
assert not [name for name in others if name in sys.modules]
from gin import arena
hints = typing.get_type_hints(arena)
from concurrent.futures import Executor
from gin.tally import Forfeit, Tally
assert hints["executor"] == Executor | None, hints
assert hints["a"] == str | gin.Player and hints["return"] is gin.ArenaResult, hints
assert typing.get_type_hints(gin.ArenaResult)["tally"] is Tally
assert typing.get_type_hints(gin.ArenaResult.reports.fget)["return"] == tuple[Forfeit, ...]
assert typing.get_type_hints(gin.IllegalAction.__init__)["action"] is gin.Action
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_there_are_names_and_members_to_look_at() -> None:
    assert len(CALLED) > 30
    assert sum(len(members(name)) for name in CLASSES) > 80


def test_every_signature_tells_its_defaults() -> None:
    """As `help` and editors show it; `make check` compares the stub with it."""
    names = [getattr(of, name) for of in (gin, _core) for name in dir(of)]
    classes = [each for each in names if inspect.isclass(each)]
    calls = [*names, *(member for each in classes for member in vars(each).values())]
    told = [
        inspect.signature(call)
        for call in calls
        if callable(call) and not (inspect.isclass(call) and issubclass(call, gin.GinError))
    ]
    assert len(told) > 100
    assert ... not in [each.default for one in told for each in one.parameters.values()]
    assert "= ..." not in Path(gin.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
