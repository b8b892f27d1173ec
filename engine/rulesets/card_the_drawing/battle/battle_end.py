"""Leaving a battle, and the end of a battle (CD-ROUND-4)."""

from __future__ import annotations

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import ZoneGone
from engine.kit.card_piles import remove_cards
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, evening
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of


class LeaveBattle(Request):
    """The GM takes an actor out of the battle, with all its cards."""

    RULES = ("CD-ROUND-4",)
    FAR_REACHING = True
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Only the GM, while no card is being resolved."""
        participants.need_gm_in_battle(table, self, "CD-ROUND-4")
        participants.need_fighter(table, self.actor)
        participants.need_no_resolution(table)

    def decide(self, draft: Draft) -> None:
        """Remove the actor; if at most one side is left, the battle ends (`phase_flow.settle`)."""
        draft.note("drawing_leaves", "CD-ROUND-4", actor=actor_name(draft.table, self.actor))
        remove_from_battle(draft, self.actor)


class EndBattle(GmRequest):
    """The GM ends the battle: all cards return to their decks, Adrenaline is dropped."""

    RULES = ("CD-ROUND-4", "CD-ADR-1")
    FAR_REACHING = True
    NEEDS = (lambda table, command: participants.need_battle(table),)

    def decide(self, draft: Draft) -> None:
        """End the battle without a winner."""
        draft.note("drawing_called_off", "CD-ROUND-4")
        end_battle(draft)
        draft.replace_procedure(replace(evening(draft.table), ended="called_off", victor=""))


def remove_from_battle(draft: Draft, actor: str) -> None:
    """Remove an actor: cards that it cast leave with it, cards that others cast on it go to their piles."""
    for field_card in calculator_of(draft.table).snapshot.field:
        if field_card.bearer == actor and field_card.owner != actor:
            battle_changes.to_discard(draft, field_card.id)
    battle = participants.need_battle(draft.table)
    remove_cards(draft, {card for card, owner in battle.owners.items() if owner == actor})
    actor_zones.remove_zones(draft, actor)
    drop_adrenaline(draft, actor)
    field = participants.need_battle(draft.table).field
    battle_changes.change_battle(
        draft,
        fighters={other: fighter for other, fighter in battle.fighters.items() if other != actor},
        owners={card: owner for card, owner in battle.owners.items() if owner != actor},
        field=tuple(lying for lying in field if actor not in (lying.owner, lying.bearer)),
        in_force=tuple(made for made in battle.in_force if actor not in (made.owner, made.bearer)),
        dealt=tuple(card for card in battle.dealt if battle.owners.get(card) != actor),
    )


def drop_adrenaline(draft: Draft, actor: str) -> None:
    """Set an actor's Adrenaline to 0, unless it carries over between battles (CD-ADR-1, CD-AMB-5)."""
    if not settings.flag(draft.table, "adrenaline_carry") and actor in draft.table.actors:
        battle_changes.set_adrenaline(draft, actor, 0)


def end_by_itself(draft: Draft) -> None:
    """End a battle in which at most one side is not defeated, and announce that side (CD-ROUND-4)."""
    left = participants.standing_sides(draft.table)
    victor = actor_sheet.side_name(left[0]) if left else ""
    if left:
        draft.note("drawing_won", "CD-ROUND-4", side=victor)
    else:
        draft.note("drawing_nobody_won", "CD-ROUND-4")
    end_battle(draft)
    draft.replace_procedure(replace(evening(draft.table), ended="won" if left else "nobody_won", victor=victor))


def end_battle(draft: Draft) -> None:
    """Take every card of the battle off the table; the GM decides the fate of the defeated (CD-DEF-3)."""
    battle = participants.need_battle(draft.table)
    actor_zones.gather_removed_cards(draft)
    remove_cards(draft, set(battle.owners))
    for actor in battle.fighters:
        actor_zones.remove_zones(draft, actor)
        drop_adrenaline(draft, actor)
    if actor_zones.SURROUNDINGS in draft.table.zones:
        remove_cards(draft, set(draft.table.cards_in(actor_zones.SURROUNDINGS)))
        draft.emit(ZoneGone(zone=actor_zones.SURROUNDINGS))
    draft.pop_procedure(Battle)
    draft.replace_procedure(replace(evening(draft.table), fought=tuple(battle.fighters)))
