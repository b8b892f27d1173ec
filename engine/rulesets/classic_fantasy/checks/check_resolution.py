"""Checks: effective skills, dice, results and consequences of a roll or a contest (CF-X-1 to CF-X-9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from engine.core.audience import may_read_numbers, record_readers
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.memo import memo_of_last
from engine.kit.calculation import RULED, effective_steps
from engine.kit.checks.check_flow import CheckFlow
from engine.kit.control import controller_of, controllers_of
from engine.kit.log_audiences import add_line_about
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.odds import Odds, Outcome, distribution
from engine.rulesets.classic_fantasy.character import record_writes
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow, need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.dice_throws import d100, labelled_dice
from engine.rulesets.classic_fantasy.character.log_lines import record_result
from engine.rulesets.classic_fantasy.checks import difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_chances import contest_chances, level_chances, possible_results
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckResult,
    CheckRoll,
    audience_for_check,
    current_effect_roll,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import apply_effect_roll
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.dice import difficulty_grades, success_levels
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill, RollResult, d100_digits, success_up_to
from engine.rulesets.classic_fantasy.settings import Settings, settings_of

UNKNOWN_EXCESS: Final = "over_100_unknown"
"""The reason of what the unknown skill of another side may take."""
_BOTH: Final = (0, 1)
"""The sides of a check."""
_OF_CLASS: Final = " (class)"
"""The end of the name of the Combat Skill on the sheet; a roll is named without it, as nobody has another one."""
Which = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who acts, 1 of who resists")]


# ---- the skill of a roll --------------------------------------------------------------------------------------------


def roll_of(
    table: Table,
    actor: str,
    skill: str,
    base: Grade = "Standard",
    bearings: Sequence[DifficultyModifier] = (),
    *,
    value: int | None = None,
    against: str = "",
) -> CheckRoll:
    """Return a roll of a character's skill, with the modifiers of its state (CF-FATIGUE-4, CF-TIME-8, CF-X-6).

    A skill that the sheet lacks needs a `value` in per cent, or Refused is raised (CF-X-24); `against` is the opponent.
    """
    known_skill = character_sheet_of(table, actor).skill(skill)
    if value is None and known_skill is None:
        need_skill(table, actor, skill)
    percent = known_skill.value if value is None and known_skill is not None else value or 0
    name = known_skill.name if known_skill is not None else skill
    return CheckRoll(
        actor=actor,
        name=name,
        skill=percent,
        base=base,
        bearings=(*bearings, *difficulty_modifiers.modifiers_of(table, actor, name, against)),
    )


def needs_die(roll: CheckRoll) -> bool:
    """Return whether the result of a roll is not certain by its grade (CF-T-GRADE)."""
    return success_levels.certain_level(difficulty_grades.grade_of(roll.base, roll.bearings)) is None


def need_skill(table: Table, actor: str, skill: str) -> None:
    """Raise Refused for a skill that the sheet lacks (CF-X-24)."""
    if character_sheet_of(table, actor).skill(skill) is None:
        raise Refused("d100_not_learned", "CF-X-24", actor=actor_name(table, actor), skill=skill[:60])


def effective_skills(table: Table, check: Check, known: tuple[int, ...] | None = None) -> tuple[EffectiveSkill, ...]:
    """Return the effective skill of each side; a contest takes the best one's excess over 100 from all (CF-X-9).

    With `known`, the numbers of the other sides are unknown, and nothing is taken for them.
    """
    if known is None or len(known) == len(check.rolls):
        return _whole_effective_skills(check.rolls, settings_of(table))
    return _effective_skills(check.rolls, settings_of(table), known)


@memo_of_last
def _whole_effective_skills(rolls: tuple[CheckRoll, ...], settings: Settings) -> tuple[EffectiveSkill, ...]:
    return _effective_skills(rolls, settings, None)


def _effective_skills(
    rolls: tuple[CheckRoll, ...], settings: Settings, known: tuple[int, ...] | None
) -> tuple[EffectiveSkill, ...]:
    effective = [success_levels.effective_skill(roll.skill, roll.base, roll.bearings, settings) for roll in rolls]
    if len(rolls) > 1:
        rolling = [
            skill.value
            for index, (skill, roll) in enumerate(zip(effective, rolls, strict=True))
            if roll.stands is None and (known is None or index in known)
        ]
        excess = success_levels.over_100(rolling)
        if excess:
            effective = [
                success_levels.effective_skill(roll.skill, roll.base, roll.bearings, settings, taken=excess)
                for roll in rolls
            ]
    return tuple([_with_ruling(skill, roll) for skill, roll in zip(effective, rolls, strict=True)])


def known_sides(table: Table, check: Check, viewer: str) -> tuple[int, ...]:
    """Return the sides of a check whose numbers a viewer may read."""
    return tuple(index for index, roll in enumerate(check.rolls) if may_read_numbers(table, viewer, roll.actor))


def _sides_known_with(table: Table, check: Check, index: int) -> tuple[int, ...]:
    """Return the sides whose numbers all readers of one side's numbers may read."""
    actors = table.actors
    for roll in check.rolls:
        if roll.actor in actors and actors[roll.actor].secret:
            break
    else:  # everybody may read all sides: nobody's readers are compared
        return _BOTH[: len(check.rolls)]
    readers = [_readers(table, roll) for roll in check.rolls]
    own = readers[index]
    return tuple(
        side
        for side, others in enumerate(readers)
        if side == index or others is None or (own is not None and set(own) <= set(others))
    )


