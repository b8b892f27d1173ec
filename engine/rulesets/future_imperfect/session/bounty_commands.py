"""Bounty: chips converted, awards shared out, what it buys, and the story arc that limits that (FI-BOUNTY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.kit.calculation import CalculationStep, effective_steps, total
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.kit.log_audiences import add_readers_line
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import place_id
from engine.rulesets.future_imperfect.character.row_reader import ListRow, RowReader, folded, rows_of
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest
from engine.rulesets.future_imperfect.procedures.session_procedure import session_books, session_state
from engine.rulesets.future_imperfect.session import bounty_rules
from engine.rulesets.future_imperfect.session.session_commands import ChipCountsField, need_between
from engine.rulesets.future_imperfect.settings import word


class ConvertChips(ParticipantRequest):
    """Turn chips into bounty for a character, between scenarios; the chips go back into the pot."""

    RULES = ("FI-BOUNTY-1", "FI-FATE-8", "FI-FATE-2")
    chips: ChipCountsField

    def verify(self, table: Table) -> None:
        """Require the controller of a player character, chips in its bag, and no running session."""
        super().verify(table)
        need_between(table, "FI-BOUNTY-1")
        bag = controller_of(table, self.actor)
        if table.is_gm(bag):
            raise Refused("players_only", "FI-BOUNTY-1", actor=actor_name(table, self.actor))
        fate_pot.need_held(table, bag, self.chips)
        for colour in self.chips:
            if not fate_chip_rules.chip_colour(colour).bounty:
                raise Refused("chip_no_use", "FI-FATE-1", colour=colour)

    def decide(self, draft: Draft) -> None:
        """Put the chips back and write the points down."""
        parts = bounty_rules.bounty_of(self.chips)
        fate_pot.return_chips(draft, controller_of(draft.table, self.actor), self.chips)
        points = add_points(draft, self.actor, total(parts))
        add_readers_line(
            draft,
            self.actor,
            "chips_converted",
            "FI-BOUNTY-1",
            chips=fate_pot.chip_words(self.chips),
            points=total(parts),
            left=points,
            reckoning=[part.words for part in parts],
        )


class AwardBounty(Request):
    """Award bounty, as the GM: equal shares for all player characters; the rest stays for the next award."""

    RULES = ("FI-BOUNTY-2", "FI-BOUNTY-3")
    points: Annotated[int, Meta(ge=0, le=999, description="how much is shared out"), Asks("bounty", least=1)]
    actors: Annotated[
        tuple[str, ...],
        Meta(description="who shares; empty for every player character"),
        Asks("shares_bounty", most=NO_LIMIT),
    ] = ()
    why: Annotated[str, Meta(description="what it is for"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """Require the GM, and player characters, each once."""
        need_gm(table, self, "FI-BOUNTY-2")
        if len(set(self.actors)) != len(self.actors) or any(actor not in party(table) for actor in self.actors):
            raise Refused("award_to_players", "FI-BOUNTY-3")

    def decide(self, draft: Draft) -> None:
        """Share the award together with the rest of the last one."""
        session = session_state(draft.table)
        whose = self.actors or party(draft.table)
        given = CalculationStep(reason="award", value=self.points)
        shared = bounty_rules.bounty_share(self.points, session.carry, len(whose))
        draft.set_outermost(replace(session, carry=shared.carry))
        draft.note(
            "bounty_awarded",
            "FI-BOUNTY-2",
            "FI-BOUNTY-3",
            points=self.points,
            each=shared.each,
            carry=shared.carry,
            why=self.why,
            reckoning=[
                part.words
                for part in effective_steps(given, CalculationStep(reason="award_carry", value=session.carry))
            ],
        )
        for actor in whose if shared.each else ():
            add_points(draft, actor, shared.each)
        draft.record_results(bounty_each=shared.each, bounty_carry=shared.carry)


def party(table: Table) -> tuple[str, ...]:
    """Return the player characters; those in the archive take no part (FI-BOUNTY-3)."""
    return tuple(a.id for a in table.actors.values() if not a.archived and not table.is_gm(controller_of(table, a.id)))


NAME_LENGTH = 60
TraitField = Annotated[str, Meta(description="which Trait, as the sheet calls it", max_length=NAME_LENGTH)]
HowField = Annotated[str, Meta(description="how the improvement came about, if anybody tells")]


class BuyAptitude(ParticipantRequest):
    """Raise an Aptitude by one level, or learn a new one; each once in a story arc."""

    RULES = ("FI-BOUNTY-4", "FI-BOUNTY-7", "FI-BOUNTY-8")
    aptitude: Annotated[str, Meta(description="which Aptitude", min_length=1, max_length=NAME_LENGTH), Asks()]
    concentration: Annotated[str, Meta(description="its concentration, if it has any", max_length=NAME_LENGTH)] = ""
    how: Annotated[HowField, Asks("how_come")] = ""

    def verify(self, table: Table) -> None:
        """Require the character's controller, an Aptitude not raised in this arc, and enough points."""
        super().verify(table)
        name = character_sheet.skill_name(self.aptitude, self.concentration)
        if not folded(self.aptitude):
            raise Refused("name_aptitude", "FI-BOUNTY-4")
        raised = raised_in_arc(table, self.actor)
        refused = bounty_rules.may_raise(
            raised=name in raised, raised_in_arc=len(raised), aptitude_raise_limit=word(table, "aptitude_raise_limit")
        )
        actor = table.actors[self.actor]
        level = level_of(table, self.actor, self.aptitude, self.concentration)
        refused = refused or bounty_rules.may_pay(bounty_left(actor), bounty_rules.aptitude_cost(level))
        if refused is not None:
            raise refused

    def decide(self, draft: Draft) -> None:
        """Write the level, the mark of this arc, the purchase and the points."""
        actor = draft.table.actors[self.actor]
        name = character_sheet.skill_name(self.aptitude, self.concentration)
        level = level_of(draft.table, self.actor, self.aptitude, self.concentration)
        cost = bounty_rules.aptitude_cost(level)
        rows = rows_of(actor, "aptitudes")
        index = _row_of(actor, name)
        new: dict[str, Json] = {"level": level + 1, "raised": True}
        if index is None:
            linked = character_sheet.linked_trait(self.aptitude, self.concentration, draft.table.lists)
            rows.append({"name": self.aptitude, "concentration": self.concentration, "trait": linked, **new})
        else:
            rows[index] = {**rows[index], **new}
        left = spend_points(draft, self.actor, f"{name} {level + 1}", cost.value, aptitudes=rows)
        session = session_state(draft.table)
        raised = (*session.raised.get(self.actor, ()), name)
        draft.set_outermost(replace(session, raised={**session.raised, self.actor: raised}))
        add_readers_line(
            draft,
            self.actor,
            "buys_aptitude",
            "FI-BOUNTY-4",
            what=name,
            level=level + 1,
            cost=cost.value,
            left=left,
            how=self.how,
            reckoning=[cost.words],
        )


