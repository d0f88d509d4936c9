"""Tells a game turn by turn, so that a person with the board can follow each step."""

from collections.abc import Callable, Sequence

from analyser.compiling import Record
from analyser.games.black_fleet.decks import Fortune, Symbol
from analyser.games.black_fleet.notation import (
    FLEETS,
    board_text,
    cell_words,
    development_cards,
    fortune_words,
    goods_words,
    ports,
    ship_words,
)
from analyser.games.black_fleet.table import (
    FRIGATE,
    FRIGATES,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    SHIPS,
    VICTORY,
    Event,
)

SYMBOLS = {
    Symbol.NONE: "no symbol",
    Symbol.DRAW_1: "draw 1 fortune card",
    Symbol.DRAW_2: "draw 2 fortune cards",
    Symbol.DISCARD_1: "discard 1 fortune card",
}


class Story:
    """Listens to one game. `seats` are the names of the strategies."""

    def __init__(self, seats: Sequence[str], say: Callable[[str], None]) -> None:
        self.seats = seats
        self.say = say
        self.at_sea: set[int] = set()
        """The pirates that have entered."""

    def hear(self, event: int, table: Record, first: int, second: int, third: int) -> None:
        """Something has happened on the table."""
        teller = getattr(self, "_" + Event(event).name.lower())
        teller(table, int(first), int(second), int(third))

    def _who(self, seat: int) -> str:
        return f"{FLEETS[seat].capitalize()} (seat {seat}, {self.seats[seat]})"

    def _draw(self, table: Record) -> None:
        for line in board_text(table).splitlines():
            self.say("    " + line)
        for seat in range(len(self.seats)):
            cargo = goods_words(int(table.goods[seat]), int(table.cargo[seat]))
            loot = goods_words(int(table.goods[PIRATES + seat]), int(table.cargo[PIRATES + seat]))
            owns = f"{int(table.doubloons[seat])} doubloons, {int(table.n_bought[seat])} cards bought"
            self.say(f"    {self._who(seat)}: {owns}; merchant with {cargo}, pirate with {loot}")

    def _dealt(self, table: Record, *_: int) -> None:
        self.say("Cells are named line/place of the board: analyse games show black-fleet --board")
        self.say(f"The victory card costs {int(table.victory_cost)}.")
        self.say("Ships: merchants M N O Q and pirates p q r s of seats 0 to 3; frigates * (yellow) and + (violet).")

    def _round(self, table: Record, number: int, *_: int) -> None:
        self.say(f"\nRound {number}.")
        self._draw(table)

    def _placed(self, table: Record, seat: int, cell: int, _: int) -> None:
        load = goods_words(int(table.goods[seat]), int(table.cargo[seat]))
        self.say(f"{self._who(seat)} puts its merchant on {cell_words(cell)} and loads {load}.")

    def _played_card(self, table: Record, seat: int, card: int, _: int) -> None:
        moves = [int(table.moves[kind]) for kind in (MERCHANT, PIRATE, FRIGATE)]
        frigate = ship_words(int(table.frigate))
        symbol = SYMBOLS[Symbol(int(table.symbol))]
        self.say(f"\n{self._who(seat)}: merchant {moves[0]}, pirate {moves[1]}, {frigate} {moves[2]}; {symbol}.")

    def _sailed(self, table: Record, ship: int, to: int, _: int) -> None:
        comes = "sails to"
        if PIRATES <= ship < FRIGATES and ship not in self.at_sea:
            comes = "enters from the far sea and comes to"
        self.at_sea.add(ship)
        self.say(f"  {_capital(ship_words(ship))} {comes} {cell_words(to)}.")

    def _sold(self, table: Record, ship: int, port: int, pay: int) -> None:
        load = goods_words(int(table.goods[ship]), int(table.cargo[ship]))
        self.say(f"  {_capital(ship_words(ship))} sells its load at {ports()[port].name}: +{pay}; it loads {load}.")

    def _robbed(self, table: Record, ship: int, victim: int, pay: int) -> None:
        self.say(f"  {_capital(ship_words(ship))} robs {ship_words(victim)} of a good: +{pay}.")

    def _lost_merchant(self, table: Record, ship: int, *_: int) -> None:
        self.say(f"  That was its last good: {ship_words(ship)} is sunk.")

    def _sank(self, table: Record, ship: int, victim: int, pay: int) -> None:
        self.at_sea.discard(victim)
        self.say(f"  {_capital(ship_words(ship))} sinks {ship_words(victim)}: +{pay}.")

    def _buried(self, table: Record, ship: int, beach: int, pay: int) -> None:
        self.say(f"  {_capital(ship_words(ship))} buries its good on {cell_words(beach)}: +{pay}.")

    def _fortune(self, table: Record, card: int, ship: int, target: int) -> None:
        effect = int(table.fortune_effect[card])
        aims = [ship_words(one) for one in (ship, target) if one != NONE and one < SHIPS and effect != _STEAL]
        aims += [self._who(target)] if effect == _STEAL else []
        amount = int(table.fortune_amount[card])
        if effect == _STEAL:
            amount = min(amount, int(table.doubloons[target]))
        earns = f": +{amount}" if effect in (_STEAL, _GOAL) else ""
        self.say(f"  It plays {fortune_words(card)}" + (f" on {' and '.join(aims)}" if aims else "") + f"{earns}.")

    def _swapped(self, table: Record, one: int, other: int, _: int) -> None:
        self.say(f"  {_capital(ship_words(one))} and {ship_words(other)} change places.")

    def _drew(self, table: Record, seat: int, n: int, _: int) -> None:
        self.say(f"  It draws {n} fortune card{'s' if n != 1 else ''}.")

    def _given(self, table: Record, seat: int, card: int, _: int) -> None:
        self.say(f"\n{self._who(seat)} is given {fortune_words(card)}.")

    def _dropped(self, table: Record, seat: int, card: int, _: int) -> None:
        self.say(f"  It discards {fortune_words(card)}.")

    def _bought(self, table: Record, seat: int, k: int, card: int) -> None:
        if k == VICTORY:
            self.say(f"  It buys the victory card for {int(table.victory_cost)}: the round is played to its end.")
        else:
            one = development_cards()[card]
            self.say(f"  It buys « {one.name} » for {one.price}; {int(table.doubloons[seat])} doubloons are left.")

    def _finished(self, table: Record, *_: int) -> None:
        self.say("\nThe end.")
        self._draw(table)


_STEAL, _GOAL = int(Fortune.STEAL), int(Fortune.SECRET_GOAL)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