def _readers(table: Table, roll: CheckRoll) -> tuple[str, ...] | None:
    actor = table.actors.get(roll.actor)
    return None if actor is None else record_readers(table, actor)


def unknown_excess(check: Check, index: int, known: Collection[int]) -> list[Message]:
    """Return the words for what the unknown skill of another side may take from a side, whether it does or not."""
    rolling = {side for side, roll in enumerate(check.rolls) if roll.stands is None}
    unknown = rolling - {index, *known}
    return [Message(key=f"d100.part.{UNKNOWN_EXCESS}")] if unknown and index in rolling else []


def _with_ruling(effective: EffectiveSkill, roll: CheckRoll) -> EffectiveSkill:
    if roll.value is None or effective.certain is not None:
        return effective
    ruled = effective_steps(D100Step(reason=RULED, value=roll.value - effective.value))
    return replace(effective, parts=(*effective.parts, *ruled))


def result_of_roll(table: Table, check: Check, index: int) -> RollResult:
    """Return the result of a roll with its dice as they are now."""
    result = _results_of_rolls(check.rolls, settings_of(table))[index]
    if result is None:
        raise Refused("d100_roll", "CF-X-1", roll=0)
    return result


@memo_of_last
def _results_of_rolls(rolls: tuple[CheckRoll, ...], settings: Settings) -> tuple[RollResult | None, ...]:
    skills = _whole_effective_skills(rolls, settings)
    return tuple([_result_against(skill, roll) for skill, roll in zip(skills, rolls, strict=True)])


def _result_against(skill: EffectiveSkill, roll: CheckRoll) -> RollResult | None:
    """Return the result of a roll; None while it needs a die that is not thrown."""
    if roll.stands is not None:
        return roll.stands
    if roll.level is not None:
        return RollResult(level=roll.level, roll=roll.thrown or 0, value=skill.value)
    if roll.thrown is None and skill.certain is None:
        return None
    return success_levels.roll_result(skill, roll.thrown or 0)


def _known_value(table: Table, check: Check, index: int) -> int:
    """Return the effective skill of a roll as all readers of its numbers may know it."""
    stands = check.rolls[index].stands
    known = _sides_known_with(table, check, index)
    return effective_skills(table, check, known)[index].value if stands is None else stands.value


def check_result(table: Table, check: Check) -> CheckResult:
    """Return the result of a check with its dice as they are now."""
    return _result_of_check(check, settings_of(table))


@memo_of_last
def _result_of_check(check: Check, settings: Settings) -> CheckResult:
    rolls = tuple([result for result in _results_of_rolls(check.rolls, settings) if result is not None])
    if len(rolls) < len(check.rolls):
        raise Refused("d100_roll", "CF-X-1", roll=0)
    if len(rolls) == 1:
        return CheckResult(check=check, rolls=rolls)
    contest = success_levels.opposed(rolls[0], rolls[1])
    margin = success_levels.differential(rolls[0].level, rolls[1].level)
    return CheckResult(check=check, rolls=rolls, contest=contest, margin=margin)


