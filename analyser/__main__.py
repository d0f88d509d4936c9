"""`python -m analyser` is `analyse`."""

from analyser.cli.app import main

main()
