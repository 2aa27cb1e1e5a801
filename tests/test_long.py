"""The short form of `make long`: nothing is held that was not held before, but what is saved."""

from pathlib import Path

import long


def test_deals_in_the_engine_leave_nothing_behind() -> None:
    before, after = long.deals(2_000)
    assert after.files == before.files
    assert after.memory - before.memory < 4_096


def test_an_evening_at_the_table_holds_no_more_at_its_end(tmp_path: Path) -> None:
    evening = long.Evening(tmp_path)
    before = evening.play(60)
    after = evening.play(150)
    assert after.files == before.files
    assert after.memory - before.memory < 16_384
    # The log of SQLite beside the file is as large as it gets after a thousand pages.
    assert after.saves - before.saves < 150 * 20_000
