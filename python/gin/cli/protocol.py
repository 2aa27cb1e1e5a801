"""`gin protocol LEVEL`: a level as a program that others can play against."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gin.errors import GinError
from gin.players import player
from gin.serve import answers

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

__all__ = ["serve"]


def serve(args: argparse.Namespace) -> int:
    """Answer the lines on standard input until `bye` or their end."""
    chosen = player(args.level, args.seed)
    for answer in answers(chosen, args.level, _lines()):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    return 0


def _lines() -> Iterator[str]:
    if sys.stdin is None:
        raise GinError("There is no standard input to read the protocol from.")
    for line in sys.stdin.buffer:
        yield line.decode("ascii", "replace")
