"""Damage and wounds: the cards of weapons, bodies and armour, and whether the wounded stays up (IM-DMG, IM-WOUND)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_actor, need_gm
from engine.core.draft import Draft
from engine.core.events import ConditionGone, ConditionSet
from engine.core.manual_moves import new_condition
from engine.kit.gm_requests import GmRequest
from engine.kit.log_audiences import add_line_about
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import Said, penalty_counts
from engine.rulesets.imaginality.actions.action_sides import (
    accumulated_damage,
    drawn_zone,
    need_action,
    score,
    side_of,
    turn_over,
)
from engine.rulesets.imaginality.actions.card_play_commands import draw_due_cards, open_sides
from engine.rulesets.imaginality.character_state import WOUND, FallenState, lay_fallen, need_controller, need_free
from engine.rulesets.imaginality.comparison_rules import collapse_result
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionStage, ExtraCards
from engine.rulesets.imaginality.settings import (
    WoundSeverity,
    attribute,
    flag,
    has_attributes,
    number,
    numbers,
    numbers_of,
    word,
)

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


def is_thrown(table: Table, weapon: str) -> bool:
    """Return whether a shot with a weapon is a throw: the weapon is one of hand-to-hand combat (IM-DMG-3)."""
    return weapon_row(table, weapon).get("class") == "hand_to_hand"


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
    done = base + bonus <= 0
    damage = side_of(table, hitter, base=max(0, base), extras=extras, exact=True, penalised=counts, done=done)
    resistance = side_of(table, wounded, base=resistance_cards(table, wounded), least=0, penalised=counts)
    open_sides(draft, (("damage", damage), ("resistance", resistance)))


class Hazard(GmRequest):
    """The GM hurts a character by a hazard: a fall, fire, an accident; with as many damage cards as the GM says."""

    RULES = ("IM-DMG-1",)
    NEEDS = (lambda table, command: need_free(table), lambda table, command: need_actor(table, command.target))
    target: Annotated[ActorId, Asks("hurt", least=1, most=1)]
    cards: Annotated[int, Meta(ge=1, le=20, description="how many damage cards"), Asks("cards_due")]
    what: Annotated[Said, Asks()] = ""

    def decide(self, draft: Draft) -> None:
        """Open the damage at once; the GM plays or draws for the hazard (IM-DMG-1)."""
        draft.push_procedure(
            Action(kind=ActionKind.HAZARD, stage=ActionStage.COMMIT, what=self.what, target=self.target)
        )
        name = actor_name(draft.table, self.target)
        draft.note("hazard", "IM-DMG-1", target=name, what=self.what, count=self.cards)
        open_damage(draft, "", self.target, self.cards)


# ---- wounds ----------------------------------------------------------------------------------------------------------


def wound_severity(points: int) -> WoundSeverity:
    """Return the severity of one wound of so many net points (IM-WOUND-3)."""
    return max((s for s in numbers().severity if s.least <= points), key=lambda s: s.least)


def add_wound(draft: Draft, actor: str, points: int, *rules: str) -> str:
    """Add a wound, each one by itself (IM-WOUND-5); return its id, or nothing for no points."""
    _tell_wound(draft, actor, points, *rules)
    if points <= 0:
        return ""
    condition = new_condition(draft.table.actors[actor], WOUND, level=points)
    draft.lay_condition(actor, condition)
    return condition.id


def _tell_wound(draft: Draft, actor: str, points: int, *rules: str) -> None:
    how = wound_severity(max(0, points))
    draft.record_results(severity=how.label)
    if points > 0:
        name = actor_name(draft.table, actor)
        draft.note("wounded", *rules, "IM-WOUND-3", actor=name, points=points, label=how.label, guide=how.guide)


def change_wound(draft: Draft, actor: str, wound: str, points: int) -> str:
    """Change a wound's points after the GM's decision; return its id, or nothing if it is gone."""
    old = next((c for c in draft.table.actors[actor].conditions if c.id == wound), None)
    if old is None:
        return add_wound(draft, actor, points, "IM-GEN-1")
    if points != old.level:
        _tell_wound(draft, actor, points, "IM-GEN-1")
    if points <= 0:
        draft.emit(ConditionGone(actor=actor, id=wound))
        return ""
    draft.emit(ConditionSet(actor=actor, condition=replace(old, level=points)))
    return wound


def check_due(table: Table, action: Action) -> bool:
    """Say whether the collapse check must still be made (IM-WOUND-6): bookkeeping, and something got through."""
    bookkeeping = word(table, "damage_mode") == "bookkeeping"
    return bookkeeping and action.stage is ActionStage.HARMED and bool(action.net) and not action.collapsed


class CollapseCheck(Request):
    """Draw for the wounded: below the accumulated damage falls unconscious, below this hit is dying."""

    RULES = ("IM-WOUND-6", "IM-WOUND-7", "IM-WOUND-8")

    def verify(self, table: Table) -> None:
        """Allow the controller of the wounded, or the GM, after damage that got through."""
        action = need_action(table)
        if word(table, "damage_mode") != "bookkeeping":
            raise Refused("freeform_wounds", "IM-WOUND-2")
        if not check_due(table, action):
            raise Refused("no_check_due", "IM-WOUND-6")
        need_controller(table, self, action.wounded, "IM-WOUND-6")
        if "collapse" in action.sides and action.sides["collapse"].missing:
            raise Refused("nothing_to_take", "IM-DECK-7")

    def decide(self, draft: Draft) -> None:
        """Draw one card, or as many as Physical and add them (IM-WOUND-8); one draw serves both tests (IM-WOUND-7)."""
        action = need_action(draft.table)
        actor = draft.table.actors[action.wounded]
        if "collapse" not in action.sides:
            due = attribute(actor, "physical") if has_attributes(actor) else 1
            side = side_of(draft.table, actor.id, base=due, pure=True, penalised=False)
            open_sides(draft, (("collapse", side),))
            draw_due_cards(draft, "collapse", "IM-WOUND-6")
        action = need_action(draft.table)
        if not action.sides["collapse"].missing:
            turn_over(draft, ("collapse",))
            draft.replace_procedure(replace(action, collapsed=True))
            apply_collapse_check(draft)


def apply_collapse_check(draft: Draft) -> None:
    """Apply the drawn cards: at the check, and again after each of the GM's changes to it (IM-GEN-1).

    The conditions of an earlier result are removed first; where no damage got through after all, there is no check.
    """
    action = need_action(draft.table)
    for condition in draft.table.actors[action.wounded].conditions:
        if condition.id in action.fallen:
            draft.emit(ConditionGone(actor=action.wounded, id=condition.id))
    draft.replace_procedure(replace(action, fallen=()))
    if not action.net:
        return
    result = score(draft.table, action, "collapse")
    actor = draft.table.actors[action.wounded]
    total, net = accumulated_damage(draft.table, actor.id), action.net
    unconscious, dying = collapse_result(result, total, net)
    cards = draft.table.zones[drawn_zone("collapse")].cards
    name = actor_name(draft.table, actor.id)
    results = {"collapse": result.total} if actor.secret else {"collapse": result.total, "accumulated": total}
    draft.record_results(**results, unconscious=unconscious, dying=dying, joker=result.fumble)
    fallen: list[str] = []
    states: tuple[tuple[FallenState, bool], ...] = (("unconscious", unconscious), ("dying", dying))
    for state, falls in states:
        new = lay_fallen(draft, actor.id, state) if falls else None
        if new is not None:
            fallen.append(new.id)
    draft.replace_procedure(replace(action, fallen=tuple(fallen)))
    key = "collapse_dying" if dying else "collapse_unconscious" if unconscious else "collapse_stands"
    rules = ("IM-WOUND-9",) if result.fumble else ("IM-WOUND-7",)
    params: dict[str, Json] = {"actor": name, "cards": cards, "total": result.total, "accumulated": total, "net": net}
    add_line_about(
        draft, actor, None, key, rules, params, seen=f"{key}_seen", hides=("accumulated",), tells=("collapse",)
    )
