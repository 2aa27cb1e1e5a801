"""The saved matches: one SQLite file, one transaction an action."""

from gin.saves.load import Origin, Saved
from gin.saves.store import Store

__all__ = ["Origin", "Saved", "Store"]
