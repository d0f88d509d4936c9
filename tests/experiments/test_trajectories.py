"""Games that are followed turn by turn."""

from analyser.experiments.sample import play
from analyser.experiments.trajectories import trajectories
from tests.experiments.asking import FPP, RUNNER, ask


def test_chances_are_judged_by_the_order_of_play_of_each_game():
    """Faut pas pousser: the order of play follows from the opening, and is not that of the seats."""
    asked = ask(FPP, 100)
    job = asked.mirror("random")
    order = trajectories(job, RUNNER).followed(asked.game).order
    assert (order == play(job, RUNNER).by_seat("turn_position") - 1).all()
    assert (order != range(4)).any()
