"""The command as the tests call it: in this process, or as a program of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from gin import cli


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def run(argv: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The status, standard output and standard error of the command."""
    try:
        status = cli.main(argv)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def type_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))


def command(*argv: str, stdin: str | bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own, without a terminal."""
    raw = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [sys.executable, "-m", "gin", *argv],
        input=raw,
        capture_output=True,
        env=os.environ | env,
        timeout=60,
        check=False,
    )
