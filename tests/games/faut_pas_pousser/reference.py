"""Slow, independent reference implementation of « Faut pas pousser ».

Written from the rules ledger (clauses FPP-01 to FPP-24) and from nothing else, in plain Python, so that it can be read
next to the rulebook. It is the oracle against which the compiled simulator is checked, in two ways:

* move by move: `game_from_deal`, `install`, `play_move` and `neutral_turn` replay a game whose luck and decisions were
  recorded elsewhere;
* in distribution: `play_random_game` plays a game between uniform random players.

Seats 0..n-1 play crews 0..n-1; crews n..3 are neutral. A plank is a list of (crew, value) from slot 1 (next to the
ship) to slot 4 (the end). Slots are numbered from 0 in moves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

N_CREWS: Final = 4
"""FPP-01: there are always four crews."""

N_SLOTS: Final = 4
"""FPP-03: the plank has four slots."""


class Special(Enum):
    """The one card that is neither a pirate nor an action."""

    NON_MERCI = "Non Merci"


NON_MERCI: Final = Special.NON_MERCI

Order: TypeAlias = Literal["action first", "pirate first"]
ACTION_FIRST: Final = "action first"
PIRATE_FIRST: Final = "pirate first"
ORDERS: Final[tuple[Order, Order]] = (ACTION_FIRST, PIRATE_FIRST)

Pirate: TypeAlias = tuple[int, int]
"""(crew, value)."""

Plank: TypeAlias = list[Pirate]
"""Slot 1 first."""

PileCard: TypeAlias = int | Literal[Special.NON_MERCI]
"""A card of a neutral crew: the value of a pirate, or NON_MERCI."""

Move: TypeAlias = tuple[Order, int, int, int] | Literal[Special.NON_MERCI]
"""(order, pirate value, action value, slot at the moment the action applies), or NON_MERCI."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the rulebook leaves open, or prints as a number that a designer may want to change."""

    pirate_values: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    actions: tuple[int, ...] = (-3, -2, -1, 1, 2)
    plank_points: tuple[int, ...] = (9, 8, 7, 6)
    captain_bonus: int = 2
    pile_size: int = 4
    ages: Literal["random", "seat-order", "reverse"] = "random"
    equal_points: Literal["shared", "youngest"] = "shared"
    neutral_tie: Literal["random", "crew-order"] = "random"

    def __post_init__(self) -> None:
        """Refuse the settings with which the game cannot be played by the ledger (FPP-02, FPP-07, FPP-13, FPP-16)."""
        if len(set(self.pirate_values)) != len(self.pirate_values) or len(set(self.actions)) != len(self.actions):
            raise ValueError("a crew holds each pirate value and each action once")
        if len(self.actions) != len(self.pirate_values) - 1:
            raise ValueError("after the installation a crew must hold as many actions as pirates")
        if len(self.plank_points) != N_SLOTS or self.pile_size < 1:
            raise ValueError("four slots score, and a pile holds at least one pirate")

    @property
    def captain(self) -> int:
        """FPP-02: the Captain is the pirate of the lowest value."""
        return min(self.pirate_values)

    @property
    def n_rounds(self) -> int:
        """FPP-14: every turn spends one pirate but the one that spends « Non Merci »."""
        return len(self.pirate_values)


DEFAULT_SETTINGS: Final = Settings()


@dataclass(slots=True)
class Game:
    """A game in progress. Lists named after cards have one entry for each of the four crews."""

    n_players: int
    settings: Settings
    age_rank: list[int]
    """By seat; 0 is the youngest (FPP-05)."""
    neutral_order_tie: list[int]
    """The neutral crews; of those that tie at the installation, the first listed stands further left (FPP-21)."""
    openings: list[int]
    """The installation pirate of each crew; those of the players are set by `install`."""
    pirates: list[list[int]]
    """In hand; empty for a neutral crew."""
    actions: list[list[int]]
    """In hand; empty for a neutral crew."""
    holds_non_merci: list[bool]
    """In hand; false for a neutral crew, which has it in its pile."""
    piles: list[list[PileCard]]
    """Of the neutral crews, top card first; empty for a player."""
    plank: Plank = field(default_factory=list)
    sea: list[Pirate] = field(default_factory=list)
    """In order of fall."""
    installation: list[int] = field(default_factory=list)
    """The crews as they stood after the installation, slot 1 first."""
    non_merci_turn: list[int] = field(default_factory=list)
    """By seat: the turn, from 1, in which « Non Merci » was played; 0 before."""


