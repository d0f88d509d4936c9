from collections.abc import Callable


def test_rules_uncompiled(check_uncompiled: Callable[[str], None]):
    check_uncompiled("piratoons")
