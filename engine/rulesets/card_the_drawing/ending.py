"""How somebody leaves a battle, and how a battle ends (CD-ROUND-4)."""

from __future__ import annotations

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ZoneGone
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing.procedures import Battle, evening
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.frozen import replace
from engine.table.table import Table


class LeaveBattle(Request):
    """The GM takes an actor out of the battle, with all its cards."""

    RULES = ("CD-ROUND-4",)
    FAR_REACHING = True
    actor: ActorId


class EndBattle(Request):
    """The GM ends the battle: all cards return to their decks, Adrenaline is dropped."""

    RULES = ("CD-ROUND-4", "CD-ADR-1")
    FAR_REACHING = True


def verify_leave(table: Table, command: LeaveBattle) -> None:
    """The GM, while no card is carried out."""
    facts.need_master(table, command, "CD-ROUND-4")
    facts.need_fighter(table, command.actor)
    facts.need_between(table)


def leave(draft: Draft, command: LeaveBattle) -> None:
    """Take out; if at most one side is left, the battle ends (`flow.settle`)."""
    draft.note("drawing_leaves", "CD-ROUND-4", actor=actor_name(draft.table, command.actor))
    take_out(draft, command.actor)


def take_out(draft: Draft, actor: str) -> None:
    """Take an actor out: what it cast leaves with it, what others cast on it goes to their piles."""
    for lies in reckoner(draft.table).scene.field:
        if lies.bearer == actor and lies.owner != actor:
            facts.to_discard(draft, lies.id)
    now = facts.need_battle(draft.table)
    zones.take_cards(draft, {card for card, owner in now.owners.items() if owner == actor})
    zones.take_zones(draft, actor)
    drop_adrenaline(draft, actor)
    facts.alter(
        draft,
        fighters={other: held for other, held in now.fighters.items() if other != actor},
        owners={card: owner for card, owner in now.owners.items() if owner != actor},
        field=tuple(lies for lies in facts.need_battle(draft.table).field if actor not in (lies.owner, lies.bearer)),
        in_force=tuple(made for made in now.in_force if actor not in (made.owner, made.bearer)),
        dealt=tuple(card for card in now.dealt if now.owners.get(card) != actor),
    )


def drop_adrenaline(draft: Draft, actor: str) -> None:
    """Let an actor have none any more, unless it is carried from battle to battle (CD-ADR-1, CD-AMB-5)."""
    if not settings.flag(draft.table, "adrenaline_carry") and actor in draft.table.actors:
        facts.set_adrenaline(draft, actor, 0)


def verify_end(table: Table, command: EndBattle) -> None:
    """The GM, at any moment."""
    need_gm(table, command, "CD-ROUND-4")
    facts.need_battle(table)


def end(draft: Draft, command: EndBattle) -> None:
    """End it."""
    draft.note("drawing_called_off", "CD-ROUND-4")
    end_battle(draft)
    draft.become(replace(evening(draft.table), ended="called_off", victor=""))


def end_by_itself(draft: Draft) -> None:
    """End a battle of which at most one side stands, and say which (CD-ROUND-4)."""
    left = facts.sides_standing(draft.table)
    victor = people.side_name(left[0]) if left else ""
    if left:
        draft.note("drawing_won", "CD-ROUND-4", side=victor)
    else:
        draft.note("drawing_nobody_won", "CD-ROUND-4")
    end_battle(draft)
    draft.become(replace(evening(draft.table), ended="won" if left else "nobody_won", victor=victor))


def end_battle(draft: Draft) -> None:
    """Take every card of the battle off the table; what becomes of the fallen is for the GM to say (CD-DEF-3)."""
    now = facts.need_battle(draft.table)
    zones.gather_away(draft)
    zones.take_cards(draft, set(now.owners))
    for actor in now.fighters:
        zones.take_zones(draft, actor)
        drop_adrenaline(draft, actor)
    if zones.SURROUNDINGS in draft.table.zones:
        zones.take_cards(draft, set(zones.cards_in(draft.table, zones.SURROUNDINGS)))
        draft.emit(ZoneGone(zone=zones.SURROUNDINGS))
    draft.finish(Battle)
    draft.become(replace(evening(draft.table), fought=tuple(now.fighters)))


MOVES = (
    Move(LeaveBattle, verify_leave, leave),
    Move(EndBattle, verify_end, end),
)
