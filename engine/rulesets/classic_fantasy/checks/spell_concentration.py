"""A spell under way while its caster is wounded: Willpower holds it, or it gets harder, or fails (CF-X-39)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import CASTING, SPELL_SHAKEN, lay, lift
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import LEVELS, WoundLevel, casting_steps


class HoldSpell(CharacterRequest):
    """A caster that was wounded rolls Willpower to hold the spell."""

    RULES = ("CF-X-39",)

    def verify(self, table: Table) -> None:
        """Allow the player of a caster that was wounded."""
        super().verify(table)
        need_free(table)
        if not table.actors[self.actor].has_condition(SPELL_SHAKEN):
            raise Refused("d100_spell_steady", "CF-X-39", actor=actor_name(table, self.actor))
        roll_of(table, self.actor, "Willpower")

    def decide(self, draft: Draft) -> None:
        """Roll Willpower."""
        roll = roll_of(draft.table, self.actor, "Willpower")
        CHECKS.open(draft, Check(then=HoldSpellRoll(), rolls=(roll,)))


class EndSpell(CharacterRequest):
    """A spell that was begun is cast, or given up."""

    RULES = ("CF-X-39",)

    def verify(self, table: Table) -> None:
        """Allow the player of a character that casts a spell."""
        super().verify(table)
        need_free(table)
        if not table.actors[self.actor].has_condition(CASTING):
            raise Refused("d100_casts_nothing", "CF-X-39", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """End the spell."""
        end_casting(draft, self.actor)
        add_log_line(draft, self.actor, "d100_spell_over", "CF-X-39")


def disturb_spell(draft: Draft, actor: str, level: WoundLevel) -> None:
    """Disturb the spell of a wounded caster; a Major Wound ends it (CF-X-39)."""
    if not draft.table.actors[actor].has_condition(CASTING):
        return
    if level == "major":
        end_casting(draft, actor)
        add_log_line(draft, actor, "d100_spell_fails", "CF-X-39")
        return
    worst = max((condition.level for condition in draft.table.actors[actor].conditions_named(SPELL_SHAKEN)), default=0)
    lay(draft, actor, SPELL_SHAKEN, level=max(worst, LEVELS.index(level)))
    add_log_line(draft, actor, "d100_spell_shaken", "CF-X-39", calls_for=("hold_spell",))


def end_casting(draft: Draft, actor: str) -> None:
    """Remove the conditions of casting."""
    lift(draft, actor, CASTING)
    lift(draft, actor, SPELL_SHAKEN)


class HoldSpellRoll(Frozen, CheckPurpose, tag_field="then", tag="hold_spell"):
    """A Willpower roll to hold a spell."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Make the spell as much harder as the wound and the roll say."""
        actor = result.actor
        for shaken in draft.table.actors[actor].conditions_named(SPELL_SHAKEN):
            steps = casting_steps(LEVELS[shaken.level], passed=result.succeeded) or 0
            for spell in draft.table.actors[actor].conditions_named(CASTING):
                draft.lay_condition(actor, replace(spell, level=spell.level + steps))
            add_log_line(draft, actor, "d100_spell_harder" if steps else "d100_spell_held", "CF-X-39", steps=steps)
        lift(draft, actor, SPELL_SHAKEN)


def offers_of_actor(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield what a character that casts a spell can do about it."""
    caster, controller = table.actors[actor], controller_of(table, actor)
    if caster.has_condition(character_conditions.SPELL_SHAKEN):
        hold, main = HoldSpell(seat=seat, actor=actor), controller == seat
        yield offer_of(table, hold, name=f"d100_hold_spell:{actor}", primary=main)
    if caster.has_condition(character_conditions.CASTING):
        end = EndSpell(seat=seat, actor=actor)
        yield offer_of(table, end, name=f"d100_end_spell:{actor}", at_cost_of=controller)
