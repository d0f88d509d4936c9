"""Sentences about targets and changes: what a number was, what it is, what is wanted of it."""

import math

from analyser.experiments.fixing.change import Change
from analyser.experiments.fixing.levers import Lever
from analyser.experiments.fixing.measurement import Key
from analyser.experiments.fixing.targets import LEADER, RATES, SEATS, STRATEGY, scale_of
from analyser.experiments.measured import Limits, Measured
from analyser.experiments.sentences import Fact, Label, Number, RoleLevel, Sentence, Several, Span, in_turn, said
from analyser.games.settings import show

SEAT = "seat "


def number_name(key: Key) -> Fact:
    """What a number is called: a seat, a card, an outcome."""
    target, level = key
    if target == SEATS and level.startswith(SEAT):
        return said("the_seat", seat=int(level.removeprefix(SEAT)))
    role, _, one = level.partition(" ")
    if one and target in (SEATS, role):
        return RoleLevel(role, one)
    if level:
        return Label(level)
    name = RATES.get(target, "leader_at_half_wins_share" if target == LEADER else target)
    return Label(name, name.replace("_", " "))


def target_name(target: str) -> Fact:
    """What a target is called."""
    return said(f"target.{target}") if target in (SEATS, STRATEGY) else number_name((target, ""))


def with_unit(key: Key, number: Number) -> Fact:
    """A number as its target counts it: points, percent, or plain."""
    target, level = key
    if level and target != STRATEGY:
        return said("points", number=number)
    is_percent = target in (*RATES, LEADER, STRATEGY) or scale_of(target) != 1
    return said("percent", number=number) if is_percent else number


def amount(one: Measured) -> Fact:
    """A number with its unit and its interval."""
    key = (str(one.key[0]), str(one.key[1]))
    signed = bool(key[1]) and key[0] != STRATEGY
    between = Span(one.low, one.high, one.digits, signed)
    return said("with_interval", value=with_unit(key, one.number(signed)), between=between)


def wanted(limits: Limits) -> Fact:
    """What is allowed, in words."""
    least, most = limits
    if least == -most:
        return said("wanted.around", most=Number(most, None))
    if least == -math.inf:
        return said("wanted.most", most=Number(most, None))
    return said("wanted.band", least=Number(least, None), most=Number(most, None))


def change_words(change: Change) -> Fact:
    """A change: each lever, what it was, what it is."""
    if not change.moves:
        return said("fix.no_change")
    return Several(tuple(_move(one.lever, show(one.lever.current), one.shown) for one in change.moves))


def _move(lever: Lever, *ends: str) -> Sentence:
    before, after = (Label(f"{lever.name}={one}", one.replace(",", ", ")) for one in ends)
    return said("fix.move", lever=_lever_name(lever), before=before, after=after)


def _lever_name(lever: Lever) -> Fact:
    """A setting, or a number of one entry of a file."""
    what, of, entry = lever.name.partition(" of ")
    if of and what == lever.group:
        return said("fix.of_entry", what=Label(what), entry=Label(entry))
    return Label(lever.name, lever.name.replace("_", " "))


def from_to(before: Measured, after: Measured) -> Sentence:
    """One number before and after."""
    key = (str(after.key[0]), str(after.key[1]))
    return said("fix.from_to", what=number_name(key), before=amount(before), after=amount(after))


def listed_targets(names: list[str]) -> Fact:
    """Targets by name."""
    return in_turn([target_name(one) for one in names]) if names else said("fix.no_target")


def called(one: Measured) -> str:
    """A number's name in a table: its level, or its target."""
    target, level = one.key
    return str(level or target).replace("_", " ")
