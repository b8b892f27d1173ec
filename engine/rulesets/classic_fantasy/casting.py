"""A spell under way while its caster is wounded: Willpower holds it, or it gets harder, or fails (CF-X-39)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.leading import need_leader, note_of
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.states import CASTING, SPELL_SHAKEN, lay, lift
from engine.rulesets.classic_fantasy.wounds import LEVELS, WoundLevel, casting_steps
from engine.table.frozen import replace
from engine.table.table import Table


class HoldSpell(Request):
    """Somebody who was wounded while casting rolls Willpower, to hold the spell."""

    RULES = ("CF-X-39",)
    actor: ActorId


class EndSpell(Request):
    """A spell that was begun is cast, or given up."""

    RULES = ("CF-X-39",)
    actor: ActorId


def shake(draft: Draft, actor: str, level: WoundLevel) -> None:
    """Let a wound disturb the spell that somebody is casting; a Major one ends it (CF-X-39)."""
    if not draft.table.actors[actor].has(CASTING):
        return
    if level == "major":
        end(draft, actor)
        note_of(draft, actor, "d100_spell_fails", "CF-X-39")
        return
    worst = max((held.level for held in draft.table.actors[actor].named(SPELL_SHAKEN)), default=0)
    lay(draft, actor, SPELL_SHAKEN, level=max(worst, LEVELS.index(level)))
    note_of(draft, actor, "d100_spell_shaken", "CF-X-39", calls_for=("hold_spell",))


def end(draft: Draft, actor: str) -> None:
    """Let nobody wait for a spell any more."""
    lift(draft, actor, CASTING)
    lift(draft, actor, SPELL_SHAKEN)


def verify_hold(table: Table, command: HoldSpell) -> None:
    """Who leads a caster that was wounded."""
    need_leader(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has(SPELL_SHAKEN):
        raise Refused("d100_spell_steady", "CF-X-39", actor=actor_name(table, command.actor))
    roll_of(table, command.actor, "Willpower")


def hold(draft: Draft, command: HoldSpell) -> None:
    """Roll Willpower."""
    roll = roll_of(draft.table, command.actor, "Willpower")
    open_check(draft, Check(purpose="hold_spell", rolls=(roll,)))


def _held(draft: Draft, result: Decided) -> None:
    """The spell is as much harder as the wound and the roll say."""
    actor = result.check.rolls[0].actor
    for shaken in draft.table.actors[actor].named(SPELL_SHAKEN):
        steps = casting_steps(LEVELS[shaken.level], passed=result.succeeded) or 0
        for spell in draft.table.actors[actor].named(CASTING):
            draft.lay_condition(actor, replace(spell, level=spell.level + steps))
        note_of(draft, actor, "d100_spell_harder" if steps else "d100_spell_held", "CF-X-39", steps=steps)
    lift(draft, actor, SPELL_SHAKEN)


def verify_end(table: Table, command: EndSpell) -> None:
    """Who leads somebody that casts."""
    need_leader(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has(CASTING):
        raise Refused("d100_casts_nothing", "CF-X-39", actor=actor_name(table, command.actor))


def end_spell(draft: Draft, command: EndSpell) -> None:
    """It is over."""
    end(draft, command.actor)
    note_of(draft, command.actor, "d100_spell_over", "CF-X-39")


PURPOSES["hold_spell"] = Purpose(_held)
MOVES = (Move(HoldSpell, verify_hold, hold), Move(EndSpell, verify_end, end_spell))
