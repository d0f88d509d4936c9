"""Pig: push your luck with one die, race to 100."""

from analyser.games.components import Setting, ask, per_seat, roll

TITLE = "Pig"
IDEA = "Roll as often as you dare; a 1 loses the points of the turn. The first to 100 wins."
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
SETTINGS = {
    "target": Setting(100, 10, 1000, "points that win"),
    "die_sides": Setting(6, 3, 20, "sides of the die"),
}
CHOICES = ("roll", "hold")
STATE = {"points": per_seat(int), "turn_total": int}
COUNTS = {"busts": "turns lost to a 1"}


def turn(table, seat):
    """Roll until a 1, or until the seat holds."""
    table.turn_total = 0
    while True:
        die = roll(table.die_sides)
        if die == 1:
            table.busts[seat] += 1
            return
        table.turn_total += die
        if ask(seat) == "hold":
            table.points[seat] += table.turn_total
            return


def is_over(table, seat):
    """Somebody has enough."""
    return table.points[seat] >= table.target


def score(table, seat):
    """The points."""
    return table.points[seat]
