"""What a seat may know and ask, and what no strategy can: piles, closed hands, other purses."""

import random

import numpy as np
import pytest

from analyser.games.piratoons import choices, foresight, points, rules, ship, view
from analyser.games.piratoons.choices import CHOICE, Act, Kind
from analyser.games.piratoons.redeal import redeal
from analyser.games.piratoons.table import FIRST_SHIP, HIDDEN, N_CODES, N_TYPES, TABLE, Add, Equipment
from analyser.kernel.restrictions import ANY_VALUE
from analyser.kernel.workspace import POLICY_ASKS_MORE
from analyser.simulation import information_leaks
from tests.games.piratoons.kernel_games import BUILT_IN, GAME, PLAYERS
from tests.games.piratoons.tables import build, code_of, dealt, equip, fill_chest, lay_pawns, shipyard, supplied
from tests.games.piratoons.test_best_ship import random_tile
from tests.games.redealing import deal_again

pytestmark = pytest.mark.uncompiled


def asked(room, seat=0, kind=Kind.PLACE):
    """The view of a seat that is asked."""
    room.table.me, room.table.asked = seat, kind
    return room.table


class TestHidden:
    def test_a_view_has_no_field_for_piles_or_closed_hands(self):
        assert {*HIDDEN.names} & {*TABLE.names} == {"bids"}
        assert not {*HIDDEN.names} & {*CHOICE.names}

    @pytest.mark.parametrize("is_open", [False, True])
    def test_a_redeal_changes_only_what_is_hidden(self, is_open):
        room = supplied(4, open_purses=is_open)
        room.hidden.purse[:] = [9, 5, 2, 7]
        room.table.earned[:], room.table.spent[:], room.table.gave_back[:] = [8, 4, 3, 4], [2, 0, 4, 0], [0, 2, 0, 0]
        room.hidden.bids[:] = [3, 1, 2, 0]
        before, seen, piles = room.table.tobytes(), room.hidden.equipment[:6].tolist(), set()
        for seed in range(20):
            deal_again(redeal, room, 1, seed)
            assert room.hidden.equipment[:6].tolist() == seen
            assert room.hidden.bids.tolist() == [0, 1, 0, 0]
            assert room.hidden.purse.tolist() == [9, 5, 2, 7], "everybody saw what came in and what went out"
            piles.add(tuple(room.hidden.ships.tolist()))
        assert room.table.tobytes() == before and len(piles) == 20

    @pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "random"])
    @pytest.mark.long
    def test_every_built_in_strategy_chooses_the_same_whatever_is_hidden(self, monkeypatch, name):
        monkeypatch.setattr(information_leaks, "GAMES", 1)
        monkeypatch.setattr(information_leaks, "REDEALS", 1)
        found = information_leaks.count_breaches(GAME.name, name, 3)
        assert found["asked"] > 0 and found["differs"] == 0 and found["touched"] == 0


class TestTiles:
    def test_what_a_code_is(self):
        record = dealt(2).table
        assert view.is_sail(0) and not view.is_sail(1)
        assert view.is_ship(FIRST_SHIP) and not view.is_ship(FIRST_SHIP - 1)
        assert (view.kind_of(code_of("porthole2")), view.kind_of(FIRST_SHIP)) == (Equipment.PORTHOLE, -1)
        assert (view.storeys_of(record, FIRST_SHIP + 23), view.storeys_of(record, 0)) == (4, 0)

    def test_what_throwing_back_costs(self):
        record = asked(shipyard(equipment=["deck1"] * 3 + ["gunport1", "gunport2", "gunport3"] + ["sail"]))
        losses = [view.family_loss(record, code_of(word)) for word in ("deck1", "gunport2", "sail")]
        assert losses == [5 - 2, 4, 0]

    @pytest.mark.parametrize("code", [FIRST_SHIP, FIRST_SHIP + 23, -1])
    def test_what_is_no_equipment_costs_nothing_to_throw_back(self, code):
        """A learned strategy asks about every choice, also about ship tiles and about choices without a tile."""
        record = asked(shipyard(equipment=["deck1", "gunport1"]))
        assert view.family_loss(record, code) == 0
        assert view.kind_of(code) == -1


