"""What the kernels of all games share: asking a seat, weighing its choices, playing game after game.

The names that a game supplies (`play_game`) and those that a strategy supplies (`score`, `choose`) are globals here
which `compiling.bound` gives a meaning for each game and strategy.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyser import studying
from analyser.columns import DECISIONS, OUTCOME, RANK, SCORE, SHARED, WHOLE_WIN, WIN, WINNERS, WON, Summed
from analyser.compiling import CHOOSER, Record, blank, call, compiled, scratch
from analyser.luck import below, chance, draw, game_key, stream
from analyser.studying import is_tried

MAX_SEATS = 8
MAX_PARAMS = 8
MAX_KINDS = 8
MAX_COLUMNS = 48
MAX_LIMITS = 4
MAX_TRACE = 2048
"""Turns of a game of which the scores are noted, when that is asked for."""
N_STREAMS = 48
PLANNER = MAX_SEATS
NOISE = PLANNER + 1
FIRST_GAME_PURPOSE = NOISE + MAX_SEATS
"""Streams 0..7 belong to the seats' decisions, PLANNER to a planner's own draws, NOISE + seat to its slips; the rest to
the game's luck."""
TRAIT_NOISE, TRAIT_LIMITED, TRAIT_ASKS_MORE, FIRST_LIMIT = range(MAX_PARAMS, MAX_PARAMS + 4)
N_TRAITS = FIRST_LIMIT + MAX_LIMITS
"""What the kernel knows of a strategy: its parameters, its noise, whether it is limited, whether it asks the view's
costly questions, and its limits' values."""
ANY_VALUE = -1_000_000.0
"""The value of a restriction that names none."""


class ScoreNotFinite(Exception):
    """A strategy's `score` gave NaN or infinity."""


class NoSuchChoice(Exception):
    """A strategy's `choose` gave an index outside its list."""


def work_dtype(choice: np.dtype[Any], max_choices: int, sums: Sequence[Summed] = ()) -> np.dtype[Any]:
    """The workspace of one thread. Arrays handed around inside a kernel would cost 1.6 x: numba counts references."""
    return np.dtype(
        [
            ("game", "i8"),
            ("seat", "i8"),
            ("asking", "i8"),
            ("decisions", "i8"),
            ("all_decisions", "i8"),
            ("all_choices", "i8"),
            ("turned", "i8"),
            ("key", "u8"),
            ("deal_key", "u8"),
            ("replays", "i8"),
            ("traced", "i8"),
            ("n_traced", "i8"),
            *studying.FIELDS,
            ("scores", "i4", (MAX_TRACE, MAX_SEATS)),
            ("luck", "u8", N_STREAMS),
            ("lineup", "i8", MAX_SEATS),
            ("choosers", CHOOSER, (MAX_SEATS, MAX_KINDS)),
            ("traits", "f8", (MAX_SEATS, N_TRAITS)),
            ("game_row", "i8", MAX_COLUMNS),
            ("seat_rows", "i8", (MAX_COLUMNS, MAX_SEATS)),
            ("choices", choice, max_choices),
            ("kept", "i8", max_choices),
            *((one.name, "i8", (len(one.counts), one.room)) for one in sums),
        ],
        align=True,
    )


@compiled
def ask(table: Record, work: Record, seat: int, kind: int, n_choices: int) -> int:
    """The index of the choice that a seat takes."""
    work.seat = seat
    work.decisions += 1
    if work.studied == 1 and is_tried(work, seat, n_choices):
        return work.pinned_choice
    if work.choosers[seat, kind] == 0 or (work.traits[seat, TRAIT_LIMITED] == 0 and slips(work, seat)):
        return below(work.luck, seat, n_choices)
    work.all_choices += n_choices
    table.me = seat
    for k in range(MAX_PARAMS):
        table.params[k] = work.traits[seat, k]
    work.asking = 1
    index = call(work.choosers[seat, kind], table, work)
    work.asking = 0
    return index


BEST = np.dtype([("liking", "f8"), ("n", "i8")])
"""How much the best choices so far are liked, and how many they are."""


def ties_dtype(max_choices: int) -> np.dtype[Any]:
    """Room for the best choices so far: a power of two, so that an index is kept inside by its bits.

    On the stack nothing else can point to it: the compiler keeps the view in registers, which gains 1.4 x.
    """
    return np.dtype([("index", "i2", 1 << (max_choices - 1).bit_length())])


@compiled
def slips(work: Record, seat: int) -> bool:
    """Whether a noisy strategy plays at random this time. Only noisy ones use up luck for it."""
    p = work.traits[seat, TRAIT_NOISE]
    return p > 0 and chance(work.luck, NOISE + seat) < p


@compiled
def weigh(best: Record, ties: Record, index: int, liking: float) -> None:
    """Keep a choice if none so far is liked more. Without branches: a branch here cost 1.3 x."""
    if not liking - liking == 0.0:
        raise ScoreNotFinite
    n = 0 if liking > best.liking else best.n
    ties.index[n & (len(ties.index) - 1)] = index
    best.n = n + int(liking >= best.liking)
    best.liking = max(best.liking, liking)


@compiled
def weigh_kept(best: Record, work: Record, index: int, liking: float) -> None:
    """The same, the best so far being kept in the workspace: on the stack, room for very long lists compiles slowly."""
    if not liking - liking == 0.0:
        raise ScoreNotFinite
    if liking > best.liking:
        best.liking, best.n = liking, 0
    if liking == best.liking:
        work.kept[best.n] = index
        best.n += 1


