from collections.abc import Callable

import pytest


@pytest.mark.parametrize("speed", ["not long", pytest.param("long", marks=pytest.mark.long)])
def test_rules_uncompiled(pass_uncompiled: Callable[[str, str], None], speed: str) -> None:
    pass_uncompiled("piratoons", speed)


@pytest.mark.long
def test_every_line_and_branch_is_tested(cover_uncompiled: Callable[[str], None]) -> None:
    cover_uncompiled("piratoons")