# ---- the course of a check ------------------------------------------------------------------------------------------


def add_check_line(
    draft: Draft,
    check: Check,
    key: str,
    *rules: str,
    of: int = 0,
    seen: str = "",
    hides: Collection[str] = ("value",),
    reckoning: Sequence[Message] = (),
    **params: Json,
) -> None:
    """Log a line about a check for its audience; only readers of a secret character's record see its calculation.

    The line is about the roll number `of`. If it tells numbers of a secret character (`hides`), all others read the
    sentence `seen` instead.
    """
    if not draft.reports:
        return
    roller, audience = draft.table.actors.get(check.rolls[of].actor), audience_for_check(draft.table, check)
    add_line_about(
        draft, roller, audience, key, rules, params, reckoning=reckoning, seen=seen, hides=hides, made_of="d100_made_of"
    )


def roller_name(table: Table, roll: CheckRoll) -> str:
    """Return the name of who rolls: the character, or the thing that has the skill."""
    return actor_name(table, roll.actor) if roll.actor else roll.name


def task_of(check: Check) -> str:
    """Return the task of a check beside the names of its sides; empty if a thing that rolls has that name (a trap)."""
    return "" if any(not roll.actor and roll.name == check.what for roll in check.rolls) else check.what


def _opening_key(started: Check) -> str:
    """Return the sentence with which a check begins."""
    if len(started.rolls) == 1:
        return "d100_roll_opens"
    if not started.rolls[-1].actor:
        return "d100_contest_with"
    return "d100_contest_opens" if started.rolls[0].actor else "d100_contest_of"


def name_of_roll(roll: CheckRoll) -> str:
    """Return the name of the skill or the thing that is rolled, as people call it."""
    return roll.name.removesuffix(_OF_CLASS)


def skill_name_of(roll: CheckRoll) -> str:
    """Return the skill that is rolled; empty for a thing, whose name is enough."""
    return name_of_roll(roll) if roll.actor else ""


def skill_calculation(against: EffectiveSkill) -> list[Message]:
    """Return the calculation of an effective skill, for the log."""
    lines = [part.words for part in against.parts]
    return lines + [bearing.words for bearing in against.bearings] if against.bearings else lines


def mark_fumble(draft: Draft, check: Check, roll: CheckRoll, level: SuccessLevel) -> None:
    """Flag a fumbled skill for the next award (CF-XP-6, CF-XP-15, CF-AMB-13).

    A flag from a secret roll would show on the sheet, so that the GM gets a message instead.
    """
    if level != "fumble":
        return
    skill = character_sheet_of(draft.table, roll.actor).skill(roll.name)
    if skill is None or skill.fumbled:
        return
    if not CHECK_HOOKS.features.flags_fumble(
        "passion" if skill.group == "passions" else "skill", level, settings_of(draft.table)
    ):
        return
    if check.secret:
        add_check_line(
            draft, check, "d100_secret_fumble", "CF-XP-6", actor=roller_name(draft.table, roll), skill=skill.name
        )
        return
    record_writes.write_row(draft, roll.actor, skill.group, skill.row, name=skill.name, fumbled=True)


def _record_results(draft: Draft, check: Check, result: CheckResult) -> None:
    first_roll = result.rolls[0]
    figures: dict[str, Json] = {"roll": first_roll.roll, "level": first_roll.level, "success": result.succeeded}
    record_result(draft, check.rolls[0].actor, effective=_known_value(draft.table, check, 0))
    if result.contest is not None:
        other_roll = result.rolls[1]
        figures |= {
            "winner": result.contest.winner or "",
            "opposing_roll": other_roll.roll,
            "opposing_level": other_roll.level,
        }
        figures |= {"margin": result.margin, "by": result.contest.reason}
        record_result(draft, check.rolls[1].actor, opposing_effective=_known_value(draft.table, check, 1))
    draft.record_results(**figures)


