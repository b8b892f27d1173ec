"""How a battle goes on: when a phase is over, when the battle is, and how the GM forces it on."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import drawing, facts, planning, settings
from engine.rulesets.card_the_drawing.ending import end_by_itself
from engine.rulesets.card_the_drawing.playing import begin_playing
from engine.rulesets.card_the_drawing.procedures import Phase, battle, carrying
from engine.rulesets.card_the_drawing.reacting import clear_fallen
from engine.rulesets.card_the_drawing.stepping import go_on
from engine.table.table import Table


class ForceOn(Request):
    """The GM ends the Drawing or Planning phase for those who have not finished it; plans stand as they lie."""

    RULES = ("CD-ROUND-1", "CD-PLAN-1")


def settle(draft: Draft) -> None:
    """Go on until somebody has to be asked; after every command, so that nobody who has fallen or left is awaited."""
    while True:
        go_on(draft, clear_fallen)
        now = battle(draft.table)
        if now is None or carrying(draft.table) is not None:
            return
        if facts.is_over(draft.table):
            end_by_itself(draft)
        elif now.due or now.moment or not drawing.all_ready(draft.table):
            return
        elif now.phase is Phase.DRAWING:
            planning.begin_planning(draft)
        elif now.phase is Phase.PLANNING:
            begin_playing(draft)
        else:
            return


def waited_for(table: Table) -> tuple[str, ...]:
    """Return who has not finished the Drawing or the Planning phase (CD-UI-3)."""
    now = battle(table)
    if now is None or now.moment or now.phase not in (Phase.DRAWING, Phase.PLANNING):
        return ()
    return tuple(actor for actor in facts.standing(table) if not now.fighters[actor].ready)


def verify_force(table: Table, command: ForceOn) -> None:
    """The GM, while somebody is waited for."""
    facts.need_master(table, command, "CD-ROUND-1")
    facts.need_between(table)
    if not waited_for(table):
        raise Refused("drawing_nobody_waited_for", "CD-ROUND-1")


def force(draft: Draft, command: ForceOn) -> None:
    """Draw what must be drawn, or let plans stand as they lie."""
    late = waited_for(draft.table)
    names = [draft.table.actors[actor].name for actor in late]
    draft.note("drawing_forced", "CD-ROUND-1", actors=names)
    planned = facts.need_battle(draft.table).phase is Phase.PLANNING
    for actor in late:
        if planned:
            planning.lock_what_lies(draft, actor)
            continue
        if facts.need_fighter(draft.table, actor).due and not settings.flag(draft.table, "may_skip_draw"):
            drawing.draw_due(draft, actor)
        drawing.finish_for(draft, actor)


MOVES = (Move(ForceOn, verify_force, force),)
