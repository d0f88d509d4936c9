"""`analyse`: the command line."""

import errno
import os
import signal
import sys
import threading
import traceback
from _thread import interrupt_main
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer

from analyser.cli.options import knowing_games
from analyser.cli.output import outlive_readers
from analyser.core.errors import AnalyseError, BadInput, unknown
from analyser.core.exit_codes import Exit

INTERRUPTED = 130
"""What typer answers after Ctrl-C."""
HELP = """Plays your board game millions of times and tells you whether it is fair.

First run: analyse simulate --game black-fleet

Exit codes: 0 fine; 1 drift, or a design target missed; 2 usage or bad input; 3 the run failed or was interrupted
(the command that resumes it is printed); 4 inconclusive; 5 incompatible baseline.
"""


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"analyse {version('analyser')}")
        raise typer.Exit(Exit.FINE)


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
]


COMMANDS = {
    "What there is": ("games", "strategies"),
    "Play": ("simulate", "play", "replay", "table", "bench"),
    "Ask": (
        "seats",
        "compare",
        "sweep",
        "values",
        "tournament",
        "ladder",
        "best-response",
        "feel",
        "sensitivity",
        "sample-size",
    ),
    "Change the rules": ("fix", "diff"),
    "Print and guard": ("report", "baseline", "check"),
    "Your own games and strategies": ("new-game", "copy-game", "new-strategy", "try", "learn"),
}
"""The commands, by the panels of the help."""
ELSEWHERE = {"table": "table.own_table", "copy-game": "new_game.copy_game", "try": "try_strategy.try_strategy"}
"""Commands whose function, or module, has another name than they have."""
OF_ALL_GAMES = ("bench", "try", "diff")
"""Commands that mean something else without a game."""


def app_with(typed: str = "") -> typer.Typer:
    """The program with the command that is typed, which saves a start the others; with all if it is none of them."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

    @app.callback(help=HELP)
    def analyse(shows_version: Version = False) -> None:
        """Options before a command."""

    known = [(panel, name) for panel, names in COMMANDS.items() for name in names]
    for panel, name in [(panel, name) for panel, name in known if name == typed] or known:
        module, _, function = ELSEWHERE.get(name, name.replace("-", "_")).partition(".")
        found = import_module(f"analyser.cli.{module}")
        if name == "games":
            app.add_typer(found.app, name=name, rich_help_panel=panel)
        else:
            command = knowing_games(getattr(found, function or module), name not in OF_ALL_GAMES)
            app.command(name, rich_help_panel=panel)(command)
    return app


def main() -> None:
    """Run a command. Errors that a user can cause are printed as one sentence, not as a traceback."""
    interrupt_once()
    outlive_readers()
    try:
        _refuse_other_letters(sys.argv)
        status = app_with(*sys.argv[1:2])(standalone_mode=False)
    except AnalyseError as problem:
        _leave(problem.exit_code, str(problem))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except SystemExit as leaving:
        status = leaving.code
    except Exception as problem:
        if hasattr(problem, "format_message"):
            _leave(Exit.BAD_INPUT, _misuse(problem))
        _leave(*told(problem))
    if status == INTERRUPTED:
        _leave(Exit.FAILED, "interrupted.")
    _leave(status if isinstance(status, int) else Exit.FINE)


def _refuse_other_letters(words: list[str]) -> None:
    for word in words:
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            raise BadInput(f"« {ascii(word)[1:-1]} » is not text in UTF-8. Rename the file, and type its new name.")


def told(problem: Exception) -> tuple[Exit, str]:
    """What nobody foresaw, in a sentence: the exit code and the text. ANALYSE_TRACEBACK=1 also prints where it was."""
    if os.environ.get("ANALYSE_TRACEBACK"):
        traceback.print_exception(problem)
    if isinstance(problem, OSError) and problem.errno == errno.ENAMETOOLONG:
        name = str(problem.filename)[:60]
        return Exit.BAD_INPUT, f"The name {name}... is too long for a file. Type a shorter one."
    if isinstance(problem, OSError) and problem.strerror:
        where = f": {problem.filename}" if problem.filename else ""
        return Exit.FAILED, f"The system refused something: {problem.strerror}{where}."
    if isinstance(problem, MemoryError):
        return Exit.FAILED, "There is not enough memory. Play with fewer --jobs, or fewer games."
    what = f"{type(problem).__name__}: {problem}".rstrip(": ").partition("\n")[0]
    return Exit.FAILED, f"This is a mistake in analyse: {what}. Please report it, with what ANALYSE_TRACEBACK=1 prints."


def _misuse(problem: Any) -> str:
    """What was typed wrong, the nearest option, and the help of the command itself."""
    words = _command_in(sys.argv[1:])
    see = " ".join(["analyse", *words, "--help"])
    if hasattr(problem, "possibilities"):
        known = [name for one in problem.ctx.command.params for name in one.opts if name.startswith("--")]
        return str(unknown(f"option of analyse {' '.join(words)}".rstrip(), problem.option_name, known, see))
    message = problem.format_message()
    return message and f"{message}{'' if message.endswith(('.', '?')) else '.'} See: {see}"


def _command_in(typed: list[str]) -> list[str]:
    """The words that name a command."""
    words: list[str] = []
    command: Any = typer.main.get_command(app_with(*typed[:1]))
    for word in typed:
        if word not in getattr(command, "commands", {}):
            break
        command = command.commands[word]
        words.append(word)
    return words


def interrupt_once() -> None:
    """The first Ctrl-C or SIGTERM stops the command; a second one must not interrupt the clean-up."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        asked.append(number)
        if len(asked) == 1:
            raise KeyboardInterrupt

    def ask_again(lost: "sys.UnraisableHookArgs") -> None:
        """An interrupt that fell into a destructor has stopped nothing: Python only prints it."""
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(lost)
            return
        asked.clear()
        threading.Timer(0.01, interrupt_main).start()

    sys.unraisablehook = ask_again
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)


def _leave(status: int, message: str = "") -> NoReturn:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    try:
        sys.stdout.flush()
    except OSError as problem:
        status, message = told(problem)
    with suppress(OSError):
        print(f"analyse: {message}" if message else "", end="\n" if message else "", file=sys.stderr, flush=True)
    exec("")  # Python would end by SIGINT after one that came inside an exec, caught or not; the next exec forgets it
    sys.exit(int(status))