class Checks(CheckFlow[Check, CheckRoll, CheckResult, str]):
    """The course of a check; the players of those accept it whose luck could change the dice."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "nothing_rolled": ("d100_nothing_rolled", "CF-X-1"),
        "dice_have_fallen": ("d100_dice_have_fallen", "CF-X-1"),
        "throw_first": ("d100_throw_first", "CF-X-1"),
        "no_such_roll": ("d100_no_such_roll", "CF-X-7"),
        "others_let_stand": ("d100_others_let_stand", "CF-LUCK-7", "CF-LUCK-8"),
    }

    # ---- who does it

    def need_takes_part(self, table: Table, command: Request, check: Check) -> None:
        """Raise Refused unless the seat plays one side, or is the GM; a secret roll is the GM's alone."""
        if not table.is_gm(command.seat) and not may_follow(table, command.seat, audience_for_check(table, check)):
            raise self.refused("nothing_rolled")
        super().need_takes_part(table, command, check)

    def need_rights(self, table: Table, command: Request, check: Check) -> None:
        """Raise Refused for a seat that does not play the first side."""
        if not check.rolls[0].actor:
            raise Refused("gm_only", "CF-X-1")
        need_controller(table, command, check.rolls[0].actor)

    def need_may_call_off(self, table: Table, command: Request, check: Check) -> None:
        """Require the GM if the purpose does not permit players to call it off."""
        if not check.then.PLAYER_CALLS_OFF:
            need_gm(table, command, "CF-X-1")

    def verify_accept(self, table: Table, command: Request) -> None:
        """Allow the players whose luck could change the dice or the effect, the target, and the GM for all."""
        effect_roll = current_effect_roll(table)
        if effect_roll is not None:
            need_controller(table, command, effect_roll.actor, "CF-LUCK-7")
            return
        target = self.need_thrown(table).target
        if not target or controller_of(table, target) != command.seat:
            super().verify_accept(table, command)

    def accept(self, draft: Draft, command: Request) -> None:
        """Carry out the effect at the front, or finish the check once no luck can change it."""
        if current_effect_roll(draft.table) is not None:
            apply_effect_roll(draft)
        else:
            super().accept(draft, command)

    def awaited(self, table: Table, check: Check) -> tuple[str, ...]:
        """Return the characters whose luck could change the dice, and who have not accepted them."""
        return CHECK_HOOKS.features.luck_awaited(table)

    def player(self, table: Table, check: Check, key: str) -> str:
        """Return the seat that plays a character."""
        return controller_of(table, key)

    def with_accepted(self, check: Check, keys: tuple[str, ...]) -> Check:
        """Return a check that more characters have accepted."""
        return replace(check, lets=(*check.lets, *keys) if keys else ())

    # ---- odds

    def may_know_odds(self, table: Table, check: Check, viewer: str) -> bool:
        """Say whether a viewer may know of the roll, and the numbers of all its sides."""
        knows = len(known_sides(table, check, viewer)) == len(check.rolls)
        return knows and may_follow(table, viewer, audience_for_check(table, check))

    def chances(self, table: Table, check: Check) -> Sequence[tuple[Outcome, Fraction]]:
        """Return the chances of the levels of a roll, or of the winner of a contest (CF-X-1 to CF-X-10)."""
        sides = self.possible_results(table, check)
        if len(sides) == 1:
            return level_chances(sides[0])
        deciding = check.then.deciding_side(table)
        if deciding is not None:
            return level_chances(sides[deciding])
        names = (roller_name(table, check.rolls[0]), roller_name(table, check.rolls[1]))
        return contest_chances(sides[0], sides[1], names, check.then.successes(table))

    def possible_results(self, table: Table, check: Check) -> list[tuple[RollResult, ...]]:
        """Return for each side of a check its results; all of one side are equally likely."""
        sides: list[tuple[RollResult, ...]] = []
        for roll, against in zip(check.rolls, effective_skills(table, check), strict=True):
            faces = range(1, 101) if roll.thrown is None else (roll.thrown,)
            if roll.stands is not None:
                sides.append((roll.stands,))
            elif roll.level is not None:
                sides.append((RollResult(level=roll.level, roll=roll.thrown or 0, value=against.value),))
            else:
                sides.append(possible_results(against, faces))
        return sides

    def odds_success(self, table: Table, check: Check) -> Message:
        """Say whose success the chance is, where others have a say: in an attack, and in a contest.

        In a contest that may be the second side, as the victim of a trap.
        """
        if len(check.rolls) == 1 and not check.target:
            return super().odds_success(table, check)
        side = check.then.deciding_side(table)
        if side is None:
            side = 0 if "acting" in check.then.successes(table) else 1
        return Message(key="d100.odds_succeeds", params={"actor": roller_name(table, check.rolls[side])})

    def odds_for_seat(self, table: Table, check: Check, odds: Odds, seat: str) -> Odds:
        """Return the odds of a contest by the side of a seat: its chance to win, where it rolls for the other side."""
        sides = success_levels.ContestResult.SIDES
        own = [end for end, roll in zip(sides, check.rolls, strict=False) if _rolls_now(table, seat, roll)]
        is_theirs = bool(own) and not set(own) & set(check.then.successes(table))
        if len(check.rolls) == 1 or not is_theirs or check.then.deciding_side(table) is not None:
            return odds
        chances = odds.distributions[0]
        by_side = distribution(
            chances.title,
            [(replace(part.outcome, succeeds=part.outcome.name in own), part.chance) for part in chances.outcomes],
        )
        name = roller_name(table, check.rolls[sides.index(own[0])])
        label = Message(key="d100.odds_succeeds", params={"actor": name})
        return replace(odds, chance=by_side.chance, success=label, distributions=(by_side,))

    def odds_explanation(self, table: Table, check: Check) -> tuple[Message, ...]:
        """Return the calculation of each effective skill, with the ranges of the die."""
        lines: list[Message] = []
        for roll, against in zip(check.rolls, effective_skills(table, check), strict=True):
            if len(check.rolls) > 1:
                params = {"actor": roller_name(table, roll), "name": skill_name_of(roll)}
                lines.append(Message(key="glimpse.d100_side", params=params))
            if roll.stands is not None:
                lines.append(Message(key="d100.odds_stands", params={"roll": roll.stands.roll}))
                continue
            lines += skill_calculation(against)
            if against.certain is None:
                lines.append(Message(key="d100.odds_ranges", params=_ranges_of(against)))
        return tuple(lines)

    # ---- dice and result

    def unthrown(self, table: Table, check: Check) -> tuple[int, ...]:
        """Return the rolls whose dice have not been thrown yet; a certain result needs no dice (CF-T-GRADE)."""
        due = list[int]()
        for index, roll in enumerate(check.rolls):  # a plain loop, as it runs several times a command
            if roll.thrown is None and roll.stands is None and roll.level is None and needs_die(roll):
                due.append(index)
        return tuple(due)

    def throw_roll(self, draft: Draft, check: Check, index: int) -> CheckRoll:
        """Throw the d100 of a roll."""
        roll = check.rolls[index]
        with labelled_dice(draft, roll.actor, "d100_side", name=name_of_roll(roll)):
            return replace(
                roll, thrown=d100(draft, secret=draft.reports and audience_for_check(draft.table, check) is not None)
            )

    def result(self, table: Table, check: Check) -> CheckResult:
        """Return the result with the dice as they are now."""
        return check_result(table, check)

    def record(self, draft: Draft, result: CheckResult) -> None:
        """Flag fumbled skills, and record the result for everybody who may know it."""
        check = result.check
        for roll, roll_result in zip(check.rolls, result.rolls, strict=True):
            if roll.actor and roll.stands is None:
                mark_fumble(draft, check, roll, roll_result.level)
        if draft.reports and audience_for_check(draft.table, check) is None:
            _record_results(draft, check, result)

    # ---- the log

    def log_opening(self, draft: Draft, check: Check) -> None:
        """Log the skill, its grade and its modifiers."""
        known = _sides_known_with(draft.table, check, 0)
        against = effective_skills(draft.table, check, known)[0]
        names = [roller_name(draft.table, roll) for roll in check.rolls]
        numbers: dict[str, Any] = {"grade": against.grade, "value": against.value}
        add_check_line(
            draft,
            check,
            _opening_key(check),
            "CF-X-1" if len(names) == 1 else "CF-X-7",
            seen="d100_roll_opens_seen" if len(names) == 1 else "",
            hides=numbers,
            reckoning=[*skill_calculation(against), *unknown_excess(check, 0, known)],
            actor=names[0],
            other=names[-1],
            skill=name_of_roll(check.rolls[0]),
            other_skill=name_of_roll(check.rolls[-1]),
            **(numbers if len(names) == 1 or _readers(draft.table, check.rolls[0]) is None else {}),
            what=check.what,
        )

    def log_roll(self, draft: Draft, check: Check, index: int) -> None:
        """Log the face and the success level of a d100."""
        table, roll_result = draft.table, result_of_roll(draft.table, check, index)
        rules = ({"critical": "CF-X-2", "fumble": "CF-X-3"}.get(roll_result.level, "CF-X-1"), "CF-X-4")
        known = _sides_known_with(table, check, index)
        against = effective_skills(table, check, known)[index]
        stands = check.rolls[index].stands
        value = against.value if stands is None else stands.value
        words = {"actor": roller_name(table, check.rolls[index]), "name": skill_name_of(check.rolls[index])}
        params: dict[str, Any] = {
            **words,
            "roll": roll_result.roll,
            "value": value,
            "level": f"d100-{roll_result.level}",
        }
        reasons = [*skill_calculation(against), *unknown_excess(check, index, known)]
        seen = "d100_fell_seen"
        add_check_line(draft, check, "d100_fell", *rules, of=index, seen=seen, reckoning=reasons, **params)
        if value != roll_result.value and table.gm():
            reasons = skill_calculation(effective_skills(table, check)[index])
            params["value"] = roll_result.value
            draft.note("d100_fell", *rules, audience=(table.gm(),), reckoning=reasons, **params)

    def log_acceptance(self, draft: Draft, check: Check, seat: str) -> None:
        """Log the seat that has accepted."""
        add_check_line(draft, check, "d100_lets_stand", "CF-LUCK-7", seat=seat_name(draft.table, seat))

    def log_call_off(self, draft: Draft, check: Check) -> None:
        """Log the roll that is called off."""
        add_check_line(draft, check, "d100_called_off", what=task_of(check), name=name_of_roll(check.rolls[0]))


