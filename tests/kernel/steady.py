"""How hypothesis runs here: the same examples every time, and no clock."""

from hypothesis import settings

steady = settings(deadline=None, derandomize=True)
