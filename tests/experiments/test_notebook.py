"""What a notebook shows: answers that a person reads, figures, runs, progress."""

import pytest

import analyser
from analyser.core.errors import BadInput

FPP = "faut-pas-pousser"


@pytest.fixture(scope="module")
def answer():
    return analyser.sweep(FPP, "captain_bonus=0,4", "random", games=200, robustness=False)


def test_an_answer_prints_what_it_says(answer):
    text = repr(answer)
    assert text.startswith(answer.heading)
    assert all(line in text for line in answer.headlines)
    assert "shape:" in text


def test_an_answer_draws_its_numbers(answer):
    """A row for each number, with its interval and a line at 0."""
    axes = answer.figure("differences").axes[0]
    assert len(axes.get_yticklabels()) == answer.tables["differences"].height
    assert axes.lines
    with pytest.raises(BadInput, match="No table that can be drawn « nothing »"):
        answer.figure("nothing")


def test_a_run_is_played_stored_and_printed(tmp_path, capsys):
    done = analyser.simulate(FPP, 200, strategies="random", out=tmp_path / "run", progress=True, jobs=1)
    assert (tmp_path / "run" / "run.json").exists()
    assert "200 games" in repr(done) and "win_share" in repr(done)
    assert "200 games" in capsys.readouterr().err
    again = analyser.simulate(FPP, 200, strategies="random", out=tmp_path / "run", jobs=1)
    assert again.summary.seats.equals(done.summary.seats)
    assert "games" not in capsys.readouterr().err


def test_progress_of_a_question_is_told_if_wanted(capsys):
    analyser.play(FPP, "random", games=200, jobs=1, progress=True)
    assert "games" in capsys.readouterr().err


def test_a_single_question_may_be_named_without_a_list():
    named, listed = (
        analyser.values(FPP, one, "random", games=100, jobs=1, robustness=False)
        for one in ("non-merci-turn", ["non-merci-turn"])
    )
    assert named.as_json() == listed.as_json()
