"""Dice that a character throws for an effect; luck may reroll them before the effect comes about (CF-LUCK-7).

These are the dice of a character's own actions (care, spells, setting a target on fire) and of its own endurance
(Fatigue from suffocation and hazards, strain, age). They belong to the Action of the roll before them (CF-LUCK-5).
The Turns of a Serious Wound, hit locations and damage of own blows wait in the damage procedure, and initiative waits
in combat, so that they need no procedure of their own.

Luck cannot change dice that are nobody's: damage and locations of falls, objects, fires, traps and hazards, how soon
something burns, and ties of initiative. Luck never applies to experience and training (CF-LUCK-6).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_audience import audience_for
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice, throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS
from engine.rulesets.classic_fantasy.checks.check_procedure import EffectRoll, current_effect_roll
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed


class RuleEffect(Request):
    """The GM sets the total of the dice of an effect."""

    RULES = ("CF-LUCK-7",)
    value: Annotated[int, Meta(ge=-99, le=999, description="what they come to"), Asks("number")]

    def verify(self, table: Table) -> None:
        """Allow the GM, while the dice wait, for a total that they can show."""
        need_gm(table, self, "CF-LUCK-7")
        effect_roll = needed(current_effect_roll(table), "d100_nothing_rolled", "CF-LUCK-7")
        mixed_dice = mixed(effect_roll.dice)
        if not mixed_dice.least <= self.value <= mixed_dice.most:
            raise Refused(
                "d100_effect_range", "CF-LUCK-7", dice=effect_roll.dice, least=mixed_dice.least, most=mixed_dice.most
            )

    def decide(self, draft: Draft) -> None:
        """Set the total."""
        effect_roll = current_effect_roll(draft.table)
        assert effect_roll is not None
        change_effect_roll(draft, replace(effect_roll, value=self.value))


def effect_words(table: Table, effect_roll: EffectRoll) -> Message:
    """Return the purpose of the dice and their owner, in words."""
    return Message(
        key=f"glimpse.{effect_roll.word}", params={"actor": actor_name(table, effect_roll.actor), **effect_roll.params}
    )


def is_best_result(table: Table, effect_roll: EffectRoll) -> bool:
    """Return whether the dice show their best total, or enough, so that nobody would reroll them."""
    if effect_roll.then.is_enough(table, effect_roll.value):
        return True
    mixed_dice = mixed(effect_roll.dice)
    return effect_roll.value == {"least": mixed_dice.least, "most": mixed_dice.most}.get(effect_roll.best)


def roll_effect(draft: Draft, effect_roll: EffectRoll, *, secret: bool = False) -> None:
    """Throw the dice of an effect; they wait if luck could change them, otherwise the effect comes about at once.

    With `secret` the GM throws, as for unseen characters; luck does not apply (CF-AMB-42).
    """
    hidden = secret or audience_for(draft.table, effect_roll.actor) is not None
    thrown = _throw_effect(draft, effect_roll, secret=secret)
    if mixed(thrown.dice).dice and not hidden and CHECK_HOOKS.features.luck_could_help(draft.table, thrown):
        draft.push_procedure(thrown)
        _log_effect_roll(draft, thrown)
    else:
        thrown.then.resume(draft, thrown)


def _throw_effect(draft: Draft, effect_roll: EffectRoll, *, secret: bool = False) -> EffectRoll:
    with labelled_dice(draft, effect_roll.actor, effect_roll.word, sums=False, hidden=False, **effect_roll.params):
        return replace(effect_roll, dice=effect_roll.dice or "0", value=throw(draft, effect_roll.dice, secret=secret))


def _log_effect_roll(draft: Draft, effect_roll: EffectRoll) -> None:
    words = say(effect_words(draft.table, effect_roll))
    add_log_line(
        draft, effect_roll.actor, "d100_effect_lies", "CF-LUCK-7", numbers=True, what=words, value=effect_roll.value
    )


def change_effect_roll(draft: Draft, effect_roll: EffectRoll) -> None:
    """Replace the dice of the effect; if no luck can change them any more, the effect comes about."""
    draft.replace_procedure(effect_roll)
    _log_effect_roll(draft, effect_roll)
    settle_effect_rolls(draft)


def reroll_effect(draft: Draft, effect_roll: EffectRoll) -> None:
    """Throw the dice again."""
    change_effect_roll(draft, _throw_effect(draft, effect_roll))


def settle_effect_rolls(draft: Draft) -> None:
    """Carry out the effects that no luck can change any more."""
    while current_effect_roll(draft.table) is not None and not CHECK_HOOKS.features.luck_awaited(draft.table):
        apply_effect_roll(draft)


def apply_effect_roll(draft: Draft) -> None:
    """Carry out the effect of the dice at the front."""
    effect_roll = current_effect_roll(draft.table)
    assert effect_roll is not None
    draft.pop_procedure(EffectRoll)
    effect_roll.then.resume(draft, effect_roll)
