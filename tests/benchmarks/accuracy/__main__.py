"""Called by `make accuracy`."""

import sys

from tests.benchmarks.accuracy.page import main

main(sys.argv[1:])
