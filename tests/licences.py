"""The licences of everything that is built in or installed, as a page: `make licences`.

Crates come from the lock file, as cargo's own copies describe them; Python packages from what the
package and its tools have installed.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
# What a crate or a package may be under without anybody having to think: they ask for no more
# than their notice, or (MPL) for changes to their own files.
ALLOWED = {
    *("MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD"),
    *(
        "Unlicense",
        "CC0-1.0",
        "PSF-2.0",
        "MPL-2.0",
        "Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ),
}

# The old way of telling; "BSD" is the text with three clauses in the one package that says so.
CLASSIFIED = {"MIT License": "MIT", "BSD License": "BSD-3-Clause"}

TEXT = """# Licences of what is used

Written by `make licences`; `tests/test_supply.py` holds it against the lock file. The program
itself is under the MIT licence.

## Crates in the wheel

{shipped}

## Crates of the developer's tools

{tools}

## Python packages that the program needs

{needed}
"""


def crates() -> dict[str, tuple[str, str, bool]]:
    """Every crate by name and version: its licence, where it comes from, whether it is shipped."""
    told = subprocess.run(
        ["cargo", "metadata", "--locked", "--offline", "--format-version", "1"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    found = json.loads(told.stdout)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    start = next(id_ for id_, package in packages.items() if package["name"] == "gin-python")
    shipped: set[str] = set()
    waiting = [start]
    while waiting:
        id_ = waiting.pop()
        if id_ in shipped:
            continue
        shipped.add(id_)
        waiting += [
            dependency["pkg"]
            for dependency in nodes[id_]["deps"]
            if any(kind["kind"] in (None, "build") for kind in dependency["dep_kinds"])
        ]
    return {
        f"{package['name']} {package['version']}": (
            package["license"] or "",
            package["source"] or "here",
            id_ in shipped,
        )
        for id_, package in packages.items()
    }


def locked() -> set[str]:
    """The crates of the lock file that are somebody else's, by name and version."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    return {
        f"{package['name']} {package['version']}"
        for package in lock["package"]
        if "source" in package
    }


def name_of(requirement: str) -> str:
    """The name of the package that a requirement asks for."""
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0]


def needed() -> dict[str, str]:
    """The Python packages that an installation brings along, with their licences."""
    found: dict[str, str] = {}
    waiting = ["prompt-toolkit", "platformdirs"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        package = metadata.metadata(name)
        classifiers = package.get_all("Classifier") or []
        named = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License ::")]
        said = package.get_all("License-Expression") or [CLASSIFIED.get(of, of) for of in named]
        found[name] = " AND ".join(said)
        waiting += [
            name_of(requirement)
            for requirement in metadata.requires(name) or []
            if ";" not in requirement
        ]
    return dict(sorted(found.items()))


def allowed(licence: str) -> bool:
    """Whether every licence that an expression names asks for nothing special."""
    named = re.split(r"\s+(?:OR|AND)\s+|/", licence.replace("(", "").replace(")", ""))
    return set(named) <= ALLOWED


def page() -> str:
    """The page, worked out anew."""
    found = crates()
    theirs = {name: of for name, of in sorted(found.items()) if of[1] != "here"}

    def table(rows: dict[str, str]) -> str:
        lines = [f"| {name} | {licence} |" for name, licence in rows.items()]
        return "\n".join(["| | licence |", "|---|---|", *lines])

    return TEXT.format(
        shipped=table({name: licence for name, (licence, _, ships) in theirs.items() if ships}),
        tools=table({name: licence for name, (licence, _, ships) in theirs.items() if not ships}),
        needed=table(needed()),
    )


def main() -> None:
    """Write the page; end badly where a licence or a source has to be looked at first."""
    for name, (licence, source, _) in crates().items():
        if source not in ("here", "registry+https://github.com/rust-lang/crates.io-index"):
            raise SystemExit(f"{name} comes from {source}, not from crates.io.")
        if not allowed(licence):
            raise SystemExit(f"{name} is under {licence!r}, which nobody has looked at.")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
