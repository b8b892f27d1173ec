"""A spell under way while its caster is wounded: Willpower holds it, or it gets harder, or fails (CF-X-39)."""

from __future__ import annotations

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_conditions import CASTING, SPELL_SHAKEN, lay, lift
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import LEVELS, WoundLevel, casting_steps


class HoldSpell(Request):
    """A caster that was wounded rolls Willpower to hold the spell."""

    RULES = ("CF-X-39",)
    actor: ActorId


class EndSpell(Request):
    """A spell that was begun is cast, or given up."""

    RULES = ("CF-X-39",)
    actor: ActorId


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


def verify_hold(table: Table, command: HoldSpell) -> None:
    """Allow the player of a caster that was wounded."""
    need_controller(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has_condition(SPELL_SHAKEN):
        raise Refused("d100_spell_steady", "CF-X-39", actor=actor_name(table, command.actor))
    roll_of(table, command.actor, "Willpower")


def hold(draft: Draft, command: HoldSpell) -> None:
    """Roll Willpower."""
    roll = roll_of(draft.table, command.actor, "Willpower")
    CHECKS.open(draft, Check(then=HoldSpellRoll(), rolls=(roll,)))


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


def verify_end(table: Table, command: EndSpell) -> None:
    """Allow the player of a character that casts a spell."""
    need_controller(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has_condition(CASTING):
        raise Refused("d100_casts_nothing", "CF-X-39", actor=actor_name(table, command.actor))


def end_spell(draft: Draft, command: EndSpell) -> None:
    """End the spell."""
    end_casting(draft, command.actor)
    add_log_line(draft, command.actor, "d100_spell_over", "CF-X-39")


MOVES = (Move(HoldSpell, verify_hold, hold), Move(EndSpell, verify_end, end_spell))
