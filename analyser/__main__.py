"""`python -m analyser` is `analyse`."""

import signal
import sys


def main() -> None:
    """Ctrl-C ends the command silently until it has started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from analyser.cli.app import main as run
    except ImportError as problem:
        sys.stderr.write(f"analyse: It cannot start: {problem}. Install it again.\n")
        sys.exit(3)
    run()


if __name__ == "__main__":
    main()
