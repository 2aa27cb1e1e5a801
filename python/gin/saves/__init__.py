"""The saved matches: one SQLite file, one transaction an action."""

from gin.saves.history import DealRecord, Standing
from gin.saves.load import Origin, Saved
from gin.saves.store import Store

__all__ = ["DealRecord", "Origin", "Saved", "Standing", "Store"]
