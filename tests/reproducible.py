"""The wheel, built twice from the same source in two folders: the same bytes. `make reproducible`.

Each build has a copy of the tracked files, a target folder of its own, and a path of another
length. The time in the wheel is that of the last commit, and paths are written without what is
before the source and cargo's folder.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("one", "another folder, with a longer name")


def git(*words: str) -> str:
    """What git says of the source."""
    told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True, text=True)
    return told.stdout


def copy(place: Path) -> None:
    """The tracked files in a new folder."""
    for name in filter(None, git("ls-files", "-z").split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)


def build(place: Path, time: str) -> Path:
    """The wheel of the source in a folder."""
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    # Between flags stands a byte that no path has.
    flags = [
        f"--remap-path-prefix={path}={name}" for path, name in ((place, "."), (cargo, "cargo"))
    ]
    changed = {
        "SOURCE_DATE_EPOCH": time,
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags),
        "CARGO_TARGET_DIR": str(place / "target"),
    }
    maturin = (sys.executable, "-m", "maturin", "build", "--release", "--locked", "--out", "wheels")
    subprocess.run(maturin, cwd=place, check=True, env={**os.environ, **changed})
    (wheel,) = (place / "wheels").glob("*.whl")
    return wheel


def parts(wheel: Path) -> dict[str, str]:
    """The sum of every file of a wheel."""
    with zipfile.ZipFile(wheel) as file:
        return {
            name: hashlib.sha256(file.read(name)).hexdigest() for name in sorted(file.namelist())
        }


def main() -> int:
    """Build twice and compare; 1 and the files that differ where it is not the same bytes."""
    time = git("log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as name:
        places = [Path(name).resolve() / folder for folder in FOLDERS]
        # Both before the first build: somebody may be writing meanwhile.
        for place in places:
            copy(place)
        wheels = [build(place, time) for place in places]
        sums = [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]
        for total, wheel in zip(sums, wheels, strict=True):
            sys.stdout.write(f"{total}  {wheel.name}, {wheel.stat().st_size:,} bytes\n")
        if sums[0] == sums[1]:
            sys.stdout.write("the same bytes\n")
            return 0
        first, second = map(parts, wheels)
        differ = [name for name in first | second if first.get(name) != second.get(name)]
        sys.stdout.write(f"of {len(first)} files differ: {', '.join(differ) or 'order or times'}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
