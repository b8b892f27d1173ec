"""Commands of a trap that goes off: each victim resists, or takes the effect (CF-TRAP-5, -9, -10, -13, -16)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft, procedure_in_front
from engine.kit.control import controller_of
from engine.kit.gm_override import GmDecision
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_audience import audience_for_all, need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    ContestEnd,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import AfterHarm, DamageProcess, Harm
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.damage.damage_sources import DamageSource, armour_against
from engine.rulesets.classic_fantasy.hazards.falling_commands import apply_fall
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import (
    TRAPS,
    PlacedTrap,
    TriggeredTrap,
    reveal_trap,
    triggered_trap,
)
from engine.rulesets.classic_fantasy.traps.trap_rules import Trap


def trigger_trap(draft: Draft, laid: PlacedTrap, victims: tuple[str, ...]) -> None:
    """Let a trap go off at its victims; it must be reset, unless it resets itself (CF-TRAP-5)."""
    audience = audience_for_all(draft.table, victims)
    state = trap_rules.state_after_springing(laid.trap, laid.state)
    after = replace(laid, state=state, unwitnessed=audience is not None)
    TRAPS.write(draft, after)
    reveal_trap(draft, after, *(controller_of(draft.table, victim) for victim in victims))
    draft.note("d100_trap_springs", "CF-TRAP-10", audience=audience, name=laid.trap.name, effect=laid.trap.effect)
    if victims:
        draft.push_procedure(TriggeredTrap(trap=laid.id, victim=victims[0], others=victims[1:]))
        _ask_to_resist(draft)


def need_resist(table: Table) -> TriggeredTrap:
    """Return the trap that waits for its victim's answer. Raises Refused if there is none."""
    return needed(procedure_in_front(table, TriggeredTrap), "d100_not_now", "CF-TRAP-9")


def trap_of(table: Table, triggered: TriggeredTrap) -> Trap:
    """Return the trap that goes off."""
    placed = TRAPS.find(table, triggered.trap)
    return placed.trap if placed is not None else Trap(name=triggered.trap, maker=1)


def _ask_to_resist(draft: Draft) -> None:
    triggered = draft.in_progress(TriggeredTrap)
    trap = trap_of(draft.table, triggered)
    if trap.resistance:
        add_log_line(draft, triggered.victim, "d100_trap_at", "CF-TRAP-9", name=trap.name)
    else:
        _apply_effect(draft)


class ResistTrap(Request):
    """A victim tries to escape, in one of the ways that the trap allows."""

    RULES = ("CF-TRAP-9", "CF-AMB-45", "CF-AMB-50")
    way: Annotated[int, Meta(ge=0, le=9, description="which of them, from 0")] = 0

    def verify(self, table: Table) -> None:
        """Allow the victim's player or the GM, for a way to resist that the trap has and the victim can roll."""
        triggered = need_resist(table)
        need_controller(table, self, triggered.victim)
        if self.way >= len(trap_of(table, triggered).resistance):
            raise Refused("d100_no_such_way", "CF-TRAP-9")
        self.own_roll(table, triggered)

    def own_roll(self, table: Table, triggered: TriggeredTrap) -> CheckRoll:
        """Return the victim's roll."""
        resistance = trap_of(table, triggered).resistance[self.way]
        return roll_of(table, triggered.victim, resistance.skill, resistance.grade)

    def decide(self, draft: Draft) -> None:
        """Roll against the trap's Difficulty; the trap's own roll counts for all its victims."""
        triggered = need_resist(draft.table)
        trap = trap_of(draft.table, triggered)
        first = replace(trap_roll(trap), stands=triggered.rolled)
        rolls = (first, self.own_roll(draft.table, triggered))
        CHECKS.open(draft, Check(then=ResistContest(way=self.way), rolls=rolls, sort="opposed", what=trap.name))


def trap_roll(trap: Trap) -> CheckRoll:
    """Return a trap's side of a contest: its Difficulty is its skill (CF-TRAP-3)."""
    return CheckRoll(name=trap.name, skill=trap.difficulty)


def roll_again(draft: Draft, check: Check) -> None:
    """Ask for all dice of a contest with a trap again (CF-AMB-45)."""
    rolls = tuple(replace(roll, thrown=None, stands=None) for roll in check.rolls)
    CHECKS.open(draft, replace(check, rolls=rolls, fallen=False, lets=()))


