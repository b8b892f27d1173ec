"""What care has come to is carried out on the table (CF-HEAL-4, CF-HEAL-9, CF-WOUND-10, CF-X-30, CF-X-34)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.at_table import Spot, need_spot, set_hp
from engine.rulesets.classic_fantasy.blood import StoppedBy
from engine.rulesets.classic_fantasy.care import Care
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.lapsing import stabilise
from engine.rulesets.classic_fantasy.leading import figure_of, note_of
from engine.rulesets.classic_fantasy.mending import treat
from engine.rulesets.classic_fantasy.procedures.evening import injury_of, set_injury
from engine.rulesets.classic_fantasy.states import (
    LIMB_LOST,
    SPELL_REST,
    UNCONSCIOUS,
    lay,
    lift,
    place_of,
    until_of,
)
from engine.table.frozen import replace
from engine.table.table import Table


def need_hurt(table: Table, actor: str, location: str, *rules: str) -> Spot:
    """Return a location that is hurt. Raises Refused for one that is not."""
    spot = need_spot(table, actor, location)
    if spot.level == "none":
        raise Refused("nothing_to_treat", *rules)
    return spot


def apply_care(draft: Draft, actor: str, location: str, care: Care, *, by: StoppedBy, later: int = 0) -> None:
    """Let care work on a wound.

    Args:
        draft: where it is written down.
        actor: the patient.
        location: the wound.
        care: what was done for it.
        by: with what; magic stabilises all wounds at once (CF-HEAL-9).
        later: hit points that come only after days of rest (CF-X-34).
    """
    if care.stabilises:
        stabilise(draft, actor, None if by == "magic" else location, by=by)
    if care.treats:
        treat(draft, actor, location)
    if care.regrows:
        lift(draft, actor, LIMB_LOST, location)
    known = injury_of(draft.table, actor, location)
    if known is not None and (care.used_up or care.regrows):
        kind = None if care.regrows else known.limb_kind
        set_injury(draft, actor, location, replace(known, aided=known.aided or care.used_up, limb_kind=kind))
    if care.points:
        set_hp(draft, actor, location, need_spot(draft.table, actor, location).hp + care.points)
    if care.wakes:
        _wake(draft, actor, location)
    if care.rest_days and later:
        until = draft.table.clock + care.rest_days * units().day_seconds
        lay(draft, actor, SPELL_REST, location, level=later, until=until)
    spot = need_spot(draft.table, actor, location)
    note_of(
        draft,
        actor,
        "d100_cared_for",
        "CF-HEAL-9",
        numbers=True,
        location=location,
        points=care.points,
        hp=spot.hp,
        most=spot.most,
        treated=care.treats,
        days=care.rest_days,
        reckoning=[part.words for part in care.parts],
    )
    figure_of(draft, actor, healed=care.points, hp=spot.hp)


def _wake(draft: Draft, actor: str, location: str) -> None:
    """Wake who a Serious Wound there has felled; nobody wakes from a Major Wound by this (CF-WOUND-10)."""
    for held in draft.table.actors[actor].named(UNCONSCIOUS):
        if place_of(held) == location and until_of(held) == "time":
            draft.emit(ConditionGone(actor=actor, id=held.id))
            note_of(draft, actor, "d100_wakes", "CF-WOUND-10")
