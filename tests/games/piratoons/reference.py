"""A slow, independent Piratoons, written from seeds/piratoons/rules.md alone: no code of the analyser is used.

Every tile is an object of its own; the order of a ship is sought over all orders of its tiles, decks and sails are put
on tops one by one, families are parted by trying. All players choose at random among what is legal.
"""

import random
import tomllib
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

SEEDS = Path(__file__).parent.parent.parent.parent / "seeds" / "piratoons"
ROUNDS = 8
BELOW = ("gunport", "porthole", "quarters")


@dataclass(frozen=True)
class Settings:
    """The numbers of the rules."""

    crew: int = 6
    start_doubloons: int = 3
    doubloons_in_all: int = 40
    plunder_ticks: int = 15
    plunder_max_ticks: int = 30
    reaction: float = 0.5
    reaction_by_seat: tuple[int, ...] = (0, 0, 0, 0)
    knock_enemy: float = 0.005
    drop_own: float = 0.01
    second_after_tie: bool = True
    captain_delay: int = 1
    halve_again: bool = True
    zero_majority: bool = False
    zero_riches: bool = True
    full_ships_lose: bool = False
    equal_points: str = "shared"
    end_places: tuple[int, ...] = (0, 0, 0)
    end_barrels: int = 0


@dataclass(eq=False)
class Tile:
    """One tile of the box. kind: ship, sail, deck, gunport, porthole or quarters."""

    kind: str
    design: str = ""
    storeys: int = 0
    left: str = ""
    right: str = ""
    places: tuple[int, ...] = ()
    barrels: int = 0

    def likeness(self):
        """Tiles that are alike are one choice."""
        return id(self) if self.kind == "ship" else (self.kind, self.design)


