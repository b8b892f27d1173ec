"""Pending wounds: chips may cancel some, the rest is marked, costs Wind and may stun (FI-FATE, FI-WOUND).

Attacks and hazards begin it with `inflict_wounds`. Then follow recovery from a stun, and death (FI-STUN, FI-DEATH).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, total
from engine.kit.checks.check_commands import AtOnce
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.gm_override import GmOverride
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.action_cost import ActionPurpose, in_conflict, need_card
from engine.rulesets.future_imperfect.actions.card_turn import EndsTurn, begin_whole_turn, table_to_act
from engine.rulesets.future_imperfect.character import character_sheet, wound_levels
from engine.rulesets.future_imperfect.character.hit_locations import HitChart, hit_charts, locate_hit
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, show_effect
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.stun import apply_stun_result, open_stun_check, recovery_tn, stun_tns_of
from engine.rulesets.future_imperfect.damage.wind import lose_wind, wind_dice
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for, mark
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_turn
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import (
    ParticipantRequest,
    dice_purpose,
    need_controller,
)
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll
from engine.rulesets.future_imperfect.procedures.wound_procedure import (
    AfterWounds,
    PendingWounds,
    WoundStage,
    pending_wounds,
    wounds_in_front,
)
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.settings import flag, limit, word

ANYWHERE: Final = ""
"""The area key of wounds whose locations are rolled after chips: one roll for each level left (FI-BOOM-3)."""


def inflict_wounds(
    draft: Draft,
    actor: str,
    wounds: Mapping[str, int],
    *,
    what: str = "",
    source: wound_levels.WoundSource = "hit",
    wind: int | None = None,
    wind_dice: int | None = None,
    copied: tuple[str, ...] = (),
    distinct: bool = False,
    then: AfterWounds | None = None,
) -> None:
    """Begin pending wounds of a character, as in `PendingWounds`; they wait as long as chips might cancel some.

    Levels under `ANYWHERE` find their areas after chips, by one roll each (explosions, falls), or are copied to some
    areas (fire, FI-FIRE-4). An area with 0 levels is the location of a hit without a wound. `wind` is lost outright,
    instead of dice (FI-BRAWL-3), and `wind_dice` replaces one die for each level left, or for a hit without any. A hit
    on limbs only is recognized here.
    """
    draft.push_procedure(
        PendingWounds(
            actor=actor,
            wounds=wounds,
            what=what,
            source=source,
            wind=wind,
            wind_dice=wind_dice,
            copied=copied,
            distinct=distinct,
            then=then,
        )
    )
    count = sum(wounds.values())
    draft.record_results(wounds=count)
    if not count:
        _apply_wounds(draft)
        return
    name, waits = actor_name(draft.table, actor), _may_be_changed(draft.table, actor)
    calls_for = ("save_skin", "take_harm") if waits else ()
    draft.note("wounds_coming", "FI-DMG-5", actor=name, count=count, what=what, calls_for=calls_for)
    if not waits:
        _apply_wounds(draft, Request(seat=draft.table.gm()), beside=draft.has_rolled)


def _may_be_changed(table: Table, actor: str) -> bool:
    """Return whether wounds wait: somebody might save the skin with a chip, or it is no whole Turn (FI-FATE-15).

    Those of a secret character always wait, and all do where every roll has to be accepted.
    """
    conflict = current_conflict(table)
    if conflict is None or not conflict.turns or not conflict.turns[-1].ends:
        return True
    return table.actors[actor].secret or flag(table, "rolls_wait") or fate_pot.has_chips_for(table, actor)


def need_pending_wounds(table: Table) -> PendingWounds:
    """Return the wounds in front. Raises Refused if there are none."""
    return needed(wounds_in_front(table), "no_harm", "FI-FATE-16")


def need_no_pending_wounds(table: Table) -> None:
    """Raise Refused while wounds are pending."""
    if pending_wounds(table) is not None:
        raise Refused("harm_first", "FI-FATE-16")


def need_unmarked_wounds(table: Table) -> PendingWounds:
    """Return the wounds in front, as long as they are not marked. Raises Refused if there are none."""
    pending = need_pending_wounds(table)
    if pending.stage is not WoundStage.SAVE:
        raise Refused("no_harm", "FI-FATE-16")
    return pending


def wounds_after_chips(table: Table, pending: PendingWounds) -> tuple[CalculationStep, ...]:
    """Return the wounds left after chips (FI-FATE-15, FI-FATE-22)."""
    most = limit(table, "chips_per_save")
    return fate_chip_rules.wounds_left(sum(pending.wounds.values()), pending.chips, chips_per_save=most)


class SaveSkin(Request):
    """Cancel wounds with a Fate Chip before they are marked."""

    RULES = ("FI-FATE-15", "FI-FATE-16", "FI-FATE-18", "FI-FATE-22")
    colour: Annotated[str, Meta(description="white, red, blue")]
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""

    def verify(self, table: Table) -> None:
        """Require unmarked wounds, and a chip of the player or, if the player has none, of a helper (FI-FATE-18)."""
        pending = need_unmarked_wounds(table)
        bag = self.bag or self.seat
        if bag != self.seat and not table.is_gm(self.seat):
            raise Refused("not_your_chips", "FI-FATE-18")
        if not fate_chip_rules.chip_colour(self.colour).wounds:
            raise Refused("chip_no_use", "FI-FATE-1", colour=self.colour)
        fate_pot.need_spendable_chip(table, pending.actor, bag, self.colour, saves_skin=True)
        if not total(wounds_after_chips(table, pending)):
            raise Refused("no_wounds_left", "FI-FATE-15")
        wounds_after_chips(table, replace(pending, chips=(*pending.chips, self.colour)))

    def decide(self, draft: Draft) -> None:
        """Spend the chip; with no wounds left the rest follows."""
        pending = need_pending_wounds(draft.table)
        bag = self.bag or self.seat
        fate_pot.return_chips(draft, bag, {self.colour: 1})
        pending = replace(pending, chips=(*pending.chips, self.colour))
        draft.replace_procedure(pending)
        parts = wounds_after_chips(draft.table, pending)
        draft.note(
            "skin_saved",
            "FI-FATE-15",
            "FI-FATE-22",
            actor=actor_name(draft.table, pending.actor),
            seat=seat_name(draft.table, bag),
            colour=self.colour,
            left=total(parts),
            reckoning=[part.words for part in parts],
        )
        draft.record_results(wounds_left=total(parts))
        if not total(parts):
            _apply_wounds(draft)


class RuleWounds(GmOverride[PendingWounds]):
    """Override the number and the areas of the pending wounds, as the GM; chips may still cancel some."""

    RULES = ("FI-DMG-5",)
    wounds: Annotated[int, Meta(ge=0, le=99, description="how many levels"), Asks(most=20)]
    area: Annotated[
        str, Meta(description="a wound area; empty for the one that was hit"), Asks(instead=Message(key="ask.area_hit"))
    ] = ""

    def subject(self, table: Table) -> PendingWounds:
        """Return the wounds in front, as long as they are not marked."""
        return need_unmarked_wounds(table)

    def overridden(self, table: Table, subject: PendingWounds) -> PendingWounds:
        """Return the wounds that the GM says, in an area of that body."""
        areas = chart_for(table, subject.actor).areas
        if self.area and self.area not in areas:
            raise Refused("no_such_area", area=self.area[:40], known=list(areas))
        return replace(subject, wounds={self.area or _worst_area(subject): self.wounds})

    def follow(self, draft: Draft, before: PendingWounds) -> None:
        """Log the old and the new number."""
        actor, old = actor_name(draft.table, before.actor), sum(before.wounds.values())
        area = self.area or _worst_area(before)
        draft.note("wounds_ruled", "FI-DMG-5", actor=actor, count=self.wounds, old=old, area=area)
        draft.record_results(wounds=self.wounds)


def _worst_area(pending: PendingWounds) -> str:
    return max(pending.wounds, key=lambda area: pending.wounds[area], default=ANYWHERE)


class TakeHarm(Request):
    """Take the remaining wounds: they are marked, cost Wind, and may need a stun check."""

    RULES = ("FI-WOUND-1", "FI-WOUND-3", "FI-WOUND-8", "FI-WIND-1", "FI-WIND-2", "FI-WIND-4", "FI-STUN-1", "FI-STUN-2")
    NEEDS = (lambda table, command: need_controller(table, command, need_unmarked_wounds(table).actor, "FI-FATE-16"),)
    throws: AtOnce = False

    def decide(self, draft: Draft) -> None:
        """Mark them."""
        _apply_wounds(draft, self if self.throws else None)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the lost Wind and of the stun check after it, for who may read the character."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.damage.wind_odds import wind_odds

        self.verify(table)
        pending = need_pending_wounds(table)
        dice = wind_dice_of(table, pending, total(wounds_after_chips(table, pending)))
        return wind_odds(table, replace(self, throws=False), pending, dice, viewer) if dice else None


def _apply_wounds(draft: Draft, thrown_by: Request | None = None, *, beside: bool = False) -> None:
    """Mark the remaining wounds, take the Wind, and prepare the stun checks; the first may be thrown at once.

    The dice of Wind are shown beside others of the same gesture.
    """
    pending = need_pending_wounds(draft.table)
    rolled = sum(pending.wounds.values())
    wounds_left = total(wounds_after_chips(draft.table, pending))
    by_area = _left_by_area(draft, pending, wounds_left)
    marked = {area: mark(draft, pending.actor, area, count) for area, count in by_area.items() if count}
    lost = _take_wind(draft, pending, rolled, wounds_left, tuple(by_area), beside=beside)
    tns = stun_tns_of(draft.table, tuple(marked.values()), lost=lost)
    draft.replace_procedure(replace(pending, stage=WoundStage.STUN, tns=tns))
    _continue_wounds(draft, thrown_by)


def _left_by_area(draft: Draft, pending: PendingWounds, left: int) -> dict[str, int]:
    """Return the wounds left after chips by area: chips cancel the worst ones."""
    if pending.copied:
        return dict.fromkeys(pending.copied, left)
    levels = character_sheet.wound_levels(draft.table.actors[pending.actor])
    sharing = dict(pending.wounds)
    for _ in range(sum(sharing.values()) - left):
        worst = max((area for area in sharing if sharing[area]), key=lambda area: levels.get(area, 0) + sharing[area])
        sharing[worst] -= 1
    anywhere = sharing.pop(ANYWHERE, 0)
    chart = chart_for(draft.table, pending.actor)
    for _ in range(anywhere):
        with dice_purpose(draft, pending.actor, "dice_where"):
            area = _roll_area(draft, chart, sharing, distinct=pending.distinct)
        sharing[area] = sharing.get(area, 0) + 1
    return sharing


def _roll_area(draft: Draft, chart: HitChart, hurt: Mapping[str, int], *, distinct: bool) -> str:
    while True:
        (natural,) = draft.roll(hit_charts().sides)
        area = locate_hit(chart, natural, side_parity=word(draft.table, "side_parity")).area
        if not hazard_rules.falls_elsewhere(chart, area, tuple(hurt), fall_distinct_areas=distinct):
            return area


def _take_wind(
    draft: Draft, pending: PendingWounds, rolled: int, left: int, areas: tuple[str, ...], *, beside: bool
) -> int:
    """Take the Wind of the remaining wounds; return how much (FI-WIND-1 to FI-WIND-4)."""
    part = _wind_part(draft, pending, left, beside=beside or not rolled)
    if part is None:
        return 0
    source: wound_levels.WoundSource = "limb_hit" if _is_limb_hit(draft.table, pending, areas) else pending.source
    lose_wind(draft, pending.actor, (part,), source, "FI-WIND-1", "FI-WIND-2")
    return part.value


def _is_limb_hit(table: Table, pending: PendingWounds, areas: Collection[str]) -> bool:
    """Say whether wounds in some areas are a hit on limbs alone, which never kills by itself (FI-WOUND-6)."""
    deadly = chart_for(table, pending.actor).deadly
    return pending.source == "hit" and bool(areas) and ANYWHERE not in areas and not set(areas) & set(deadly)


def _wind_part(draft: Draft, pending: PendingWounds, left: int, *, beside: bool) -> CalculationStep | None:
    if pending.wind:
        return CalculationStep(reason="wind_outright", value=pending.wind)
    dice = wind_dice_of(draft.table, pending, left)
    if not dice:
        return None
    with dice_purpose(draft, pending.actor, "dice_wind"):
        thrown = roll_exploding_dice(draft, wound_levels.wound_tables().wind_sides, dice, aces=True)
    shown = ["+".join(map(str, die.faces)) for die in thrown]
    lost = sum(die.total for die in thrown)
    sides = wound_levels.wound_tables().wind_sides
    effect = EffectRoll(actor=pending.actor, what="wind", sides=sides, dice=thrown, total=lost)
    show_effect(draft, effect, beside=beside)  # without wounds to save, the damage dice are of the same gesture
    return CalculationStep(reason="wind_dice", value=lost, params={"dice": shown})


def wind_dice_of(table: Table, pending: PendingWounds, left: int) -> int:
    """Return the number of dice of Wind that pending wounds cost, if chips leave so many levels (FI-WIND-1)."""
    if pending.wind_dice is not None and not pending.wind:
        return pending.wind_dice
    if pending.wind is not None:
        return 0
    rolled = sum(pending.wounds.values())
    if pending.copied and (left or not rolled):
        return hazard_rules.fire_wind_dice(left, len(pending.copied), fire_wind=word(table, "fire_wind"))
    return wind_dice(rolled, cancelled=rolled - left, stopped="", wind_on_negated=flag(table, "wind_on_negated"))


def _continue_wounds(draft: Draft, thrown_by: Request | None = None) -> None:
    """Open the next stun check, or end the wounds and continue with `then`."""
    pending = need_pending_wounds(draft.table)
    actor = draft.table.actors[pending.actor]
    if pending.tns and not any(
        actor.has_condition(state)
        for state in (character_conditions.STUNNED, character_conditions.UNCONSCIOUS, character_conditions.DEAD)
    ):
        open_stun_check(draft, pending.actor, pending.tns[0], then=StunPurpose(), thrown_by=thrown_by)
        return
    draft.pop_procedure(PendingWounds)
    if pending.then is not None:
        pending.then.resume(draft, pending)


def _end_stun_check(draft: Draft, actor: str) -> None:
    """End a stun check that nobody needs to roll any more, as its character is dead."""
    check, pending = CHECKS.current(draft.table), pending_wounds(draft.table)
    if check is not None and isinstance(check.then, StunPurpose) and pending is not None and pending.actor == actor:
        draft.pop_procedure(CHECKS.kind)
        check.then.waive(draft, check)


class StunPurpose(Frozen, CheckPurpose, tag_field="then", tag="stun"):
    """A stun check of pending wounds."""

    called = "stun_check"

    def waive(self, draft: Draft, check: Check) -> None:
        """Continue with the next one, as if it were withstood."""
        pending = need_pending_wounds(draft.table)
        draft.replace_procedure(replace(pending, tns=pending.tns[1:]))
        _continue_wounds(draft)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the result, and continue with the next one."""
        apply_stun_result(draft, result)
        self.waive(draft, result.check)


