"""Where the system gives no more threads, those there are do the work, with the same answers."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Memory for everything but the stack of one thread more, two megabytes of it.
CROWDED = """
import threading
from array import array

import gin
from gin import _core

masks = array("Q", [gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD").mask] * 100_000)
masks[70_000] = gin.Hand("5S 6S 7S 8S 7H 7D QC KC JH 2D 3D").mask
spread = array("Q", [gin.Hand("TH TC TD").mask, 0, 0])
deadwood, layoffs, left = bytearray(100_000), bytearray(100_000), bytearray(1_100_000)
deals, alike = gin.Deals(3_000), gin.Deals(3_000)
thinking, thought = (gin.Deals(70, opponent="simple") for _ in range(2))
codes, to_act, expected = bytearray(3_000), bytearray(3_000), bytearray(3_000)
few, few_legal, few_expected = bytearray(70), bytearray(70 * 108), bytearray(70 * 108)
counts = _core.census(5)
gin.deadwood_many(array("Q", [8]), bytearray(1))

if LIMITED:
    import resource

    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + (1 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    try:
        threading.Thread(target=str).start()
    except RuntimeError:
        print("limited")

gin.deadwood_many(masks, deadwood, threads=64)
gin.lay_off_many(masks, spread, layoffs, threads=64)
gin.discards_many(masks, left, threads=64)
for _ in range(9):
    deals.sample(codes)
    deals.step(codes, to_act=to_act, threads=64)
    alike.step(codes, to_act=expected)
    thinking.sample(few)
    thinking.step(few, legal=few_legal, threads=64)
    thought.step(few, legal=few_expected)
deals.reset(5, threads=64)
assert (to_act, few_legal) == (expected, few_expected)
assert _core.census(5, threads=64) == counts
print(sum(deadwood) + 3 * sum(layoffs) + 5 * sum(left))
"""


def told(limited: bool) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", f"LIMITED = {limited}{CROWDED}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stderr, ran.returncode) == ("", 0)
    return ran.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory has no limit that is kept")
def test_work_goes_on_where_no_thread_can_be_started() -> None:
    limited, answer = told(limited=True)
    assert limited == "limited"
    assert told(limited=False) == [answer]
