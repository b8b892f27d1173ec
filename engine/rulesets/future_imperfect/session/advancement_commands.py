"""Advancement: Aptitudes, dice and die types bought with bounty, and the story arc that limits them (FI-BOUNTY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.character import character_sheet, record_writes
from engine.rulesets.future_imperfect.character.equipment import place_id
from engine.rulesets.future_imperfect.character.row_reader import RowReader, folded
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.procedures.participants import need_controller
from engine.rulesets.future_imperfect.procedures.session_procedure import session_books, session_state
from engine.rulesets.future_imperfect.session import bounty_rules
from engine.rulesets.future_imperfect.settings import word

NAME_LENGTH = 60
TraitField = Annotated[str, Meta(description="which Trait, as the sheet calls it", max_length=NAME_LENGTH)]
HowField = Annotated[str, Meta(description="how the improvement came about, if anybody tells")]


class BuyAptitude(Request):
    """Raise an Aptitude by one level, or learn a new one; each once in a story arc."""

    RULES = ("FI-BOUNTY-4", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    aptitude: Annotated[str, Meta(description="which Aptitude", min_length=1, max_length=NAME_LENGTH), Asks()]
    concentration: Annotated[str, Meta(description="its concentration, if it has any", max_length=NAME_LENGTH)] = ""
    how: Annotated[HowField, Asks("how_come")] = ""


class BuyCoordination(Request):
    """Buy one more die for a Trait."""

    RULES = ("FI-BOUNTY-5", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    trait: Annotated[TraitField, Asks()]
    how: Annotated[HowField, Asks("how_come")] = ""


class BuyDie(Request):
    """Buy the next larger die type for a Trait."""

    RULES = ("FI-BOUNTY-6", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    trait: Annotated[TraitField, Asks()]
    how: Annotated[HowField, Asks("how_come")] = ""


class NextArc(Request):
    """Begin another story arc, as the GM: every Aptitude may be raised once again."""

    RULES = ("FI-BOUNTY-4",)
    FAR_REACHING = True


def _row_of(actor: Actor, name: str) -> int | None:
    """Return the index of the sheet's row with an Aptitude; None if there is none."""
    for index, row in enumerate(record_writes.rows(actor, "aptitudes")):
        cells = RowReader(row)
        if character_sheet.skill_name(cells.text("name"), cells.text("concentration")) == name:
            return index
    return None


def raised_in_arc(table: Table, actor: str) -> frozenset[str]:
    """Return the Aptitudes that a character has raised in this story arc, by the game's record and the sheet's."""
    rows = record_writes.rows(table.actors[actor], "aptitudes")
    marked = {
        character_sheet.skill_name(RowReader(row).text("name"), RowReader(row).text("concentration"))
        for row in rows
        if row.get("raised")
    }
    return frozenset({*session_books(table).raised.get(actor, ()), *marked})


def verify_aptitude(table: Table, command: BuyAptitude) -> None:
    """Require the character's controller, an Aptitude not raised in this arc, and enough points."""
    need_controller(table, command, command.actor, "FI-BOUNTY-4")
    name = character_sheet.skill_name(command.aptitude, command.concentration)
    if not folded(command.aptitude):
        raise Refused("name_aptitude", "FI-BOUNTY-4")
    raised = raised_in_arc(table, command.actor)
    refused = bounty_rules.may_raise(
        raised=name in raised, raised_in_arc=len(raised), aptitude_raise_limit=word(table, "aptitude_raise_limit")
    )
    actor = table.actors[command.actor]
    level = level_of(table, command.actor, command.aptitude, command.concentration)
    refused = refused or bounty_rules.may_pay(record_writes.points(actor), bounty_rules.aptitude_cost(level))
    if refused is not None:
        raise refused


