"""Pig in the full form of the shipped games, written by hand: the yardstick for games of one file."""

from pathlib import Path

import numpy as np

from analyser.core import paths
from analyser.games.components import Setting
from analyser.games.definition import Columns, Game, Rules
from analyser.games.settings import Limits
from analyser.games.settings import Setting as GameSetting
from analyser.kernel.backend import compiled, compiled_apart
from analyser.kernel.columns import FIRST_GAME_COLUMN, FIRST_SEAT_COLUMN, ROUNDS, SCORE, Column
from analyser.kernel.intrinsics import emit
from analyser.kernel.limits import MAX_PARAMS
from analyser.kernel.loop import luck_of_seat, note_score, rank_scores
from analyser.kernel.policies import ask
from analyser.kernel.rng import below, stream
from analyser.kernel.workspace import FIRST_GAME_PURPOSE

ROLL, HOLD = range(2)
TABLE = np.dtype(
    [
        ("me", "i8"),
        ("n_players", "i8"),
        ("params", "f8", MAX_PARAMS),
        ("target", "i8"),
        ("die_sides", "i8"),
        ("turns", "i8"),
        ("points", "i8", 8),
        ("turn_total", "i8"),
        ("busts", "i8", 8),
    ],
    align=True,
)
HIDDEN = np.dtype([("nothing", "i8")])
CHOICE = np.dtype([("kind", "i8"), ("value", "i8")], align=True)


@compiled
def list_choices(view, choices):
    for k in range(2):
        choices[k].kind = 0
        choices[k].value = k
    return 2


@compiled
def turn(table, workspace, seat):
    table.turn_total = 0
    while True:
        die = 1 + below(workspace.luck, FIRST_GAME_PURPOSE + seat, table.die_sides)
        if die == 1:
            table.busts[seat] += 1
            return
        table.turn_total += die
        if ask(table, workspace, seat, 0, 2) == HOLD:
            table.points[seat] += table.turn_total
            return


@compiled_apart
def play_game(table, hidden, workspace):
    n = table.n_players
    table.turns = 0
    for seat in range(n):
        table.points[seat] = 0
        table.busts[seat] = 0
        purpose = FIRST_GAME_PURPOSE + luck_of_seat(workspace, seat, n)
        workspace.luck[FIRST_GAME_PURPOSE + seat] = stream(workspace.key, purpose)
    seat = 0
    while table.turns < 10_000:
        table.turns += 1
        turn(table, workspace, seat)
        if workspace.traced == 1:
            for other in range(n):
                note_score(workspace, other, table.points[other])
            workspace.n_traced += 1
        if table.points[seat] >= table.target:
            break
        seat = seat + 1 if seat + 1 < n else 0
    workspace.game_row[ROUNDS] = (table.turns + n - 1) // n
    workspace.game_row[FIRST_GAME_COLUMN] = table.turns
    for seat in range(n):
        workspace.seat_rows[SCORE, seat] = table.points[seat]
        workspace.seat_rows[FIRST_SEAT_COLUMN, seat] = table.busts[seat]
    rank_scores(workspace, n)
    emit(0, table, 0, 0, 0)


@compiled_apart
def redeal(table, hidden, seat, workspace):
    hidden.nothing = 0


def lay_out(table, values, n_players, data):
    table.n_players = n_players
    table.target, table.die_sides = values["target"], values["die_sides"]


def rules():
    return Rules(
        table=TABLE,
        hidden=HIDDEN,
        choice=CHOICE,
        max_choices=2,
        lists={0: list_choices},
        play_game=play_game,
        lay_out=lay_out,
        redeal=redeal,
        story=lambda *_: None,
        questions=("HOLD",),
    )


def number(name, one):
    return GameSetting(name, one.meaning, one.default, Limits(one.least, one.most), (one.default,), "", "stated")


SETTINGS = {"target": Setting(100, 10, 1000, "points"), "die_sides": Setting(6, 3, 20, "sides")}
COLUMNS = Columns((Column("turns", "UInt16", "turns begun"),), (Column("busts", "Int32", "turns lost to a 1"),))
GAME = Game(
    name="pig-by-hand",
    title="Pig",
    idea="Pig.",
    players=tuple(range(2, 9)),
    setting_names=tuple(SETTINGS),
    part_games=20_000,
    view="tests.games.designed.pig_by_hand",
    home=Path(__file__).parent,
    load_rules=rules,
    load_columns=lambda data: COLUMNS,
    file=Path(__file__),
    own_settings={name: number(name, one) for name, one in SETTINGS.items()},
    strategy_folders=(paths.RANDOM.parent,),
)