# ---- recovery and death ----------------------------------------------------------------------------------------------


class RecoverFromStun(ParticipantRequest):
    """Spend an action of a stunned character on recovery."""

    RULES = ("FI-STUN-5", "FI-STUN-6", "FI-STUN-7", "FI-ACT-7")
    ends_turn: EndsTurn = False
    throws: AtOnce = False

    def verify(self, table: Table) -> None:
        """Require the controller of a stunned character, with a whole action left."""
        super().verify(table)
        need_free(table)
        need_no_pending_wounds(table)
        table = table_to_act(table, self)
        if character_conditions.STUNNED not in character_conditions.condition_names(table, self.actor):
            raise Refused("not_stunned", "FI-STUN-5", actor=actor_name(table, self.actor))
        character_conditions.need_able_to_act(table, self.actor, "FI-STUN-5")
        need_card(table, self.actor)
        if in_conflict(table, self.actor) and need_turn(table, self.actor).moved:
            raise Refused("action_spent", "FI-STUN-7", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Open the Vigor roll, by the worst present wound."""
        begin_whole_turn(draft, self)
        tn = recovery_tn(character_sheet.wound_levels(draft.table.actors[self.actor]))
        parts = character_conditions.action_modifiers(draft.table, self.actor)
        thrown_by = self if self.throws else None
        open_stun_check(draft, self.actor, tn, then=RecoveryPurpose(), parts=parts, thrown_by=thrown_by)


class RecoveryPurpose(Frozen, ActionPurpose, tag_field="then", tag="recovery"):
    """The recovery of a stunned character."""

    dazed = True
    called = "recovery_check"

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """End the stun after a success."""
        if apply_stun_result(draft, result) == "passed":
            actor = result.check.rolls[0].actor
            character_conditions.remove_condition(draft, actor, character_conditions.STUNNED, "FI-STUN-5")


class RuleDead(GmActorRequest):
    """Decide that a character dies, or lives after all, as the GM."""

    RULES = ("FI-DEATH-2", "FI-DEATH-3", "FI-WOUND-4")
    FAR_REACHING = True
    dead: Annotated[bool, Meta(description="false for one who lives after all")] = True

    def verify(self, table: Table) -> None:
        """Require the GM, and that it is not so already."""
        super().verify(table)
        if self.dead == (character_conditions.DEAD in character_conditions.condition_names(table, self.actor)):
            raise Refused("already_so", "FI-DEATH-2")

    def decide(self, draft: Draft) -> None:
        """Add or remove the condition."""
        if self.dead:
            character_conditions.add_condition(draft, self.actor, character_conditions.DEAD, "FI-DEATH-2", "FI-DEATH-3")
            _end_stun_check(draft, self.actor)
        else:
            character_conditions.remove_condition(draft, self.actor, character_conditions.DEAD, "FI-DEATH-2")
