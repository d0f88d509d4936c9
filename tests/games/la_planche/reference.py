"""La Planche: a slow, plain reference of the rules ledger (clauses LP-01 to LP-18), the oracle for the simulator.

The plank is a list of slots, each ``None`` or a colour (0 yellow, 1 red, 2 green, 3 blue). Index 0 is slot 1, away
from the shark; the last index is above the shark. A prisoner is named by the index of the slot it stands on.

The steps ``legal_choices``, ``apply_choice``, ``groups``, ``push_choices`` and ``push`` take a plank and return new
values, so a game recorded elsewhere can be replayed with them, or with ``replay_turn`` on a ``Round``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Literal, TypeAlias, get_args

Colour: TypeAlias = int
Plank: TypeAlias = list[Colour | None]
Symbol: TypeAlias = Literal["swap", "advance", "move", "skull"]
Sabres: TypeAlias = tuple[Symbol, Symbol]
End: TypeAlias = Literal["first", "last"]

Swap: TypeAlias = tuple[Literal["swap"], int, int]
Advance: TypeAlias = tuple[Literal["advance"], int]
Move: TypeAlias = tuple[Literal["move"], int, End]
Choice: TypeAlias = Swap | Advance | Move

Vane: TypeAlias = Literal["independent", "opposite", "no-skulls"]
Push: TypeAlias = Literal["contact", "row"]
PushTarget: TypeAlias = Literal["rearmost", "any-group"]
SeriesStarter: TypeAlias = Literal["youngest", "rotate"]
SeriesStones: TypeAlias = Literal["anew", "kept"]
SeriesEqual: TypeAlias = Literal["shared", "another-round"]

COLOUR_NAMES = ("yellow", "red", "green", "blue")
COLOURS = len(COLOUR_NAMES)
PRISONERS = 16
HALF = 8
SERIES_TARGET = 12
SERIES_POINTS = (5, 3, 1)

SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
ENDS: tuple[End, ...] = get_args(End)
ACTIONS: tuple[Symbol, ...] = ("swap", "advance", "move")
VANES: dict[Vane, tuple[Sabres, ...]] = {
    "independent": tuple(product(SYMBOLS, SYMBOLS)),
    "opposite": (
        ("swap", "skull"),
        ("advance", "move"),
        ("swap", "move"),
        ("advance", "skull"),
        ("skull", "skull"),
    ),
    "no-skulls": tuple(product(ACTIONS, ACTIONS)),
}


@dataclass(frozen=True)
class Settings:
    """The open points of the ledger: LP-03, LP-07, LP-13b, LP-14 and LP-18."""

    plank_length: int = 18
    vane: Vane = "opposite"
    push: Push = "row"
    push_target: PushTarget = "rearmost"
    series: bool = False
    series_starter: SeriesStarter = "youngest"
    series_stones: SeriesStones = "anew"
    series_equal: SeriesEqual = "shared"

    def __post_init__(self) -> None:
        """Refuse values the ledger does not know."""
        if not 17 <= self.plank_length <= 24:
            raise ValueError(f"plank_length is 17 to 24, not {self.plank_length}")
        for value, known in (
            (self.vane, Vane),
            (self.push, Push),
            (self.push_target, PushTarget),
            (self.series_starter, SeriesStarter),
            (self.series_stones, SeriesStones),
            (self.series_equal, SeriesEqual),
        ):
            if value not in get_args(known):
                raise ValueError(f"{value!r} is not one of {get_args(known)}")


DEFAULT = Settings()


# The plank


def starting_plank(settings: Settings = DEFAULT) -> Plank:
    """LP-01, LP-02, LP-03: yellow, red, green, blue four times from slot 1 on, then the room in front."""
    return [slot % COLOURS if slot < PRISONERS else None for slot in range(settings.plank_length)]


def prisoners(plank: Plank) -> list[int]:
    """Give the occupied slots, the rearmost first."""
    return [slot for slot, colour in enumerate(plank) if colour is not None]


def groups(plank: Plank) -> list[list[int]]:
    """LP-13b: the unbroken groups, i.e. the maximal runs of prisoners who touch, the rearmost first."""
    found: list[list[int]] = []
    for slot in prisoners(plank):
        if found and found[-1][-1] == slot - 1:
            found[-1].append(slot)
        else:
            found.append([slot])
    return found


def push(plank: Plank, slot: int, settings: Settings = DEFAULT) -> tuple[Plank, Colour | None]:
    """LP-10, LP-13, LP-14, LP-15: push the prisoner on ``slot`` one slot forward; give the new plank and who fell.

    ``contact``: the push ends in the first gap in front. ``row``: it runs to the end of the plank, gaps and all.
    A prisoner on the slot where the push ends can only stand above the shark, and falls.
    """
    assert plank[slot] is not None, "only a prisoner can be pushed"
    end = len(plank) - 1
    if settings.push == "contact" and None in plank[slot:]:
        end = plank.index(None, slot)
    return [*plank[:slot], None, *plank[slot:end], *plank[end + 1 :]], plank[end]


# Action 1: the weather vane (``standing`` are the occupied slots, the rearmost first)


def swap_choices(standing: Sequence[int]) -> list[Choice]:
    """LP-09: any two prisoners on the plank, of equal colour too."""
    return [("swap", one, other) for one, other in combinations(standing, 2)]


def advance_choices(standing: Sequence[int]) -> list[Choice]:
    """LP-10: any prisoner."""
    return [("advance", slot) for slot in standing]


def landing_slot(standing: Sequence[int], slot: int, end: End, settings: Settings) -> int | None:
    """LP-11: right before the foremost or right behind the rearmost of the others, if the plank has that slot."""
    if end == "first":
        foremost = standing[-1] if standing[-1] != slot else standing[-2]
        return foremost + 1 if foremost + 1 < settings.plank_length else None
    rearmost = standing[0] if standing[0] != slot else standing[1]
    return rearmost - 1 if rearmost > 0 else None


def move_choices(standing: Sequence[int], settings: Settings) -> list[Choice]:
    """LP-11: any prisoner, to each end where there is room, even if it ends where it stood."""
    return [
        ("move", slot, end)
        for slot in standing
        for end in ENDS
        if landing_slot(standing, slot, end, settings) is not None
    ]


def legal_choices(plank: Plank, sabres: Sabres, settings: Settings = DEFAULT) -> list[Choice]:
    """LP-07, LP-08, LP-12: everything the two sabres allow together, the same action once; empty means no action 1."""
    assert len(plank) == settings.plank_length
    standing = prisoners(plank)
    choices: list[Choice] = []
    if "swap" in sabres:
        choices += swap_choices(standing)
    if "advance" in sabres:
        choices += advance_choices(standing)
    if "move" in sabres:
        choices += move_choices(standing, settings)
    return choices


def apply_choice(plank: Plank, choice: Choice, settings: Settings = DEFAULT) -> tuple[Plank, Colour | None]:
    """LP-09, LP-10, LP-11: give the plank after the choice and the colour of the prisoner who fell, if one did."""
    if choice[0] == "advance":
        return push(plank, choice[1], settings)
    after = plank.copy()
    if choice[0] == "swap":
        _, one, other = choice
        assert one != other and plank[one] is not None and plank[other] is not None, "two prisoners change places"
        after[one], after[other] = plank[other], plank[one]
    else:
        _, slot, end = choice
        landing = landing_slot(prisoners(plank), slot, end, settings)
        assert plank[slot] is not None and landing is not None, "a prisoner moves to a slot of the plank"
        after[slot] = None
        after[landing] = plank[slot]
    return after, None


# Action 2: the push


def push_choices(plank: Plank, settings: Settings = DEFAULT) -> list[int]:
    """LP-13, LP-13b: the slots to push from: the rearmost prisoner, or the rearmost of any unbroken group."""
    if settings.push_target == "rearmost":
        return [next(slot for slot, colour in enumerate(plank) if colour is not None)]
    return [group[0] for group in groups(plank)]


# A round


@dataclass
class Round:
    """One game, or one round of a series: who owns what, the plank, and the fallen in the order of their fall."""

    stones: tuple[Colour, ...]
    plank: Plank
    seat: int = 0
    turns: int = 0
    fallen: list[Colour] = field(default_factory=list)
    left_at_half: tuple[int, ...] | None = None

    def is_over(self) -> bool:
        """LP-16: the game stops the moment one prisoner is left, also in the middle of a turn."""
        return len(self.fallen) == PRISONERS - 1

    def survivor(self) -> Colour:
        """LP-16: the colour of the last prisoner."""
        assert self.is_over()
        return next(colour for colour in self.plank if colour is not None)

    def owner(self, colour: Colour) -> int | None:
        """LP-04: the seat whose stone has this colour, if any."""
        return self.stones.index(colour) if colour in self.stones else None


def draw_stones(n_players: int, rng: random.Random) -> tuple[Colour, ...]:
    """LP-04: each seat draws one of the four stones; the others belong to nobody."""
    return tuple(rng.sample(range(COLOURS), n_players))


def new_round(stones: Sequence[Colour], starter: int = 0, settings: Settings = DEFAULT) -> Round:
    """LP-01, LP-02, LP-05: 2 to 4 players with different stones, the prisoners lined up, the starter to play."""
    assert 2 <= len(stones) <= 4 and len(set(stones)) == len(stones) and set(stones) <= set(range(COLOURS))
    return Round(tuple(stones), starting_plank(settings), starter)


def settle(state: Round, plank: Plank, fell: Colour | None) -> None:
    """LP-15: put the new plank in place, give the fallen to the shark, and check that nobody is lost."""
    state.plank = plank
    if fell is not None:
        state.fallen.append(fell)
        if len(state.fallen) == HALF:
            state.left_at_half = tuple(plank.count(colour) for colour in state.stones)
    assert len(plank) - plank.count(None) + len(state.fallen) == PRISONERS


def begin_turn(state: Round) -> None:
    """LP-06, LP-17: a turn counts when it begins; players without prisoners have theirs too."""
    assert not state.is_over()
    state.turns += 1


def action_one(state: Round, choice: Choice | None, settings: Settings) -> None:
    """LP-06, LP-08: what the vane allows; ``None`` for no action 1."""
    if choice is not None:
        settle(state, *apply_choice(state.plank, choice, settings))


def action_two(state: Round, slot: int, settings: Settings) -> None:
    """LP-13: the compulsory push."""
    settle(state, *push(state.plank, slot, settings))


def end_turn(state: Round) -> None:
    """LP-05: clockwise."""
    state.seat = (state.seat + 1) % len(state.stones)


def replay_turn(
    state: Round, sabres: Sabres, choice: Choice | None, pushed: int | None, settings: Settings = DEFAULT
) -> None:
    """Play a recorded turn on ``state``; raise ``ValueError`` where the rules forbid it.

    ``choice`` is ``None`` for no action 1; ``pushed`` is ``None`` if the game stopped before action 2.
    """
    if state.is_over():
        raise ValueError("the game is over")
    if sabres not in VANES[settings.vane]:
        raise ValueError(f"the vane never shows {sabres}")
    allowed: Sequence[Choice | None] = legal_choices(state.plank, sabres, settings) or [None]
    if choice not in allowed:
        raise ValueError(f"{sabres} does not allow {choice}")
    begin_turn(state)
    action_one(state, choice, settings)
    rears: Sequence[int | None] = [None] if state.is_over() else push_choices(state.plank, settings)
    if pushed not in rears:
        raise ValueError(f"the push cannot start from {pushed}")
    if pushed is not None:
        action_two(state, pushed, settings)
    end_turn(state)


def play_random_round(state: Round, settings: Settings, rng: random.Random) -> None:
    """LP-06 to LP-17 with players who draw each choice, and each group to push, uniformly."""
    while not state.is_over():
        begin_turn(state)
        choices = legal_choices(state.plank, rng.choice(VANES[settings.vane]), settings)
        action_one(state, rng.choice(choices) if choices else None, settings)
        if not state.is_over():
            action_two(state, rng.choice(push_choices(state.plank, settings)), settings)
        end_turn(state)
    assert Counter([*state.fallen, state.survivor()]) == Counter(starting_plank(settings)[:PRISONERS])


# The whole game


@dataclass(frozen=True)
class Result:
    """A finished game or series; ``colours`` and ``left_at_half`` are by seat and, in a series, of the last round.

    ``turns`` are those of all rounds; ``survivors`` has one colour a round; ``scores`` stay 0 without a series.
    """

    survivors: tuple[Colour, ...]
    winners: tuple[int, ...]
    turns: int
    scores: tuple[int, ...]
    colours: tuple[Colour, ...]
    left_at_half: tuple[int, ...]

    @property
    def survivor(self) -> Colour:
        """The survivor of the (last) round."""
        return self.survivors[-1]

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.survivors)


def single_winners(state: Round) -> tuple[int, ...]:
    """LP-16: the owner of the survivor, or nobody."""
    owner = state.owner(state.survivor())
    return () if owner is None else (owner,)


def round_points(state: Round) -> list[int]:
    """LP-18: 5, 3 and 1 points by seat for the owners of the last three prisoners."""
    points = [0] * len(state.stones)
    last_three = (state.survivor(), state.fallen[-1], state.fallen[-2])
    for colour, value in zip(last_three, SERIES_POINTS, strict=True):
        owner = state.owner(colour)
        if owner is not None:
            points[owner] += value
    return points


def series_is_over(scores: Sequence[int], settings: Settings = DEFAULT) -> bool:
    """LP-18: somebody has 12 points or more; with ``another-round`` alone at the top."""
    leader, *others = sorted(scores, reverse=True)
    return leader >= SERIES_TARGET and (settings.series_equal == "shared" or leader > max(others))


def series_winners(scores: Sequence[int]) -> tuple[int, ...]:
    """LP-18: most points wins; equal points share."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def round_starter(round_index: int, n_players: int, settings: Settings) -> int:
    """LP-05, LP-18: seat 0 is the youngest; with ``rotate`` round r (from 0) is started by seat r mod n."""
    return round_index % n_players if settings.series_starter == "rotate" else 0


def play_random_game(n_players: int, settings: Settings, rng: random.Random) -> Result:
    """LP-16 or LP-18: one round, or rounds, with new stones or the same, until somebody has 12 points."""
    scores = [0] * n_players
    stones = draw_stones(n_players, rng)
    survivors: list[Colour] = []
    turns = 0
    while True:
        starter = round_starter(len(survivors), n_players, settings)
        if survivors and settings.series_stones == "anew":
            stones = draw_stones(n_players, rng)
        state = new_round(stones, starter, settings)
        play_random_round(state, settings, rng)
        survivors.append(state.survivor())
        turns += state.turns
        if settings.series:
            scores = [score + new for score, new in zip(scores, round_points(state), strict=True)]
        if not settings.series or series_is_over(scores, settings):
            break
    winners = series_winners(scores) if settings.series else single_winners(state)
    assert state.left_at_half is not None
    return Result(tuple(survivors), winners, turns, tuple(scores), state.stones, state.left_at_half)
