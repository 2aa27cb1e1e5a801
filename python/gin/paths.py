"""Where the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["data_directory"]


def data_directory(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the directory of the saves; it need not exist yet.

    `given` (the command line's `--data`) comes first, then the environment variable `GIN_DATA`,
    then the system's own place for a user's data.

    >>> data_directory("saves").is_absolute()
    True
    """
    named = os.fspath(given) if given is not None else os.environ.get("GIN_DATA", "")
    if named:
        return Path(named).expanduser().absolute()
    # Imported here because a tenth of a second is all that `gin --version` has.
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("gin", appauthor=False)