@compiled
def favourite(best: Record, ties: Record, work: Record, seat: int) -> int:
    """One of the choices liked most; equals are drawn. A decision always uses up one draw of its seat."""
    return int(ties.index[below(work.luck, seat, best.n)])


def score_list(view: Record, work: Record) -> int:
    """Template: list the choices, score each, take the best."""
    ties = scratch(TIES)  # type: ignore[name-defined]  # noqa: F821
    best = blank(BEST)
    best.liking = -np.inf
    for index in range(list_choices(view, work.choices)):  # type: ignore[name-defined]  # noqa: F821
        weigh(best, ties, index, float(score(view, work.choices[index])))  # type: ignore[name-defined]  # noqa: F821
    return favourite(best, ties, work, view.me)


def plan(view: Record, work: Record) -> int:
    """Template: hand a planner the whole list, and luck of its own for this decision."""
    n = list_choices(view, work.choices)  # type: ignore[name-defined]  # noqa: F821
    luck = work.luck[PLANNER : PLANNER + 1]
    luck[0] = draw(work.luck, view.me)
    index = choose(view, work.choices[:n], luck)  # type: ignore[name-defined]  # noqa: F821
    if index != int(index) or index < 0 or index >= n:
        raise NoSuchChoice
    return int(index)


@compiled
def is_meant(value: float, this: int) -> bool:
    """Whether a restriction speaks of this value, or of any."""
    any_will_do = value == ANY_VALUE
    return any_will_do or value == this


@compiled
def begin_game(work: Record, game: int, seed: int, rotations: int, n_seats: int) -> None:
    """The luck of a game. With rotations, that many games share a deal, its luck moved on by one seat each time; below
    0 they share it with every seat keeping its luck. With replays, that many games share the deal and nothing else.
    """
    work.game = game
    work.decisions = 0
    work.n_traced = 0
    work.turned = game % rotations if rotations > 1 else 0
    work.key = game_key(seed, game if rotations == 1 else game // abs(rotations))
    work.deal_key = work.key if work.replays <= 1 else game_key(seed, game // work.replays)
    for seat in range(n_seats):
        work.luck[seat] = stream(work.key, turned(work, seat, n_seats))
        if work.traits[seat, TRAIT_NOISE] > 0:
            work.luck[NOISE + seat] = stream(work.key, NOISE + turned(work, seat, n_seats))


@compiled
def note_score(work: Record, seat: int, score: int) -> None:
    """A seat's score after this turn, for those who ask how a game went (`work.traced`)."""
    work.scores[min(work.n_traced, MAX_TRACE - 1), seat] = score


@compiled
def turned(work: Record, seat: int, n_seats: int) -> int:
    """Whose luck a seat has in this game of a rotation."""
    owner = seat + work.turned
    return owner - n_seats if owner >= n_seats else owner


@compiled
def seat_strategy(work: Record, seat: int, strategy: int, choosers: Any, traits: Any) -> None:
    """Sit a strategy down."""
    work.lineup[seat] = strategy
    for kind in range(choosers.shape[1]):
        work.choosers[seat, kind] = choosers[strategy, kind]
    for k in range(N_TRAITS):
        work.traits[seat, k] = traits[strategy, k]


@compiled
def store_seats(work: Record, column: int, row: int, n_seats: int, seats: Any) -> None:
    """One column of a game's result."""
    for seat in range(n_seats):
        seats[column, row * n_seats + seat] = work.seat_rows[column, seat]


def play_games(
    seed: int,
    first: int,
    start: int,
    end: int,
    rotations: int,
    lineups: Any,
    choosers: Any,
    traits: Any,
    table: Record,
    hidden: Record,
    work: Record,
    games: Any,
    seats: Any,
) -> None:
    """Template: play and record the games of rows `start` to `end`; row 0 is game number `first`."""
    n_seats = lineups.shape[1]
    for seat in range(n_seats):
        seat_strategy(work, seat, lineups[start, seat], choosers, traits)
    for row in range(start, end):
        for seat in range(n_seats):
            if lineups[row, seat] != work.lineup[seat]:
                seat_strategy(work, seat, lineups[row, seat], choosers, traits)
        begin_game(work, first + row, seed, rotations, n_seats)
        play_game(table, hidden, work)  # type: ignore[name-defined]  # noqa: F821
        work.game_row[DECISIONS] = work.decisions
        work.all_decisions += work.decisions
        for column in range(games.shape[0]):
            games[column, row] = work.game_row[column]
        for column in range(seats.shape[0]):
            if n_seats == 4:  # a loop of known length is written out: gains 1.04 x
                store_seats(work, column, row, 4, seats)
            else:
                store_seats(work, column, row, n_seats, seats)


@compiled
def rank_scores(work: Record, n_seats: int) -> None:
    """Highest score wins; equal scores share rank and win."""
    scores = work.seat_rows[SCORE]
    winners = 0
    for seat in range(n_seats):
        rank = 1
        for other in range(n_seats):
            rank += int(scores[other] > scores[seat])
        work.seat_rows[RANK, seat] = rank
        winners += int(rank == 1)
    share_win(work, n_seats, winners)


@compiled
def share_win(work: Record, n_seats: int, winners: int) -> None:
    """The seats of rank 1 share the win equally."""
    work.game_row[WINNERS] = winners
    work.game_row[OUTCOME] = WON if winners == 1 else SHARED
    share = WHOLE_WIN // winners
    for seat in range(n_seats):
        work.seat_rows[WIN, seat] = share if work.seat_rows[RANK, seat] == 1 else 0
