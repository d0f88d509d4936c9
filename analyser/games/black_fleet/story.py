"""Tells a game turn by turn, so that a person with the board can follow each step."""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from analyser.games import story
from analyser.games.black_fleet.board import ZONES, Board
from analyser.games.black_fleet.box import read_box
from analyser.games.black_fleet.decks import COLOURS, Fortune, Symbol
from analyser.games.black_fleet.notation import (
    FLEETS,
    board_text,
    cell_words,
    development_words,
    doubloons_words,
    fortune_words,
    goods_words,
    ship_words,
)
from analyser.games.black_fleet.table import (
    FREE,
    FRIGATE,
    FRIGATES,
    MERCHANT,
    N_PRICES,
    NONE,
    PIRATE,
    PIRATES,
    SECOND_FRIGATE,
    SHIPS,
    VICTORY,
    Event,
    Source,
)
from analyser.kernel.intrinsics import Record

SYMBOLS = {
    Symbol.NONE: "no symbol",
    Symbol.DRAW_1: "draw 1 fortune card",
    Symbol.DRAW_2: "draw 2 fortune cards",
    Symbol.DISCARD_1: "discard 1 fortune card",
}
SOURCES = ("sales", "robberies", "burials", "sinkings", "fortune cards")
_STEAL, _GOAL = int(Fortune.STEAL), int(Fortune.SECRET_GOAL)


