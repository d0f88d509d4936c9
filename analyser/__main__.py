"""`python -m analyser` is `analyse`."""

import signal


def main() -> None:
    """Ctrl-C ends the command silently until it has started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from analyser.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
