"""What a seat cannot know is dealt again honestly: the truth looks like one of its own redeals, and tells nothing about
them.

A position of each of hundreds of random games is kept, and dealt again many times.
- The rank of a true hidden card among its redeals is uniform: a redeal that prefers some cards fails.
- True and redealt cards are independent, given what the seat knows: a redeal that keeps a true card fails.
"""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from analyser.games.loader import find_game, game_names
from analyser.kernel.intrinsics import copy_record, place_of, record_at
from analyser.kernel.machine_code import EntryPoint
from analyser.kernel.rng import below
from analyser.simulation.engine import rollout_entries
from analyser.simulation.job import make_job
from analyser.simulation.part import OneTable
from tests.games.redealing import deal_again

POSITIONS, REDEALS = 400, 19
GAMES = [(name, players) for name in game_names() for players in find_game(name).players]


def keeping(listed, table_type, hidden_type, workspace_type):
    """A policy that draws its choices by lot and, at the pinned decision, keeps table and hidden things as they are."""

    def policy(view, workspace):
        if workspace.decisions == workspace.pinned:
            copy_record(record_at(workspace.rollout_table, table_type), view)
            inner = record_at(workspace.rollout_workspace, workspace_type)
            copy_record(record_at(inner.hidden, hidden_type), record_at(workspace.hidden, hidden_type))
        return below(workspace.luck, view.me, listed(view, workspace.choices))

    return policy


def positions(name, players):
    """One position of each of many games between players that draw their choices."""
    game = find_game(name)
    rules = game.rules
    job = make_job(game, players, game.competent[0], games=POSITIONS)
    table = OneTable(job)
    types = (rules.table, rules.hidden, table.state.workspace.dtype)
    for kind, listed in rules.lists.items():
        examples = (table.state.table, table.state.workspace)
        entry = EntryPoint(f"{name}-keeping-{int(kind)}", keeping(listed, *types), examples, tuple(game.data_files()))
        table.engine.policies[0, kind] = entry.handle()
    table.state.prepare_rollouts(game)
    kept, hidden, inner = table.state.rollouts
    workspace = table.state.workspace
    for number in range(POSITIONS):
        kept.me, workspace.pinned = -1, 1 + (number * 7919) % LATEST[name]
        table.play(job.plan.seating(number, 1, 1), number)
        if kept.me >= 0:
            yield SimpleNamespace(table=kept, hidden=hidden, workspace=inner)


LATEST = {"faut-pas-pousser": 26, "la-planche": 20, "black-fleet": 150, "piratoons": 300}


def fpp_cards(room, me):
    """Which of the two lowest pirates that a neutral crew still has comes first."""
    for crew in range(int(room.table.n_players), 4):
        held = [card for card in range(6) if room.table.pirates[crew] >> card & 1]
        if room.table.plank != 0 and len(held) > 1:
            pile = room.hidden.piles[crew].tolist()
            known = 7 - len(held) - int(room.table.non_merci[crew])
            yield f"crew {crew}", int(pile.index(held[0], known) < pile.index(held[1], known)), [0, 1]


def lp_cards(room, me):
    other = (me + 1) % int(room.table.n_players)
    stones = room.hidden.stones.tolist()
    yield "stone", stones[other], [colour for colour in range(4) if colour != stones[me]]


def bf_cards(room, me):
    table, hidden = room.table, room.hidden
    other = (me + 1) % int(table.n_players)
    moves = set(range(44)) - {*hidden.movement[me, : hidden.n_movement[me]].tolist()}
    moves -= {*hidden.movement_discards[: hidden.n_movement_discards].tolist()}
    fortune = set(range(44)) - {*hidden.fortune[me, : table.n_fortune[me]].tolist()}
    fortune -= {*hidden.fortune_discards[: hidden.n_fortune_discards].tolist()}
    yield "movement", int(hidden.movement[other, 0]), sorted(moves)
    if table.n_fortune[other] > 0:
        yield "fortune", int(hidden.fortune[other, 0]), sorted(fortune)
    if hidden.n_fortune_pile > 0:
        yield "fortune pile", int(hidden.fortune_pile[hidden.n_fortune_pile - 1]), sorted(fortune)
    if hidden.n_movement_pile > 0:
        yield "movement pile", int(hidden.movement_pile[hidden.n_movement_pile - 1]), sorted(moves)
    if table.bought[other, 0] == -1:
        open_cards = {int(table.bought[seat, 0]) for seat in range(int(table.n_players)) if seat != me}
        yield (
            "development",
            int(hidden.development[other, 0]),
            sorted({*range(6)} - {int(hidden.development[me, 0])} - open_cards),
        )


