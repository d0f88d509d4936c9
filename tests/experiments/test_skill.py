"""What the deal settles is measured in the tournament's own line-ups."""

from analyser.experiments import skill
from analyser.experiments.sample import play
from analyser.experiments.skill import deal_share
from tests.experiments.asking import FPP, RUNNER, ask


def test_deals_are_replayed_by_the_line_ups_of_the_tournament(monkeypatch):
    """On other deals, with the same sets of strategies equally often: not by the strongest against itself."""
    jobs = []

    def played(job, runner):
        jobs.append(job)
        return play(job, runner)

    monkeypatch.setattr(skill, "play", played)
    asked = ask(FPP, 480)
    sample = play(asked.job("seated", strategies="random,greedy,thrifty", lineups="profiles"), RUNNER)
    share, error = deal_share(asked, sample, "random,greedy,thrifty", RUNNER)
    (replayed,) = jobs
    assert replayed.strategies == sample.job.strategies
    assert (replayed.plan_name, replayed.luck, replayed.replays) == (sample.job.plan_name, "replayed", 8)
    assert replayed.seed != sample.job.seed
    assert error > 0 and share < 1
