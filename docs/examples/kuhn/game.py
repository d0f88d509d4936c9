"""Kuhn poker: three cards, one each, one bet. The smallest game in which bluffing pays."""

from analyser.games.components import Setting, ask, count, deck, hand, tell

TITLE = "Kuhn poker"
IDEA = "Two players hold one of three cards. Who bets may be called; the higher card takes the pot."
PLAYERS = (2,)
SETTINGS = {"bet": Setting(1, 1, 10, "chips of a bet, beside the one that everybody pays first")}
CHOICES = ("check", "bet")
STATE = {"cards": deck({"jack": 1, "queen": 1, "king": 1}), "hand": hand("cards", 1), "n_bets": int, "folded": int}
COUNTS = {
    "card": count("the card dealt", ("jack", "queen", "king"), dealt=True),
    "bets": "bets and calls",
}


def set_up(table):
    """One card each."""
    table.folded = -1
    table.hand.deal(1)
    for seat in range(2):
        table.card[seat] = table.hand.card(seat, 0)


def turn(table, seat):
    """Bet or check; after a bet, call or fold."""
    is_bet = ask(seat) == "bet"
    if is_bet:
        table.bets[seat] += 1
        table.n_bets += 1
    elif table.n_bets == 1:
        table.folded = seat
        tell("{who} folds", seat)


def is_over(table, seat):
    """After a call, a fold, or two checks."""
    return table.n_bets == 2 or table.folded >= 0 or (table.n_bets == 0 and table.turns == 2)


def score(table, seat):
    """Chips won or lost."""
    other = 1 - seat
    if table.folded >= 0:
        return -1 if table.folded == seat else 1
    stake = 1 + (table.bet if table.n_bets == 2 else 0)
    return stake if table.hand.card(seat, 0) > table.hand.card(other, 0) else -stake
