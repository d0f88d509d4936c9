"""`python -m analyser` is `analyse`."""

import gc
import signal
import sys

COLLECT_AFTER = 50_000
"""New objects until Python looks for garbage. With its own 700, imports alone make it look so often that a warm start
takes a tenth longer."""


def main() -> None:
    """Ctrl-C ends the command silently until it has started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(COLLECT_AFTER)
    try:
        from analyser.cli.app import main as run
    except ImportError as problem:
        sys.stderr.write(f"analyse: It cannot start: {problem}. Install it again.\n")
        sys.exit(3)
    run()


if __name__ == "__main__":
    main()
