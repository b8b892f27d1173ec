"""What is being carried out, as the rules see it: whose effect it is, what it reacts to, what it does in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.play.draft import Draft
from engine.play.events import ProcedureSet
from engine.rulesets.card_the_drawing.damage import event_of
from engine.rulesets.card_the_drawing.procedures import (
    Carrying,
    Combatant,
    Slot,
    Stage,
    Window,
    carrying,
)
from engine.rulesets.card_the_drawing.records import Card, Effect
from engine.rulesets.card_the_drawing.scene import NOTHING, Acting, Event, Laid, Scene, split_tag
from engine.rulesets.card_the_drawing.scene_of import reckoner, scene_of
from engine.rulesets.card_the_drawing.scopes import Words, holds
from engine.rulesets.card_the_drawing.settings import library
from engine.rulesets.card_the_drawing.values import Reckoner, TagEffect
from engine.rulesets.card_the_drawing.zones import card_of
from engine.table.frozen import replace
from engine.table.table import Table


def card_record(table: Table, card: str) -> Card:
    """Return what is written on a card."""
    return card_of(library(table), card)


def in_front(table: Table) -> Carrying | None:
    """Return what is being carried out, if it waits for nothing but its own next step."""
    last = table.procedures[-1] if table.procedures else None
    return last if isinstance(last, Carrying) else None


def change(draft: Draft, **changes: object) -> Carrying:
    """Change what is being carried out, the innermost."""
    found = carrying(draft.table)
    assert found is not None
    changed = replace(found, **changes)
    draft.become(changed)
    return changed


def change_at(draft: Draft, place: int, **changes: object) -> None:
    """Change a procedure by its place."""
    now = draft.table.procedures
    draft.emit(ProcedureSet(procedures=(*now[:place], replace(now[place], **changes), *now[place + 1 :])))


# ---- as the rules see it ---------------------------------------------------------------------------------------------


def acting_of(table: Table, found: Carrying) -> Acting:
    """Return whose card does something, and on what occasion."""
    return Acting(
        card=card_record(table, found.card),
        owner=found.actor,
        body=found.body,
        bearer=found.bearer,
        id=found.card,
        targets=found.targets,
        event=reacted_to(table, found),
    )


def reacted_to(table: Table, found: Carrying) -> Event:
    """Return what a card reacts to: an Interrupt to what is carried out below its window, as that is now."""
    if found.why != "interrupt":
        return found.event
    place = below(table, found)
    window = table.procedures[place + 1] if place >= 0 else None
    lower = table.procedures[place] if place >= 0 else None
    if isinstance(lower, Carrying) and isinstance(window, Window):
        return event_shown(table, lower, window.stage)
    return NOTHING


def below(table: Table, found: Carrying) -> int:
    """Return the place of what an Interrupt interrupts; -1 if there is nothing."""
    here = table.procedures.index(found)
    return here - 2 if here >= 2 and isinstance(table.procedures[here - 2], Carrying) else -1


def event_shown(table: Table, found: Carrying, stage: Literal["", "before", "after"] = "") -> Event:
    """Return what others react to: until it is paid its tags are what they are now, then what they were."""
    at, acting = reckoner(table), acting_of(table, found)
    effects = None if found.why != "trigger" else doing(at, acting, found.on)
    event = event_of(at, acting, found.targets, effects, stage=stage)
    if found.stage in (Stage.BODY, Stage.TARGETS, Stage.BEFORE):
        return event
    tags = tuple(split_tag(tag)[0] for tag in found.tags)
    return replace(event, tags=tags, is_attack=found.attack)


def doing(at: Reckoner, acting: Acting, on: str) -> tuple[Effect, ...]:
    """Return what a card does on a trigger: by itself, then by its tags."""
    own = tuple(effect for effect in acting.card.effects if effect.on == on)
    return (*own, *(of_tag.effect for of_tag in at.tag_effects(acting.card, acting.owner, on)))


def may_happen(at: Reckoner, acting: Acting, effect: Effect, number: int = 0) -> bool:
    """Say whether an effect is not skipped; the `if` of a `modify` says only when it is in force."""
    return effect.do == "modify" or holds(effect.if_, Words(at, acting, number=number))


def tags_now(at: Reckoner, acting: Acting) -> tuple[str, ...]:
    """Return the effective tags of a card with their numbers, as they are written down when it is paid."""
    return tuple(f"{name}{'' if count is None else count}" for name, count in at.tagged(acting.card, acting.owner).tags)


def steps_of(scene: Scene, card: Card, found: Carrying) -> tuple[TagEffect, ...]:
    """Return what is carried out one after the other: the effects of the card, then those of its tags."""
    own = (TagEffect(tag="", number=0, index=i, effect=e) for i, e in enumerate(card.effects) if e.on == found.on)
    known: Mapping[str, int] = {name: count or 0 for name, count in map(split_tag, found.tags)}
    of_tags = (
        TagEffect(tag=name, number=number, index=i, effect=e)
        for name, number in known.items()
        if name in scene.tags
        for i, e in enumerate(scene.tags[name].effects)
        if e.on == found.on
    )
    return (*own, *of_tags)


# ---- slots -----------------------------------------------------------------------------------------------------------


def slot_of(fighter: Combatant, card: str) -> Slot | None:
    """Return the slot of a card in this round, if it was planned or played."""
    return next((slot for slot in reversed(fighter.slots) if slot.card == card), None)


def laid_of(table: Table, actor: str, card: str) -> Laid:
    """Return a card of this round as the rules see it."""
    fighter = scene_of(table).fighters.get(actor)
    laid = next((laid for laid in fighter.laid if laid.id == card), None) if fighter is not None else None
    return laid or Laid(id=card, card=card_record(table, card))


def overflows(fighter: Combatant, slot: Slot) -> bool:
    """Say whether a Ritual goes on charging in the next round (CD-TAG-RITUAL)."""
    return fighter.planned_speed is not None and slot.last > fighter.planned_speed
