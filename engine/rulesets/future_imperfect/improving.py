"""What bounty buys: Aptitudes, dice, die types; and the story arc in which an Aptitude grows once (FI-BOUNTY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import bounty, ledger, people
from engine.rulesets.future_imperfect.cells import Cells, folded
from engine.rulesets.future_imperfect.dice_of import level_of
from engine.rulesets.future_imperfect.gear import place_id
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.evening import evening
from engine.rulesets.future_imperfect.sessions import set_evening
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.traits import Trait
from engine.table.frozen import Json, replace
from engine.table.seats import Actor
from engine.table.table import Table

NAME_LENGTH = 60
TraitName = Annotated[str, Meta(description="which Trait, as the sheet calls it", max_length=NAME_LENGTH)]
How = Annotated[str, Meta(description="how the improvement came about, if anybody tells")]


class BuyAptitude(Request):
    """Raise an Aptitude by one level, or learn a new one; each once in a story arc."""

    RULES = ("FI-BOUNTY-4", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    aptitude: Annotated[str, Meta(description="which Aptitude", min_length=1, max_length=NAME_LENGTH)]
    concentration: Annotated[str, Meta(description="its concentration, if it has any", max_length=NAME_LENGTH)] = ""
    how: How = ""


class BuyCoordination(Request):
    """One more die for a Trait."""

    RULES = ("FI-BOUNTY-5", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    trait: TraitName
    how: How = ""


class BuyDie(Request):
    """The next larger die type for a Trait."""

    RULES = ("FI-BOUNTY-6", "FI-BOUNTY-7", "FI-BOUNTY-8")
    actor: ActorId
    trait: TraitName
    how: How = ""


class NextArc(Request):
    """The Master begins another story arc: every Aptitude may be raised once again."""

    RULES = ("FI-BOUNTY-4",)
    FAR_REACHING = True


# ---- Aptitudes -------------------------------------------------------------------------------------------------------


def skill_name(aptitude: str, concentration: str) -> str:
    """Return what an Aptitude is called with its concentration."""
    return ": ".join(word for word in people.skill_of(aptitude, concentration) if word)


def _row_of(actor: Actor, name: str) -> int | None:
    """Return which row of the sheet holds an Aptitude; None for one that is not there."""
    for index, row in enumerate(ledger.rows(actor, "aptitudes")):
        cells = Cells(row)
        if skill_name(cells.text("name"), cells.text("concentration")) == name:
            return index
    return None


def raised_in_arc(table: Table, actor: str) -> frozenset[str]:
    """Return the Aptitudes that a character has raised in this story arc, by the game's own record and the sheet's."""
    rows = ledger.rows(table.actors[actor], "aptitudes")
    marked = {
        skill_name(Cells(row).text("name"), Cells(row).text("concentration")) for row in rows if row.get("raised")
    }
    return frozenset({*evening(table).raised.get(actor, ()), *marked})


def verify_aptitude(table: Table, command: BuyAptitude) -> None:
    """Whoever leads the character, if it was not raised in this arc and there are points enough."""
    need_leader(table, command, command.actor, "FI-BOUNTY-4")
    name = skill_name(command.aptitude, command.concentration)
    if not folded(command.aptitude):
        raise Refused("name_aptitude", "FI-BOUNTY-4")
    raised = raised_in_arc(table, command.actor)
    refused = bounty.may_raise(
        raised=name in raised, raised_in_arc=len(raised), aptitude_raise_limit=word(table, "aptitude_raise_limit")
    )
    actor = table.actors[command.actor]
    level = level_of(table, command.actor, command.aptitude, command.concentration)
    refused = refused or bounty.may_pay(ledger.points(actor), bounty.aptitude_cost(level))
    if refused is not None:
        raise refused


def buy_aptitude(draft: Draft, command: BuyAptitude) -> None:
    """Write the level, the mark of this arc, the purchase and the points."""
    actor = draft.table.actors[command.actor]
    name = skill_name(command.aptitude, command.concentration)
    level = level_of(draft.table, command.actor, command.aptitude, command.concentration)
    cost = bounty.aptitude_cost(level)
    rows = ledger.rows(actor, "aptitudes")
    index = _row_of(actor, name)
    new: dict[str, Json] = {"level": level + 1, "raised": True}
    if index is None:
        linked = people.linked_trait(command.aptitude, command.concentration, draft.table.lists)
        rows.append({"name": command.aptitude, "concentration": command.concentration, "trait": linked, **new})
    else:
        rows[index] = {**rows[index], **new}
    left = ledger.pay(draft, command.actor, f"{name} {level + 1}", cost.value, aptitudes=rows)
    now = evening(draft.table)
    mine = (*now.raised.get(command.actor, ()), name)
    set_evening(draft, replace(now, raised={**now.raised, command.actor: mine}))
    ledger.note_of(
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


def _improved(table: Table, command: BuyCoordination | BuyDie) -> bounty.Improvement:
    trait = people.trait(table.actors[command.actor], command.trait)
    if trait is None:
        raise Refused("no_such_trait", "FI-BOUNTY-5", actor=actor_name(table, command.actor), trait=command.trait)
    return bounty.more_dice(trait) if isinstance(command, BuyCoordination) else bounty.larger_die(trait)


def verify_trait(table: Table, command: BuyCoordination | BuyDie) -> None:
    """Whoever leads the character, if there are points enough."""
    need_leader(table, command, command.actor, "FI-BOUNTY-5")
    refused = bounty.may_pay(ledger.points(table.actors[command.actor]), _improved(table, command).cost)
    if refused is not None:
        raise refused


def buy_trait(draft: Draft, command: BuyCoordination | BuyDie) -> None:
    """Write the Trait, the purchase and the points."""
    better = _improved(draft.table, command)
    written = _trait_fields(draft.table.actors[command.actor], command.trait, better.trait)
    what = f"{folded(command.trait)} {better.trait.text}"
    left = ledger.pay(draft, command.actor, what, better.cost.value, **written)
    ledger.note_of(
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
    """Return the field in which a Trait stands: one of its own, or a row of the other Traits."""
    meant = people.name_of(name)
    if isinstance(actor.sheet.get(place_id(meant)), str):
        return {place_id(meant): trait.text}
    rows = ledger.rows(actor, "traits")
    written = [{**row, "dice": trait.text} if people.name_of(Cells(row).text("name")) == meant else row for row in rows]
    return {"traits": written}


# ---- story arcs ------------------------------------------------------------------------------------------------------


def verify_arc(table: Table, command: NextArc) -> None:
    """The Master."""
    need_gm(table, command, "FI-BOUNTY-4")


def next_arc(draft: Draft, command: NextArc) -> None:
    """Count on, and take the marks off every sheet."""
    now = evening(draft.table)
    set_evening(draft, replace(now, arc=now.arc + 1, raised={}))
    for actor in draft.table.actors.values():
        rows = ledger.rows(actor, "aptitudes")
        if any(row.get("raised") for row in rows):
            ledger.write(draft, actor.id, aptitudes=[{**row, "raised": False} for row in rows])
    draft.note("arc_begins", "FI-BOUNTY-4", number=now.arc + 1)


MOVES = (
    Move(BuyAptitude, verify_aptitude, buy_aptitude),
    Move(BuyCoordination, verify_trait, buy_trait),
    Move(BuyDie, verify_trait, buy_trait),
    Move(NextArc, verify_arc, next_arc),
)
