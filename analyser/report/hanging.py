"""Does a verdict hang on an assumption? The same experiment again, more briefly, with other values of what the rulebook
leaves open, one at a time (method M15).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from analyser.experiments.robust import LEAST_GAMES, scenarios
from analyser.experiments.sample import Asked
from analyser.report.holding import Claim
from analyser.report.verdicts import Verdict
from analyser.report.words import Words

if TYPE_CHECKING:
    from analyser.report.desk import Desk
    from analyser.report.recipe import Ask

SHARE = 4
"""All checks of a page together play as many games as its experiment; one alone a quarter of them at most."""
MOST_TOLD = 3


@dataclass(frozen=True)
class Hanging:
    """Which other values of assumed settings are shown to turn a verdict, of how many that were tried."""

    turned: tuple[str, ...]
    tried: int
    undecided: bool = False
    """These games show too little to say that nothing turns it."""

    def brief(self, words: Words) -> str:
        """For a table."""
        if self.undecided:
            return words.say("verdict.undecided")
        if not self.turned:
            return words.say("hangs.none", tried=self.tried)
        more = ", …" if len(self.turned) > MOST_TOLD else ""
        return ", ".join(self.turned[:MOST_TOLD]) + more


def hanging(
    desk: "Desk",
    ask: "Ask",
    verdict: Verdict,
    claim: Claim,
    run: Callable[[Asked], pl.DataFrame],
    fixed: Sequence[str] = (),
) -> tuple[Hanging | None, tuple[str, ...]]:
    """Whether what a verdict rests upon lies elsewhere under another assumption, and the sentence that says so; nothing
    is tried for a verdict that claims nothing. `fixed` settings are the page's own.
    """
    asked = desk.asked_for(ask)
    tried = scenarios(asked, None, [], True, fixed)
    if not (desk.recipe.assumptions and verdict.claims and claim.rests_on and tried):
        return None, ()
    games = min(max(asked.games // max(len(tried), SHARE), LEAST_GAMES), asked.games)
    told = {}
    for one in tried:
        found = run(replace(one.asked, games=games, brief=True)).to_dicts()
        there = {claim.key(row): row for row in found}
        rows = [(row, there[claim.key(row)]) for row in claim.rests_on if claim.key(row) in there]
        against = [claim.told(row, other, one.name, desk.words) for row, other in rows if claim.differs(row, other)]
        if against:
            told[one.name] = against[0]
    facts = {
        "tried": len(tried),
        "games": desk.words.count(games),
        "told": desk.words.in_turn(list(told.values())[:MOST_TOLD]),
    }
    key = "hangs.on" if told else "hangs.off"
    return Hanging(tuple(told), len(tried)), (desk.words.say(key, **facts),)
