"""A blow that makes its victim bleed: a special effect of an attack, which Endurance may withstand (CF-X-31)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import may_read_numbers
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.attacks.attack_procedure import current_attack
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow, need_controller
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import CheckResult
from engine.rulesets.classic_fantasy.damage.damage_pipeline import EndurancePurpose, open_endurance_check
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, need_stage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.health.body_state import begin_bleeding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import wound_rules


def may_choose(table: Table, seat: str) -> bool:
    """Return whether a seat may choose the effect: the player of an attacker that won the contest, or the GM."""
    attack = current_attack(table)
    return table.is_gm(seat) or (
        attack is not None and attack.margin > 0 and controller_of(table, attack.actor) == seat
    )


def _need_blow(table: Table, viewer: str) -> None:
    """Raise Refused without a blow whose dice lie, if it has been asked for, or if a viewer sees no damage.

    What armour stops is on the sheet of the victim, which not everybody may read.
    """
    process = need_stage(table, "damage")
    is_seen = may_read_numbers(table, viewer, process.harm.actor)
    if not process.blow.lies or (is_seen and damage_of(table, process, process.at).value <= 0):
        raise Refused("d100_no_blow_yet", "CF-X-31")
    if process.blow.location in process.bled:
        raise Refused("d100_bleeds_asked", "CF-X-31", location=process.blow.location)


class MakeBleed(Request):
    """A blow makes its victim bleed, unless the victim's Endurance wins against the attack."""

    RULES = ("CF-X-31",)

    def verify(self, table: Table) -> None:
        """Allow those who may choose it, once for each blow whose dice lie; not if they see that it does no damage."""
        process = need_stage(table, "damage")
        if not may_choose(table, self.seat):
            need_controller(table, self, process.harm.by or process.harm.actor, "CF-X-31")
            need_gm(table, self, "CF-X-31")
        _need_blow(table, self.seat)

    def decide(self, draft: Draft) -> None:
        """Roll Endurance against the roll of the attack; without an attack roll, roll it alone."""
        process = need_stage(draft.table, "damage")
        draft.replace_procedure(replace(process, bled=(*process.bled, process.blow.location)))
        open_endurance_check(draft, BleedingRoll())


class BleedingRoll(Frozen, EndurancePurpose, tag_field="then", tag="bleed"):
    """The Endurance roll against bleeding."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Make the victim bleed where the blow has hit, or not; never by a blow without damage."""
        process, location = draft.in_progress(DamageProcess), result.check.what
        harm, hurts = process.harm, damage_of(draft.table, process, process.at).value > 0
        if hurts and wound_rules.endurance_lost(result.rolls[-1], harm.attack, settings=settings_of(draft.table)):
            begin_bleeding(draft, harm.actor, location)
            add_log_line(draft, harm.actor, "d100_bleeds", "CF-X-31", "CF-BLOOD-1", location=location)
        else:
            add_log_line(draft, harm.actor, "d100_bleeds_not", "CF-X-31", location=location)


def offers(table: Table, seat: str, viewer: str, process: DamageProcess) -> Iterator[Offer]:
    """Yield that the blow at the front makes its victim bleed, for a seat that may choose that (CF-X-31)."""
    command, may_know = MakeBleed(seat=seat), may_follow(table, viewer, audience_for(table, process.harm.actor))
    if may_know and may_choose(table, seat) and denial(_need_blow, table, viewer) is None:
        name, location = actor_name(table, process.harm.actor), process.blow.location
        yield offer_of(None, command, name="d100_make_bleed", actor=name, location=location)
