"""The package as others install it: `make wheel-test`, `make sdist-test`.

The wheel is built, looked over and installed in an empty environment on a path with blanks, without
Rust on the search path; there the tests of the public calls run, far from the source tree. The
source distribution is built in a clean folder, and its wheel must hold the same files.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 3_000_000

# The tests of the public calls, without those that take long: they need pytest, Hypothesis, and
# nothing of the source tree but what lies in tests/ and the page of the census.
TESTS = (
    "action",
    "cases",
    "command",
    "deal",
    "engine_examples",
    "evaluate",
    "fair",
    "match",
    "optimiser_properties",
    "position",
    "record",
    "scoring",
    "vectors",
    "view",
    "wrong_types",
)
MATURIN = (sys.executable, "-m", "maturin")
# Without this project's tools, and without Rust.
AWAY = {"PATH": os.defpath, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
WITHIN = """
import pathlib, sys, gin, gin_rummy
for module in (gin, gin._core, gin_rummy):
    assert pathlib.Path(module.__file__).is_relative_to(sys.prefix), module.__file__
assert (pathlib.Path(gin.__file__).parent / "py.typed").exists()
assert gin.arena("steady", "simple", deals=20, seed=1, jobs=2).deals == 20
"""


def run(*command: object, cwd: Path, **more: str) -> None:
    """Run a command of ours; its failure is the end."""
    print("$", *command, flush=True)
    subprocess.run([*map(str, command)], cwd=cwd, check=True, env={**os.environ, **more})


def only(directory: Path, pattern: str) -> Path:
    """The one file of that name."""
    (found,) = directory.glob(pattern)
    return found


def files_of(wheel: Path) -> list[str]:
    """What is in a wheel."""
    with zipfile.ZipFile(wheel) as file:
        return sorted(file.namelist())


def look_over(wheel: Path) -> None:
    """The wheel is small, for every later Python, and holds what it should and nothing else."""
    size, names = wheel.stat().st_size, files_of(wheel)
    assert size <= MOST_BYTES, f"{wheel.name} has {size} bytes"
    assert "-cp311-abi3-" in wheel.name, wheel.name
    for needed in ("gin/py.typed", "gin/_core.pyi", "gin/__init__.py", "gin_rummy/__init__.py"):
        assert needed in names, f"{needed} is not in the wheel"
    strays = [
        name for name in names if name.split("/")[0].split("-")[0] not in {"gin", "gin_rummy"}
    ]
    assert not strays, strays
    assert not [name for name in names if name.endswith((".pyc", ".rs"))]
    print(f"{wheel.name}: {size:,} bytes, {len(names)} files")


def environment(place: Path, wheel: Path, *more: str) -> Path:
    """A new environment with the wheel; its folder of commands."""
    venv.create(place, with_pip=True)
    commands = place / ("Scripts" if os.name == "nt" else "bin")
    pip = (commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--only-binary", ":all:", wheel, *more, cwd=place)
    return commands


def test_wheel(place: Path, wheel: Path) -> None:
    """The wheel where nothing else is."""
    look_over(wheel)
    commands = environment(place / "empty venv", wheel, "pytest>=9", "hypothesis>=6.150")
    tests = place / "some tests"
    shutil.copytree(ROOT / "tests", tests, ignore=shutil.ignore_patterns("__pycache__"))
    # The one page that a test compares with what the package says.
    (place / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "census.md", place / "docs")
    run(commands / "python", "-c", WITHIN, cwd=place, **AWAY)
    run(commands / "gin", "solve", "AS 2S 3S KD", cwd=place, **AWAY)
    options = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error")
    files = [f"test_{test}.py" for test in TESTS]
    found = AWAY | {"PYTHONPATH": str(tests)}
    run(commands / "python", "-m", "pytest", *options, *files, cwd=tests, **found)


def test_source(place: Path, wheel: Path) -> None:
    """The source distribution makes the same wheel."""
    run(*MATURIN, "sdist", "--out", place / "source", cwd=ROOT)
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    source, target = only(place / "source", "*.tar.gz"), str(ROOT / "target" / "sdist")
    run(*pip, "--wheel-dir", place / "built", source, cwd=place, CARGO_TARGET_DIR=target)
    built = only(place / "built", "*.whl")
    look_over(built)
    assert files_of(built) == files_of(wheel)
    commands = environment(place / "another venv", built)
    run(commands / "python", "-c", WITHIN, cwd=place, **AWAY)


def main() -> None:
    """Build, install, test: the wheel, or with `--sdist` the source distribution."""
    with tempfile.TemporaryDirectory(prefix="gin rummy ") as name:
        place = Path(name).resolve()
        build = (*MATURIN, "build", "--release", "--locked", "--out", place / "wheels")
        run(*build, cwd=ROOT)
        wheel = only(place / "wheels", "*.whl")
        (test_source if "--sdist" in sys.argv[1:] else test_wheel)(place, wheel)


if __name__ == "__main__":
    main()