# ------------------------------------------------------------------------------------------------------------ set-up


def neutral_crews(n_players: int) -> list[int]:
    """FPP-01: the crews that nobody plays."""
    return list(range(n_players, N_CREWS))


def draw_ages(n_players: int, settings: Settings, rng: random.Random) -> list[int]:
    """FPP-05: the age rank of each seat, 0 = youngest."""
    ranks = list(range(n_players))
    if settings.ages == "reverse":
        ranks.reverse()
    elif settings.ages == "random":
        rng.shuffle(ranks)
    return ranks


def draw_neutral_pile(settings: Settings, rng: random.Random) -> tuple[int, list[PileCard]]:
    """FPP-19, FPP-20: the installation pirate of a neutral crew and the pile that is left, top card first.

    If « Non Merci » is turned up it goes back in the middle: of five pirates, after the second or after the third.
    """
    pile: list[PileCard] = [*settings.pirate_values, NON_MERCI]
    rng.shuffle(pile)
    card = pile.pop(0)
    if card is not NON_MERCI:
        return card, pile
    opening = pile.pop(0)
    assert opening is not NON_MERCI
    pile.insert(rng.choice(middles(len(pile))), NON_MERCI)
    return opening, pile


def middles(n_cards: int) -> list[int]:
    """FPP-20: the places that are the middle of a pile: one if the number of cards is even, two if it is odd."""
    return sorted({n_cards // 2, (n_cards + 1) // 2})


def draw_neutral_order(n_players: int, settings: Settings, rng: random.Random) -> list[int]:
    """FPP-21: which neutral crew stands further left if two of them tie."""
    crews = neutral_crews(n_players)
    if settings.neutral_tie == "random":
        rng.shuffle(crews)
    return crews


def new_game(n_players: int, settings: Settings, rng: random.Random) -> Game:
    """Set a game up to the point where the players choose their installation pirates."""
    ages = draw_ages(n_players, settings, rng)
    drawn = [draw_neutral_pile(settings, rng) for _ in neutral_crews(n_players)]
    order = draw_neutral_order(n_players, settings, rng)
    return game_from_deal(n_players, settings, ages, [card for card, _ in drawn], [pile for _, pile in drawn], order)


def game_from_deal(
    n_players: int,
    settings: Settings,
    ages: Sequence[int],
    neutral_openings: Sequence[int],
    neutral_piles: Sequence[Sequence[PileCard]],
    neutral_order_tie: Sequence[int],
) -> Game:
    """Set a game up with given luck.

    `ages` is the age rank of each seat (0 = youngest). `neutral_openings` and `neutral_piles` (top card first, after
    FPP-20 was applied) belong to crews n..3 in that order. `neutral_order_tie` lists the neutral crews: of those that
    tie at the installation, the first listed stands further left.
    """
    check_deal(n_players, settings, ages, neutral_openings, neutral_piles, neutral_order_tie)
    n_neutral = N_CREWS - n_players
    return Game(
        n_players=n_players,
        settings=settings,
        age_rank=list(ages),
        neutral_order_tie=list(neutral_order_tie),
        openings=[*[0] * n_players, *neutral_openings],
        pirates=[*[list(settings.pirate_values) for _ in range(n_players)], *[[] for _ in range(n_neutral)]],
        actions=[*[list(settings.actions) for _ in range(n_players)], *[[] for _ in range(n_neutral)]],
        holds_non_merci=[*[True] * n_players, *[False] * n_neutral],
        piles=[*[[] for _ in range(n_players)], *[list(pile) for pile in neutral_piles]],
        non_merci_turn=[0] * n_players,
    )


def check_deal(
    n_players: int,
    settings: Settings,
    ages: Sequence[int],
    neutral_openings: Sequence[int],
    neutral_piles: Sequence[Sequence[PileCard]],
    neutral_order_tie: Sequence[int],
) -> None:
    """Refuse a deal that the rules and the settings cannot produce (FPP-01, FPP-05, FPP-19, FPP-20, FPP-21)."""
    seats, crews = list(range(n_players)), neutral_crews(n_players)
    if not 2 <= n_players <= N_CREWS:
        raise ValueError("2 to 4 players")
    if sorted(ages) != seats:
        raise ValueError("the age ranks must be 0..n-1, each once")
    if settings.ages != "random" and list(ages) != (seats if settings.ages == "seat-order" else seats[::-1]):
        raise ValueError("the age ranks contradict the setting `ages`")
    if sorted(neutral_order_tie) != crews:
        raise ValueError("the order of the neutral crews must name each of them once")
    if settings.neutral_tie == "crew-order" and list(neutral_order_tie) != crews:
        raise ValueError("the order of the neutral crews contradicts the setting `neutral_tie`")
    if len(neutral_openings) != len(crews) or len(neutral_piles) != len(crews):
        raise ValueError("one installation pirate and one pile for each neutral crew")
    for opening, pile in zip(neutral_openings, neutral_piles, strict=True):
        pirates = [opening, *[card for card in pile if card is not NON_MERCI]]
        if sorted(pirates) != sorted(settings.pirate_values) or pile.count(NON_MERCI) != 1:
            raise ValueError("a neutral crew has each of its pirates once and one « Non Merci »")


def install(game: Game, openings: list[int]) -> None:
    """FPP-04, FPP-05, FPP-21: put the first four pirates on the plank, given each player's choice.

    The lowest value stands in slot 1. On equal values players stand left of neutral crews, and the younger player
    left of the older: the crews queue in that order, and sorting by value keeps the queue among equals.
    """
    if len(openings) != game.n_players or game.plank:
        raise ValueError("one opening for each player, once")
    for seat, value in enumerate(openings):
        game.pirates[seat].remove(value)
        game.openings[seat] = value
    youngest_first = sorted(range(game.n_players), key=game.age_rank.__getitem__)
    queue = youngest_first + game.neutral_order_tie
    game.installation = sorted(queue, key=game.openings.__getitem__)
    game.plank = [(crew, game.openings[crew]) for crew in game.installation]


def first_player(game: Game) -> int:
    """FPP-06, FPP-22: the player whose pirate stands furthest right among the players' after the installation."""
    return next(crew for crew in reversed(game.installation) if crew < game.n_players)


def turn_order(game: Game) -> list[int]:
    """FPP-06, FPP-22: the players clockwise from the first, then the neutral crews, the one further right first."""
    first = first_player(game)
    players = [(first + step) % game.n_players for step in range(game.n_players)]
    neutrals = [crew for crew in reversed(game.installation) if crew >= game.n_players]
    return players + neutrals


# -------------------------------------------------------------------------------------------------------------- turns


def legal_moves(game: Game, crew: int) -> list[Move]:
    """FPP-07 to FPP-10, FPP-13: every move of a player, written out; « Non Merci », if still held, is the last."""
    moves: list[Move] = [
        (order, pirate, action, slot)
        for order in ORDERS
        for pirate in game.pirates[crew]
        for action in game.actions[crew]
        for slot in range(N_SLOTS)
    ]
    if game.holds_non_merci[crew]:
        moves.append(NON_MERCI)
    return moves


def count_moves(game: Game, crew: int) -> int:
    """Return the length of `legal_moves(game, crew)`, without writing it out."""
    n_pairs = len(game.pirates[crew]) * len(game.actions[crew])
    return len(ORDERS) * n_pairs * N_SLOTS + game.holds_non_merci[crew]


def move_at(game: Game, crew: int, index: int) -> Move:
    """Return `legal_moves(game, crew)[index]`, without writing the list out; `self_check` shows that they agree."""
    pirates, actions = game.pirates[crew], game.actions[crew]
    if index == len(ORDERS) * len(pirates) * len(actions) * N_SLOTS:
        return NON_MERCI
    rest, slot = divmod(index, N_SLOTS)
    rest, which_action = divmod(rest, len(actions))
    which_order, which_pirate = divmod(rest, len(pirates))
    return ORDERS[which_order], pirates[which_pirate], actions[which_action], slot


def play_move(game: Game, crew: int, move: Move) -> None:
    """FPP-07, FPP-08: one pirate and one action in the chosen order, or « Non Merci » alone.

    A card that is not in hand raises ValueError, and leaves the game unfit to go on with.
    """
    if move is NON_MERCI:
        play_non_merci(game, crew)
        return
    order, pirate, action, slot = move
    game.pirates[crew].remove(pirate)
    game.actions[crew].remove(action)
    if order == ACTION_FIRST:
        apply_action(game.plank, slot, action)
        enter(game, crew, pirate)
    elif order == PIRATE_FIRST:
        enter(game, crew, pirate)
        apply_action(game.plank, slot, action)
    else:
        raise ValueError("no such order")


def play_non_merci(game: Game, crew: int) -> None:
    """FPP-13: pass, once. Every earlier turn spent a pirate, as did the installation, which dates this one."""
    if not game.holds_non_merci[crew]:
        raise ValueError("« Non Merci » was played before")
    game.holds_non_merci[crew] = False
    game.non_merci_turn[crew] = game.settings.n_rounds - len(game.pirates[crew])


def apply_action(plank: Plank, slot: int, action: int) -> None:
    """FPP-09, FPP-10: take one pirate out, the others close up, and put it back no further than slot 1 or slot 4."""
    if not 0 <= slot < N_SLOTS:
        raise ValueError("no such slot")
    target = min(max(slot + action, 0), N_SLOTS - 1)
    plank.insert(target, plank.pop(slot))


def entry_slot(plank: Plank, value: int) -> int:
    """FPP-12: v <= f enters slot 1, f+1 slot 2, f+2 slot 3, f+3 and more slot 4 (here numbered from 0)."""
    _, front = plank[0]
    if value <= front:
        return 0
    return min(value - front, N_SLOTS - 1)


def enter(game: Game, crew: int, value: int) -> None:
    """FPP-12: slot 4 falls, and everybody from the entry slot on moves one to the right."""
    slot = entry_slot(game.plank, value)
    game.sea.append(game.plank.pop())
    game.plank.insert(slot, (crew, value))


def neutral_turn(game: Game, crew: int) -> None:
    """FPP-23: the top card of the pile; a pirate enters, « Non Merci » passes."""
    card = game.piles[crew].pop(0)
    if card is not NON_MERCI:
        enter(game, crew, card)


# -------------------------------------------------------------------------------------------------------------- score


def fall_points(settings: Settings, place: int) -> int:
    """FPP-15: what the pirate scores that fell as number `place` (from 1): the number of its pile."""
    return -(-place // settings.pile_size)


def captains_aboard(game: Game) -> int:
    """FPP-16: the Captains that stand on the plank."""
    captain = game.settings.captain
    return sum(value == captain for _, value in game.plank)


def final_scores(game: Game) -> list[int]:
    """FPP-15, FPP-16: the points of the four crews, neutral ones included."""
    settings = game.settings
    scores = [0] * N_CREWS
    for place, (crew, _) in enumerate(game.sea, start=1):
        scores[crew] += fall_points(settings, place)
    for points, (crew, value) in zip(settings.plank_points, game.plank, strict=True):
        scores[crew] += points + (settings.captain_bonus if value == settings.captain else 0)
    return scores


def total_points(settings: Settings, captains: int) -> int:
    """FPP-18: what the four crews' points add up to; 90 + 2 x Captains aboard with the default settings."""
    full, left_over = divmod(N_CREWS * (len(settings.pirate_values) - 1), settings.pile_size)
    at_sea = settings.pile_size * full * (full + 1) // 2 + left_over * (full + 1)
    return at_sea + sum(settings.plank_points) + settings.captain_bonus * captains


def leaders(game: Game, scores: Sequence[int]) -> list[int]:
    """FPP-17, FPP-24: the seats with the most points; neutral crews are not counted."""
    most = max(scores[: game.n_players])
    return [seat for seat in range(game.n_players) if scores[seat] == most]


def break_tie(game: Game, tied: list[int]) -> list[int]:
    """FPP-17: leaders share the win, or the youngest of them has it, as the setting `equal_points` says."""
    if game.settings.equal_points == "youngest":
        return [min(tied, key=game.age_rank.__getitem__)]
    return tied


def winners(game: Game) -> list[int]:
    """FPP-17: the seats that win."""
    return break_tie(game, leaders(game, final_scores(game)))


class SeatResult(NamedTuple):
    """What a game was for one seat."""

    score: int
    win_share: float
    """1/k for each of k winners, 0 for the others."""
    turn_position: int
    """1 = first to play."""
    age_rank: int
    """1 = youngest."""
    opening: int
    """The value of the installation pirate."""
    non_merci_turn: int
    """From 1."""


class Result(NamedTuple):
    """How a game ended."""

    seats: list[SeatResult]
    tied: bool
    """Whether several seats had the most points, however the tie was settled."""
    captains_aboard: int
    crew_totals: list[int]
    """The points of the four crews, neutral ones included."""


def result(game: Game) -> Result:
    """Score a finished game, and assert the conservation of points (FPP-18)."""
    check_finished(game)
    scores = final_scores(game)
    captains = captains_aboard(game)
    if sum(scores) != total_points(game.settings, captains):
        raise AssertionError(f"FPP-18: {scores} with {captains} Captains aboard")
    tied = leaders(game, scores)
    won = break_tie(game, tied)
    first = first_player(game)
    seats = [
        SeatResult(
            score=scores[seat],
            win_share=1 / len(won) if seat in won else 0.0,
            turn_position=1 + (seat - first) % game.n_players,
            age_rank=1 + game.age_rank[seat],
            opening=game.openings[seat],
            non_merci_turn=game.non_merci_turn[seat],
        )
        for seat in range(game.n_players)
    ]
    return Result(seats, len(tied) > 1, captains, scores)


def check_finished(game: Game) -> None:
    """FPP-13, FPP-15: the game ends when every card was played."""
    if any(game.pirates) or any(game.actions) or any(game.holds_non_merci) or any(game.piles):
        raise ValueError("cards are left to play")


# --------------------------------------------------------------------------------------------------------- whole games


def random_below(n: int, rng: random.Random) -> int:
    """Draw 0..n-1 uniformly (to within 2**-53 x n, and faster than `rng.randrange`)."""
    return int(rng.random() * n)


def random_opening(game: Game, seat: int, rng: random.Random) -> int:
    """Draw the installation pirate of the strategy `random`: any of the hand."""
    hand = game.pirates[seat]
    return hand[random_below(len(hand), rng)]


def random_move(game: Game, crew: int, rng: random.Random) -> Move:
    """Draw the move of the strategy `random`: any of `legal_moves`."""
    return move_at(game, crew, random_below(count_moves(game, crew), rng))


def play_random_game(n_players: int, settings: Settings, rng: random.Random) -> Result:
    """Play a game in which every seat is the ledger's uniform random player."""
    game = new_game(n_players, settings, rng)
    install(game, [random_opening(game, seat, rng) for seat in range(n_players)])
    for crew in turn_order(game) * settings.n_rounds:
        if crew < n_players:
            play_move(game, crew, random_move(game, crew, rng))
        else:
            neutral_turn(game, crew)
    return result(game)