def buy_aptitude(draft: Draft, command: BuyAptitude) -> None:
    """Write the level, the mark of this arc, the purchase and the points."""
    actor = draft.table.actors[command.actor]
    name = character_sheet.skill_name(command.aptitude, command.concentration)
    level = level_of(draft.table, command.actor, command.aptitude, command.concentration)
    cost = bounty_rules.aptitude_cost(level)
    rows = record_writes.rows(actor, "aptitudes")
    index = _row_of(actor, name)
    new: dict[str, Json] = {"level": level + 1, "raised": True}
    if index is None:
        linked = character_sheet.linked_trait(command.aptitude, command.concentration, draft.table.lists)
        rows.append({"name": command.aptitude, "concentration": command.concentration, "trait": linked, **new})
    else:
        rows[index] = {**rows[index], **new}
    left = record_writes.spend_points(draft, command.actor, f"{name} {level + 1}", cost.value, aptitudes=rows)
    session = session_state(draft.table)
    raised = (*session.raised.get(command.actor, ()), name)
    draft.set_outermost(replace(session, raised={**session.raised, command.actor: raised}))
    record_writes.add_log_line(
        draft,
        command.actor,
        "buys_aptitude",
        "FI-BOUNTY-4",
        what=name,
        level=level + 1,
        cost=cost.value,
        left=left,
        how=command.how,
        reckoning=[cost.words],
    )


# ---- Traits ----------------------------------------------------------------------------------------------------------


def _improved(table: Table, command: BuyCoordination | BuyDie) -> bounty_rules.Improvement:
    trait = character_sheet.trait(table.actors[command.actor], command.trait)
    if trait is None:
        raise Refused("no_such_trait", "FI-BOUNTY-5", actor=actor_name(table, command.actor), trait=command.trait)
    return bounty_rules.more_dice(trait) if isinstance(command, BuyCoordination) else bounty_rules.larger_die(trait)


def verify_trait(table: Table, command: BuyCoordination | BuyDie) -> None:
    """Require the character's controller and enough points."""
    need_controller(table, command, command.actor, "FI-BOUNTY-5")
    refused = bounty_rules.may_pay(record_writes.points(table.actors[command.actor]), _improved(table, command).cost)
    if refused is not None:
        raise refused


def buy_trait(draft: Draft, command: BuyCoordination | BuyDie) -> None:
    """Write the Trait, the purchase and the points."""
    better = _improved(draft.table, command)
    written = _trait_fields(draft.table.actors[command.actor], command.trait, better.trait)
    what = f"{folded(command.trait)} {better.trait.text}"
    left = record_writes.spend_points(draft, command.actor, what, better.cost.value, **written)
    record_writes.add_log_line(
        draft,
        command.actor,
        "buys_trait",
        "FI-BOUNTY-5" if isinstance(command, BuyCoordination) else "FI-BOUNTY-6",
        what=folded(command.trait),
        dice=better.trait.text,
        cost=better.cost.value,
        left=left,
        how=command.how,
        reckoning=[better.cost.words],
    )


def _trait_fields(actor: Actor, name: str, trait: Trait) -> dict[str, Json]:
    """Return the field of a Trait: its own, or a row of the other Traits."""
    meant = character_sheet.name_of(name)
    if isinstance(actor.sheet.get(place_id(meant)), str):
        return {place_id(meant): trait.text}
    rows = record_writes.rows(actor, "traits")
    written = [
        {**row, "dice": trait.text} if character_sheet.name_of(RowReader(row).text("name")) == meant else row
        for row in rows
    ]
    return {"traits": written}


# ---- story arcs ------------------------------------------------------------------------------------------------------


def verify_arc(table: Table, command: NextArc) -> None:
    """Require the GM."""
    need_gm(table, command, "FI-BOUNTY-4")


def next_arc(draft: Draft, command: NextArc) -> None:
    """Advance the arc, and remove the marks from every sheet."""
    session = session_state(draft.table)
    draft.set_outermost(replace(session, arc=session.arc + 1, raised={}))
    for actor in draft.table.actors.values():
        rows = record_writes.rows(actor, "aptitudes")
        if any(row.get("raised") for row in rows):
            record_writes.write(draft, actor.id, aptitudes=[{**row, "raised": False} for row in rows])
    draft.note("arc_begins", "FI-BOUNTY-4", number=session.arc + 1)


MOVES = (
    Move(BuyAptitude, verify_aptitude, buy_aptitude),
    Move(BuyCoordination, verify_trait, buy_trait),
    Move(BuyDie, verify_trait, buy_trait),
    Move(NextArc, verify_arc, next_arc),
)
