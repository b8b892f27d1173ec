"""Damage and resistance: the cards of weapons, bodies and armour (IM-DMG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_actor, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import Said, penalty_counts
from engine.rulesets.imaginality.actions.action_sides import need_action
from engine.rulesets.imaginality.actions.card_play_commands import open_sides
from engine.rulesets.imaginality.character_state import need_controller, need_free
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionSide, ActionStage, ExtraCards
from engine.rulesets.imaginality.settings import attribute, flag, has_attributes, number, numbers_of

UNARMED = "Unarmed"
HITS = ("hit", "counter_hit")
Count = Annotated[int, Meta(ge=0, le=20)]
Cards = Annotated[Count | None, Meta(description="the number of damage cards, if the GM sets one")]


def weapon_row(table: Table, name: str) -> Mapping[str, Json]:
    """Return a weapon of the group's list, or nothing for one that is not in it."""
    return next((row for row in table.lists.get("weapons", ()) if row.get("name") == name), {})


def weapon_in_hand(table: Table, actor: str, melee: bool) -> str:
    """Return the weapon on a character's sheet, or bare hands, also for a blow by a character that carries a gun.

    A shot with a sword is a throw (IM-DMG-3); a blow with a rifle's butt must be named.
    """
    character = table.actors.get(actor)
    weapon = character.sheet.get("weapon") if character else None
    if not isinstance(weapon, str) or not weapon:
        return UNARMED
    return UNARMED if melee and weapon_row(table, weapon).get("class") == "ranged" else weapon


def weapon_cards(table: Table, weapon: str) -> int:
    """Return a weapon's damage cards by the group's list, or by the GM's override; 1 for an unknown one."""
    override = numbers_of(table, "weapon_cards_override")
    return override.get(weapon, _number(weapon_row(table, weapon).get("cards"), 1))


def _number(value: Json, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def damage_cards(table: Table, actor: str, weapon: str, melee: bool) -> int:
    """Return the number of damage cards of a hit: the weapon's; in melee Physical − 1 more (IM-DMG-2, IM-DMG-3)."""
    character = table.actors.get(actor)
    more = attribute(character, "physical") - 1 if melee and has_attributes(character) else 0
    return weapon_cards(table, weapon) + more


def armour_cards(table: Table, actor: str) -> int:
    """Return the cards that armour adds: the best piece, or all by the group's option (IM-DMG-6, IM-DMG-13)."""
    character = table.actors.get(actor)
    worn = character.sheet.get("armour") if character else None
    pieces = worn if isinstance(worn, (list, tuple)) else (worn,) if isinstance(worn, str) and worn else ()
    override = numbers_of(table, "armor_cards_override")
    rows = {str(row.get("name")): _number(row.get("cards"), 0) for row in table.lists.get("armour", ())}
    cards = [override.get(str(piece), rows.get(str(piece), 0)) for piece in pieces]
    return sum(cards) if flag(table, "armor_stacks") else max(cards, default=0)


def resistance_cards(table: Table, actor: str) -> int:
    """Return the maximum of resistance cards: one, or Physical, and the armour's (IM-DMG-4, IM-DMG-5, IM-DMG-6)."""
    character = table.actors.get(actor)
    return (attribute(character, "physical") if has_attributes(character) else 1) + armour_cards(table, actor)


class Inflict(Request):
    """After a hit: the attacker plays the weapon's damage cards, the target resists."""

    RULES = ("IM-HTH-11", "IM-DMG-1", "IM-DMG-2", "IM-DMG-3", "IM-DMG-4", "IM-DMG-5", "IM-DMG-6")
    weapon: Annotated[str, Meta(description="another weapon than the one named before"), Asks()] = ""
    cards: Annotated[Cards, Asks("cards_due")] = None

    def verify(self, table: Table) -> None:
        """Allow the attacker's seat, or the GM, after a hit."""
        action = need_action(table)
        if action.stage is not ActionStage.REVEALED or action.outcome not in HITS:
            raise Refused("nobody_hit", "IM-DMG-1")
        need_controller(table, self, _hitting_actor(action), "IM-DMG-1")
        if self.cards is not None:
            need_gm(table, self, "IM-DMG-1")

    def decide(self, draft: Draft) -> None:
        """Open damage and resistance."""
        table, action = draft.table, need_action(draft.table)
        hitter, melee = _hitting_actor(action), action.kind is ActionKind.MELEE
        wounded, hurt_side = (action.target, "opposition") if hitter == action.actor else (action.actor, "actor")
        named = self.weapon or (action.weapon if hitter == action.actor else "")
        weapon = named or weapon_in_hand(table, hitter, melee)
        base = damage_cards(table, hitter, weapon, melee) if self.cards is None else self.cards
        badly = hurt_side in action.fumbled and self.cards is None
        bonus = number(table, "badly_hit_bonus_cards") if badly else 0
        draft.replace_procedure(replace(action, weapon=weapon))
        open_damage(draft, hitter, wounded, base, bonus)
        name, hurt = actor_name(table, hitter), actor_name(table, wounded)
        rule = "IM-DMG-2" if melee else "IM-DMG-3"
        draft.note("damage_due", "IM-DMG-1", rule, actor=name, target=hurt, weapon=weapon, count=base + bonus)


def _hitting_actor(action: Action) -> str:
    return action.actor if action.outcome == "hit" else action.target


def open_damage(draft: Draft, hitter: str, wounded: str, base: int, bonus: int = 0) -> None:
    """Open the damage side (exactly so many cards) and the resistance side (up to so many, or none; IM-DMG-9)."""
    table = draft.table
    action = need_action(table)
    counts = penalty_counts(table, "damage")
    extras = (ExtraCards(reason="badly hit", count=bonus),) if bonus else ()
    draft.replace_procedure(replace(action, stage=ActionStage.DAMAGE, wounded=wounded, attacker=hitter))
    due = max(0, base + bonus)
    damage = ActionSide(
        seat=controller_of(table, hitter),
        actor=hitter,
        base=max(0, base),
        extras=extras,
        exact=True,
        penalised=counts,
        done=due == 0,
    )
    resistance = ActionSide(
        seat=controller_of(table, wounded),
        actor=wounded,
        base=resistance_cards(table, wounded),
        least=0,
        penalised=counts,
    )
    open_sides(draft, (("damage", damage), ("resistance", resistance)))


class Hazard(GmRequest):
    """The GM hurts a character by a hazard: a fall, fire, an accident; with as many damage cards as the GM says."""

    RULES = ("IM-DMG-1",)
    target: Annotated[ActorId, Asks("hurt", least=1, most=1)]
    cards: Annotated[int, Meta(ge=1, le=20, description="how many damage cards"), Asks("cards_due")]
    what: Annotated[Said, Asks()] = ""

    def verify(self, table: Table) -> None:
        """Allow the GM, with nothing else in progress."""
        super().verify(table)
        need_free(table)
        need_actor(table, self.target)

    def decide(self, draft: Draft) -> None:
        """Open the damage at once; the GM plays or draws for the hazard (IM-DMG-1)."""
        draft.push_procedure(
            Action(kind=ActionKind.HAZARD, stage=ActionStage.COMMIT, what=self.what, target=self.target)
        )
        name = actor_name(draft.table, self.target)
        draft.note("hazard", "IM-DMG-1", target=name, what=self.what, count=self.cards)
        open_damage(draft, "", self.target, self.cards)
