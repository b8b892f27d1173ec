"""A spell under way: a wound of its caster makes it harder, or fail (CF-X-39)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Answers, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import (
    CASTING,
    SPELL_SHAKEN,
    end_casting,
    end_spell,
    lay,
    lift,
    need_spell_held,
)
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.checks.difficulty_modifiers import is_casting_skill
from engine.rulesets.classic_fantasy.health.incapacity import need_able
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


class RollSpell(CharacterRequest):
    """A caster rolls the casting skill for the spell that was begun; with that, the spell is over."""

    RULES = ("CF-X-1", "CF-X-39")
    skill: Annotated[str, Meta(description="the casting skill")]

    def verify(self, table: Table) -> None:
        """Allow the player of a character that casts a spell, and holds it after a wound."""
        super().verify(table)
        need_free(table)
        need_able(table, self.actor)
        _need_spell(table, self.actor)
        need_spell_held(table, self.actor)
        if not is_casting_skill(self.skill):
            raise Refused("d100_casts_not_with", skill=self.skill)
        roll_of(table, self.actor, self.skill)

    def decide(self, draft: Draft) -> None:
        """Put the roll to the front."""
        roll = roll_of(draft.table, self.actor, self.skill)
        CHECKS.open(draft, Check(then=SpellRoll(), rolls=(roll,), what=spell_of(draft.table, self.actor)))


class EndSpell(CharacterRequest):
    """A spell that was begun is cast, or given up."""

    NEEDS = (need_free, lambda table, command: _need_spell(table, command.actor))

    def decide(self, draft: Draft) -> None:
        """End the spell."""
        end_spell(draft, self.actor)


def _need_spell(table: Table, actor: str) -> None:
    """Raise Refused for a character that casts no spell."""
    if not table.actors[actor].has_condition(CASTING):
        raise Refused("d100_casts_nothing", actor=actor_name(table, actor))


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


class SpellRoll(Frozen, CheckPurpose, tag_field="then", tag="spell"):
    """The roll for a spell."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Tell whether the spell works, by the name with which it was begun; its effect is the group's own."""
        spell = spell_of(draft.table, result.actor)
        end_casting(draft, result.actor)
        key = "d100_spell_cast" if result.succeeded else "d100_spell_missed"
        add_log_line(draft, result.actor, key, "CF-X-4", level=f"d100-{result.rolls[0].level}", spell=spell)


def spell_of(table: Table, actor: str) -> str:
    """Return the name with which a character began its spell; empty without one."""
    return next((condition.note for condition in table.actors[actor].conditions_named(CASTING)), "")


def casting_skills(table: Table, actor: str) -> tuple[str, ...]:
    """Return the skills of a character that spells are cast with, the best first."""
    sheet = character_sheet_of(table, actor)
    known = {name: skill.value for name in character_rules.numbers().skills.casting if (skill := sheet.skill(name))}
    return tuple(sorted(known, key=lambda name: -known[name]))


def awaits_roll(table: Table, actor: str) -> bool:
    """Return whether the next step of a character is the roll for a spell, or the one to hold it."""
    caster = table.actors[actor]
    return caster.has_condition(SPELL_SHAKEN) or (caster.has_condition(CASTING) and bool(casting_skills(table, actor)))


def offers_of_actor(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield what a character that casts a spell can do about it."""
    caster, controller = table.actors[actor], controller_of(table, actor)
    if caster.has_condition(SPELL_SHAKEN):
        hold, main = HoldSpell(seat=seat, actor=actor), controller == seat
        yield offer_of(table, hold, name=f"d100_hold_spell:{actor}", primary=main)
    if caster.has_condition(CASTING):
        if skills := casting_skills(table, actor):
            roll = RollSpell(seat=seat, actor=actor, skill=skills[0])
            main = controller == seat and not caster.has_condition(SPELL_SHAKEN)
            only = skills[0] if len(skills) == 1 else None
            asks: dict[str, Answers] = {"skill": None if only else skills}
            yield offer_of(table, roll, name=f"d100_roll_spell:{actor}", primary=main, asks=asks, skill=only)
        end = EndSpell(seat=seat, actor=actor)
        yield offer_of(table, end, name=f"d100_end_spell:{actor}", at_cost_of=controller)
