"""Commands that save prepared content and bring it to the table; foes come by the commands of the kit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.cast import cast_commands
from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.cast.prepared_group import PreparedGroup
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.dice_numbers import (
    Bounds,
    DiceNumber,
    dice_range,
    highest_result,
    roll_secretly,
    rolled,
)
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.combat.rounds.gang_hands import remember_gang
from engine.rulesets.future_imperfect.editor.prepared_records import (
    BROUGHT_FOES,
    DANGERS,
    FOES,
    GANGS,
    LIBRARY,
    MOST_OF_A_KIND,
    SECRET,
    STRUCTS,
    PreparedDanger,
    PreparedFoe,
    PreparedGang,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import foe_sheet
from engine.rulesets.future_imperfect.editor.prepared_validation import faults_of
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import EnterSmoke, EnterWater, Fall, SetOnFire
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear
from engine.sheets.editing.new_character_moves import NewActorSetup

FOE_CAST: PreparedCast[PreparedFoe] = PreparedCast(
    FOES,
    LIBRARY,
    faults=lambda foe, table: faults_of(foe, table.lists),
    sheet=foe_sheet,
    noticed=taking_part,
)
"""The foes of a table; a gang is made of them."""
DANGER_RECORDS: SoundRecords[PreparedDanger] = SoundRecords(
    DANGERS, LIBRARY, lambda danger, table: faults_of(danger, table.lists)
)
assert FOE_CAST.rolled.name == BROUGHT_FOES


def bring_gang(
    draft: Draft, gang: PreparedGang, new_actor: NewActorSetup, *, shown: bool, name: str = ""
) -> tuple[str, ...]:
    """Bring its foes, and return their ids; with a shared hand they act together as soon as they fight (FI-INIT-15)."""
    brought, bounds = list[str](), Bounds(1, MOST_OF_A_KIND)
    for number, row in enumerate(gang.members):
        count = row.count
        if isinstance(count, str):
            count = roll_secretly(draft, DiceNumber(f"members[{number}].count", count, bounds))
        brought += cast_commands.bring(draft, FOE_CAST, new_actor, row.foe, count, row.name, shown=shown)
    if gang.shared_hand and len(brought) > 1:
        remember_gang(draft, gang.id, name or gang.name, tuple(brought))
    if gang.notes.strip():
        draft.note("fi_notes", audience=(draft.table.gm(),), name=gang.name, text=gang.notes.strip())
    return tuple(brought)


GANG_GROUP: PreparedGroup[PreparedGang] = PreparedGroup(
    GANGS,
    LIBRARY,
    lambda gang, table: faults_of(gang, table.lists),
    bring=bring_gang,
    size=lambda gang: sum(dice_range(row.count).most for row in gang.members),
)


class SavePrepared(SaveContent):
    """Save or remove foes, gangs and dangers of the GM; only the GM reads of it."""

    WORDS = "fi"
    FORMS = STRUCTS
    SECRET = SECRET


class BringGang(Request):
    """The GM brings a gang to the table: every foe of it, with a sheet of its own."""

    RULES = ("FI-INIT-15",)
    PROGRAM_DICE = True
    gang: Annotated[str, Meta(description="which, by its id among the gangs"), Asks("which_gang")]
    shown: Annotated[bool, Meta(description="everybody sees them at once"), Asks("cast_shown")] = False


class UseDanger(Request):
    """The GM lets a prepared danger happen to a character, or blow up near some."""

    RULES = ("FI-FALL-1", "FI-FIRE-1", "FI-FIRE-3", "FI-DROWN-1", "FI-BOOM-1", "FI-FEAR-2")
    danger: Annotated[str, Meta(description="which, by its id among the dangers"), Asks("which_danger")]
    actor: Annotated[
        str,
        Meta(description="the character; empty for an explosion"),
        Asks("who_suffers", least=1, most=1, optional=False),
    ] = ""
    victims: Annotated[tuple[Victim, ...], Meta(description="of an explosion: who is near, and how far off")] = ()

    def verify(self, table: Table) -> None:
        """Require the GM, a danger that exists, and what its kind requires."""
        need_gm(table, self)
        danger = DANGER_RECORDS.record(table, self.danger)
        if danger.sort != "explosion" and self.actor not in table.actors:
            raise Refused("no_such_actor", actor=self.actor[:60])
        _request(rolled(danger, highest_result), self).verify(table)

    def decide(self, draft: Draft) -> None:
        """Let it happen, and tell the GM the notes."""
        danger = DANGER_RECORDS.record(draft.table, self.danger)
        if danger.notes.strip():
            draft.note("fi_notes", audience=(self.seat,), name=danger.name, text=danger.notes.strip())
        _request(rolled(danger, partial(roll_secretly, draft)), self).decide(draft)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the odds of an explosion or a fall whose numbers are no dice."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.hazards.hazard_odds import hazard_odds

        self.verify(table)
        danger = DANGER_RECORDS.record(table, self.danger)
        if rolled(danger, highest_result) != danger:
            return None
        request = _request(danger, self)
        return hazard_odds(table, request, viewer) if isinstance(request, Explode | Fall) else None


def _request(danger: PreparedDanger, command: UseDanger) -> GmRequest | FaceFear:
    """Return the command for a danger of its kind, with its numbers, none of which is dice any more."""
    seat, actor, (metres, pn, tn) = command.seat, command.actor, (danger.metres, danger.pn, danger.tn)
    assert not isinstance(metres, str)
    assert not isinstance(pn, str)
    assert not isinstance(tn, str)
    match danger.sort:
        case "fall":
            return Fall(seat=seat, actor=actor, metres=metres, ground=danger.ground)
        case "fire":
            areas = () if danger.blaze == "engulfed" else danger.areas
            return SetOnFire(seat=seat, actor=actor, blaze=danger.blaze, areas=areas)
        case "smoke":
            return EnterSmoke(seat=seat, actor=actor, cloth=danger.cloth)
        case "water":
            return EnterWater(seat=seat, actor=actor, water=danger.water)
        case "explosion":
            return Explode(seat=seat, victims=command.victims, dice=danger.dice, pn=pn)
        case "fear":
            return FaceFear(seat=seat, actor=actor, tn=tn, terror=danger.terror, cause=danger.name)


def _verify_gang(table: Table, command: BringGang) -> None:
    need_gm(table, command, "FI-INIT-15")
    GANG_GROUP.record(table, command.gang)


def _bring_gang(draft: Draft, command: BringGang, new_actor: NewActorSetup) -> None:
    bring_gang(draft, GANG_GROUP.record(draft.table, command.gang), new_actor, shown=command.shown)


def moves_for(new_actor: NewActorSetup) -> tuple[Move[Any], ...]:
    """Return the moves that bring prepared records to the table of a game, which makes its characters."""
    decide: Callable[[Draft, BringGang], None] = partial(_bring_gang, new_actor=new_actor)
    return (
        Move.of(SavePrepared),
        *cast_commands.moves_for(FOE_CAST, new_actor),
        Move(BringGang, _verify_gang, decide),
        Move.of(UseDanger),
    )
