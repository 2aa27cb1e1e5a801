"""How each player behaves, as one number: a change of behaviour is never an accident.

A number is made of every action in fixed deals and of what fixed matches came to, each player
against itself. `make signatures` writes them anew; the diff says whose behaviour has changed.
"""

import hashlib
import os
from pathlib import Path

import pytest

from everybody import EVERYBODY
from gin import _core, fair

STORED = Path(__file__).resolve().parent / "data" / "signatures.txt"
DEALS = 60
MATCH_PAIRS = 3


def signature(name: str) -> str:
    digest = hashlib.sha256()
    for number in range(1, DEALS + 1):
        codes = _core.play_deal(fair.deck(bytes(32), number), number % 2, (name, name), number)
        digest.update(codes + b"\n")
    # The last two are the number of decisions and the time that they took.
    *found, decisions, _ = _core.duel(name, name, (0, 0), (0, MATCH_PAIRS), 1)
    digest.update(repr((found, decisions)).encode("ascii"))
    return digest.hexdigest()[:16]


def stored() -> dict[str, str]:
    lines = STORED.read_text(encoding="ascii").splitlines()
    return dict(line.split() for line in lines)


def test_every_player_has_a_signature_and_no_two_are_alike() -> None:
    if os.environ.get("GIN_WRITE_SIGNATURES"):
        lines = [f"{name} {signature(name)}\n" for name in EVERYBODY]
        STORED.write_text("".join(lines), encoding="ascii")
    assert tuple(stored()) == EVERYBODY
    assert len(set(stored().values())) == len(EVERYBODY)


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_player_behaves_as_its_signature_says(name: str) -> None:
    assert signature(name) == stored()[name], (
        f"{name} plays otherwise than it did; where that is meant, say make signatures"
    )
