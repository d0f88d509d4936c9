"""Move by move: whole games of the analyser, uncompiled, replayed in the reference; both must agree at every step.

(`test_reference.py` compares the same two in distribution, with compiled games.)
"""

import pytest

from analyser.games.faut_pas_pousser.rules import crew_in
from analyser.games.faut_pas_pousser.table import NON_MERCI, Event
from analyser.games.faut_pas_pousser.view import value_at
from analyser.kernel.columns import WHOLE_WIN
from tests.games.faut_pas_pousser import reference
from tests.games.faut_pas_pousser.notation import plank_text
from tests.games.faut_pas_pousser.tables import LETTERS, PLAYERS, new_room, play_whole_game

pytestmark = pytest.mark.uncompiled

SETTINGS = (
    {},
    {"captain_bonus": 4, "pile_size": 3, "ages": "reverse"},
    {"pirate_values": [1, 3, 4, 5, 6, 7], "plank_points": [12, 9, 6, 3], "equal_points": "youngest"},
    {"pirate_values": [2, 4, 7, 8, 11, 15], "neutral_tie": "crew-order", "pile_size": 5},
    {"actions": [3, 0, -1, 1, -2], "ages": "seat-order", "captain_bonus": 0},
)
RANDOM_GAMES = 20


class Replay:
    """Hears a game, plays it in the reference, and compares."""

    def __init__(self, room, settings):
        self.room, self.n_players = room, int(room.table.n_players)
        lists = {name: tuple(value) for name, value in settings.items() if isinstance(value, list)}
        self.settings = reference.Settings(**settings | lists)
        self.halves = []
        self.turns = 0

    def on_event(self, event, record, first, second, third):
        if not self.halves and event not in (Event.DEALT, Event.INSTALLED, Event.FINISHED):
            self.compare_points(record)
        {
            Event.DEALT: self.deal,
            Event.INSTALLED: self.install,
            Event.NON_MERCI: self.pass_turn,
            Event.SHIFTED: self.shift,
            Event.ENTERED: self.enter,
            Event.FINISHED: self.finish,
        }[event](record, int(first), int(second), int(third))

    def deal(self, record, *_):
        hidden, neutral = self.room.hidden, range(self.n_players, 4)
        cards = [*self.settings.pirate_values, reference.NON_MERCI]
        assert cards[NON_MERCI] is reference.NON_MERCI
        piles = [[cards[card] for card in hidden.piles[crew]] for crew in neutral]
        assert [pile[0] for pile in piles] == [cards[hidden.openings[crew]] for crew in neutral]
        self.game = reference.game_from_deal(
            self.n_players,
            self.settings,
            record.age_rank[: self.n_players].tolist(),
            [pile[0] for pile in piles],
            [pile[1:] for pile in piles],
            sorted(neutral, key=lambda crew: hidden.tie_rank[crew]),
        )

    def install(self, record, *_):
        reference.install(self.game, record.opening[: self.n_players].tolist())
        self.compare_plank(record)
        assert reference.turn_order(self.game) == record.order.tolist()

    def pass_turn(self, record, crew, *_):
        if crew < self.n_players:
            reference.play_move(self.game, crew, reference.NON_MERCI)
        else:
            assert self.game.piles[crew][0] is reference.NON_MERCI
            reference.neutral_turn(self.game, crew)
        self.end_turn(record)

    def shift(self, record, crew, slot, by):
        self.halves.append((crew, by, slot))
        if len(self.halves) == 1:
            halfway = list(self.game.plank)
            reference.apply_action(halfway, slot, by)
            assert plank_text(record.plank) == words(halfway)
        else:
            (_, pirate), (_, _, _) = self.halves
            self.play(record, crew, (reference.PIRATE_FIRST, pirate, by, slot))

    def enter(self, record, newcomer, *_):
        crew, pirate = int(crew_in(newcomer, 0)), int(value_at(newcomer, 0))
        if crew >= self.n_players:
            assert self.game.piles[crew][0] == pirate
            reference.neutral_turn(self.game, crew)
            self.end_turn(record)
        elif self.halves:
            _, by, slot = self.halves[0]
            self.play(record, crew, (reference.ACTION_FIRST, pirate, by, slot))
        else:
            self.halves.append((crew, pirate))

    def play(self, record, crew, move):
        assert move in reference.legal_moves(self.game, crew)
        reference.play_move(self.game, crew, move)
        self.halves.clear()
        self.end_turn(record)

    def end_turn(self, record):
        self.turns += 1
        self.compare_plank(record)
        self.compare_hands(record)

    def compare_plank(self, record):
        assert plank_text(record.plank) == words(self.game.plank)

    def compare_points(self, record):
        """What the fallen score, once their turn is over."""
        points = [0] * 4
        for place, (crew, _) in enumerate(self.game.sea, start=1):
            points[crew] += reference.fall_points(self.settings, place)
        assert record.points.tolist() == points

    def compare_hands(self, record):
        for seat in range(self.n_players):
            for name, values in (("pirates", record.pirate_values), ("actions", record.action_values)):
                held = [int(value) for k, value in enumerate(values) if record[name][seat] >> k & 1]
                assert held == getattr(self.game, name)[seat]
            assert record.non_merci[seat] == self.game.holds_non_merci[seat]

    def finish(self, record, *_):
        self.result = reference.result(self.game)
        assert record.points.tolist() == self.result.crew_totals


def words(plank):
    """A plank of the reference in notation."""
    return " ".join(f"{LETTERS[crew]}{value}" for crew, value in plank)


def compare_rows(replay, played):
    """What the kernel records, and what the reference says of the game."""
    result = replay.result
    assert played.game["captains_aboard"][0] == result.captains_aboard
    if replay.settings.equal_points == "shared":
        assert (played.game["winners"][0] > 1) == result.tied
    names = ("score", "win", "turn_position", "age_rank", "opening_pirate", "non_merci_turn")
    for seat, expected in enumerate(result.seats):
        found = [int(played.seat[name][0, seat]) for name in names]
        assert found == [expected.score, round(expected.win_share * WHOLE_WIN), *expected[2:]]


def replay_one(seats, settings, game, seed):
    room = new_room(len(seats), **settings)
    replay = Replay(room, settings)
    played = play_whole_game(room, seats, game, seed, heard=replay.on_event)
    assert replay.turns == 24
    compare_rows(replay, played)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", SETTINGS)
def test_random_games_agree_at_every_step(n_players, settings):
    for game in range(RANDOM_GAMES):
        replay_one(["random"] * n_players, settings, game, seed=70)


@pytest.mark.parametrize("n_players", PLAYERS)
@pytest.mark.parametrize("settings", SETTINGS)
def test_greedy_games_agree_at_every_step(n_players, settings):
    replay_one((["greedy", "random", "greedy", "passes"])[:n_players], settings, 0, seed=71)
