"""Attacks: blows with response, block and counterattack (IM-HTH), shots with dodges and drawn cards (IM-RANGED)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import (
    More,
    Said,
    advantage_cards,
    first_cards,
    lacks_skill,
    mark_acting,
    need_advantage,
    need_attribute,
    need_target,
    opposition_extras,
)
from engine.rulesets.imaginality.actions.action_sides import drawn_zone, need_action, set_side, side_of
from engine.rulesets.imaginality.actions.card_play_commands import (
    Play,
    draw_due_cards,
    feed_empty_hand,
    need_playable_cards,
    open_sides,
    return_laid_cards,
)
from engine.rulesets.imaginality.character_state import is_helpless, need_controller, need_free
from engine.rulesets.imaginality.damage import UNARMED, is_thrown, weapon_in_hand, weapon_row
from engine.rulesets.imaginality.deck.deck_commands import discard_cards
from engine.rulesets.imaginality.procedures import (
    Action,
    ActionKind,
    ActionStage,
    ExtraCards,
    current_fight,
)
from engine.rulesets.imaginality.settings import flag, number, word
from engine.rulesets.imaginality.turns.turn_commands import has_acted, need_combat, need_turn, use_action
from engine.rulesets.imaginality.turns.turn_order import FIGHTS

ANSWERS = {ActionKind.MELEE: ("block", "counterattack", "nothing"), ActionKind.RANGED: ("dodge", "none")}
ANSWER_RULES = {
    "block": ("IM-HTH-4", "IM-HTH-5"),
    "counterattack": ("IM-HTH-6", "IM-HTH-9"),
    "dodge": ("IM-RANGED-3", "IM-RANGED-5"),
}
Metres = Annotated[float, Meta(ge=0)]


class Attack(Request):
    """An attack on another character."""

    ABSTRACT = True

    actor: ActorId
    target: Annotated[ActorId, Asks(least=1, most=1)]
    weapon: Annotated[
        str,
        Meta(description="the weapon; the one on the sheet if empty"),
        Asks(instead=Message(key="ask.weapon_in_hand")),
    ] = ""
    what: Said = ""
    aware: Annotated[bool, Meta(description="false for a target that sees nothing coming or can do nothing")] = True
    skill: Annotated[str, Meta(description="the skill that the GM names, if skills are in use")] = ""
    advantage: More = 0
    disadvantage: More = 0

    def verify(self, table: Table) -> None:
        """A character that may act against another, in a group that fights by these rules."""
        need_free(table)
        need_controller(table, self, self.actor, self.RULES[0])
        need_target(table, self.seat, self.actor, self.target)
        need_advantage(table, self, self.advantage, self.disadvantage)
        need_combat(table)

    def begin(self, draft: Draft, kind: ActionKind, weapon: str, attribute: str, **details: object) -> None:
        """Begin the attack: a check on the attribute where the skill is missing. It is the attacker's action."""
        action = Action(
            kind=kind,
            stage=ActionStage.ATTACK,
            what=self.what,
            actor=self.actor,
            target=self.target,
            weapon=weapon,
            skill=self.skill,
            attribute=attribute,
            aware=self.aware,
        )
        draft.push_procedure(replace(action, **details))
        mark_acting(draft, self.actor)

    def log(self, draft: Draft, key: str, rule: str, weapon: str, unnamed: str) -> None:
        """Log the attack. What a secret attacker has in hand is on its record: nobody reads it unless it is said.

        Args:
            draft: what is decided.
            key: the key of the line with the weapon.
            rule: the rule of the attack.
            weapon: the weapon of the attack.
            unnamed: the key of the line without the weapon.
        """
        table = draft.table
        name, against = actor_name(table, self.actor), actor_name(table, self.target)
        if self.weapon or not table.actors[self.actor].secret:
            draft.note(key, rule, actor=name, target=against, what=self.what, weapon=weapon)
        else:
            draft.note(unnamed, rule, actor=name, target=against, what=self.what)


