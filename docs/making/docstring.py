"""Docstrings as the site shows them: examples as code, names as links (griffe extension).

The stub says what the compiled module's types are, the built module has the docstrings.
"""

from __future__ import annotations

import inspect
import operator
import re

import griffe

import gin
from gin import _core

_EXAMPLE = re.compile(r"(^>>> .*?(?:\n(?=\s*\n)|\Z))", re.DOTALL | re.MULTILINE)
_NAME = re.compile(rf"(?<!\[)`((?:{'|'.join(gin.__all__)})(?:\.\w+)?)`(?!\])")
_RULE = re.compile(r"(?<![\w\[`])R(\d{1,2})(?![\w\]`])")


class Docstrings(griffe.Extension):
    """Rewrites every docstring of the package once it is loaded."""

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """Walk through all that was found."""
        self._walk(pkg, built=False)

    def _walk(self, part: griffe.Object, *, built: bool) -> None:
        built = built or part.path == _core.__name__
        if built:
            _as_built(part)
        if part.docstring is not None:
            part.docstring.value = shown(part.docstring.value)
        for member in list(part.members.values()):
            if not isinstance(member, griffe.Alias):
                self._walk(member, built=built)


def _as_built(part: griffe.Object) -> None:
    """Give a part of the stub the docstring of the built module, and a class its call."""
    if isinstance(part, griffe.Module):
        # A function that the stub knows by its overloads alone.
        for name, overloads in part.overloads.items():
            if not overloads:
                continue
            function = griffe.Function(name, parameters=overloads[-1].parameters)
            function.returns, function.overloads = overloads[-1].returns, overloads
            part.set_member(name, function)
    if isinstance(part, griffe.Class) and "__new__" in part.members:
        part.members["__init__"] = part.members.pop("__new__")
    if isinstance(part, griffe.Class | griffe.Function) or "property" in part.labels:
        inside = part.path.removeprefix(f"{_core.__name__}.")
        try:
            text = inspect.getdoc(operator.attrgetter(inside)(_core))
        except AttributeError:  # of the stub alone
            return
        if text and not part.name.startswith("__"):
            part.docstring = griffe.Docstring(text, parent=part)


def shown(text: str) -> str:
    """The docstring in Markdown."""
    parts = _EXAMPLE.split(text)
    parts[1::2] = [f"```pycon\n{example.rstrip()}\n```\n" for example in parts[1::2]]
    parts[::2] = [_linked(prose) for prose in parts[::2]]
    return "".join(parts)


def _linked(prose: str) -> str:
    named = _NAME.sub(lambda found: _link(found.group(1)), prose)
    return _RULE.sub(r"[R\1][R\1]", named)


def _link(name: str) -> str:
    first, _, rest = name.partition(".")
    known = not rest or hasattr(getattr(gin, first), rest)
    return f"[`{name}`][gin.{name}]" if known else f"`{name}`"
