"""`gin stats`: how the deals went, to read, as JSON, or every deal as CSV."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import TYPE_CHECKING

from gin.cli.source import write_new
from gin.errors import ParseError, shown
from gin.paths import data_directory
from gin.players import players
from gin.saves import Store
from gin.statistics import days_ago, deals_csv, select, statistics
from gin.wording import statistics_lines

if TYPE_CHECKING:
    import argparse

__all__ = ["stats"]


def stats(args: argparse.Namespace) -> int:
    """Print the statistics of the saves; return the exit status."""
    if args.days is not None and args.days < 1:
        raise ParseError(str(args.days), "--days is a number of days from 1 on.")
    store = Store(data_directory(args.data))
    try:
        records = store.finished_deals()
    finally:
        store.close()
    if args.level is not None and args.level not in {*players(), *(r.level for r in records)}:
        raise ParseError(
            args.level,
            f"There is no level {shown(args.level)}; choose one of {', '.join(players())}.",
        )
    since = None if args.days is None else days_ago(args.days)
    chosen = select(records, level=args.level, since=since)
    if args.csv is not None:
        if args.csv == "-":
            sys.stdout.write(deals_csv(chosen))
        else:
            write_new(args.csv, deals_csv(chosen))
        return 0
    found = statistics(chosen)
    if args.json:
        sys.stdout.write(json.dumps(dataclasses.asdict(found)) + "\n")
    else:
        sys.stdout.write("\n".join(statistics_lines(found)) + "\n")
    return 0
