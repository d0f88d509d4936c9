"""Plants imbalances in games, has `analyse fix` mend them, and judges the change by a large run of other games.

    make plants                          all cases, 20 seeds each
    make plants CASE=lottery SEEDS=5     those whose name begins so

Each result is added to reports/out/plants.jsonl at once: stopped, it goes on where it was, and a seed is not run twice.
"""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import analyser  # before numpy, whose threads it limits

__all__ = ["analyser"]

from analyser.api.fixing import wanted_of
from analyser.experiments.fixing.change import Change, changed_files, write_changed
from analyser.experiments.fixing.fix import Wanted, fix
from analyser.experiments.fixing.gauges import Gauge
from analyser.experiments.fixing.measurement import Ends
from analyser.experiments.sample import Runner
from analyser.games.loader import find_game
from analyser.simulation.executor import Workers

FOUND = Path(__file__).parents[2] / "reports" / "out" / "plants.jsonl"
LOTTERY = str(Path(__file__).parents[1] / "experiments" / "planted" / "fixable")
LONG_SEED = 987_654_321
QUIET = Runner(Workers(1))
EVEN = {"turn_points": "4,3,2,0"}
"""With these points Faut pas pousser's order of play is about even."""


@dataclass(frozen=True)
class Case:
    """A game with a plant, and what is wanted of it."""

    game: str
    targets: tuple[str, ...]
    plant: Mapping[str, str] = field(default_factory=dict)
    """Settings that its data then have; it may move them back."""
    keep: tuple[str, ...] = ()
    expected: frozenset[str] | None = None
    """The levers that the smallest change moves; none: nothing may be changed; not known if left out."""
    budget: int | None = None
    long: int = 400_000
    """Games of the run that judges."""


def lottery(expected: str, keep: str = "", **plant: int) -> Case:
    """The lottery of tests/experiments/planted: every imbalance is a number."""
    words = {name: str(number) for name, number in plant.items()}
    levers = frozenset(expected.split()) if expected != "?" else None
    return Case(LOTTERY, ("seats=2", "card=2", "rounds=8:12"), words, tuple(keep.split()), levers)


CASES = {
    "lottery fair": lottery(""),
    "lottery gift": lottery("gift", gift=3),
    "lottery gift, not that lever": lottery("late", keep="gift", gift=3),
    "lottery card": lottery("strong", strong=4),
    "lottery card, not that lever": lottery("weak", keep="strong", strong=4),
    "lottery length": lottery("length", length=18),
    "lottery gift and length": lottery("gift length", gift=3, length=18),
    "lottery gift and length, not that lever": lottery("late length", keep="gift", gift=3, length=18),
    "La Planche fair": Case("la-planche", ("seats=2", "turns=15:20"), expected=frozenset(), budget=400_000),
    "La Planche length": Case(
        "la-planche", ("seats=2", "turns=15:20"), {"plank_length": "24"}, (), frozenset({"plank_length"}), 400_000
    ),
    "Piratoons fair": Case(
        "piratoons", ("seats=3", "winners_score=15:40"), expected=frozenset(), budget=200_000, long=100_000
    ),
    "Faut pas pousser fair": Case("faut-pas-pousser", ("turn_position=8",), EVEN, (), frozenset(), 500_000, 100_000),
    "Faut pas pousser gift": Case(
        "faut-pas-pousser",
        ("turn_position=8",),
        {"turn_points": "9,3,2,0"},
        (),
        frozenset({"turn_points"}),
        500_000,
        100_000,
    ),
}


def planted(case: Case, folder: Path) -> str:
    """The game whose data have the plant."""
    if not case.plant:
        return case.game
    write_changed(folder, changed_files(find_game(case.game), Change(), case.plant))
    return f"{case.game}@{folder}"


def is_met(wanted: Wanted, change: Change | None, games: int) -> bool:
    """Whether a long run of other games meets the targets, by its plain numbers."""
    spec = replace((change or Change()).applied(wanted.experiment), games=games, seed=LONG_SEED)
    found = Gauge(wanted.targets, wanted.strategies, QUIET).measure(spec)
    return not Ends.of(found.limits).excess(found.value).any()


def result(name: str, seed: int) -> dict[str, Any]:
    """One seed of a case: what was proposed, and whether it holds."""
    case, begin = CASES[name], time.process_time()
    with TemporaryDirectory() as folder:
        game = planted(case, Path(folder))
        aims: Any = {"targets": case.targets, "keep": case.keep, "opponents": ""}
        wanted = wanted_of(game, aims, {"seed": seed, "games": case.budget})
        answer, change = fix(wanted, QUIET)
        seconds = time.process_time() - begin
        levers = sorted(change.levers) if change else []
        return {
            "case": name,
            "seed": seed,
            "verdict": str(answer.verdict.level),
            "change": change.words if change else "nothing",
            "as_expected": None if case.expected is None else set(levers) == case.expected,
            "met": (change is not None or answer.verdict.level == "met") and is_met(wanted, change, case.long),
            "games": answer.facts["games_played"],
            "seconds": round(seconds, 1),
        }


def known() -> list[dict[str, Any]]:
    """What was found before."""
    return [json.loads(line) for line in FOUND.read_text("utf-8").splitlines()] if FOUND.exists() else []


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A row for each case."""
    yield "| case | seeds | targets met | as expected | games | processor time |"
    yield "|---|---|---|---|---|---|"
    for name in CASES:
        some = [one for one in rows if one["case"] == name]
        if some:
            met, right = (sum(bool(one[key]) for one in some) for key in ("met", "as_expected"))
            games, seconds = (sum(one[key] for one in some) / len(some) for key in ("games", "seconds"))
            yield f"| {name} | {len(some)} | {met} | {right} | {games:,.0f} | {seconds:.1f} s |"


def main(begins: str = "", seeds: str = "20") -> None:
    """Run what is missing, seed by seed, and print the table."""
    done = {(one["case"], one["seed"]) for one in known()}
    todo = [(name, seed) for seed in range(1, int(seeds) + 1) for name in CASES if name.startswith(begins)]
    FOUND.parent.mkdir(parents=True, exist_ok=True)
    for name, seed in todo:
        if (name, seed) not in done:
            found = result(name, seed)
            with FOUND.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found, ensure_ascii=False) + "\n")
            print(found, flush=True)
    print("\n".join(table(known())))


if __name__ == "__main__":
    main(*sys.argv[1:])
