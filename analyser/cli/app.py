"""`analyse`: the command line."""

import sys

import typer

from analyser.cli import bench, games, play, simulate, strategies
from analyser.errors import AnalyseError
from analyser.exit_codes import Exit

ABORTED = 130
"""What typer leaves with on Ctrl-C."""
HELP = """Plays your board game millions of times and tells you whether it is fair.

First run: analyse simulate --game faut-pas-pousser

Exit codes: 0 fine; 1 drift, or a design target missed; 2 usage or bad input; 3 the run failed or was interrupted
(the command that resumes it is printed); 4 inconclusive; 5 incompatible baseline.
"""

app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(games.app, name="games")
app.command("strategies")(strategies.strategies)
app.command("new-strategy")(strategies.new_strategy)
app.command("try")(strategies.try_strategy)
app.command("simulate")(simulate.simulate)
app.command("play")(play.play)
app.command("bench")(bench.bench)


def main() -> None:
    """Run a command; whatever a user can cause is told in a sentence, not in a traceback."""
    try:
        status = app(standalone_mode=False)
    except AnalyseError as problem:
        print(f"analyse: {problem}", file=sys.stderr)
        _leave(problem.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        print("analyse: interrupted.", file=sys.stderr)
        _leave(Exit.FAILED)
    except SystemExit as leaving:
        _leave(Exit.FAILED if leaving.code == ABORTED else int(leaving.code or 0))
    except BrokenPipeError:
        _leave(Exit.FINE)
    except typer.Exit as leaving:
        _leave(leaving.exit_code)
    except Exception as problem:
        if not hasattr(problem, "format_message"):
            raise
        message = problem.format_message().rstrip(".")
        if message:
            print(f"analyse: {message}. See: analyse --help", file=sys.stderr)
        _leave(Exit.BAD_INPUT)
    _leave(status if isinstance(status, int) else Exit.FINE)


def _leave(status: int) -> None:
    sys.exit(int(status))
