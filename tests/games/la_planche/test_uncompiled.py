from collections.abc import Callable

import pytest


def test_rules_uncompiled(pass_uncompiled: Callable[[str], None]) -> None:
    pass_uncompiled("la_planche")


@pytest.mark.long
def test_every_line_and_branch_is_tested(cover_uncompiled: Callable[[str], None]) -> None:
    cover_uncompiled("la_planche")
