"""`analyse`: the command line."""

import errno
import signal
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any, NoReturn

import typer

from analyser.cli import bench, compare, drift, games, play, report, seats, simulate, strategies, tournament, values
from analyser.errors import AnalyseError
from analyser.exit_codes import Exit

INTERRUPTED = 130
"""What typer answers after Ctrl-C."""
HELP = """Plays your board game millions of times and tells you whether it is fair.

First run: analyse simulate --game black-fleet

Exit codes: 0 fine; 1 drift, or a design target missed; 2 usage or bad input; 3 the run failed or was interrupted
(the command that resumes it is printed); 4 inconclusive; 5 incompatible baseline.
"""

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"analyse {version('analyser')}")
        raise typer.Exit(Exit.FINE)


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
]


@app.callback(help=HELP)
def analyse(shows_version: Version = False) -> None:
    """What stands before a command."""


COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "What there is": {"strategies": strategies.strategies},
    "Play": {"simulate": simulate.simulate, "play": play.play, "bench": bench.bench},
    "Ask": {
        "seats": seats.seats,
        "compare": compare.compare,
        "sweep": compare.sweep,
        "values": values.values,
        "tournament": tournament.tournament,
        "best-response": tournament.best_response,
        "feel": tournament.feel,
        "sensitivity": seats.sensitivity,
        "how-many": seats.how_many,
    },
    "Print and guard": {"report": report.report, "baseline": drift.baseline, "check": drift.check},
    "Your own strategies": {"new-strategy": strategies.new_strategy, "try": strategies.try_strategy},
}
for panel, commands in COMMANDS.items():
    for name, command in commands.items():
        app.command(name, rich_help_panel=panel)(command)
app.add_typer(games.app, name="games", rich_help_panel="What there is")


def main() -> None:
    """Run a command; whatever a user can cause is told in a sentence, not in a traceback."""
    interrupt_once()
    try:
        status = app(standalone_mode=False)
    except AnalyseError as problem:
        _leave(problem.exit_code, str(problem))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except SystemExit as leaving:
        status = leaving.code
    except BrokenPipeError:
        _leave(Exit.FINE)
    except OSError as problem:
        if problem.errno != errno.ENAMETOOLONG:
            raise
        _leave(Exit.BAD_INPUT, f"The name {str(problem.filename)[:60]}... is too long for a file. Type a shorter one.")
    except Exception as problem:
        if not hasattr(problem, "format_message"):
            raise
        message = problem.format_message()
        end = "" if message.endswith((".", "?")) else "."
        _leave(Exit.BAD_INPUT, message and f"{message}{end} See: analyse --help")
    if status == INTERRUPTED:
        _leave(Exit.FAILED, "interrupted.")
    _leave(status if isinstance(status, int) else Exit.FINE)


def interrupt_once() -> None:
    """The first Ctrl-C or SIGTERM stops the command; a second one must not break off how it stops."""
    asked: list[int] = []

    def ask(number: int, frame: Any) -> None:
        asked.append(number)
        if len(asked) == 1:
            raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)


def _leave(status: int, message: str = "") -> NoReturn:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if message:
        print(f"analyse: {message}", file=sys.stderr, flush=True)
    exec("")  # Python would end by SIGINT after one that came inside an exec, caught or not; the next exec forgets it
    sys.exit(int(status))
