"""Step by step: whole games of the analyser, uncompiled, replayed in the reference; both must agree at every step.

(`test_reference.py` compares the same two in distribution, with compiled games.)
"""

from itertools import product

import pytest

from analyser.games.la_planche.table import Event, Symbol
from analyser.kernel.columns import WHOLE_WIN
from tests.games.la_planche import reference
from tests.games.la_planche.kernel_games import PLAYERS, game_of
from tests.games.la_planche.tables import in_words, new_room, row, words_of

pytestmark = pytest.mark.uncompiled

RULES = [
    {"push": push, "push_target": target} for push, target in product(("contact", "row"), ("rearmost", "any-group"))
]
OTHER_SETTINGS = (
    {"vane": "opposite", "plank_length": 17},
    {"vane": "no-skulls", "plank_length": 24, "push": "row"},
    {"vane": "opposite", "plank_length": 20, "push_target": "any-group"},
)
RANDOM_GAMES = 12


class Replay:
    """Hears a game, plays it in the reference, and compares."""

    def __init__(self, room, settings):
        self.room, self.n_players = room, int(room.table.n_players)
        self.settings = reference.Settings(**settings)
        self.turns, self.survivors, self.points = 0, [], [0] * self.n_players
        self.turn = None

    def on_event(self, event, record, *numbers):
        {
            Event.DEALT: self.deal,
            Event.SPUN: self.spin,
            Event.ACTED: self.act,
            Event.PUSHED: self.push,
            Event.FELL: self.fall,
            Event.ROUND_OVER: self.end_round,
            Event.SCORED: self.score,
        }[event](record, *(int(number) for number in numbers))

    def deal(self, record, *_):
        starter = reference.round_starter(len(self.survivors), self.n_players, self.settings)
        stones = self.room.hidden.stones[: self.n_players].tolist()
        self.state = reference.new_round(stones, starter, self.settings)
        self.fallen = []
        self.compare(record)

    def spin(self, record, one, other, _):
        self.end_turn(record)
        self.turn = {"sabres": (word(one), word(other)), "choice": None, "pushed": None}

    def act(self, record, act, prisoner, other):
        class Choice:
            pass

        Choice.act, Choice.prisoner, Choice.other = act, prisoner, other
        kind, *slots = in_words(record, Choice)
        self.turn["choice"] = (kind, *(slot - 1 if isinstance(slot, int) else slot for slot in slots))
        assert self.room.workspace.seat == self.state.seat

    def push(self, record, bit, *_):
        self.turn["pushed"] = bit.bit_length() - 1
        plank, choice = self.state.plank, self.turn["choice"]
        halfway = reference.apply_choice(plank, choice, self.settings)[0] if choice else plank
        assert row(record) == words_of(halfway)

    def fall(self, record, colour, *_):
        self.fallen.append(colour)

    def end_turn(self, record):
        """Only now, since a turn ends with a push, with a fall, or with the end of the round."""
        if self.turn:
            reference.replay_turn(self.state, **self.turn, settings=self.settings)
            self.turns, self.turn = self.turns + 1, None
            self.compare(record)

    def compare(self, record):
        assert row(record) == words_of(self.state.plank)
        assert self.fallen == self.state.fallen
        assert record.left == len(reference.prisoners(self.state.plank))

    def end_round(self, record, survivor, owner, _):
        self.end_turn(record)
        assert self.state.is_over() and survivor == self.state.survivor()
        assert owner == (-1 if self.state.owner(survivor) is None else self.state.owner(survivor))
        self.survivors.append(survivor)
        if self.settings.series:
            self.points = [old + new for old, new in zip(self.points, reference.round_points(self.state), strict=True)]

    def score(self, record, *_):
        assert record.points[: self.n_players].tolist() == self.points

    def compare_rows(self, played):
        """What the kernel records, and what the reference says of the game."""
        game = {name: int(values[0]) for name, values in played.game.items()}
        seat = {name: values[0].tolist() for name, values in played.seat.items()}
        series = self.settings.series
        winners = reference.series_winners(self.points) if series else reference.single_winners(self.state)
        assert not series or reference.series_is_over(self.points)
        assert (game["rounds"], game["turns"]) == (len(self.survivors), self.turns)
        assert (game["survivor_colour"], game["winners"]) == (self.survivors[-1], len(winners))
        assert seat["win"] == [WHOLE_WIN // len(winners) if one in winners else 0 for one in range(self.n_players)]
        assert seat["score"] == (self.points if series else [int(one in winners) for one in range(self.n_players)])
        assert (seat["colour"], seat["own_left_at_half"]) == (list(self.state.stones), list(self.state.left_at_half))


def word(symbol):
    return Symbol(symbol).name.lower()


def replay_one(seats, settings, game, seed):
    room = new_room(len(seats), **settings)
    replay = Replay(room, settings)
    replay.compare_rows(game_of(seats, game, seed, replay.on_event, room))


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", [*RULES, *OTHER_SETTINGS])
def test_random_games_agree_at_every_step(n_players, settings):
    for game in range(RANDOM_GAMES):
        replay_one(["random"] * n_players, settings, game, seed=70)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("starter", ["youngest", "rotate"])
def test_series_agree_at_every_step(n_players, starter):
    for game, rules in enumerate(RULES):
        settings = rules | {"series": True, "series_starter": starter}
        replay_one(["random"] * n_players, settings, game, seed=71)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", RULES)
def test_games_of_a_strategy_agree_at_every_step(n_players, settings):
    replay_one(["protector", "random", "protector", "random"][:n_players], settings, 0, seed=72)