CHECKS = Checks(Check)


def _rolls_now(table: Table, seat: str, roll: CheckRoll) -> bool:
    """Return whether a seat plays who rolls; nobody plays a trap, and an earlier roll is not rolled now."""
    return bool(roll.actor) and roll.stands is None and controller_of(table, roll.actor) == seat


def _ranges_of(against: EffectiveSkill) -> dict[str, str]:
    """Return the ends of the ranges of the die, as the dice show them (CF-X-1 to CF-X-3)."""
    ends = {"critical": against.critical, "success": success_up_to(against.value), "fumble": against.fumble}
    return {name: d100_digits(roll) for name, roll in ends.items()}


def call_for_check(draft: Draft, started: Check) -> None:
    """Start a check while time passes if luck could change it; otherwise throw and carry out the result at once.

    The dice of unseen characters are thrown in secret.
    """
    table = draft.table
    hidden = any(audience_for(table, roll.actor) is not None for roll in started.rolls)
    if CHECKS.unthrown(table, started) and not hidden and CHECK_HOOKS.features.luck_could_help(table, started):
        CHECKS.open(draft, started)
        return
    check = replace(started, fallen=True, secret=hidden)
    for index in CHECKS.unthrown(table, check):
        check = CHECKS.with_roll(check, index, CHECKS.throw_roll(draft, check, index))
    CHECKS.carry_out(draft, check, check_result(table, check))


def seats_awaited(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the seats whose luck could change the dice at the front, as a viewer may know them.

    If the viewer may read none of those characters, it is the GM's seat.
    """
    actors_awaited = CHECK_HOOKS.features.luck_awaited(table)
    readable = (actor for actor in actors_awaited if table.may_read(table.actors[actor], viewer))
    return controllers_of(table, readable) or ((table.gm(),) if actors_awaited else ())