class ResistContest(Frozen, CheckPurpose, tag_field="then", tag="resist"):
    """A contest of a trap and its victim, which resists in one of the ways that the trap allows."""

    way: int

    def successes(self, table: Table) -> tuple[ContestEnd, ...]:
        """Return the ends that let the victim escape (CF-TRAP-9, CF-AMB-45)."""
        both_fail = trap_rules.both_fail_resisting(settings_of(table))
        return ("resisting", "neither") if both_fail == "won" else ("resisting",)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Let the victim escape, or the trap take effect (CF-TRAP-9, CF-TRAP-10, CF-AMB-45)."""
        verdict = trap_rules.resist_verdict(result.rolls[1], result.rolls[0], settings=settings_of(draft.table))
        triggered = replace(draft.in_progress(TriggeredTrap), rolled=result.rolls[0])
        draft.replace_procedure(triggered)
        record_result(draft, triggered.victim, resisted=verdict)
        match verdict:
            case "again":
                roll_again(draft, result.check)
            case "won":
                _let_escape(draft)
            case "lost":
                _apply_effect(draft)

    def waive(self, draft: Draft, check: Check) -> None:
        """Ask the victim again."""
        add_log_line(draft, draft.in_progress(TriggeredTrap).victim, "d100_trap_at", "CF-TRAP-9", name=check.what)


def _let_escape(draft: Draft) -> None:
    triggered = draft.in_progress(TriggeredTrap)
    add_log_line(draft, triggered.victim, "d100_trap_escaped", "CF-TRAP-9", name=trap_of(draft.table, triggered).name)
    _turn_to_next_victim(draft)


def _apply_effect(draft: Draft) -> None:
    """Apply the effect of the trap; a pit is a fall (CF-TRAP-10, CF-TRAP-13, CF-TRAP-16, CF-TRAP-22)."""
    triggered, table = replace(draft.in_progress(TriggeredTrap), stage="harm"), draft.table
    draft.replace_procedure(triggered)
    trap, settings = trap_of(table, triggered), settings_of(table)
    add_log_line(draft, triggered.victim, "d100_trap_strikes", "CF-TRAP-10", name=trap.name, effect=trap.effect)
    if trap.poison:
        calls_for = ("poison_somebody",)
        add_log_line(draft, triggered.victim, "d100_trap_poison", "CF-TRAP-12", poison=trap.poison, calls_for=calls_for)
    damage = trap_rules.damage_dice_of(trap, settings=settings)
    if trap.depth is not None and settings.trap_pit == "depth":
        if not apply_fall(draft, triggered.victim, trap.depth, deft=False, after=AfterTrap()):
            _turn_to_next_victim(draft)
        return
    if not damage.damage:
        _turn_to_next_victim(draft)
        return
    modifier = character_sheet_of(table, triggered.victim).damage_modifier if damage.falls else ""
    harm = Harm(
        actor=triggered.victim,
        source="fall" if damage.falls else "trap",
        what=trap.name,
        dice=damage.damage,
        modifier="" if modifier in ("", "0") else modifier,
        locations=damage.locations,
        ignores_armour=damage.ignores_armour,
        attack=None if damage.falls else triggered.rolled,
        after=AfterTrap(),
    )
    deal_harm(draft, harm)


def _turn_to_next_victim(draft: Draft) -> None:
    triggered = draft.in_progress(TriggeredTrap)
    draft.pop_procedure(TriggeredTrap)
    if triggered.others:
        draft.push_procedure(
            replace(triggered, victim=triggered.others[0], others=triggered.others[1:], stage="resist", lucky=())
        )
        _ask_to_resist(draft)


class AfterTrap(Frozen, AfterHarm, tag_field="then", tag="springing"):
    """The end of a trap's damage to one victim."""

    def resume(self, draft: Draft, result: DamageProcess) -> None:
        """Turn to the next victim."""
        if triggered_trap(draft.table) is not None:
            _turn_to_next_victim(draft)


class TakeTrap(Request):
    """A victim does not resist, or the GM lets the trap take effect."""

    RULES = ("CF-TRAP-10",)
    NEEDS = (lambda table, command: need_controller(table, command, need_resist(table).victim),)

    def decide(self, draft: Draft) -> None:
        """Apply the effect of the trap."""
        _apply_effect(draft)


class EscapeTrap(GmDecision[TriggeredTrap]):
    """The GM lets a victim escape, where the trap offers hardly a way to."""

    RULES = ("CF-TRAP-9", "CF-TRAP-4")

    def subject(self, table: Table) -> TriggeredTrap:
        """Return the trap that waits for its victim's answer."""
        return need_resist(table)

    def follow(self, draft: Draft, before: TriggeredTrap) -> None:
        """Let the victim escape."""
        _let_escape(draft)


def _trap_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    blow = process.blows[index]
    return trap_rules.trap_damage(blow.base or 0, armour_against(blow), ignores_armour=process.harm.ignores_armour)


TRAP = DamageSource(_trap_damage)
