"""The saved matches: one SQLite file, one transaction an action."""

from gin.saves.carry import Carried, Entry, Tags, read_tags
from gin.saves.history import DealRecord, Standing
from gin.saves.load import Origin, Saved
from gin.saves.store import Store

__all__ = [
    "Carried",
    "DealRecord",
    "Entry",
    "Origin",
    "Saved",
    "Standing",
    "Store",
    "Tags",
    "read_tags",
]