class TestPlunder:
    def test_the_sand(self):
        record = asked(supplied(2))
        record.tick = 1
        assert view.sand_left(record) == 15
        record.tick = 16
        assert view.sand_left(record) == 0

    def test_rounds_left(self):
        assert view.rounds_left(asked(supplied(2))) == 7

    def test_pawns_on_a_tile(self):
        room = supplied(4)
        lay_pawns(room, 2, "1202")
        record = asked(room, 1)
        assert (view.my_pawns(record, 2), view.pawns_of_others(record, 2), view.leads(record, 2)) == (2, 3, 0)
        room.table.is_out[3] = 1
        assert (view.pawns_of_others(record, 2), view.leads(record, 2)) == (1, 1)

    @pytest.mark.parametrize(
        ("pawns", "now", "after", "mine"),
        [
            ("000", -1, 0, True),
            ("010", 1, -1, False),
            ("110", -1, 0, True),
            ("011", -1, -1, False),
            ("120", 1, -1, False),
        ],
    )
    def test_who_takes_a_tile_now_and_after_one_more_pawn(self, pawns, now, after, mine):
        room = supplied(3)
        lay_pawns(room, 4, pawns)
        record = asked(room)
        assert (view.taker_now(record, 4), view.taker_after(record, 4, 0, 1)) == (now, after)
        assert bool(view.mine_after(record, 4)) == mine

    def test_a_tile_that_is_mine_does_not_become_mine(self):
        room = supplied(2)
        lay_pawns(room, 4, "10")
        assert not view.mine_after(asked(room), 4)

    @pytest.mark.parametrize(
        ("pawns", "does"),
        [
            ("000", view.PAWN_FREE),
            ("100", view.PAWN_GUARDS),
            ("110", view.PAWN_WINS),
            ("010", view.PAWN_SPOILS),
            ("020", view.PAWN_NOTHING),
        ],
    )
    def test_what_one_more_pawn_of_mine_does(self, pawns, does):
        room = supplied(3)
        lay_pawns(room, 2, pawns)
        assert view.pawn_does(asked(room), 2) == does


class TestPurses:
    def test_what_is_known_of_purses(self):
        room = supplied(3)
        room.table.doubloons[:3] = [4, -1, -1]
        record = asked(room)
        assert (view.my_doubloons(record), view.richest_known(record)) == (4, -1)
        room.table.doubloons[:3] = [4, 6, 2]
        assert view.richest_known(record) == 6


class TestShips:
    def test_the_best_of_the_others(self):
        room = dealt(3)
        build(room, 1, "1aa/g/0", "4aa/gpq/5")
        equip(room, 1, "sail", "sail", "gunport1")
        record = asked(room)
        assert (view.best_other_sails(record), view.best_other_barrels(record)) == (2, 5)
        assert (view.empty_on(record, 0), view.empty_on(record, 1), view.others_empty(record)) == (0, 4, 4)
        assert view.others_empty(asked(room, 1)) == 0


