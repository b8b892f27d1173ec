"""Bleeding, and the last act of somebody who bleeds to death (CF-BLOOD). What comes back: `fatigue`."""

from __future__ import annotations

from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.clock import Entry, units
from engine.rulesets.classic_fantasy.wounds import Consequence, Wound
from engine.table.frozen import Frozen

StoppedBy = Literal["", "first_aid", "healing", "magic"]
CAUSE = "blood"
"""The cause of Fatigue that bleeding adds to."""
DEFAULT_LEVELS = 1


class Bleeding(Frozen):
    """Blood that somebody loses.

    Attributes:
        location: where; empty for inside.
        since: the second at which it began, or up to which it has been reckoned.
        levels: Fatigue levels that it costs each Combat Round (CF-BLOOD-1).
        stopped: the second at which it was stopped; None while it goes on.
        by: what stopped it.
    """

    since: int
    location: str = ""
    levels: int = DEFAULT_LEVELS
    stopped: int | None = None
    by: StoppedBy = ""


def next_loss(bleeding: Bleeding, now: int) -> int | None:
    """Return the second at which the next level goes; None if it was stopped."""
    lasts = units().combat_round_seconds
    return None if bleeding.stopped is not None else (max(now, bleeding.since) // lasts + 1) * lasts


def entry(bleeding: Bleeding, name: str) -> Entry | None:
    """Return what bleeding is to the clock; None if it was stopped."""
    at = next_loss(bleeding, bleeding.since)
    return None if at is None else Entry(name=name, at=at, kind="bleeding")


def dies_at(bleeding: Bleeding, level: int, dead: int, now: int) -> int | None:
    """Return the second at which bleeding will have killed; None if it was stopped (CF-BLOOD-2).

    Args:
        bleeding: what goes on.
        level: Fatigue now.
        dead: the level of death.
        now: the second it is.
    """
    first = next_loss(bleeding, now)
    if first is None:
        return None
    rounds = -(-max(0, dead - level) // bleeding.levels)
    return first + max(0, rounds - 1) * units().combat_round_seconds if rounds else now


def last_act(hurt: Wound, *, allowed: bool, fit: bool, tried: bool) -> tuple[Consequence, ...]:
    """Return what follows the one act that a key character does before the end (CF-BLOOD-4); it costs a Luck Point.

    Args:
        hurt: the Major Wound.
        allowed: the GM allows it.
        fit: the limbs that the act needs still work.
        tried: the character had such an act already.
    """
    if hurt.level != "major":
        raise Refused("d100_last_act_unhurt", "CF-BLOOD-4")
    if tried:
        raise Refused("d100_last_act_tried", "CF-BLOOD-4")
    if not allowed:
        raise Refused("d100_last_act_not_allowed", "CF-BLOOD-4")
    if not fit:
        raise Refused("d100_last_act_limbs", "CF-BLOOD-4")
    return (Consequence(what="unconscious", location=hurt.place.name, until="not_major", rules=("CF-BLOOD-4",)),)
