"""The engine: cards, hands, melds, exact deadwood and layoffs.

The public names are re-exported by `gin`; docstrings with examples stand on the built module and
are shown by `help()`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import (
    Any,
    Final,
    Literal,
    NoReturn,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    final,
    overload,
)

from typing_extensions import Buffer

__all__ = [
    "GIN_BONUS",
    "HAND_SIZE",
    "KNOCK_LIMIT",
    "MOST_ACTIONS",
    "MOST_DEALS",
    "STOCK_FLOOR",
    "TARGET",
    "UNDERCUT_BONUS",
    "Arrangement",
    "Card",
    "Deals",
    "Hand",
    "HandIterator",
    "Layoff",
    "Meld",
    "appraise",
    "arrange",
    "arrangements",
    "belief",
    "bots",
    "census",
    "choose",
    "deadwood",
    "deadwood_many",
    "discards",
    "discards_many",
    "duel",
    "duel_deal",
    "lay_off",
    "lay_off_many",
    "play_deal",
    "points_estimate",
    "spreads",
    "trace_deal",
    "wins_estimate",
]

MOST_ACTIONS: Final[int]
"""Actions after which a deal between players of the arena is given up (R21): 400."""
MOST_DEALS: Final[int]
"""Deals after which a match between players who never score is given up: 1,000."""
HAND_SIZE: Final[int]
"""Cards dealt to each player (R2): 10."""
KNOCK_LIMIT: Final[int]
"""The most deadwood a knocker may keep (R9): 10."""
GIN_BONUS: Final[int]
"""Added to the defender's deadwood for gin (R15): 25."""
UNDERCUT_BONUS: Final[int]
"""Added to the difference for an undercut (R17): 25."""
STOCK_FLOOR: Final[int]
"""A turn that ends with this many cards in the stock, and no knock, ends the deal (R18): 2."""
TARGET: Final[int]
"""Points that win a match (R19): 100."""

_CardLike: TypeAlias = Card | str | int
"""A card, its text ("AS", "10h", "a♠") or its index (0 to 51)."""
_HandLike: TypeAlias = Hand | str | Iterable[_CardLike]
"""A hand, its text ("AS 2S 10h"), or cards one by one; a card twice is a `ParseError`."""
_MeldLike: TypeAlias = Meld | _HandLike
"""A meld, or cards that are one."""