def box(path=SEEDS / "tiles.toml"):
    """All tiles: equipment and ship tiles."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    equipment = [Tile("sail") for _ in range(data["sails"])]
    for family in data["families"]:
        copies = family["copies"]
        for number, design in enumerate(family["designs"]):
            n = copies if isinstance(copies, int) else copies[number]
            equipment += [Tile(family["kind"], design) for _ in range(n)]
    ships = [
        Tile(
            "ship",
            "",
            row["storeys"],
            row["left"],
            row["right"],
            (row["gunports"], row["portholes"], row["quarters"]),
            row["barrels"],
        )
        for row in data["ships"]
    ]
    return equipment, ships, [(end["prow"], end["stern"]) for end in data["ends"]]


@dataclass
class Player:
    """What a player has."""

    prow: str
    stern: str
    purse: int
    hull: tuple[int, ...] = (0, 0, 0)
    tiles: list[Tile] = field(default_factory=list)
    paid: int = 0
    kept: int = 0
    spent: int = 0
    looted: int = 0
    bought: int = 0
    points: dict[str, int] = field(default_factory=dict)

    def of(self, kind):
        return [tile for tile in self.tiles if tile.kind == kind]

    def tops(self):
        return tuple(sorted(tile.storeys for tile in self.of("ship")))

    def places(self, kind):
        own = self.hull[BELOW.index(kind)]
        return own + sum(tile.places[BELOW.index(kind)] for tile in self.of("ship"))


@cache
def ways(tops):
    """Every number of decks and sails that the tops of these storeys can hold, with the fewest tops left empty."""
    found = {(0, 0): 0}
    for storeys in tops:
        more = {}
        for (decks, sails), empty in found.items():
            options = [(decks + 1, sails, empty), (decks, sails, empty + 1)]
            options += [(decks, sails + n, empty) for n in range(1, 5 - storeys)]
            for d, s, e in options:
                more[d, s] = min(e, more.get((d, s), e))
        found = more
    return found


def most_sails(tops, decks):
    """The most sails that stand beside so many decks; decks beyond the tops leave no room."""
    return max((sails for d, sails in ways(tops) if d == decks), default=0)


def can_be_thrown(player):
    """One tile of each likeness whose throwing back makes room where there is too little."""
    tops, decks, sails = player.tops(), len(player.of("deck")), len(player.of("sail"))
    kinds = [kind for kind in BELOW if len(player.of(kind)) > player.places(kind)]
    short_of_masts = sails > most_sails(tops, decks)
    if short_of_masts:
        kinds.append("sail")
    if decks > len(tops) or (short_of_masts and decks and most_sails(tops, decks - 1) > most_sails(tops, decks)):
        kinds.append("deck")
    return different([tile for tile in player.tiles if tile.kind in kinds])


def different(tiles):
    """One tile of each likeness, in a fixed order."""
    return list({tile.likeness(): tile for tile in tiles}.values())


class Game:
    """One game at a table of n players, at random."""

    def __init__(self, n_players, seed, settings=None, tiles=SEEDS / "tiles.toml"):
        self.rng = random.Random(seed)
        self.settings = settings or Settings()
        self.equipment, self.ships, ends = box(tiles)
        self.rng.shuffle(self.equipment)
        self.rng.shuffle(self.ships)
        start, hull = self.settings.start_doubloons, self.settings.end_places
        self.players = [Player(*ends[seat], start, hull) for seat in range(n_players)]
        self.captain = self.first_captain = self.rng.randrange(n_players)
        self.bank = self.settings.doubloons_in_all - n_players * self.settings.start_doubloons
        self.afloat, self.sunk = [], []
        self.ties = self.untouched = self.ticks = self.halvings = 0

    def play(self):
        for number in range(ROUNDS):
            chest = self.equipment[6 * number : 6 * number + 6] + self.ships[3 * number : 3 * number + 3]
            pawns, reserve, out = self.plunder()
            self.pay(reserve, out)
            left = self.loot(chest, pawns, out)
            self.auction(left)
            for player in self.players:
                self.assemble(player)
            self.captain = (self.captain + 1) % len(self.players)
        self.count()
        return self

    def plunder(self):
        rules, n = self.settings, len(self.players)
        pawns = [[0] * 9 for _ in range(n)]
        reserve, out = [rules.crew] * n, [False] * n
        for tick in range(1, max(rules.plunder_ticks, rules.plunder_max_ticks) + 1):
            self.ticks += 1
            order = list(range(n))
            self.rng.shuffle(order)
            for seat in order:
                quick = min(max(rules.reaction + rules.reaction_by_seat[seat] / 100, 0), 1)
                is_busy_with_the_lid = seat == self.captain and tick <= rules.captain_delay
                if self.rng.random() >= quick or out[seat] or is_busy_with_the_lid:
                    continue
                options = list(range(9)) if reserve[seat] else []
                options += ["wait"] + (["stop"] if tick > rules.plunder_ticks else [])
                choice = self.rng.choice(options)
                if choice == "stop":
                    return pawns, reserve, out
                if choice != "wait":
                    self.place(seat, choice, pawns, reserve, out)
        return pawns, reserve, out

    def place(self, seat, tile, pawns, reserve, out):
        reserve[seat] -= 1
        enemies = any(pawns[other][tile] for other in range(len(self.players)) if other != seat)
        knock = self.settings.knock_enemy if enemies else 0
        luck = self.rng.random()
        if luck < knock:
            out[seat] = True
        elif luck < knock + self.settings.drop_own:
            pass
        else:
            pawns[seat][tile] += 1

    def pay(self, reserve, out):
        dues = [0 if out[seat] else reserve[seat] for seat in range(len(self.players))]
        halvings = 0
        while sum(dues) > self.bank and (halvings == 0 or self.settings.halve_again):
            halvings += 1
            for player in self.players:
                keeps = (player.purse + 1) // 2
                self.bank += player.purse - keeps
                player.purse = keeps
        self.halvings += halvings
        for player, kept in zip(self.players, reserve, strict=True):
            player.kept += kept
        from_captain = [*range(self.captain, len(dues)), *range(self.captain)]
        for seat in from_captain:
            paid = min(dues[seat], self.bank)
            self.players[seat].purse += paid
            self.players[seat].paid += paid
            self.bank -= paid

    def loot(self, chest, pawns, out):
        left = []
        for place, tile in enumerate(chest):
            counts = [0 if out[seat] else pawns[seat][place] for seat in range(len(self.players))]
            alone = [count for count in counts if count and counts.count(count) == 1]
            if alone:
                winner = self.players[counts.index(max(alone))]
                winner.tiles.append(tile)
                winner.looted += 1
            else:
                left.append(tile)
                self.ties += any(counts)
                self.untouched += not any(counts)
        return left

    def auction(self, left):
        lot, self.afloat = left + self.afloat, []
        if not lot:
            return
        bids = [self.rng.randint(0, player.purse) for player in self.players]
        standing = [seat for seat, bid in enumerate(bids) if bid and bids.count(bid) == 1]
        for seat in sorted(standing, key=lambda seat: -bids[seat]):
            if lot:
                tile = self.rng.choice(different(lot))
                lot.remove(tile)
                player = self.players[seat]
                player.tiles.append(tile)
                player.purse -= bids[seat]
                player.spent += bids[seat]
                player.bought += 1
                self.bank += bids[seat]
        self.sunk += [tile for tile in lot if tile.kind == "ship"]
        self.afloat = [tile for tile in lot if tile.kind != "ship"]

    def assemble(self, player):
        sails = []
        while options := can_be_thrown(player):
            tile = self.rng.choice(options)
            player.tiles.remove(tile)
            (sails if tile.kind == "sail" else self.afloat).append(tile)
        while sails and len(player.of("sail")) < most_sails(player.tops(), len(player.of("deck"))):
            player.tiles.append(sails.pop())
        self.afloat += sails

    def count(self):
        rules = self.settings
        self.majority("sails", [len(player.of("sail")) for player in self.players], rules.zero_majority)
        self.majority("riches", [player.purse for player in self.players], rules.zero_riches)
        barrels = [rules.end_barrels + sum(tile.barrels for tile in player.tiles) for player in self.players]
        self.majority("size", barrels, rules.zero_majority)
        for player in self.players:
            player.points["joins"] = joins(player)
            player.points["families"] = families(player)
            player.points["empty"] = 0
        empties = [empty_places(player) for player in self.players]
        for kind in ("deck", *BELOW, "all"):
            most = max(empty[kind] for empty in empties)
            for player, empty in zip(self.players, empties, strict=True):
                if empty[kind] == most and (most > 0 or rules.full_ships_lose):
                    player.points["empty"] -= 2

    def majority(self, source, amounts, zero_wins):
        ranked = sorted({amount for amount in amounts if amount or zero_wins}, reverse=True)
        for player, amount in zip(self.players, amounts, strict=True):
            place = ranked.index(amount) if amount in ranked else None
            has_second = self.settings.second_after_tie or amounts.count(ranked[0] if ranked else 0) == 1
            player.points[source] = {0: 5, 1: 2 if has_second else 0}.get(place, 0)

    def totals(self):
        return [sum(player.points.values()) for player in self.players]

    def winners(self):
        """The seats of the highest total; with « richest », of these the seats with most doubloons."""
        purses = [player.purse if self.settings.equal_points == "richest" else 0 for player in self.players]
        ranked = list(zip(self.totals(), purses, strict=True))
        return [seat for seat, one in enumerate(ranked) if one == max(ranked)]


def joins(player):
    """2 for each good join, -2 for each bad one, in the best order of the tiles."""
    shapes = sorted((tile.left, tile.right) for tile in player.of("ship"))
    counts = tuple((shape, shapes.count(shape)) for shape in sorted(set(shapes)))
    return best_chain(player.prow, counts, player.stern)


@cache
def best_chain(symbol, counts, stern):
    """The best points from a right edge on, with so many tiles of each shape to come: every next tile is tried."""
    best = None
    for k, ((left, right), n) in enumerate(counts):
        rest = counts[:k] + ((((left, right), n - 1),) if n > 1 else ()) + counts[k + 1 :]
        points = (2 if left == symbol else -2) + best_chain(right, rest, stern)
        best = points if best is None else max(best, points)
    return (2 if symbol == stern else -2) if best is None else best


def families(player):
    total = 0
    for kind in ("deck", *BELOW):
        designs = [tile.design for tile in player.of(kind)]
        total += best_partition(tuple(sorted(designs.count(design) for design in set(designs))))
    return total


@cache
def best_partition(counts):
    """Every set that scores is tried: two or three of one design, one each of any three designs."""
    sets = [({design: n}, points) for design in range(len(counts)) for n, points in ((3, 5), (2, 2))]
    sets += [(dict.fromkeys(three, 1), 4) for three in combinations(range(len(counts)), 3)]
    best = 0
    for taken, points in sets:
        left = [count - taken.get(design, 0) for design, count in enumerate(counts)]
        if min(left) >= 0:
            best = max(best, points + best_partition(tuple(sorted(count for count in left if count))))
    return best


def empty_places(player):
    empty = {kind: player.places(kind) - len(player.of(kind)) for kind in BELOW}
    empty["deck"] = ways(player.tops())[len(player.of("deck")), len(player.of("sail"))]
    empty["all"] = sum(empty.values())
    return empty
