"""The names of all players of the engine: the levels, and the partners they are tried against."""

from gin.players import players

SPARRING = ("gin-only", "careful", "marjj-like", "depauw-like", "taylor-like", "deep")
EVERYBODY = (*players(), *SPARRING)
