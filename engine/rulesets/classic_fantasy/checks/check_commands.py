"""Skill rolls and contests: started, rolled, accepted and corrected (CF-X-1 to CF-X-11, CF-X-40, CF-UI-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from engine.core.audience import may_read_numbers
from engine.core.command_fields import ActorId
from engine.core.commands import need_gm
from engine.core.draft import Draft
from engine.kit.checks.check_commands import AcceptRequest, CallOffRequest, ThrowRequest
from engine.kit.control import may_act_for
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_known
from engine.rulesets.classic_fantasy.character.character_conditions import end_spell, need_spell_held
from engine.rulesets.classic_fantasy.character.character_sheet import untrained_value
from engine.rulesets.classic_fantasy.checks import difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckKind,
    CheckPurpose,
    CheckResult,
    CheckRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import (
    CHECKS,
    Which,
    add_check_line,
    name_of_roll,
    roll_of,
    roller_name,
)
from engine.rulesets.classic_fantasy.dice import difficulty_grades
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel

SkillName = Annotated[str, Meta(description="a skill or a Passion, by its name on the sheet")]
Percent = Annotated[
    Annotated[int, Meta(ge=0, le=999)] | None, Meta(description="in per cent, where the sheet does not say")
]
Steps = Annotated[int, Meta(ge=-7, le=7, description="so many grades harder; easier below 0")]
Using = Annotated[str, Meta(description="a hurt location that is used for it; one with a Serious Wound may hinder")]


class RollSkill(CharacterRequest):
    """A character rolls against a skill at a difficulty grade; the modifiers of its state are added by themselves."""

    RULES = ("CF-X-1", "CF-X-5", "CF-X-6", "CF-X-40", "CF-FATIGUE-4", "CF-TIME-11", "CF-WOUND-11", "CF-X-39")
    skill: SkillName
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    steps: Annotated[Steps, Asks("harder", rare=True)] = 0
    value: Percent = None
    tries: Annotated[int, Meta(ge=0, le=9, description="how often it has failed before"), Asks(most=1, rare=True)] = 0
    using: Using = ""
    what: Annotated[str, Meta(description="what is tried, in words"), Asks()] = ""
    secret: Annotated[bool, Meta(description="the GM alone sees it"), Asks("in_secret")] = False

    def verify(self, table: Table) -> None:
        """Allow the character's player and the GM; a secret roll only the GM."""
        super().verify(table)
        need_free(table)
        if self.secret:
            need_gm(table, self, "CF-X-1")
        roll_of(table, self.actor, self.skill, value=self.value)
        difficulty_grades.repeated_attempt_modifier(self.tries)
        _need_spell_held(table, self.actor, self.skill)

    def decide(self, draft: Draft) -> None:
        """Put the roll to the front."""
        table, actor = draft.table, self.actor
        bearings = (
            *_named_modifiers(self.steps, self.tries),
            *difficulty_modifiers.location_modifiers(table, actor, self.using),
        )
        roll = roll_of(table, actor, self.skill, self.grade, bearings, value=self.value)
        CHECKS.open(draft, Check(then=PlainRoll(), rolls=(roll,), what=self.what, secret=self.secret))


