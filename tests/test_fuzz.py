"""Whatever comes in at any door is taken or refused with a sentence: the short form of `make fuzz`.

Every run makes the same inputs. A fault says the number of its input, which makes it again:
`fuzz.texts(NAME, NUMBER, 1, directory)`.
"""

import os
from pathlib import Path

import pytest

import fuzz

SCALE = int(os.environ.get("GIN_FUZZ", "1"))
INPUTS = {"card text": 4_000, "records": 150, "line protocol": 800, "settings": 150}
INPUTS |= {"database rows": 60, "keyboard bytes": 40, "mouse bytes": 40}


@pytest.mark.parametrize("name", fuzz.TEXTS)
def test_a_bad_text_is_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    count = INPUTS[name] * SCALE
    found = fuzz.texts(name, 0, count, tmp_path)
    # Both come up, or the inputs are too bad or not bad enough to show anything.
    assert min(found.values()) > 0, found


@pytest.mark.parametrize("name", fuzz.BYTES)
def test_no_bytes_from_a_terminal_break_the_table(name: str, tmp_path: Path) -> None:
    count = INPUTS[name] * SCALE
    assert fuzz.bursts(name, 0, count, tmp_path)["taken"] == count


def test_a_fault_is_told_with_the_number_of_its_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> fuzz.Answer:
        raise ValueError("broken")

    monkeypatch.setitem(fuzz.TEXTS, "records", broken)
    with pytest.raises(ValueError, match="broken") as caught:
        fuzz.texts("records", 7, 3, tmp_path)
    assert caught.value.__notes__ == ["records, input 7"]