class TraitPurchase(ParticipantRequest):
    """A better Trait bought with bounty."""

    ABSTRACT = True

    CITED = ("FI-BOUNTY-5",)
    trait: Annotated[TraitField, Asks()]
    how: Annotated[HowField, Asks("how_come")] = ""

    def better(self, trait: Trait) -> bounty_rules.Improvement:
        """Return a Trait that is better, with the price."""
        raise NotImplementedError

    def improved(self, table: Table) -> bounty_rules.Improvement:
        """Return the improvement of the character's Trait. Raises Refused if the sheet lacks the Trait."""
        trait = character_sheet.trait(table.actors[self.actor], self.trait)
        if trait is None:
            raise Refused("no_such_trait", "FI-BOUNTY-5", actor=actor_name(table, self.actor), trait=self.trait)
        return self.better(trait)

    def verify(self, table: Table) -> None:
        """Require the character's controller and enough points."""
        super().verify(table)
        refused = bounty_rules.may_pay(bounty_left(table.actors[self.actor]), self.improved(table).cost)
        if refused is not None:
            raise refused

    def decide(self, draft: Draft) -> None:
        """Write the Trait, the purchase and the points."""
        better, what = self.improved(draft.table), folded(self.trait)
        written = _trait_fields(draft.table.actors[self.actor], self.trait, better.trait)
        bought, cost = f"{what} {better.trait.text}", better.cost
        left = spend_points(draft, self.actor, bought, cost.value, **written)
        params: dict[str, Json] = {"what": what, "dice": better.trait.text, "cost": cost.value, "left": left}
        rule, lines = self.RULES[0], [cost.words]
        add_readers_line(draft, self.actor, "buys_trait", rule, reckoning=lines, **params, how=self.how)


