"""`python -m analyser` is `analyse`."""

from analyser.cli.app import main

if __name__ == "__main__":
    main()