class RollContest(CharacterRequest):
    """Two characters roll against each other; the first one acts, the second one resists."""

    RULES = ("CF-X-7", "CF-X-8", "CF-X-9", "CF-X-24")
    skill: SkillName
    other: Annotated[ActorId, Asks("contest_with")]
    other_skill: SkillName
    grade: Annotated[Grade, Meta(description="how hard it is for who acts")] = "Standard"
    other_grade: Annotated[
        Grade, Meta(description="how hard it is for who resists"), Asks("their_grade", rare=True)
    ] = "Standard"
    sort: Annotated[
        CheckKind,
        Meta(description="`opposed`: who wins; `differential`: by how many levels"),
        Asks("contest_sort", choices=("opposed", "differential"), rare=True),
    ] = "opposed"
    value: Percent = None
    other_value: Percent = None
    what: Annotated[str, Meta(description="what it is about, in words"), Asks()] = ""
    secret: Annotated[bool, Meta(description="the GM alone sees it")] = False

    def verify(self, table: Table) -> None:
        """Allow the first character's player and the GM, against another character that the seat knows."""
        super().verify(table)
        need_known(table, self.seat, self.other)
        need_free(table)
        if self.secret:
            need_gm(table, self, "CF-X-7")
        if self.actor == self.other:
            raise Refused("d100_two_sides", "CF-X-7")
        self._rolls(table)
        _need_spell_held(table, self.actor, self.skill)
        if may_act_for(table, self.seat, self.other):  # else the contest does not end its spell
            _need_spell_held(table, self.other, self.other_skill)

    def decide(self, draft: Draft) -> None:
        """Put both rolls to the front."""
        CHECKS.open(
            draft,
            Check(
                then=PlainContest(ends_both_spells=may_act_for(draft.table, self.seat, self.other)),
                rolls=self._rolls(draft.table),
                sort=self.sort,
                what=self.what,
                secret=self.secret,
            ),
        )

    def _rolls(self, table: Table) -> tuple[CheckRoll, CheckRoll]:
        """Return both rolls.

        Where the seat may not read who resists, a skill that the sheet lacks is rolled at 0, and the skill has the name
        that the seat gave: no answer tells which skills the sheet has (CF-X-24).
        """
        actor, other, value = self.actor, self.other, self.other_value
        readable = may_read_numbers(table, self.seat, other)
        if value is None and not readable:
            value = untrained_value(table, other, self.other_skill)
        acts = roll_of(table, actor, self.skill, self.grade, value=self.value, against=other)
        resists = roll_of(table, other, self.other_skill, self.other_grade, value=value, against=actor)
        return acts, resists if readable else replace(resists, name=self.other_skill)


class ThrowDice(ThrowRequest):
    """A seat throws its dice: each player its own, the GM all."""

    RULES = ("CF-X-1", "CF-X-7")
    FLOW = CHECKS


class AcceptRoll(AcceptRequest):
    """A player accepts the dice of a roll or of an effect, and spends no Luck Point on them."""

    RULES = ("CF-LUCK-7", "CF-LUCK-8")
    FLOW = CHECKS


class CallOff(CallOffRequest):
    """A roll is called off before its dice are thrown."""

    RULES = ("CF-X-1",)
    FLOW = CHECKS


class ChangeGrade(GmRequest):
    """The GM sets the difficulty of a roll before its dice are thrown."""

    RULES = ("CF-X-5", "CF-X-6")
    NEEDS = (lambda table, command: CHECKS.need_unthrown(table, command.roll),)
    grade: Annotated[Grade, Meta(description="how hard it is by itself")]
    steps: Annotated[Steps, Asks("harder")] = 0
    roll: Which = 0

    def decide(self, draft: Draft) -> None:
        """Set the grade of the task; the character's own modifiers stay."""
        roll = CHECKS.need_check(draft.table).rolls[self.roll]
        bearings = tuple(bearing for bearing in roll.bearings if bearing.reason != "said")
        named = _named_modifiers(self.steps)
        check = CHECKS.change_roll(draft, self.roll, base=self.grade, bearings=(*named, *bearings))
        add_check_line(
            draft, check, "d100_grade_set", "CF-X-5", name=name_of_roll(roll), grade=self.grade, steps=self.steps
        )
        CHECKS.settle(draft)


class RollRuling(GmRequest):
    """The GM overrules a part of a roll in progress."""

    ABSTRACT = True
    CITED = ("CF-X-1",)
    if TYPE_CHECKING:
        roll: int

    def verify(self, table: Table) -> None:
        """Allow the GM, for a roll that is not the kept roll of an earlier check."""
        super().verify(table)
        if CHECKS.need_roll(CHECKS.need_check(table), self.roll).stands is not None:
            raise Refused("d100_stands_already", "CF-WOUND-4")


class RuleSkill(RollRuling):
    """The GM overrules the effective skill of a roll."""

    RULES = ("CF-X-1", "CF-X-5")
    value: Annotated[int, Meta(ge=0, le=999, description="what must not be passed"), Asks("percent")]
    roll: Which = 0

    def decide(self, draft: Draft) -> None:
        """Set the effective skill."""
        check = CHECKS.change_roll(draft, self.roll, value=self.value)
        name = name_of_roll(check.rolls[self.roll])
        seen = "d100_skill_ruled_seen"
        add_check_line(draft, check, "d100_skill_ruled", "CF-X-1", of=self.roll, seen=seen, name=name, value=self.value)