class TestAdds:
    def test_what_a_tile_adds_is_what_counting_before_and_after_says(self):
        """On random ships: every tile is really added to a copy."""
        rng = random.Random(20)
        words = ["sail", *(f"{kind.name.lower()}{k}" for kind in list(Equipment)[1:] for k in (1, 2, 3))]
        for _ in range(60):
            room = dealt(2)
            build(room, 0, *(random_tile(rng) for _ in range(rng.randint(0, 5))))
            for word in rng.sample(words, 8):
                equip(room, 0, word)
                if not ship.all_fits(room.table, 0):
                    ship.lose_equipment(room.table, 0, code_of(word))
            for code in rng.sample(range(FIRST_SHIP), 5) + rng.sample(range(FIRST_SHIP + 5, N_CODES), 5):
                self.compare(room, code)

    def compare(self, room, code):
        record, me = room.table, 0
        foresight.look_at(record, code)
        found = record.adds[me, code].tolist()
        before, state = self.measures(record), record.tobytes()
        after_room = record.copy()
        ship.take_tile(record, me, code)
        fits = bool(ship.all_fits(record, me))
        after = self.measures(record)
        for name in after_room.dtype.names:
            record[name] = after_room[name]
        assert record.tobytes() == state
        joins, families, empty, sails, barrels, room_for_sails = (b - a for a, b in zip(before, after, strict=True))
        if code >= FIRST_SHIP:
            assert found == [1, joins, 0, empty, room_for_sails, barrels]
        else:
            assert found == ([1, 0, families, empty, sails, 0] if fits else [0] * 6)

    def measures(self, record):
        decks = record.kinds[0, Equipment.DECK]
        values = (ship.join_points(record, 0), ship.all_family_points(record, 0), points.empty_of(record, 0, 5))
        return [
            int(value) for value in (*values, record.kinds[0, 0], record.barrels[0], ship.sail_room(record, 0, decks))
        ]

    def test_worth_is_joins_and_families(self):
        room = shipyard("2aa/gg/1", equipment=["gunport1"])
        foresight.look_at(room.table, code_of("gunport1"))
        foresight.look_at(room.table, FIRST_SHIP + 10)
        record = asked(room)
        assert view.worth(record, 0, code_of("gunport1")) == 2
        assert view.worth(record, 0, FIRST_SHIP + 10) == view.adds(record, 0, FIRST_SHIP + 10, Add.JOINS) == -2

    @pytest.mark.parametrize("asks", [0, 1])
    def test_worked_out_only_if_somebody_asks(self, asks):
        room = supplied(2)
        room.workspace.policy_params[1, POLICY_ASKS_MORE] = asks
        room.table.adds[:] = 0
        fill_chest(room, "sail", "deck1")
        room.table.chest[8] = FIRST_SHIP
        foresight.look_at_chest(room.table, room.workspace)
        assert room.table.adds[1, FIRST_SHIP, Add.FITS] == asks
        room.table.adds[:] = 0
        rules.lay_out_lot(room.table)
        foresight.look_at_lot(room.table, room.workspace)
        assert room.table.adds[0, FIRST_SHIP, Add.FITS] == asks


class TestRestrictions:
    def choice(self, act, tile=-1, bid=-1):
        one = np.zeros(1, CHOICE).view(np.recarray)[0]
        one.act, one.tile, one.bid = act, tile, bid
        return one

    @pytest.mark.parametrize(
        ("what", "value", "fitting", "other", "elsewhere"),
        [
            ("pawn", ANY_VALUE, (Act.PUT, 0), (Act.WAIT,), (Act.BID, -1, 0)),
            ("pawn", 3, (Act.PUT, 0), (Act.STOP,), (Act.PICK, 0)),
            ("stop", ANY_VALUE, (Act.STOP,), (Act.PUT, 0), (Act.THROW, 0)),
            ("ship", ANY_VALUE, (Act.PUT, FIRST_SHIP), (Act.PICK, 0), (Act.WAIT,)),
            ("ship", 4, (Act.PICK, FIRST_SHIP + 23), (Act.PUT, FIRST_SHIP), (Act.BID, -1, 2)),
            ("equipment", ANY_VALUE, (Act.PUT, 0), (Act.PICK, FIRST_SHIP), (Act.WAIT,)),
            ("equipment", 1, (Act.PICK, 1), (Act.PUT, 0), (Act.BID, -1, 2)),
            ("bid", ANY_VALUE, (Act.BID, -1, 2), (Act.BID, -1, 0), (Act.PUT, 0)),
            ("bid", 0, (Act.BID, -1, 0), (Act.BID, -1, 1), (Act.STOP,)),
        ],
    )
    def test_what_never_and_always_speak_of(self, what, value, fitting, other, elsewhere):
        record = asked(supplied(2))
        record.reserve[0] = 3
        fits = choices.RESTRICTABLE[what]
        assert [int(fits(record, self.choice(*one), value)) for one in (fitting, other, elsewhere)] == [1, 0, -1]

    def test_a_pawn_before_the_one_named_is_free(self):
        record = asked(supplied(2))
        record.reserve[0] = 5
        assert choices.fits_pawn(record, self.choice(Act.PUT, 0), 3) == 0
        record.reserve[0] = 4
        assert choices.fits_pawn(record, self.choice(Act.PUT, 0), 3) == 1

    @pytest.mark.parametrize(("bid", "is_one"), [(0, 0), (1, 1), (2, 1)])
    def test_one_doubloon_is_a_bid_and_none_is_not(self, bid, is_one):
        assert choices.fits_bid(asked(supplied(2)), self.choice(Act.BID, bid=bid), ANY_VALUE) == is_one

    def test_all_are_listed(self):
        assert set(choices.RESTRICTABLE) == {"pawn", "stop", "ship", "equipment", "bid", "bid-in-round"}
        assert PLAYERS == (2, 3, 4) and N_TYPES == 37