@final
class Card:
    """One of the 52 cards: immutable, hashable, ordered by index.

    Made from text (rank then suit, read liberally) or from its index, `suit * 13 + rank - 1` with
    the suits in the order S H D C and the ace first. Raises `ParseError` for anything else.
    """

    def __new__(cls, card: _CardLike, /) -> Self: ...
    @property
    def index(self) -> int:
        """0 to 51: `suit * 13 + rank - 1`, suits in the order S H D C."""
    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king)."""
    @property
    def suit(self) -> Literal["S", "H", "D", "C"]:
        """The suit's letter."""
    @property
    def points(self) -> int:
        """Deadwood points (R3): ace 1, picture cards 10, others their number."""
    def __format__(self, spec: str, /) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Hand:
    """A set of cards: immutable, hashable, iterated in the order of the card index.

    Made from text, from cards or their texts, or from nothing. `|`, `&`, `-`, `^` with a hand or a
    card; `<=` is "all in". Raises `ParseError` for a word that is no card and for a card twice.
    """

    def __new__(cls, cards: _HandLike = (), /) -> Self: ...
    @classmethod
    def from_mask(cls, mask: int, /) -> Hand:
        """The hand of a mask; `ParseError` where a bit of it stands for no card."""
    @property
    def mask(self) -> int:
        """Bit `16 * suit + rank - 1` is set for a card in the hand; suits S H D C."""
    @property
    def points(self) -> int:
        """The points of all its cards, melded or not."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, card: _CardLike, /) -> bool: ...
    def __iter__(self) -> HandIterator: ...
    def __or__(self, other: Hand | Card, /) -> Hand: ...
    def __ror__(self, other: Hand | Card, /) -> Hand: ...
    def __and__(self, other: Hand | Card, /) -> Hand: ...
    def __rand__(self, other: Hand | Card, /) -> Hand: ...
    def __sub__(self, other: Hand | Card, /) -> Hand: ...
    def __rsub__(self, other: Hand | Card, /) -> Hand: ...
    def __xor__(self, other: Hand | Card, /) -> Hand: ...
    def __rxor__(self, other: Hand | Card, /) -> Hand: ...
    def __format__(self, spec: str, /) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Hand, /) -> bool: ...
    def __le__(self, other: Hand, /) -> bool: ...
    def __gt__(self, other: Hand, /) -> bool: ...
    def __ge__(self, other: Hand, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class HandIterator(Iterator[Card]):
    """The cards of a hand, one by one."""

    def __iter__(self) -> HandIterator: ...
    def __next__(self) -> Card: ...

@final
class Meld:
    """A set (three or four cards of a rank) or a run (three or more in a suit, ace low) (R4).

    Made from text, a hand or cards; immutable, hashable. Raises `ParseError` for no meld.
    """

    def __new__(cls, cards: _MeldLike, /) -> Self: ...
    @property
    def cards(self) -> Hand:
        """Its cards."""
    @property
    def kind(self) -> Literal["set", "run"]:
        """Which of the two."""
    def __format__(self, spec: str, /) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Arrangement:
    """A hand laid out: disjoint melds in the order of their lowest card, and the cards in none.

    Immutable, hashable. Raises `ParseError` where a card is in two places or there are more than
    three melds.
    """

    def __new__(cls, melds: Iterable[_MeldLike], deadwood: _HandLike) -> Self: ...
    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, in the order of their lowest card."""
    @property
    def deadwood(self) -> Hand:
        """The cards in no meld."""
    @property
    def points(self) -> int:
        """The points of the cards in no meld."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Layoff:
    """A defender's hand laid out against a spread: own melds, layoffs and the cards left (R13).

    Immutable, hashable. Raises `ParseError` where a card is in two places.
    """

    def __new__(
        cls,
        melds: Iterable[_MeldLike],
        laid_off: Iterable[tuple[_CardLike, int]],
        deadwood: _HandLike,
    ) -> Self: ...
    @property
    def melds(self) -> tuple[Meld, ...]:
        """The defender's own melds, in the order of their lowest card."""
    @property
    def laid_off(self) -> tuple[tuple[Card, int], ...]:
        """Pairs of a card and the number of the spread's meld it goes on, in a playable order."""
    @property
    def deadwood(self) -> Hand:
        """The cards left."""
    @property
    def points(self) -> int:
        """The points of the cards left."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def deadwood(hand: _HandLike) -> int:
    """The least points of cards in no meld, over all ways of melding the hand (R5); any size."""

def arrange(hand: _HandLike) -> Arrangement:
    """The canonical least arrangement of a hand of at most 11 cards."""

def arrangements(hand: _HandLike) -> tuple[Arrangement, ...]:
    """Every distinct least arrangement of a hand of at most 11 cards, the canonical one first."""

def discards(hand: _HandLike, barred: _CardLike | None = None) -> tuple[tuple[Card, int], ...]:
    """Every legal discard of 11 cards with the points it leaves, least first (R8, R9)."""

def lay_off(defender: _HandLike, spread: Iterable[_MeldLike]) -> Layoff:
    """The defender's best layoff, own melds and layoffs together (R13); no spread: gin (R14)."""

def spreads(hand: _HandLike, possible: _HandLike) -> tuple[Arrangement, ...]:
    """The knocker's choices of a spread, the default of R12 first."""

def census(cards: int, /, *, ranks: int = 13, threads: int = 1) -> tuple[int, ...]:
    """How many hands leave 0, 1, 2 … points; of eleven cards after the best discard."""

