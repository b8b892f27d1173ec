"""Who acts for a mob, and at whom a card is aimed (CD-TGT-1, CD-TGT-2, CD-MINION-4)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing.asking import Question, question
from engine.rulesets.card_the_drawing.carrying import aim_at
from engine.rulesets.card_the_drawing.current import card_record, change
from engine.rulesets.card_the_drawing.facts import need_leader
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage, carrying
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.table.table import Table

BodyId = Annotated[str, Meta(description="a body: a character, a boss, or a minion (`rats#2`)")]
Bodies = Annotated[tuple[str, ...], Meta(description="bodies: characters, bosses or minions (`rats#2`)")]


class ChooseTargets(Request):
    """Say at whom the card is aimed whose turn has come; nobody where it may be declined."""

    RULES = ("CD-TGT-1", "CD-TGT-2", "CD-TAG-BLAST", "CD-PLAY-7")
    targets: Bodies = ()


class ChooseBody(Request):
    """Say which minion carries out the mob's card; until it is paid this may be changed."""

    RULES = ("CD-MINION-4",)
    body: BodyId


def need_asked(table: Table, command: Request, actor: str) -> None:
    """Raise Refused unless it is for the one who asks to say; for the surroundings it is for the GM."""
    if actor == NOBODY:
        need_gm(table, command, "CD-GM-1")
    else:
        need_leader(table, command, actor, "CD-TGT-1")


def asked_for(table: Table, command: Request, *kinds: str) -> Question:
    """Return what is asked. Raises Refused if nothing of these kinds is, or somebody else is asked."""
    asked = question(table)
    if asked is None or asked.kind not in kinds:
        raise Refused("drawing_not_asked", "CD-PLAY-3")
    need_asked(table, command, asked.actor)
    return asked


def verify_targets(table: Table, command: ChooseTargets) -> None:
    """Whoever may be aimed at, as many as may be, those who have to be among them."""
    fault = asked_for(table, command, "targets").choice.fault(command.targets)
    if fault is not None:
        raise fault


def choose_targets(draft: Draft, command: ChooseTargets) -> None:
    """Aim the card; what goes on then goes on by itself."""
    asked = question(draft.table)
    assert asked is not None
    aim_at(draft, asked.choice.targets(command.targets))


def needs_body(table: Table) -> Carrying | None:
    """Return the card of a mob for which another minion may still be named: until it is paid."""
    found = carrying(table)
    if found is None or found.stage not in (Stage.BODY, Stage.TARGETS, Stage.BEFORE):
        return None
    who = scene_of(table).fighters.get(found.actor)
    return found if who is not None and who.is_mob else None


def verify_body(table: Table, command: ChooseBody) -> None:
    """A living minion of the mob that is no target itself."""
    found = needs_body(table)
    if found is None:
        raise Refused("drawing_not_asked", "CD-MINION-4")
    need_asked(table, command, found.actor)
    up = [body.id for body in scene_of(table).standing(found.actor)]
    if command.body not in up or command.body in found.targets:
        raise Refused("drawing_no_such_body", "CD-MINION-4", body=command.body)


def choose_body(draft: Draft, command: ChooseBody) -> None:
    """Let that minion act."""
    found = change(draft, body=command.body)
    names = scene_of(draft.table).bodies
    card = card_record(draft.table, found.card).name
    draft.note("drawing_body", "CD-MINION-4", body=names[command.body].name, card=card)


MOVES = (Move(ChooseTargets, verify_targets, choose_targets), Move(ChooseBody, verify_body, choose_body))
