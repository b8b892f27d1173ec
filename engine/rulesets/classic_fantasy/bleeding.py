"""A blow that makes its victim bleed: a special effect of an attack, which Endurance may withstand (CF-X-31)."""

from __future__ import annotations

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import wounds
from engine.rulesets.classic_fantasy.at_table import begin_bleeding
from engine.rulesets.classic_fantasy.blows import damage_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check
from engine.rulesets.classic_fantasy.harming import need_stage
from engine.rulesets.classic_fantasy.leading import leader, need_leader, note_of
from engine.rulesets.classic_fantasy.procedures.attack import attack
from engine.rulesets.classic_fantasy.procedures.check import Check, Sort
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounding import endurance_rolls
from engine.table.frozen import replace
from engine.table.table import Table


class MakeBleed(Request):
    """A blow that hurts shall make its victim bleed; the victim's Endurance against the attack decides it."""

    RULES = ("CF-X-31",)


def may_choose(table: Table, seat: str) -> bool:
    """Say whether the effect is a seat's to choose: whoever leads an attacker that was ahead, or the GM."""
    now = attack(table)
    return table.is_gm(seat) or (now is not None and now.margin > 0 and leader(table, now.actor) == seat)


def verify_bleed(table: Table, command: MakeBleed) -> None:
    """Who may choose it, for a blow whose dice lie and that gets through, once for each."""
    now = need_stage(table, "damage")
    if not may_choose(table, command.seat):
        need_leader(table, command, now.harm.by or now.harm.actor, "CF-X-31")
        need_gm(table, command, "CF-X-31")
    if not now.blow.lies or damage_of(table, now, now.at).value <= 0:
        raise Refused("d100_no_blow_yet", "CF-X-31")
    if now.blow.location in now.bled:
        raise Refused("d100_bleeds_asked", "CF-X-31", location=now.blow.location)


def make_bleed(draft: Draft, command: MakeBleed) -> None:
    """Roll Endurance against the attack, which stands; plainly against harm that nobody rolled for."""
    now = need_stage(draft.table, "damage")
    draft.become(replace(now, bled=(*now.bled, now.blow.location)))
    rolls = endurance_rolls(draft.table, now)
    sort: Sort = "opposed" if len(rolls) > 1 else "plain"
    found = Check(purpose="bleed", rolls=rolls, sort=sort, what=now.blow.location, lucky=now.lucky)
    open_check(draft, found)


def _bleeds(draft: Draft, result: Decided) -> None:
    now = draft.procedure(Wounding)
    assert now is not None
    actor, where = now.harm.actor, result.check.what
    if wounds.endurance_lost(result.rolls[-1], now.harm.attack, settings=settings_of(draft.table)):
        begin_bleeding(draft, actor, where)
        note_of(draft, actor, "d100_bleeds", "CF-X-31", "CF-BLOOD-1", location=where)
    else:
        note_of(draft, actor, "d100_bleeds_not", "CF-X-31", location=where)


PURPOSES["bleed"] = Purpose(_bleeds)
MOVES = (Move(MakeBleed, verify_bleed, make_bleed),)