def pt_cards(room, me):
    done = int(room.table.rounds)
    if done < 8:
        yield "equipment", int(room.hidden.equipment[6 * done]), sorted(room.hidden.equipment[6 * done :].tolist())
        yield "ship", int(room.hidden.ships[3 * done]), sorted(room.hidden.ships[3 * done :].tolist())


HIDDEN_CARDS = {"faut-pas-pousser": fpp_cards, "la-planche": lp_cards, "black-fleet": bf_cards, "piratoons": pt_cards}


def restore(record, before):
    """Everything as it was."""
    for name in before.dtype.names:
        record[name] = before[name]


def studied(name, players, redeal):
    """For each kind of hidden card: ranks of the truth, and products of its and a redeal's distance from the mean."""
    cards, rng = HIDDEN_CARDS[name], np.random.default_rng(1)
    ranks, products = {}, {}
    for number, room in enumerate(positions(name, players)):
        me, truth = int(room.table.me), room.hidden.copy()
        for what, true, pool in list(cards(room, me)):
            redealt = []
            for k in range(REDEALS):
                restore(room.hidden, truth)
                deal_again(redeal, room, me, 1000 * number + k)
                (value,) = (value for one, value, _ in cards(room, me) if one == what)
                redealt.append(value)
            restore(room.hidden, truth)
            lots = np.append(true, redealt) + rng.uniform(0, 0.5, REDEALS + 1)
            ranks.setdefault(what, []).append(int((lots[1:] < lots[0]).sum()))
            if len(set(pool)) > 1:
                mean, spread = np.mean(pool), np.std(pool)
                products.setdefault(what, []).append((true - mean) * (redealt[0] - mean) / spread**2)
    return ranks, products


def compiled_redeal(name):
    """A game's redeal as rollouts call it, for the seat `table.me`."""
    entry = rollout_entries(find_game(name))[1].load()

    def redeal(table, hidden, seat, workspace):
        workspace.hidden = place_of(hidden)
        entry(table, workspace)

    return redeal


def strangest(ranks, products):
    """The least likely of all: p-values of uniform ranks, and of independence."""
    found = {}
    for what, values in ranks.items():
        counts = np.bincount(np.array(values) // 4, minlength=5)
        found[f"{what}: rank"] = stats.chisquare(counts).pvalue
    for what, values in products.items():
        error = np.std(values, ddof=1) / len(values) ** 0.5
        found[f"{what}: independent"] = 2 * stats.norm.sf(abs(np.mean(values)) / error)
    return min(found.items(), key=lambda one: one[1])


@pytest.mark.parametrize(("name", "players"), GAMES, ids=map(str, GAMES))
@pytest.mark.long
def test_the_truth_looks_like_one_of_its_redeals(name, players):
    """With about four kinds of cards in eleven games, one in a thousand runs would fall below 1e-5 by chance."""
    ranks, products = studied(name, players, compiled_redeal(name))
    if (name, players) == ("faut-pas-pousser", 4):
        assert not ranks, "nothing is hidden"
        return
    assert all(len(values) > 100 for values in ranks.values()), {what: len(values) for what, values in ranks.items()}
    assert strangest(ranks, products)[1] > 1e-5


KEPT = {
    "la-planche": lambda hidden: hidden.stones,
    "black-fleet": lambda hidden: hidden.movement,
    "piratoons": lambda hidden: hidden.ships,
}


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.long
def test_a_redeal_that_keeps_a_true_card_is_found_out(name):
    honest = compiled_redeal(name)

    def leaky(table, hidden, seat, workspace):
        before = KEPT[name](hidden).copy()
        honest(table, hidden, seat, workspace)
        KEPT[name](hidden)[...] = before

    ranks, products = studied(name, max(find_game(name).players), leaky)
    assert strangest(ranks, products)[1] < 1e-6


@pytest.mark.parametrize(("name", "players"), GAMES, ids=map(str, GAMES))
def test_what_is_known_stays_and_nothing_is_lost(name, players):
    """The table is not touched; a redeal of a redeal is what the truth's redeal is: nothing of the truth is left."""
    redeal, seen = compiled_redeal(name), Counter()
    for number, room in zip(range(60), positions(name, players), strict=False):
        table, truth, me = room.table.tobytes(), room.hidden.copy(), int(room.table.me)
        deal_again(redeal, room, me, 1)
        deal_again(redeal, room, me, number + 2)
        twice = room.hidden.copy()
        restore(room.hidden, truth)
        deal_again(redeal, room, me, number + 2)
        assert room.table.tobytes() == table
        assert room.hidden.tobytes() == twice.tobytes()
        seen[room.hidden.tobytes() != truth.tobytes()] += 1
    assert seen[True] > 0 or (name, players) == ("faut-pas-pousser", 4)