class Strike(Attack):
    """Strike a blow with fist, foot or melee weapon: a card face down, then the target names a response."""

    RULES = ("IM-HTH-1", "IM-HTH-2", "IM-HTH-12", "IM-HTH-14")

    def verify(self, table: Table) -> None:
        """A character on turn against another, by these rules."""
        super().verify(table)
        if word(table, "hand_to_hand_system") == "lunch_money":
            raise Refused("other_system", "IM-LM-1")
        need_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Open the blow. A target that can do nothing needs no response: one card is drawn at once (IM-HTH-10)."""
        table = draft.table
        forced = not self.aware or is_helpless(table, self.target)
        lacking = lacks_skill(table, self.actor, self.skill)
        against = opposition_extras(table, self.disadvantage, lacking)
        self.begin(draft, ActionKind.MELEE, self.weapon, "physical" if lacking else "")
        weapon = self.weapon or weapon_in_hand(table, self.actor, melee=True)
        self.log(draft, "strikes", "IM-HTH-2", weapon, "strikes_unnamed")
        if lacking and not forced:
            draft.note("unskilled", "IM-HTH-12", skill=self.skill, attribute="physical")
        base = first_cards(table, self.actor, lacking, "physical")
        extras = advantage_cards(table, "actor", self.advantage)
        attacker = side_of(table, self.actor, base=base, extras=extras, pure=forced)
        open_sides(draft, (("actor", attacker), ("opposition", side_of(table, self.target, extras=against))))
        if forced:
            do_nothing(draft, "IM-HTH-10")


class Shoot(Attack):
    """Shoot or throw at a target: a card face down (two at close range); the target dodges, or a card is drawn."""

    RULES = ("IM-RANGED-1", "IM-RANGED-2", "IM-RANGED-6", "IM-RANGED-8", "IM-RANGED-9", "IM-RANGED-12")
    cover: Annotated[bool, Meta(description="the target is in cover or otherwise hard to hit")] = False
    close: Annotated[bool, Meta(description="very close range; a distance says it too")] = False
    distance_m: Annotated[Metres | None, Meta(description="the distance in metres")] = None
    attribute: Annotated[str, Meta(description="the GM's word on the attribute where the skill is missing")] = ""

    def verify(self, table: Table) -> None:
        """A character on turn against another, by these rules."""
        super().verify(table)
        if self.attribute:
            need_gm(table, self, "IM-RANGED-10")
            need_attribute(table, self.actor, self.skill, self.attribute)
        need_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Open the shot. For a target that cannot dodge a card is drawn once the attack is complete (IM-RANGED-6)."""
        table = draft.table
        lacking = lacks_skill(table, self.actor, self.skill)
        close = is_close(table, self)
        can_dodge = self.aware and not is_helpless(table, self.target) and not has_acted(table, self.target)
        weapon = self.weapon or weapon_in_hand(table, self.actor, melee=False)
        by_weapon = "physical" if weapon_row(table, weapon).get("size") == "big" else "mental"
        stands_in = (self.attribute or by_weapon) if lacking else ""
        response = "" if can_dodge else "drawn"
        self.begin(draft, ActionKind.RANGED, weapon, stands_in, cover=self.cover, response=response)
        key = "shoots" if not is_thrown(table, weapon) else "throws_something" if weapon == UNARMED else "throws"
        self.log(draft, key, "IM-RANGED-1", weapon, "shoots_unnamed")
        if not can_dodge:
            draft.note("cannot_dodge", "IM-RANGED-6", "IM-RANGED-5", actor=actor_name(table, self.target))
        if lacking:
            draft.note("unskilled", "IM-RANGED-9", "IM-RANGED-10", skill=self.skill, attribute=stands_in)
        mine = list(advantage_cards(table, "actor", self.advantage))
        theirs = list(opposition_extras(table, self.disadvantage, lacking))
        for reason, applies, extras in (("close", close, mine), ("cover", self.cover, theirs)):
            if applies:
                extras.append(ExtraCards(reason=reason, count=1))
        base = first_cards(table, self.actor, lacking, stands_in)
        attacker = side_of(table, self.actor, base=base, extras=tuple(mine))
        target = side_of(table, self.target, extras=tuple(theirs), pure=not can_dodge)
        open_sides(draft, (("actor", attacker), ("opposition", target)))


