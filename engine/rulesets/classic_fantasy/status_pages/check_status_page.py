"""The status page of a roll or a contest in progress, side by side, and of luck for it (CF-UI-2, CF-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_audience import may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckRoll,
    audience_for_check,
    current_check,
    current_effect_roll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import (
    CHECKS,
    check_result,
    effective_skills,
    known_sides,
    result_of_roll,
    roller_name,
    skill_calculation,
    skill_name_of,
    task_of,
    unknown_excess,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import effect_words
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill
from engine.rulesets.classic_fantasy.luck import luck_eligibility
from engine.rulesets.classic_fantasy.luck.luck_commands import fits_the_moment
from engine.rulesets.classic_fantasy.luck.luck_rules import LuckOption
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import (
    OVERRULE,
    D100StatusPage,
    d100_face,
    percent,
    ranges_of,
)

SIDES: Final = 2
TONES: Final[dict[SuccessLevel, tuple[str, str]]] = {
    "critical": ("star", "good"),
    "success": ("check", "good"),
    "failure": ("close", "warn"),
    "fumble": ("warning", "bad"),
}
"""The sign and the tone of each result of a roll."""


class CheckPage(D100StatusPage):
    """The page of a roll, open to viewers who may know of it; also that of an effect's dice and luck (CF-LUCK-7)."""

    KEY = "roll"
    SIGN = "dice"

    def is_open(self) -> bool:
        """Say whether a roll is in progress that the viewer may know of."""
        check, effect = current_check(self.table), current_effect_roll(self.table)
        if effect is not None and self.follows(effect.actor):
            return True
        return check is not None and may_follow(self.table, self.viewer, audience_for_check(self.table, check))

    def is_current(self) -> bool:
        """Say that it opens by itself."""
        return True

    def _check(self) -> Check:
        check = current_check(self.table)
        assert check is not None
        return check

    def title(self) -> Message:
        """Return the purpose of the roll, and its participants."""
        effect = current_effect_roll(self.table)
        if effect is not None:
            return effect_words(self.table, effect)
        check = self._check()
        actor, other = roller_name(self.table, check.rolls[0]), roller_name(self.table, check.rolls[-1])
        return self.text("contest" if len(check.rolls) > 1 else "title", what=task_of(check), actor=actor, other=other)

    def large(self) -> Message:
        """Return the result, or what must be thrown."""
        effect = current_effect_roll(self.table)
        if effect is not None:
            if not self.may_read(effect.actor):
                return self.text("hidden")
            return self.text("effect", dice=effect.dice, value=effect.value)
        check = self._check()
        if CHECKS.unthrown(self.table, check):
            if len(check.rolls) > 1 or not self.may_read(check.rolls[0].actor):
                return self.text("thrown_for")
            return self.text("wanted", value=effective_skills(self.table, check)[0].value)
        result = check_result(self.table, check)
        if result.contest is None:
            roll, level = result.rolls[0].roll, f"d100-{result.rolls[0].level}"
            if not roll:
                return self.text("certain", level=level)
            return self.text("came", roll=say(d100_face(roll)), level=level)
        winner = result.contest.of_winner(*check.rolls)
        if winner is None:
            return self.text("neither")
        levels = abs(result.margin) if check.sort == "differential" else 0
        return self.text("ahead", actor=roller_name(self.table, winner), levels=levels)

    def columns(self) -> Iterator[Message]:
        """Yield a column for each side."""
        rolls = self._check().rolls if current_effect_roll(self.table) is None else ()
        yield self.plain("")
        for roll in rolls:
            if roll.actor:
                yield self.text("side", actor=roller_name(self.table, roll), name=skill_name_of(roll))
            else:
                yield self.plain(roll.name)
        yield from [self.plain("")] * (SIDES - len(rolls))

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons to throw, to accept, to call off, and to overrule."""
        of_check, of_effect = ("d100_throw", "d100_let_stand", "d100_call_off"), ("d100_let_stand", "d100_rule_effect")
        yield from map(self.button, of_check if current_effect_roll(self.table) is None else of_effect)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the sides, then luck; luck first once the dice are thrown."""
        if current_effect_roll(self.table) is not None:
            yield from self.luck_lines()
        elif CHECKS.unthrown(self.table, self._check()):
            yield from self._side_lines(self._check())
            yield from self.luck_lines()
        else:
            yield from self.luck_lines()
            yield from self._side_lines(self._check())

    # ---- side beside side

    def _side_lines(self, check: Check) -> Iterator[StatusPageLine]:
        rows = (
            ("grade", self._grade_cell, False, ("CF-X-5", "CF-X-6")),
            ("value", self._value_cell, False, ("CF-X-5", "CF-X-9")),
            ("bounds", self._bounds_cell, False, ("CF-X-2", "CF-X-3")),
            ("thrown", self._dice_cell, True, ("CF-X-1",)),
            ("outcome", self._outcome_cell, True, ("CF-X-4",)),
        )
        known = known_sides(self.table, check, self.viewer)
        against = effective_skills(self.table, check, known)
        for key, cell_of, is_open_to_all, rules in rows:
            cells = [
                cell_of(index, roll, against[index])
                if is_open_to_all or self.may_read(roll.actor)
                else self.cell("hidden", sign="eye-off", tone="dim")
                for index, roll in enumerate(check.rolls)
            ]
            yield self.line(key, key, *cells, rules=rules)
        contest = None if CHECKS.unthrown(self.table, check) else check_result(self.table, check).contest
        if contest is not None:
            neither = self.cell("neither", details=[contest.words])
            ahead = self.cell("is_ahead", sign="crown", tone="good", details=[contest.words])
            sides = contest.of_winner((ahead, None), (None, ahead)) or (neither, neither)
            yield self.line("ahead", "wins", *sides, rules=("CF-X-7", "CF-X-8"))

    def _grade_cell(self, index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        if roll.stands is not None:
            return self.cell("stands", sign="lock", tone="dim")
        details = [bearing.words for bearing in against.bearings]
        button = self.button(f"d100_grade:{index}", OVERRULE)
        return self.cell(self.plain(against.grade), tone="warn" if details else "", details=details, buttons=[button])

    def _value_cell(self, index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        if roll.stands is not None:
            return self.cell(percent(roll.stands.value))
        if against.certain is not None:
            return self.cell("no_roll", tone="dim")
        button, check = self.button(f"d100_rule_skill:{index}", OVERRULE), self._check()
        unknown = unknown_excess(check, index, known_sides(self.table, check, self.viewer))
        return self.cell(percent(against.value), details=[*skill_calculation(against), *unknown], buttons=[button])

    def _bounds_cell(self, index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        if roll.stands is not None or against.certain is not None:
            return self.cell()
        return self.cell(ranges_of(against))

    def _dice_cell(self, index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        fallen = roll.stands.roll if roll.stands is not None else roll.thrown
        buttons = [self.button(f"d100_rule_die:{index}", OVERRULE)] if roll.stands is None else []
        if fallen:
            return self.cell(d100_face(fallen), sign="dice", buttons=buttons)
        if against.certain is not None or roll.level is not None or roll.stands is not None:
            return self.cell()
        return self.cell("to_be_thrown", sign="hourglass", tone="now", buttons=buttons)

    def _outcome_cell(self, index: int, roll: CheckRoll, against: EffectiveSkill) -> StatusPageCell:
        check = self._check()
        if index in CHECKS.unthrown(self.table, check):
            return self.cell()
        level = result_of_roll(self.table, check, index).level
        sign, tone = TONES[level]
        buttons = [self.button(f"d100_rule_level:{index}", OVERRULE)] if roll.stands is None else []
        return self.cell("level", sign=sign, tone=tone, buttons=buttons, level=f"d100-{level}")

    # ---- luck

    def luck_lines(self, *, fitting: bool = False) -> Iterator[StatusPageLine]:
        """Yield the uses of luck for each participant: their result, or why not (CF-UI-4).

        Characters that never have Luck Points are left out (CF-AMB-42); if `fitting`, also those that cannot use luck
        at this moment.
        """
        actors = [actor for actor in luck_eligibility.affected_characters(self.table) if self.may_read(actor)]
        options = {actor: luck_eligibility.luck_options_of(self.table, actor) for actor in actors}
        shown = [
            (actor, uses)
            for actor, uses in options.items()
            if not any(use.refused is not None and use.refused.key == "refused.d100_luck_not_theirs" for use in uses)
            and (not fitting or any(map(fits_the_moment, uses)))
        ]
        if shown:
            yield self.line("luck", self.cell("luck", sign="star"), None, None, head=True)
        for actor, uses in shown:
            yield self._luck_line(actor, uses)

    def _luck_line(self, actor: str, uses: tuple[LuckOption, ...]) -> StatusPageLine:
        fitting = [use for use in uses if fits_the_moment(use)]
        left, most = pool(self.table, actor, LUCK), character_sheet_of(self.table, actor).luck_most
        return self.line(
            f"luck:{actor}",
            self.name(actor),
            self.cell("points", tone="" if left else "dim", have=left, most=left if most is None else most),
            self._luck_cell(actor, uses),
            actor=actor,
            buttons=[
                self.button(f"d100_luck_{use.use}:{actor}", self._use_label(actor, use))
                for use in fitting
                if use.refused is None
            ],
            rules=tuple(dict.fromkeys(rule for use in fitting for rule in use.rules)),
        )

    def _luck_cell(self, actor: str, uses: tuple[LuckOption, ...]) -> StatusPageCell:
        """Return whether a point can be spent now, and if not, why."""
        if any(use.refused is None for use in uses):
            return self.cell("luck_now", sign="check", tone="good")
        if luck_eligibility.has_spent_luck(self.table, actor):
            return self.cell("luck_spent", sign="lock", tone="dim")
        refused = dict.fromkeys(say(use.refused) for use in uses if fits_the_moment(use) and use.refused is not None)
        first, *others = [self.plain(reason) for reason in refused] or [self.text("luck_not_now")]
        return self.cell(first, sign="lock", tone="dim", details=others)

    def _use_label(self, actor: str, use: LuckOption) -> Message:
        """Return the effect of a use before it is bought: 75 becomes 57."""
        before = luck_eligibility.pending_roll(self.table, actor)
        if use.use == "swap" and before is not None and use.shows is not None:
            return self.text("swap", roll=say(d100_face(before.value)), shows=say(d100_face(use.shows)))
        return use.words
