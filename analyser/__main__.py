"""`python -m analyser` is `analyse`."""

import os
import signal
import threading

from analyser.exit_codes import Exit

GRACE_SECONDS = 10.0
"""How long a command that failed may take to clean up."""


def main() -> None:
    """Until the command itself listens, Ctrl-C ends it without a word: nothing has begun."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from analyser.cli.app import main as run

    try:
        run()
    except SystemExit as leaving:
        if leaving.code == Exit.FAILED:
            _end_in_any_case()
        raise


def _end_in_any_case() -> None:
    """Processes stopped in the middle of their work may never answer loky, which waits for them at exit."""
    end = threading.Timer(GRACE_SECONDS, os._exit, [int(Exit.FAILED)])
    end.daemon = True
    end.start()


if __name__ == "__main__":
    main()
