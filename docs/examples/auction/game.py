"""Lots: eight treasures, one purse, blind bids."""

from analyser.games.components import Setting, ask_all, deck, numbers, only_best, per_seat, tell

TITLE = "Lots"
IDEA = "Treasures are sold one by one. All bid in secret; the highest bid, if it is the only one, pays and takes it."
PLAYERS = (2, 3, 4, 5)
SETTINGS = {
    "purse": Setting(20, 5, 40, "coins that everybody starts with"),
    "n_lots": Setting(8, 3, 10, "treasures that are sold"),
}
CHOICES = {"bid": numbers(0, 40)}
STATE = {
    "treasures": deck(range(1, 11), reshuffle=False),
    "lot": int,
    "coins": per_seat(int),
    "treasure": per_seat(int),
}
COUNTS = {"lots_won": "treasures bought", "spent": "coins paid"}


def set_up(table):
    """Everybody has the same purse."""
    for seat in range(table.n_players):
        table.coins[seat] = table.purse


def play_round(table):
    """One treasure: all bid at once; equal highest bids buy nothing."""
    table.lot = table.treasures.draw()
    ask_all("bid", 0, table.coins)
    winner = only_best(table.bid, table.n_players)
    if winner < 0 or table.bid[winner] == 0:
        tell("Nobody gets it")
        return
    table.coins[winner] -= table.bid[winner]
    table.treasure[winner] += table.lot
    table.lots_won[winner] += 1
    table.spent[winner] += table.bid[winner]
    tell("{who} pays {} for {}", winner, table.bid[winner], table.lot)


def is_over(table):
    """All lots are sold."""
    return table.turns == table.n_lots


def score(table, seat):
    """The treasure; coins decide nothing."""
    return table.treasure[seat]