class Story(story.Story, events=Event):
    """Listens to one game."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None], data: Path) -> None:
        super().__init__(seats, say, data)
        self.box = read_box(data)
        self.at_sea: set[int] = set()
        """The pirates that have entered."""
        self.loads = [goods_words(NONE, 0)] * SHIPS
        """What each ship carried before the event."""

    def on_event(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Handle an event on the table."""
        super().on_event(event, table, first, second, third)
        self.loads = [_load(table, ship) for ship in range(SHIPS)]

    def _who(self, seat: int) -> str:
        return f"{FLEETS[seat].capitalize()} (seat {seat + 1}, {self.seats[seat]})"

    def _draw(self, table: Record) -> None:
        for line in board_text(self.box.board, table).splitlines():
            self.say("    " + line)
        stocks = ", ".join(f"{int(n)} {colour}" for n, colour in zip(table.stock, COLOURS, strict=True))
        self.say(f"    In the ports: {stocks}.")
        for seat in range(len(self.seats)):
            owns = f"{doubloons_words(int(table.doubloons[seat]))}, fortune cards: {int(table.n_fortune[seat])}"
            ships = ", ".join(f"{name} {_holds(table, ship)}" for name, ship in _fleet(seat))
            self.say(f"    {self._who(seat)}: {owns}; {ships}; bought: {self._holding(table, seat)}")

    def _fortune_card(self, card: int) -> str:
        return fortune_words(self.box, card)

    def _power(self, card: int) -> str:
        return development_words(self.box, card)

    def _holding(self, table: Record, seat: int) -> str:
        cards = [int(table.bought[seat, k]) for k in range(N_PRICES)]
        names = [self._power(card) for card in cards if card != NONE]
        return ", ".join(names + ["the victory card"] * int(table.won[seat])) or "nothing"

    def _dealt(self, table: Record, *_: int) -> None:
        self.say("Cells are named line/place of the board: analyse games show black-fleet --board")
        self.say(f"The victory card costs {int(table.victory_cost)}.")
        self.say("Ships: merchants M N O Q and pirates p q r s of seats 1 to 4; frigates * (yellow) and + (violet).")

    def _development(self, table: Record, seat: int, k: int, card: int) -> None:
        if k == 0:
            self.say(f"{self._who(seat)} is dealt:")
        self.say(f"  {self._power(card)} at {self.box.development[card].price}")

    def _round(self, table: Record, number: int, *_: int) -> None:
        self.say(f"\nRound {number}.")
        self._draw(table)

    def _placed(self, table: Record, seat: int, cell: int, _: int) -> None:
        self.say(f"{self._who(seat)} puts its merchant on {cell_words(self.box, cell)} and loads {_load(table, seat)}.")

    def _played_card(self, table: Record, seat: int, card: int, _: int) -> None:
        ships = f"merchant {_moves(table, card, MERCHANT)}, pirate {_moves(table, card, PIRATE)}"
        ships += f", {ship_words(int(table.frigate))} {_moves(table, card, FRIGATE)}"
        if table.second_frigate != NONE:
            ships += f", {ship_words(int(table.second_frigate))} {_moves(table, card, SECOND_FRIGATE)}"
        self.say(f"\n{self._who(seat)}: {ships}; {SYMBOLS[Symbol(int(table.symbol))]}.")

    def _played_second(self, table: Record, seat: int, card: int, _: int) -> None:
        merchant, pirate = int(table.moves[MERCHANT]), int(table.moves[PIRATE])
        frigates = [(int(table.frigate), FRIGATE), (int(table.second_frigate), SECOND_FRIGATE)]
        moved = [f"{ship_words(ship)} {int(table.moves[place])}" for ship, place in frigates if ship != NONE]
        symbol = SYMBOLS[Symbol(int(table.second_symbol))]
        all_moves = ", ".join([f"merchant {merchant}", f"pirate {pirate}", *moved])
        self.say(f"  It plays its second movement card: {all_moves} in all; {symbol}.")

    def _sailed(self, table: Record, ship: int, to: int, _: int) -> None:
        comes = "sails to"
        if PIRATES <= ship < FRIGATES and ship not in self.at_sea:
            comes = f"enters by {entry(self.box.board, table, ship, to)} and comes to"
        self.at_sea.add(ship)
        self.say(f"  {_capital(ship_words(ship))} {comes} {cell_words(self.box, to)}.")

    def _earned(self, table: Record, deed: str, pay: int, rest: str = "") -> None:
        self.say(f"  {_capital(deed)}: +{pay}, now {doubloons_words(int(table.doubloons[table.seat]))}{rest}.")

    def _sold(self, table: Record, ship: int, port: int, pay: int) -> None:
        deed = f"{ship_words(ship)} sells {self.loads[ship]} at {self.box.ports[port].name}"
        self._earned(table, deed, pay, f"; it loads {_load(table, ship)}")

    def _robbed(self, table: Record, ship: int, victim: int, pay: int) -> None:
        good, left = COLOURS[int(table.goods[victim])], int(table.cargo[victim])
        self._earned(table, f"{ship_words(ship)} robs {ship_words(victim)} of 1 {good} ({left_words(left)})", pay)

    def _lost_merchant(self, table: Record, ship: int, *_: int) -> None:
        self.say(f"  That was its last good: {ship_words(ship)} is sunk.")

    def _sank(self, table: Record, ship: int, victim: int, pay: int) -> None:
        self.at_sea.discard(victim)
        self._earned(table, f"{ship_words(ship)} sinks {ship_words(victim)}, {self.loads[victim]} aboard", pay)

    def _buried(self, table: Record, ship: int, beach: int, pay: int) -> None:
        self._earned(table, f"{ship_words(ship)} buries {self.loads[ship]} on {cell_words(self.box, beach)}", pay)

    def _fortune(self, table: Record, card: int, ship: int, target: int) -> None:
        effect, amount = int(table.fortune_effect[card]), int(table.fortune_amount[card])
        aims = [ship_words(one) for one in (ship, target) if one != NONE and effect != _STEAL]
        if effect == _STEAL:
            aims, amount = [self._who(target)], min(amount, int(table.doubloons[target]))
        earns = f": +{amount}" if effect in (_STEAL, _GOAL) else ""
        self.say(f"  It plays {self._fortune_card(card)}" + (f" on {' and '.join(aims)}" if aims else "") + f"{earns}.")

    def _swapped(self, table: Record, one: int, other: int, _: int) -> None:
        self.say(f"  {_capital(ship_words(one))} and {ship_words(other)} change places.")

    def _drew(self, table: Record, seat: int, card: int, _: int) -> None:
        self.say(
            f"  {'It draws ' if table.rounds else ''}{self._fortune_card(card)}{'.' if table.rounds else ' in hand'}"
        )

    def _given(self, table: Record, seat: int, card: int, _: int) -> None:
        self.say(f"\n{self._who(seat)} is given {self._fortune_card(card)}.")

    def _dropped(self, table: Record, seat: int, card: int, _: int) -> None:
        self.say(f"  It discards {self._fortune_card(card)}.")

    def _bought(self, table: Record, seat: int, k: int, card: int) -> None:
        left = doubloons_words(int(table.doubloons[seat]))
        if k == VICTORY:
            cost = int(table.victory_cost)
            self.say(f"  It buys the victory card for {cost}, keeps {left}: the round is played to its end.")
        else:
            self.say(f"  It buys {self._power(card)} for {self.box.development[card].price}, keeps {left}.")

    def _finished(self, table: Record, *_: int) -> None:
        self.say("\nThe end.")
        self._draw(table)
        self.say("    Doubloons earned, by source:")
        for seat in range(len(self.seats)):
            self.say(f"    {self._who(seat)}: {_earnings(table, seat)}.")


