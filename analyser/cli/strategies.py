"""`analyse strategies`."""

from analyser import api
from analyser.cli.options import GameName, Json, StrategyPath
from analyser.cli.output import out, print_json, table


def strategies(game: GameName, strategy_path: StrategyPath = None, as_json: Json = False) -> None:
    """The strategies of a game: idea and parameters of each, and what wrappers may restrict."""
    found = api.strategies(game, strategy_path or [])
    if as_json:
        facts = [
            {
                "name": one.name,
                "idea": one.idea,
                "form": one.form,
                "path": str(one.path),
                "parameters": [
                    {"name": name, "default": default, "least": least, "most": most}
                    for name, default, least, most in one.defaults
                ],
            }
            for one in found.strategies
        ]
        print_json({"strategies": facts, "wrappers": found.wrappers, "restrictable": found.restrictable})
        return
    rows = [
        [one.name, one.idea, ", ".join(_parameter(*parameter) for parameter in one.defaults)]
        for one in found.strategies
    ]
    out.print(table(f"Strategies of {game}", ["name", "idea", "parameters: default (range)"], rows, left=3))
    out.print(f"Wrappers, around any of them: {', '.join(found.wrappers.values())}.")
    out.print(f"<what> is one of {', '.join(found.restrictable)}.")
    first, last = found.strategies[0].name, found.strategies[-1].name
    out.print(f"Next: analyse simulate --game {api.game(game).typed} --strategies {first},{last}")


def _parameter(name: str, default: float, least: float, most: float) -> str:
    return f"{name}={default:g} ({least:g} to {most:g})"