class RuleDie(RollRuling):
    """The GM sets the face of a d100."""

    RULES = ("CF-X-1",)
    face: Annotated[int, Meta(ge=1, le=100, description="what it shows; 100 is 00"), Asks()]
    roll: Which = 0

    def decide(self, draft: Draft) -> None:
        """Set the face."""
        check = CHECKS.change_roll(draft, self.roll, fallen=True, thrown=self.face, level=None)
        name = name_of_roll(check.rolls[self.roll])
        add_check_line(draft, check, "d100_die_ruled", "CF-X-1", name=name, face=self.face)
        CHECKS.settle(draft)


class RuleLevel(RollRuling):
    """The GM sets the success level of a roll."""

    RULES = ("CF-X-4",)
    level: Annotated[
        SuccessLevel, Meta(description="what it comes to"), Asks(choices=("critical", "success", "failure", "fumble"))
    ]
    roll: Which = 0

    def decide(self, draft: Draft) -> None:
        """Set the success level."""
        check = CHECKS.change_roll(draft, self.roll, level=self.level)
        name, level = name_of_roll(check.rolls[self.roll]), f"d100-{self.level}"
        add_check_line(draft, check, "d100_level_ruled", "CF-X-4", name=name, level=level)
        CHECKS.settle(draft)


# ---- called for -----------------------------------------------------------------------------------------------------


def _named_modifiers(steps: int, tries: int = 0) -> tuple[DifficultyModifier, ...]:
    repeated = difficulty_grades.repeated_attempt_modifier(tries)
    named = DifficultyModifier(reason="said", steps=steps) if steps else None
    return tuple(modifier for modifier in (named, repeated) if modifier is not None)


def _need_spell_held(table: Table, actor: str, skill: str) -> None:
    """Raise Refused for casting before a spell that a wound has shaken is held (CF-X-39)."""
    if difficulty_modifiers.is_casting_skill(skill):
        need_spell_held(table, actor)


# ---- checks without a feature ---------------------------------------------------------------------------------------


class _PlainCheck(CheckPurpose):
    """A check of which nothing but the log speaks."""

    __slots__ = ()
    PLAYER_CALLS_OFF: ClassVar[bool] = True

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Log the result; a spell is over once its caster has rolled a casting skill, unless in secret."""
        plain_result(draft, result)
        for roll in () if result.check.secret else self._casting_rolls(result.check):
            if roll.actor in draft.table.actors and difficulty_modifiers.is_casting_skill(roll.name):
                end_spell(draft, roll.actor)

    def _casting_rolls(self, check: Check) -> tuple[CheckRoll, ...]:
        """Return the rolls that can end a spell of their character."""
        return check.rolls


class PlainRoll(Frozen, _PlainCheck, tag_field="then", tag="plain"):
    """A roll without a further purpose."""


class PlainContest(Frozen, _PlainCheck, tag_field="then", tag="contest"):
    """A contest without a further purpose.

    Attributes:
        ends_both_spells: whether the contest also ends the spell of the second character. It does if the seat that
            began it may act for that character.
    """

    ends_both_spells: bool = True

    def _casting_rolls(self, check: Check) -> tuple[CheckRoll, ...]:
        return check.rolls if self.ends_both_spells else check.rolls[:1]


def plain_result(draft: Draft, result: CheckResult) -> None:
    """Log the result of a roll without a further purpose (CF-X-4, CF-X-7, CF-X-8)."""
    check = result.check
    names = [roller_name(draft.table, roll) for roll in check.rolls]
    if result.contest is None:
        add_check_line(
            draft,
            check,
            "d100_came",
            "CF-X-4",
            actor=names[0],
            skill=name_of_roll(check.rolls[0]),
            level=f"d100-{result.rolls[0].level}",
            what=check.what,
        )
        return
    won = result.contest.of_winner(names[0], names[1])
    key = "d100_neither" if won is None else "d100_won_by" if check.sort == "differential" else "d100_won"
    add_check_line(
        draft,
        check,
        key,
        "CF-X-7" if check.sort == "opposed" else "CF-X-8",
        reckoning=[result.contest.words],
        actor=won,
        levels=abs(result.margin),
        what=check.what,
    )
