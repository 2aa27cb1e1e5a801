"""What the program is made of: every crate and package, with its licence and its source."""

import re
import tomllib

import licences

PAGE = licences.PAGE.read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (\S.*?) \| (.*) \|$", PAGE, re.MULTILINE))
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def test_the_page_lists_every_crate_of_the_lock_file_and_no_other() -> None:
    assert {name for name in ROWS if " " in name} == licences.locked()


def test_the_page_lists_every_package_that_an_installation_brings() -> None:
    assert {name: ROWS[name] for name in ROWS if " " not in name} == licences.needed()


def test_no_licence_asks_for_anything_special() -> None:
    assert not {name: text for name, text in ROWS.items() if not licences.allowed(text)}
    assert not licences.allowed("MIT AND GPL-3.0-only")


def test_every_crate_comes_from_the_registry_with_its_checksum() -> None:
    lock = tomllib.loads((licences.ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    theirs = [package for package in lock["package"] if "source" in package]
    assert {package["source"] for package in theirs} == {REGISTRY}
    assert all(re.fullmatch(r"[0-9a-f]{64}", package["checksum"]) for package in theirs)
    ours = {package["name"] for package in lock["package"] if "source" not in package}
    assert ours == {"gin-benches", "gin-core", "gin-prove", "gin-python", "gin-train"}
