"""Bleeding, and the last act of a character that bleeds to death (CF-BLOOD). Recovery is in `fatigue_rules`."""

from __future__ import annotations

from typing import Literal

from engine.kit.schedule.scheduled_events import ScheduledEvent
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, Wound

StoppedBy = Literal["", "first_aid", "healing", "magic"]


class Bleeding(Frozen):
    """The bleeding of a character.

    Attributes:
        location: the location that bleeds; empty for internal bleeding.
        since: the second at which it began, or up to which its losses are counted.
        levels: Fatigue levels that it costs each Combat Round (CF-BLOOD-1).
        stopped: the second at which it was stopped; None while it goes on.
        by: the means that stopped it.
    """

    since: int
    location: str = ""
    levels: int = 1
    stopped: int | None = None
    by: StoppedBy = ""


def next_loss(bleeding: Bleeding, now: int) -> int | None:
    """Return the second of the next loss of a Fatigue level; None if the bleeding was stopped."""
    round_seconds = units().combat_round_seconds
    return None if bleeding.stopped is not None else (max(now, bleeding.since) // round_seconds + 1) * round_seconds


def bleeding_event(bleeding: Bleeding, name: str) -> ScheduledEvent | None:
    """Return the scheduled event of bleeding; None if it was stopped."""
    next_time = next_loss(bleeding, bleeding.since)
    return None if next_time is None else ScheduledEvent(name=name, at=next_time, kind="bleeding")


def dies_at(bleeding: Bleeding, level: int, dead: int, now: int) -> int | None:
    """Return the second at which bleeding will have killed, by the Fatigue level; None if it stopped (CF-BLOOD-2)."""
    first_loss = next_loss(bleeding, now)
    if first_loss is None:
        return None
    rounds = -(-max(0, dead - level) // bleeding.levels)
    return first_loss + max(0, rounds - 1) * units().combat_round_seconds if rounds else now


def last_act(hurt: Wound, *, allowed: bool, fit: bool, tried: bool) -> tuple[Consequence, ...]:
    """Return the consequences of the last act of a key character, which costs a Luck Point (CF-BLOOD-4).

    The GM must allow it, once, and the limbs that it needs must be fit.
    """
    refusals = {
        "d100_last_act_unhurt": hurt.level != "major",
        "d100_last_act_tried": tried,
        "d100_last_act_not_allowed": not allowed,
        "d100_last_act_limbs": not fit,
    }
    for key, applies in refusals.items():
        if applies:
            raise Refused(key, "CF-BLOOD-4")
    return (Consequence(what="unconscious", location=hurt.place.name, until="not_major", rules=("CF-BLOOD-4",)),)
