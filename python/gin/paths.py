"""Where the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

from gin.errors import SaveError, SettingsError, shown

__all__ = ["data_directory", "settings_file"]

_GONE = "{} lies in the present folder, which cannot be found ({}); write the whole path."


def data_directory(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the directory of the saves; it need not exist yet.

    `given` (the command line's `--data`) comes first, then the environment variable `GIN_DATA`,
    then the system's own place for a user's data. Raises `SaveError` for an empty name, where there
    is no home, and for a place that depends on a folder that is gone.

    >>> data_directory("saves").is_absolute()
    True
    """
    named = os.fspath(given) if given is not None else os.environ.get("GIN_DATA", "")
    if given is not None and not named:
        raise SaveError("The folder of the saves has no name; name one, or leave it out.")
    try:
        if named:
            return Path(named).expanduser().absolute()
        # Imported here because a tenth of a second is all that `gin --version` has.
        from platformdirs import user_data_path  # noqa: PLC0415

        return user_data_path("gin", appauthor=False)
    except RuntimeError as error:
        raise SaveError(
            "There is no home folder to save matches in; name a folder with --data or GIN_DATA."
        ) from error
    except OSError as error:
        raise SaveError(_GONE.format(shown(named), error.strerror or error)) from error


def settings_file(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the place of the settings; it need not exist yet.

    `given` (the command line's `--config`) comes first, then the environment variable
    `GIN_CONFIG`, then `config.toml` in the system's own place for a user's settings. Raises
    `SettingsError` as `data_directory` does.

    >>> settings_file("gin.toml").name
    'gin.toml'
    """
    named = os.fspath(given) if given is not None else os.environ.get("GIN_CONFIG", "")
    if given is not None and not named:
        raise SettingsError("The file of the settings has no name; name one, or leave it out.")
    try:
        if named:
            return Path(named).expanduser().absolute()
        from platformdirs import user_config_path  # noqa: PLC0415 - as above

        return user_config_path("gin", appauthor=False) / "config.toml"
    except RuntimeError as error:
        raise SettingsError(
            "There is no home folder to keep settings in; name a file with --config or GIN_CONFIG."
        ) from error
    except OSError as error:
        raise SettingsError(_GONE.format(shown(named), error.strerror or error)) from error