class BuyCoordination(TraitPurchase):
    """Buy one more die for a Trait."""

    RULES = ("FI-BOUNTY-5", "FI-BOUNTY-7", "FI-BOUNTY-8")

    def better(self, trait: Trait) -> bounty_rules.Improvement:
        """Return the Trait with one more die."""
        return bounty_rules.more_dice(trait)


class BuyDie(TraitPurchase):
    """Buy the next larger die type for a Trait."""

    RULES = ("FI-BOUNTY-6", "FI-BOUNTY-7", "FI-BOUNTY-8")

    def better(self, trait: Trait) -> bounty_rules.Improvement:
        """Return the Trait with the next larger die type."""
        return bounty_rules.larger_die(trait)


class NextArc(GmRequest):
    """Begin another story arc, as the GM: every Aptitude may be raised once again."""

    RULES = ("FI-BOUNTY-4",)
    FAR_REACHING = True

    def decide(self, draft: Draft) -> None:
        """Advance the arc, and remove the marks from every sheet."""
        session = session_state(draft.table)
        draft.set_outermost(replace(session, arc=session.arc + 1, raised={}))
        for actor in draft.table.actors.values():
            rows = rows_of(actor, "aptitudes")
            if any(row.get("raised") for row in rows):
                write_record(draft, actor.id, aptitudes=[{**row, "raised": False} for row in rows])
        draft.note("arc_begins", "FI-BOUNTY-4", number=session.arc + 1)


def _row_of(actor: Actor, name: str) -> int | None:
    """Return the index of the sheet's row with an Aptitude; None if there is none."""
    for index, row in enumerate(rows_of(actor, "aptitudes")):
        cells = RowReader(row)
        if character_sheet.skill_name(cells.text("name"), cells.text("concentration")) == name:
            return index
    return None


def raised_in_arc(table: Table, actor: str) -> frozenset[str]:
    """Return the Aptitudes that a character has raised in this story arc, by the game's record and the sheet's."""
    rows = rows_of(table.actors[actor], "aptitudes")
    marked = {
        character_sheet.skill_name(RowReader(row).text("name"), RowReader(row).text("concentration"))
        for row in rows
        if row.get("raised")
    }
    return frozenset({*session_books(table).raised.get(actor, ()), *marked})


def _trait_fields(actor: Actor, name: str, trait: Trait) -> dict[str, Json]:
    """Return the field of a Trait: its own, or a row of the other Traits."""
    meant = character_sheet.name_of(name)
    if isinstance(actor.sheet.get(place_id(meant)), str):
        return {place_id(meant): trait.text}
    rows = rows_of(actor, "traits")
    written = [
        {**row, "dice": trait.text} if character_sheet.name_of(RowReader(row).text("name")) == meant else row
        for row in rows
    ]
    return {"traits": written}


# ---- story arcs ------------------------------------------------------------------------------------------------------


def bounty_left(actor: Actor) -> int:
    """Return the bounty that is not spent."""
    return RowReader(actor.sheet).whole("bounty") or 0


def write_record(draft: Draft, actor: str, **fields: Json) -> None:
    """Write fields of a record."""
    draft.emit(SheetEdited(actor=actor, fields=fields))


def add_points(draft: Draft, actor: str, more: int) -> int:
    """Write earned bounty down; return the new total (FI-BOUNTY-1 to FI-BOUNTY-3)."""
    character = draft.table.actors[actor]
    had, earned = bounty_left(character), RowReader(character.sheet).whole("bounty_earned") or 0
    write_record(draft, actor, bounty=had + more, bounty_earned=max(earned, had) + more)
    return had + more


def spend_points(draft: Draft, actor: str, what: str, cost: int, **fields: Json) -> int:
    """Subtract the bounty of a purchase, and record the purchase and its changes; return the points left."""
    character = draft.table.actors[actor]
    points_left = bounty_left(character) - cost
    purchase: ListRow = {"what": what, "cost": cost}
    purchases = [*rows_of(character, "purchases", "what"), purchase]
    write_record(draft, actor, bounty=points_left, purchases=purchases, **fields)
    return points_left
