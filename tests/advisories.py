"""What the registries themselves know against the packages in use: `make advisories`.

PyPI tells the known vulnerabilities of a version (its JSON interface, which `pip-audit` asks too),
and the index of crates.io whether a version was yanked. Both are asked over the network, so this is
no test. The database of RustSec is not asked: `cargo deny check advisories` does that.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from importlib import metadata
from urllib.error import HTTPError

import licences

EXTRAS = ("plot", "gymnasium", "pettingzoo")


def answer(url: str) -> str | None:
    """What a registry says, or `None` where it does not know the page."""
    try:
        with urllib.request.urlopen(url, timeout=60) as page:  # noqa: S310 - both begin with https
            return str(page.read().decode("utf-8"))
    except HTTPError as error:
        if error.code == 404:
            return None
        raise


def known_against(name: str, version: str) -> list[str] | None:
    """The names of the vulnerabilities of a package, or `None` where PyPI does not tell."""
    for place in (f"{name}/{version}", name):
        text = answer(f"https://pypi.org/pypi/{place}/json")
        if text is not None:
            told = json.loads(text)
            # Without a version PyPI tells of the latest.
            if told["info"]["version"] == version:
                return [one["id"] for one in told["vulnerabilities"] if not one.get("withdrawn")]
    return None


def yanked(name: str, version: str) -> bool | None:
    """Whether a crate was taken back, or `None` where the index does not have it."""
    parts = {1: ("1",), 2: ("2",), 3: ("3", name[0])}.get(len(name), (name[:2], name[2:4]))
    text = answer("/".join(("https://index.crates.io", *parts, name))) or ""
    found = [one for line in text.splitlines() if (one := json.loads(line))["vers"] == version]
    return bool(found[0]["yanked"]) if found else None


def extras() -> set[str]:
    """The packages that the extras ask for by name."""
    wanted = metadata.requires("gin-rummy") or []
    return {
        licences.name_of(one)
        for one in wanted
        if any(f'extra == "{extra}"' in one.replace("'", '"') for extra in EXTRAS)
    }


def main() -> None:
    """Print a line for each kind, and the names of whatever is known against something."""
    bad: list[str] = []
    unknown: list[str] = []
    packages = sorted({*licences.needed(), *extras()})
    for name in packages:
        version = metadata.version(name)
        found = known_against(name, version)
        if found is None:
            unknown.append(f"{name} {version}")
        bad += [f"{name} {version}: {one}" for one in found or ()]
    crates = sorted(licences.locked())
    for crate in crates:
        name, version = crate.split()
        taken_back = yanked(name, version)
        if taken_back is None:
            unknown.append(crate)
        elif taken_back:
            bad.append(f"{crate}: yanked")
    sys.stdout.write(
        f"{len(packages)} packages of PyPI and {len(crates)} crates asked about:"
        f" {len(bad)} with something against them, {len(unknown)} of which nothing is told\n"
    )
    for line in (*bad, *(f"{name}: nothing is told of this version" for name in unknown)):
        sys.stdout.write(f"{line}\n")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
