"""A lottery in which every imbalance is a number: who has the most points after some rounds of dice wins."""

from analyser.games.components import Setting, ask, count, per_seat, pick, roll

TITLE = "Fixable"
IDEA = "Everybody rolls some dice; the most points win. Nothing can be decided."
PLAYERS = (2, 3, 4)
SETTINGS = {
    "length": Setting(10, 2, 40, "rounds", tries=(6, 8, 10, 12, 14, 16, 18, 20)),
    "gift": Setting(0, 0, 20, "points of seat 1 at the start", tries=(0, 1, 2, 3, 4, 5, 6)),
    "late": Setting(0, 0, 20, "points of all other seats at the start", tries=(0, 1, 2, 3, 4, 5, 6)),
    "strong": Setting(0, 0, 20, "points of the high card", tries=(0, 1, 2, 3, 4, 5, 6)),
    "weak": Setting(0, 0, 20, "points of all other cards", tries=(0, 1, 2, 3, 4, 5, 6)),
}
CHOICES = ("roll", "wait")
STATE = {"points": per_seat(int)}
COUNTS = {"card": count("the card dealt", ("low", "middle", "high"), dealt=True)}


def set_up(table):
    """Deal the cards and the gifts."""
    for seat in range(table.n_players):
        table.card[seat] = pick(3)
        table.points[seat] = table.gift if seat == 0 else table.late
        table.points[seat] += table.strong if table.card[seat] == 2 else table.weak


def turn(table, seat):
    """Roll a die, whatever is chosen."""
    ask(seat)
    table.points[seat] += roll(6)


def is_over(table):
    """After the last round."""
    return table.turns >= table.length * table.n_players


def score(table, seat):
    """The points."""
    return table.points[seat]
