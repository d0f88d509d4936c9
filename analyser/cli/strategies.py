"""`analyse strategies`."""

from analyser.cli.options import GameName, Json
from analyser.cli.output import out, print_json, table
from analyser.registry import find_game


def strategies(game: GameName, as_json: Json = False) -> None:
    """The strategies of a game: idea and parameters of each."""
    from analyser.strategies import read_strategy, strategy_files

    found = [read_strategy(path) for path in strategy_files(find_game(game)).values()]
    if as_json:
        print_json(
            [
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
                for one in found
            ]
        )
        return
    rows = [
        [
            one.name,
            one.idea,
            ", ".join(f"{name}={default:g} ({least:g}..{most:g})" for name, default, least, most in one.defaults),
        ]
        for one in found
    ]
    out.print(table(f"Strategies of {game}", ["name", "idea", "parameters"], rows, left=3))
    out.print(f"Next: analyse simulate --game {game} --strategies {found[0].name},{found[-1].name}")