def _load(table: Record, ship: int) -> str:
    return goods_words(int(table.goods[ship]), int(table.cargo[ship]))


def _fleet(seat: int) -> tuple[tuple[str, int], ...]:
    return ("merchant", seat), ("pirate", PIRATES + seat)


def left_words(left: int) -> str:
    """none is left, 1 is left, 2 are left."""
    return "none is left" if left == 0 else "1 is left" if left == 1 else f"{left} are left"


def _earnings(table: Record, seat: int) -> str:
    """Income by source, and where it went."""
    income = [int(table.income[seat, source]) for source in Source]
    sources = ", ".join(f"{words} {n}" for words, n in zip(SOURCES, income, strict=True))
    lost = f"; {int(table.stolen[seat])} stolen by others" if table.stolen[seat] else ""
    return f"{sources}; {sum(income)} in all; {int(table.spent[seat])} paid for cards{lost}"


def _holds(table: Record, ship: int) -> str:
    return f"with {_load(table, ship)}" if table.ship_cell[ship] != NONE else "off the board"


def _moves(table: Record, card: int, kind: int) -> str:
    more = int(table.moves[kind] - table.card_moves[card, kind])
    return f"{int(table.card_moves[card, kind])}" + (f" + {more}" if more else "")


def entry(board: Board, table: Record, ship: int, to: int) -> str:
    """The far-sea cell, with its zone, by which a pirate comes to a cell soonest."""
    cells = {cell: letter for letter in ZONES for cell in board.marked(letter)}
    passable = int(table.friendly) | 1 << ship
    closed = ~passable if table.entry_cost > 0 else ~(1 << FREE)
    came = {cell: cell for cell in cells if cell == to or not closed >> int(table.ship_at[cell]) & 1}
    todo = deque(came)
    while todo:
        cell = todo.popleft()
        if cell == to:
            return f"{board.name(came[cell])} (far sea {cells[came[cell]].upper()})"
        for other in _onward(board, table, cell):
            if other not in came and passable >> int(table.ship_at[other]) & 1:
                came[other] = came[cell]
                todo.append(other)
    return "the far sea"


def _onward(board: Board, table: Record, cell: int) -> list[int]:
    """Where a pirate of the seat can sail from a node, over islands and between lairs with its cards."""
    beside = [other for other in board.neighbours[cell] if other < board.n_cells or table.crosses[PIRATE] == 1]
    lairs = board.marked("x") if table.power_lairs[table.seat] == 1 and table.is_lair[cell] == 1 else []
    return beside + lairs


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
