"""Isolation: two pawns on a board that falls apart."""

from analyser.games.components import Setting, array, ask, grid, offer, per_seat, record, tell

TITLE = "Isolation"
IDEA = "Move your pawn to a free neighbouring square, then take any free square away. Who cannot move loses."
PLAYERS = (2,)
BOARD = grid(4, 4, diagonal=True)
CELLS = 16
SETTINGS = {"far": Setting(False, meaning="a square may be taken away only next to the opponent")}
CHOICES = {"move": record(to=CELLS, gone=CELLS, most=8 * 13)}
STATE = {"pawn": per_seat(int), "is_gone": array(CELLS), "winner": int}
COUNTS = {"steps": "moves made"}


def set_up(table):
    """The pawns start in opposite corners."""
    table.winner = -1
    table.pawn[0] = 0
    table.pawn[1] = CELLS - 1


def is_free(table, cell):
    """Whether a pawn may stand there."""
    return table.is_gone[cell] == 0 and table.pawn[0] != cell and table.pawn[1] != cell


def n_moves(table, seat):
    """The free squares around a pawn."""
    n = 0
    for k in range(BOARD.n_neighbours(table.pawn[seat])):
        n += int(is_free(table, BOARD.neighbour(table.pawn[seat], k)))
    return n


def list_move(table, seat):
    """Every step, with every square that can be taken away after it: also the one just left."""
    start = table.pawn[seat]
    for k in range(BOARD.n_neighbours(start)):
        to = BOARD.neighbour(start, k)
        if is_free(table, to):
            for gone in range(CELLS):
                is_near = not table.far or BOARD.are_neighbours(table.pawn[1 - seat], gone)
                if gone == start or (gone != to and is_free(table, gone) and is_near):
                    offer(to, gone)


def turn(table, seat):
    """A step, and a square less."""
    move = ask(seat, "move")
    table.pawn[seat] = move.to
    table.is_gone[move.gone] = 1
    table.steps[seat] += 1
    left = n_moves(table, 1 - seat)
    tell("{who} leaves the other {} ways", seat, left)
    if left == 0:
        table.winner = seat


def is_over(table):
    """The next player cannot move."""
    return table.winner >= 0


def score(table, seat):
    """1 for the winner."""
    return int(table.winner == seat)