class Respond(Request):
    """Name the target's response: to a blow block, counterattack or nothing; to a shot dodge or none."""

    RULES = (
        *("IM-HTH-3", "IM-HTH-4", "IM-HTH-5", "IM-HTH-6", "IM-HTH-8", "IM-HTH-9", "IM-HTH-10"),
        *("IM-RANGED-3", "IM-RANGED-5", "IM-RANGED-7"),
    )
    response: Annotated[str, Meta(description="`block`, `counterattack`, `nothing`, `dodge` or `none`")]
    cards: Annotated[
        tuple[str, ...], Meta(description="cards of the own hand that are played for the response at once")
    ] = ()

    def verify(self, table: Table) -> None:
        """The target's controller (or the GM), a response that fits, once the attack is complete."""
        action = need_action(table)
        if action.stage is not ActionStage.RESPONSE:
            raise Refused("no_response_due", "IM-HTH-3")
        need_controller(table, self, action.target, "IM-HTH-3")
        if self.response not in ANSWERS[action.kind]:
            raise Refused("response_word", "IM-RANGED-11", response=self.response[:40])
        match self.response:
            case "block":
                need_on_feet(table, action.target)
                fight = current_fight(table)
                countered = fight is not None and action.target in fight.countered
                if countered and not flag(table, "block_after_counterattack"):
                    raise Refused("countered_before", "IM-HTH-9", actor=actor_name(table, action.target))
            case "counterattack":
                need_action_left(table, action.target, "IM-HTH-8", "IM-TURN-5")
            case "dodge":
                need_action_left(table, action.target, "IM-RANGED-5", "IM-TURN-5")
            case _:
                pass
        if self.cards:
            side = action.sides["opposition"]
            if self.response not in ANSWER_RULES or side.seat != self.seat:
                raise Refused("not_your_hand", "IM-HAND-3")
            need_playable_cards(table, self.seat, self.cards, room=side.due, due=side.due)

    def decide(self, draft: Draft) -> None:
        """Set the response; a counterattack or dodge is the target's action of the turn (IM-HTH-9, IM-RANGED-5).

        A block is none: it costs nothing, and fighters that have acted may block as often as cards last (IM-HTH-5).
        """
        action = need_action(draft.table)
        name = actor_name(draft.table, action.target)
        match self.response:
            case "nothing":
                do_nothing(draft, "IM-HTH-10")
            case "none":
                stand_still(draft)
            case _:
                draft.replace_procedure(replace(action, response=self.response, stage=ActionStage.COMMIT))
                draft.note(f"responds_{self.response}", *ANSWER_RULES[self.response], actor=name)
                if self.response != "block":
                    _spend(draft, action.target)
                if self.response == "counterattack":
                    _open_for_counterattack(draft, action.target)
                if self.cards:
                    Play(seat=self.seat, side="opposition", cards=self.cards).decide(draft)
                else:
                    feed_empty_hand(draft, "opposition")


def do_nothing(draft: Draft, *rules: str) -> None:
    """Resolve a target that does nothing: the attack card goes back unseen, a deck card decides (IM-HTH-10, IM-HTH-14).

    A card that the GM had drawn for the attack is the one that counts; it is always exactly one.
    """
    return_laid_cards(draft, "actor")
    action = need_action(draft.table)
    discard_cards(draft, draft.table.zones[drawn_zone("actor")].cards[1:], drawn_zone("actor"))
    attacker = replace(action.sides["actor"], base=1, extras=(), pure=True)
    defender = replace(action.sides["opposition"], base=0, extras=(), done=True)
    sides = {**action.sides, "actor": attacker, "opposition": defender}
    draft.replace_procedure(replace(action, response="nothing", stage=ActionStage.COMMIT, sides=sides))
    draft.note("does_nothing", *rules, actor=actor_name(draft.table, action.target))
    draw_due_cards(draft, "actor", *rules)


def need_on_feet(table: Table, actor: str) -> None:
    """Raise Refused unless a character is in a state to answer (IM-WOUND-12)."""
    if is_helpless(table, actor):
        raise Refused("cannot_act", "IM-WOUND-12", actor=actor_name(table, actor))


def need_action_left(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused unless a character can still counterattack or dodge this turn (IM-TURN-5)."""
    need_on_feet(table, actor)
    if has_acted(table, actor):
        raise Refused("has_acted", *rules, actor=actor_name(table, actor))


def _spend(draft: Draft, target: str) -> None:
    fight = current_fight(draft.table)
    if fight is None or target not in fight.fighters:
        return
    lost = use_action(draft, target, instead=True)
    action = need_action(draft.table)
    draft.replace_procedure(
        replace(action, marked=(*action.marked, target), lost=(*action.lost, target) if lost else action.lost)
    )


def _open_for_counterattack(draft: Draft, target: str) -> None:
    """Let the attacker add one card, because the target is open to attack (IM-HTH-6, IM-HTH-16)."""
    attacker = need_action(draft.table).sides["actor"]
    extras = (*attacker.extras, ExtraCards(reason="counterattack", count=1))
    set_side(draft, "actor", replace(attacker, extras=extras, done=False))
    fight = current_fight(draft.table)
    if fight is not None:
        FIGHTS.change(draft, countered=(*fight.countered, target))
    feed_empty_hand(draft, "actor")


def stand_still(draft: Draft) -> None:
    """Keep an aware target's action: a card is drawn, or by the group's option the shot just hits (IM-RANGED-7)."""
    action = need_action(draft.table)
    target = action.sides["opposition"]
    draws = flag(draft.table, "no_dodge_choice_draws")
    new = replace(target, pure=True) if draws else replace(target, base=0, extras=(), done=True)
    set_side(draft, "opposition", new, response="drawn" if draws else "none", stage=ActionStage.COMMIT)
    draft.note("will_not_dodge", "IM-RANGED-7", actor=actor_name(draft.table, action.target))
    if draws:
        draw_due_cards(draft, "opposition", "IM-RANGED-6", "IM-RANGED-7")


def is_close(table: Table, command: Shoot) -> bool:
    """Say whether it is close range: by the GM's flag, or the distance in metres (IM-RANGED-2)."""
    near = command.distance_m is not None and command.distance_m <= number(table, "close_range_m")
    return command.close or near