class _NumPyArray(Protocol):
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Memory: TypeAlias = Buffer | _NumPyArray
"""What has the buffer protocol; NumPy's own types say so from Python 3.12 on only."""
_Out = TypeVar("_Out", bound=Buffer | _NumPyArray)

@overload
def deadwood_many(masks: _Memory, out: None = None, *, threads: int = 1) -> memoryview:
    """The least deadwood of n hands given as 64-bit masks, as n unsigned bytes (R5)."""

@overload
def deadwood_many(masks: _Memory, out: _Out, *, threads: int = 1) -> _Out: ...
@overload
def discards_many(masks: _Memory, out: None = None, *, threads: int = 1) -> memoryview:
    """What each discard of n hands of 11 leaves, shape (n, 11), in card order (R8, R9)."""

@overload
def discards_many(masks: _Memory, out: _Out, *, threads: int = 1) -> _Out: ...
@overload
def lay_off_many(
    defenders: _Memory, spreads: _Memory, out: None = None, *, threads: int = 1
) -> memoryview:
    """The least points n defenders can be left with; spreads (n, 3) or (3,) melds (R13)."""

@overload
def lay_off_many(defenders: _Memory, spreads: _Memory, out: _Out, *, threads: int = 1) -> _Out: ...

@final
class Deals:
    """Many deals in one object, gone on together by one action each, in the caller's buffers."""

    PLANES: Final[tuple[str, ...]]
    """The rows of an observation, in order."""
    FACTS: Final[tuple[str, ...]]
    """What the first columns of its last row hold."""
    ENDINGS: Final[tuple[str, ...]]
    """What the numbers of `done` say."""
    ACTIONS: Final[int]
    """How many codes of actions there are: 108."""
    NOBODY: Final[int]
    """In `to_act`, for a deal that is over: 255."""

    def __new__(
        cls,
        count: int,
        seed: int = 0,
        *,
        opponent: str | None = None,
        seat: int | None = None,
        auto_reset: bool = True,
        cap: int = 400,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Deals:
        """The same deals, as far as they are, to go on apart from these."""
    def __deepcopy__(self, memo: object, /) -> Deals:
        """The same as a plain copy."""
    def __reduce__(self) -> NoReturn: ...
    @property
    def seed(self) -> int:
        """The seed, as given when it was made or to `reset`."""
    @property
    def opponent(self) -> str | None:
        """The name of the player of the other seat, if there is one."""
    @property
    def seat(self) -> int | None:
        """The seat that actions are for, where there is an opponent."""
    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each buffer, by its name."""
    @property
    def skipped(self) -> tuple[int, int]:
        """Deals that the opponent ended before the seat could act, and its points in them."""
    def dealt(self, place: int, /) -> tuple[int, int, int, bytes]:
        """How the present deal of a place began: (number, seed, starter, deck)."""
    def reset(self, seed: int | None = None, *, threads: int = 1) -> None:
        """Begin the next deal everywhere or, with a `seed`, the first of that seed."""
    def observe(
        self,
        *,
        planes: _Memory | None = None,
        legal: _Memory | None = None,
        to_act: _Memory | None = None,
        done: _Memory | None = None,
        viewer: int | None = None,
        threads: int = 1,
    ) -> None:
        """Write the present of all deals, as `viewer` sees it or else who is to act."""
    def step(
        self,
        actions: _Memory,
        /,
        *,
        planes: _Memory | None = None,
        legal: _Memory | None = None,
        to_act: _Memory | None = None,
        reward: _Memory | None = None,
        done: _Memory | None = None,
        threads: int = 1,
    ) -> None:
        """Play one action in every deal, and write what came of it and the new present."""
    def sample(self, actions: _Memory, /) -> None:
        """Write a random legal action for every deal, each as likely as the others."""

_Opening: TypeAlias = tuple[int, str, Sequence[_CardLike], int, _CardLike | None]
"""How a deal began: to act, phase, pile bottom first, cards in the stock, barred card."""
_Sight: TypeAlias = tuple[int, int, int, int, int, bytes]
"""What a seat sees: mask of the hand, index of the card drawn or -1, masks of the known, possible
and unseen cards, events as codes."""
_Step: TypeAlias = tuple[str, int | None, int, bytes, int, bytes, _Sight, _Sight]
"""Phase, seat to act, index of the barred card or -1, pile as card indices bottom first, cards in
the stock, legal actions as codes, what seat 0 and what seat 1 sees."""
_Result: TypeAlias = tuple[
    str, int | None, int, int | None, tuple[int, ...] | None, tuple[int, int]
]
"""Kind, winner, points, knocker, masks of the spread's melds, deadwood by seat."""

def bots() -> tuple[str, ...]:
    """The names of the computer players."""

def choose(
    name: str,
    seed: int,
    seat: int,
    starter: int,
    opening: _Opening,
    events: bytes,
    hand: _HandLike,
    score: tuple[int, int, int],
    /,
) -> int:
    """The code of the action that a player chooses, from the parts of its view.

    `events` are those of `View.encoded()`, `score` is (mine, the opponent's, target). Codes: 0
    take, 1 pass, 2 stock, 3 pile, 4 + card index discard, 56 + card index knock. Raises
    `PlayerError` for an unknown name and where the seat is not to act, `ParseError` where the
    parts do not fit together.
    """

def appraise(
    seat: int,
    starter: int,
    opening: _Opening,
    events: bytes,
    hand: _HandLike,
    score: tuple[int, int, int],
    /,
) -> list[tuple[int, float, float, float, float]]:
    """What every legal action is worth: (code, points, doubt, worth, chance to win the match).

    The parts of the view and the errors are those of `choose`.
    """

def belief(
    seat: int,
    starter: int,
    opening: _Opening,
    events: bytes,
    hand: _HandLike,
    score: tuple[int, int, int],
    /,
) -> tuple[list[float], float]:
    """By card index the chance that the opponent holds it, and its expected deadwood.

    The parts of the view and the errors are those of `choose`.
    """

def play_deal(
    deck: Sequence[_CardLike], starter: int, names: tuple[str, str], seed: int, /
) -> bytes:
    """The codes of all actions of a deal between two computer players; at most 400 actions."""

def trace_deal(
    deck: Sequence[_CardLike], starter: int, codes: bytes, /
) -> tuple[tuple[_Step, ...], _Result | None]:
    """What the engine knows of a deal before each action and after the last, and the result.

    Raises `ParseError` at the first action that is not legal.
    """

_Pair: TypeAlias = tuple[int, int]
_Counts: TypeAlias = tuple[int, _Pair, _Pair, _Pair, _Pair, int]
"""Deals begun; by player gins, knocks, undercuts, dead by the last turn; deals capped."""
_MatchPairs: TypeAlias = tuple[int, int, int, int, int]

def duel(
    a: str, b: str, pairs: _Pair, match_pairs: _Pair, seed: int, /
) -> tuple[tuple[int, int, int], _MatchPairs, _Counts, _Counts, _Pair, _Pair]:
    """What pairs of deals and of matches between two computer players give, in whole numbers.

    `pairs` and `match_pairs` are (first, one past the last). The pairs, sum and sum of squares of
    the first player's points; pairs of matches by result, 0 to 4; how the deals ended outside
    matches and in them; decisions and their nanoseconds by player. An interrupt breaks it off.
    """

def duel_deal(seed: int, pair: int, number: int | None = None, /) -> tuple[int, int, bytes]:
    """How a deal of a duel begins: the seed of the players' chance, the starter, the deck."""

def points_estimate(count: int, total: int, squares: int, /) -> tuple[float, float]:
    """The mean of points a deal and half the width of its 95 % interval, from the sums of pairs."""

def wins_estimate(match_pairs: _MatchPairs, /) -> tuple[float, float]:
    """The share of matches won and half the width of its 95 % interval, from pairs by result."""
