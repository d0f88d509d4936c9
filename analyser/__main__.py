"""`python -m analyser` is `analyse`."""

import signal


def main() -> None:
    """Until the command itself listens, Ctrl-C ends it without a word: nothing has begun."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from analyser.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
