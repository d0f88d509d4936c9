"""Every worked example and picture of the French rulebook (Sweet November, 2012)."""

import pytest

from analyser.games.faut_pas_pousser import rules, turn
from analyser.games.faut_pas_pousser.columns import CAPTAINS_ABOARD
from analyser.kernel.columns import OUTCOME, OUTCOMES, RANK, WHOLE_WIN, WIN
from tests.games.faut_pas_pousser.notation import plank_text, read_pirate, read_plank
from tests.games.faut_pas_pousser.tables import (
    actions_in_hand,
    after_entry,
    installed,
    new_room,
    new_table,
    order_of_play,
    pirates_in_hand,
    plank_after_installation,
    turn_played,
)

pytestmark = pytest.mark.uncompiled


class TestTheTwelveCards:
    """« Votre jeu de cartes comporte 6 cartes PIRATE, 5 cartes ACTION et 1 carte Non Merci »: 48 in all."""

    def test_twelve_cards_of_each_crew(self):
        record = new_table()
        cards = [
            len(pirates_in_hand(record, letter)) + len(actions_in_hand(record, letter)) + record.non_merci[k]
            for k, letter in enumerate("BGRY")
        ]
        assert cards == [12, 12, 12, 12]

    def test_back_by_1_2_or_3_and_forward_by_1_or_2(self):
        assert actions_in_hand(new_table(), "B") == [-3, -2, -1, 1, 2]


class TestThePictureOfTheInstallation:
    """Four players reveal; on the plank stand, from the left, players 3, 1, 2 and 4 (blue is player 1).

    The values on the pictured cards are not in the text of the rulebook: any that give this order will do.
    """

    def test_the_plank(self):
        assert plank_after_installation("B2 G4 R1 Y6") == "R1 B2 G4 Y6"

    def test_player_4_begins_then_the_player_on_the_left_and_so_on(self):
        assert order_of_play("R1 B2 G4 Y6") == "Y B G R"

    def test_the_youngest_among_equals_stands_leftmost(self):
        assert plank_after_installation("B3 G3 R1 Y3", ages=(1, 2, 3, 0)) == "R1 Y3 B3 G3"


class TestTheFourEntries:
    """« Introduire son pirate sur la planche »: a picture for each case."""

    PLANK = "B3 R1 G5 Y2"

    @pytest.mark.parametrize(("pirate", "plank"), [("R3", "R3 B3 R1 G5"), ("R2", "R2 B3 R1 G5")])
    def test_equal_or_lower_enters_slot_1_and_pushes_all_others(self, pirate, plank):
        assert after_entry(self.PLANK, pirate) == plank

    def test_higher_by_1_enters_slot_2_and_pushes_the_last_3(self):
        assert after_entry(self.PLANK, "R4") == "B3 R4 R1 G5"

    def test_higher_by_2_enters_slot_3_and_pushes_the_last_2(self):
        assert after_entry(self.PLANK, "R5") == "B3 R1 R5 G5"

    def test_higher_by_3_or_more_takes_slot_4(self):
        assert after_entry(self.PLANK, "R6") == "B3 R1 G5 R6"


class TestActionAndPirate:
    def test_an_action_never_pushes_a_pirate_into_the_sea(self):
        """« Celui-ci s'arrête toujours au 4ème emplacement. »"""
        record = new_table("B3 R1 G5 Y2")
        assert plank_text(rules.shifted(record.plank, 2, 2)) == "B3 R1 Y2 G5"

    def test_action_first_works_before_the_arrival(self):
        assert plank_text(turn_played("B3 R1 G5 Y2", "R4", -1, 2, action_first=True).plank) == "R1 B3 G5 R4"

    def test_pirate_first_works_after_the_entry_and_the_dive_of_the_fifth(self):
        assert plank_text(turn_played("B3 R1 G5 Y2", "R4", -1, 2, action_first=False).plank) == "R4 B3 R1 G5"


class TestThePilesAndTheFinalCount:
    """« Bleu marque 25 points, Vert 22, Rouge 16, Jaune 29 (bonus Capitaine): c'est le joueur jaune qui remporte. »

    The rulebook pictures five piles and a plank; whose cards lie in them is not in its text. These give its totals.
    """

    PILES = ("B G R Y", "G R R R", "B G R Y", "B B G Y", "B G Y Y")
    PLANK = "Y1 B4 G5 R6"

    def final_table(self):
        room = new_room()
        room.table = new_table(self.PLANK)
        for letter in " ".join(self.PILES).split():
            rules.score_fall(room.table, read_pirate(f"{letter}2"))
        self.piles_scored = room.table.points.tolist()
        rules.score_plank(room.table)
        turn.record_result(room.table, room.workspace)
        return room

    def test_every_crew_has_six_pirates_in_it(self):
        cards = " ".join(self.PILES) + self.PLANK
        assert [cards.count(letter) for letter in "BGRY"] == [6, 6, 6, 6]

    def test_piles_score_1_to_5_points_a_pirate(self):
        self.final_table()
        assert self.piles_scored == [1 + 3 + 4 + 4 + 5, 1 + 2 + 3 + 4 + 5, 1 + 2 + 2 + 2 + 3, 1 + 3 + 4 + 5 + 5]

    def test_the_count_is_25_22_16_29(self):
        assert self.final_table().table.points.tolist() == [25, 22, 16, 29]

    def test_it_adds_up_to_92_with_one_captain_aboard(self):
        room = self.final_table()
        assert (room.table.points.sum(), room.workspace.game_row[CAPTAINS_ABOARD]) == (92, 1)

    def test_yellow_wins(self):
        workspace = self.final_table().workspace
        assert OUTCOMES[workspace.game_row[OUTCOME]] == "won"
        assert workspace.seat_rows[RANK, :4].tolist() == [2, 3, 4, 1]
        assert workspace.seat_rows[WIN, :4].tolist() == [0, 0, 0, WHOLE_WIN]

    def test_slots_score_9_8_7_6(self):
        plank = read_plank("B2 G2 R2 Y2")
        assert [rules.points_on_plank(new_table(), plank, one) for one in range(4)] == [9, 8, 7, 6]


class TestTwoOrThreePlayers:
    def test_crews_nobody_plays_stand_furthest_right_among_equals(self):
        """« En cas d'égalité, les équipages non joués prennent les emplacements situés les plus à droite. »"""
        assert plank_text(installed("B5 G5 R5 Y5", n_players=3).plank) == "B5 G5 R5 Y5"
        assert plank_text(installed("B5 G3 R3 Y5", n_players=2).plank) == "G3 R3 B5 Y5"

    def test_crews_nobody_plays_come_last_wherever_they_stand(self):
        """« Quel que soit leur emplacement sur la planche [...] joués en dernier dans l'ordre du tour de jeu. »"""
        assert order_of_play("B1 G2 R3 Y6", n_players=3) == "R B G Y"
        assert order_of_play("Y1 R2 G3 B6", n_players=2) == "B G R Y"
