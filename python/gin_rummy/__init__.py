"""Where the command `gin` begins: outside the package `gin`, for that name may be another's.

`gin-config` installs a package of the same name. Where only that one is found, nothing of this
project's `gin` can be imported, and the command has to say so from somewhere else.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress

__all__ = ["main"]

_BAD_INPUT = 2


def main() -> int:
    """Run the command; where `gin` is another's, say so in one line and return 2."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Loading is nothing to lose, and an exception in the middle of it would be told as a fault
        # or, in the importer's own callbacks, not at all. `gin.cli` takes it back.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from gin.cli import main as command  # noqa: PLC0415 - the very import that may fail
    except ImportError as error:
        if error.name != "gin" and not (error.name or "").startswith("gin."):
            raise
        where = getattr(sys.modules.get("gin"), "__file__", None) or "the path"
        with suppress(OSError, AttributeError):  # a standard error that is full, or closed
            sys.stderr.write(
                f"gin: the Python package 'gin' of {where} is not gin rummy; gin-config installs"
                " the same name, so put gin-rummy into an environment of its own.\n"
            )
        return _BAD_INPUT
    return command()
