"""The whole game in lines: no escape codes, one fact a line, the newest fact first.

For screen readers, dumb terminals, pipes and scripts. It plays on the same saves as the full
screen, so one can switch between them in the middle of a deal.
"""

from gin.plain.game import run

__all__ = ["run"]
