"""The twenty lines of `docs/fair.md`, run as anybody would run them, against the program."""

import re
import subprocess
import sys
from pathlib import Path

import gin
from gin import fair
from house import Greedy

PAGE = Path(__file__).parent.parent / "docs" / "fair.md"


def script() -> str:
    found = re.search(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def finished(cut: bytes) -> gin.Match:
    match = gin.Match(seed=fair.seed_from_text("the twenty lines"), cut=cut)
    while match.winner is None:
        if match.deal.to_act is None:
            match = match.next_deal()
        else:
            match = match.play(Greedy().choose(match.view(match.deal.to_act)))
    return match


def run(directory: Path, text: str) -> "subprocess.CompletedProcess[str]":
    (directory / "fair.py").write_text(script(), encoding="utf-8")
    (directory / "match.txt").write_text(text, encoding="utf-8")
    # -I: nothing but the standard library, and nothing of this program.
    return subprocess.run(
        [sys.executable, "-I", "-S", "fair.py", "match.txt"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_has_twenty_lines_and_only_the_standard_library() -> None:
    lines = [line for line in script().splitlines() if line.strip()]
    assert len(lines) == 20
    assert [line for line in lines if "import" in line] == ["import hashlib, sys"]


def test_the_script_finds_the_programs_decks_right(tmp_path: Path) -> None:
    for cut in (b"", b"my cat", "Käse".encode()):
        match = finished(cut)
        done = run(tmp_path, match.to_text(tags=(("level", "steady"),)))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"the fingerprint and {match.number} decks are right\n"


def test_the_script_finds_another_seed_cut_deck_or_starter(tmp_path: Path) -> None:
    text = finished(b"my cat").to_text()
    seed = next(line for line in text.splitlines() if line.startswith("seed: "))
    deal = next(line for line in text.splitlines() if line.startswith("deal 2"))
    starter = deal.partition(" | ")[2][:9]
    first = deal.partition("deck ")[2][:5]
    for old, new, said in (
        (seed, f"seed: {'0' * 64}", "another seed"),
        ("cut: 6d", "cut: 6e", "deal 1 is not right"),
        (f"deck {first}", f"deck {first[3:]} {first[:2]}", "deal 2 is not right"),
        (f"2 | {starter}", f"2 | starter {1 - int(starter[-1])}", "deal 2 is not right"),
    ):
        assert old in text
        done = run(tmp_path, text.replace(old, new))
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{said}\n")
