"""The GM's word on what is being carried out: cancel a card, aim it elsewhere, wait no longer (CD-UI-13)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts
from engine.rulesets.card_the_drawing.asking import Question, question
from engine.rulesets.card_the_drawing.carrying import aim_at, stand
from engine.rulesets.card_the_drawing.current import acting_of, card_record, change, in_front
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage, Stand, Window, carrying, window
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.rulesets.card_the_drawing.targeting import Bodies
from engine.rulesets.card_the_drawing.windows import NobodyInterrupts, nobody_interrupts
from engine.table.table import Table
from engine.table.zones import EVERYONE


class CancelCard(Request):
    """Let a card come to nothing: one that is being carried out, or one whose turn is still to come."""

    RULES = ("CD-UI-13",)
    card: Annotated[str, Meta(description="the card, by id or by place (`open:frost#0`)")]


class SetTargets(Request):
    """Aim the card that is being carried out at whomever the GM says, whatever the rules think."""

    RULES = ("CD-UI-13", "CD-TGT-1")
    targets: Bodies = ()


class CarryOn(Request):
    """Wait no longer: nobody else interrupts, and what is asked is answered in the likeliest way that is allowed."""

    RULES = ("CD-UI-3", "CD-UI-13")


# ---- cancelling ------------------------------------------------------------------------------------------------------


def _slot_owner(table: Table, card: str) -> str:
    """Return whose planned card this is whose turn has not come yet; nobody if there is none."""
    for actor, fighter in facts.need_battle(table).fighters.items():
        for slot in fighter.slots:
            if slot.card == card and slot.stand in (Stand.DOWN, Stand.CHARGING, Stand.UP):
                return actor
    return ""


def _carried(table: Table, card: str) -> Carrying | None:
    return next((p for p in reversed(table.procedures) if isinstance(p, Carrying) and p.card == card), None)


def verify_cancel(table: Table, command: CancelCard) -> None:
    """Only the GM; a card of this round that has not taken effect, or what a card in the field does now."""
    facts.need_master(table, command, "CD-UI-13")
    if _carried(table, command.card) is None and not _slot_owner(table, command.card):
        raise Refused("drawing_nothing_to_cancel", "CD-UI-13")


def cancel_card(draft: Draft, command: CancelCard) -> None:
    """Take it out of what is under way, with all that happens on top of it."""
    table = draft.table
    found, owner = _carried(table, command.card), _slot_owner(table, command.card)
    where = table.where(command.card)
    if where is not None and table.zones[where].may_see(command.card, EVERYONE):
        draft.note("drawing_master_cancels", "CD-UI-13", card=card_record(table, command.card).name)
    else:  # a card that lies face down stays unknown
        draft.note("drawing_master_cancels_hidden", "CD-UI-13", actor=actor_name(table, owner))
    if owner:
        stand(draft, owner, command.card, Stand.CANCELLED)
    if found is not None:
        for above in reversed(draft.table.procedures[draft.table.procedures.index(found) :]):
            if isinstance(above, Carrying) and above.card != command.card and above.why != "trigger":
                stand(draft, above.actor, above.card, Stand.CANCELLED)
                card, name = card_record(table, above.card).name, actor_name(table, above.actor)
                draft.note("drawing_cancelled_below", "CD-UI-13", actor=name, card=card)
        while carrying(draft.table) != found:
            draft.finish(Carrying)
        draft.finish(Carrying)


# ---- targets ---------------------------------------------------------------------------------------------------------


def verify_set(table: Table, command: SetTargets) -> None:
    """Only the GM, until the card is paid; bodies of the battle, each once."""
    facts.need_master(table, command, "CD-UI-13")
    found = carrying(table)
    if found is None or found.stage not in (Stage.TARGETS, Stage.BEFORE):
        raise Refused("drawing_not_asked", "CD-TGT-1")
    bodies = scene_of(table).bodies
    for body in command.targets:
        if body not in bodies:
            raise Refused("drawing_target.unknown", "CD-TGT-1", name=body)
    if len(set(command.targets)) < len(command.targets):
        raise Refused("drawing_target.twice", "CD-TGT-1")


def set_targets(draft: Draft, command: SetTargets) -> None:
    """Aim it so."""
    found = change(draft)
    names = [scene_of(draft.table).bodies[body].name for body in command.targets]
    draft.note("drawing_master_aims", "CD-UI-13", card=acting_of(draft.table, found).card.name, targets=names)
    if found.stage is Stage.TARGETS:
        aim_at(draft, command.targets)
    else:
        change(draft, targets=command.targets)


# ---- carrying on -----------------------------------------------------------------------------------------------------


def verify_carry_on(table: Table, command: CarryOn) -> None:
    """Only the GM, while somebody is waited for."""
    facts.need_master(table, command, "CD-UI-3")
    if window(table) is None and question(table) is None:
        raise Refused("drawing_not_asked", "CD-UI-3")


def carry_on(draft: Draft, command: CarryOn) -> None:
    """Answer in the place of whoever is asked."""
    if isinstance(draft.table.procedures[-1], Window):
        nobody_interrupts(draft, NobodyInterrupts(seat=command.seat))
        return
    asked = question(draft.table)
    assert asked is not None
    answer(draft, asked)
    draft.note("drawing_master_carries_on", "CD-UI-3", actor=actor_name(draft.table, asked.actor))


def answer(draft: Draft, asked: Question) -> None:
    """Answer a question in the likeliest way that is allowed: what may be declined is declined."""
    found = in_front(draft.table)
    assert found is not None
    match asked.kind:
        case "targets":
            aim_at(draft, asked.choice.targets(asked.choice.some_way()))
        case "cards":
            change(draft, chosen=asked.cards[: asked.count])
        case "place":
            change(draft, chosen=(asked.ways.sources[0], asked.ways.takers[0]))
        case "agree":
            change(draft, effect=found.effect + 1, agreed=False, chosen=(), served=())


MOVES = (
    Move(CancelCard, verify_cancel, cancel_card),
    Move(SetTargets, verify_set, set_targets),
    Move(CarryOn, verify_carry_on, carry_on),
)
