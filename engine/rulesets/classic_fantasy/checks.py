"""Rolls at the table: what is thrown against what, what it comes to, and what goes on then (CF-X-1 to CF-X-9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Request
from engine.play.draft import Draft
from engine.play.moves.fields import audience_of
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import bearing_on, grades, recording
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.experience import flags_fumble
from engine.rulesets.classic_fantasy.grades import Bearing, Chance, Contest, Grade, Level, Rolled
from engine.rulesets.classic_fantasy.leading import (
    figure_of,
    leader,
    may_follow,
    need_leader,
    thrown_for,
    told_of,
    told_of_check,
)
from engine.rulesets.classic_fantasy.parts import Part
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll, check
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.throwing import d100
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table

Which = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who acts, 1 of who resists")]


class Decided(Frozen):
    """A check with what came of it.

    Attributes:
        check: the check; it is over.
        rolls: how each side's roll went.
        contest: who wins, where two rolled.
        margin: by how many levels the first side wins, or loses below 0 (CF-X-8).
    """

    check: Check
    rolls: tuple[Rolled, ...]
    contest: Contest | None = None
    margin: int = 0

    @property
    def succeeded(self) -> bool:
        """Whether the first roll, or the first side, had its way."""
        if self.contest is not None:
            return self.contest.winner == "acting"
        return grades.succeeds(self.rolls[0].level)


class CallingOff(Enum):
    """Who may call a roll off before any dice of it have fallen: what must be suffered only the GM waives."""

    BEGINNER = "beginner"
    MASTER = "master"


def nothing(draft: Draft, found: Check) -> None:
    """Leave nothing behind."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a check is for.

    Attributes:
        decide: what is done once it is decided; the check is over by then.
        off: who may call it off.
        waived: what goes on once it is called off; the check is over by then.
        again: two who both fail roll again, instead of leaving it at that.
    """

    decide: Callable[[Draft, Decided], None]
    off: CallingOff = CallingOff.MASTER
    waived: Callable[[Draft, Check], None] = nothing
    again: bool = False


PURPOSES: Final[dict[str, Purpose]] = {}
"""Each room puts in what its checks lead to."""


# ---- what is rolled against -----------------------------------------------------------------------------------------


def roll_of(
    table: Table,
    actor: str,
    skill: str,
    base: Grade = "Standard",
    bearings: Sequence[Bearing] = (),
    *,
    value: int | None = None,
    against: str = "",
) -> Roll:
    """Return a roll of a character's skill, with all that bears on it by itself (CF-FATIGUE-4, CF-TIME-8, CF-X-6).

    Args:
        table: on which.
        actor: who rolls.
        skill: its name.
        base: the task's own grade.
        bearings: what makes it harder or easier besides.
        value: in per cent, where the sheet does not say.
        against: the character that it contends with.

    Raises:
        Refused: the character has not learned it, and nobody says how good it is (CF-X-24).
    """
    found = person_of(table, actor).skill(skill)
    if value is None and found is None:
        raise Refused("d100_not_learned", "CF-X-24", actor=actor_name(table, actor), skill=skill[:60])
    known = found.value if value is None and found is not None else value or 0
    name = found.name if found is not None else skill
    return Roll(
        actor=actor,
        name=name,
        skill=known,
        base=base,
        bearings=(*bearings, *bearing_on.every(table, actor, name, against)),
    )


def chances(table: Table, found: Check) -> tuple[Chance, ...]:
    """Return what each side rolls against; in a contest what the best has above 100 is taken from all (CF-X-9)."""
    settings = settings_of(table)
    plain = tuple(grades.chance(roll.skill, roll.base, roll.bearings, settings) for roll in found.rolls)
    rolling = [one.value for one, roll in zip(plain, found.rolls, strict=True) if roll.stands is None]
    taken = grades.over_100(rolling) if len(found.rolls) > 1 else 0
    made = (
        grades.chance(roll.skill, roll.base, roll.bearings, settings, taken=taken) if taken else before
        for roll, before in zip(found.rolls, plain, strict=True)
    )
    return tuple(_ruled(one, roll) for one, roll in zip(made, found.rolls, strict=True))


def _ruled(found: Chance, roll: Roll) -> Chance:
    if roll.value is None or found.certain is not None:
        return found
    return replace(found, parts=(*found.parts, Part(reason="ruled", value=roll.value - found.value)))


def due(table: Table, found: Check) -> tuple[int, ...]:
    """Return the rolls whose dice have still to fall; what is certain needs none (CF-T-GRADE)."""
    return tuple(
        index
        for index, (roll, against) in enumerate(zip(found.rolls, chances(table, found), strict=True))
        if roll.stands is None and roll.thrown is None and roll.level is None and against.certain is None
    )


def rolled_of(table: Table, found: Check, index: int) -> Rolled:
    """Return how a roll goes as it lies."""
    roll, against = found.rolls[index], chances(table, found)[index]
    if roll.stands is not None:
        return roll.stands
    if roll.level is not None:
        return Rolled(level=roll.level, roll=roll.thrown or 0, value=against.value)
    return grades.rolled(against, roll.thrown or 0)


def decided(table: Table, found: Check) -> Decided:
    """Return what a check comes to as it lies."""
    rolls = tuple(rolled_of(table, found, index) for index in range(len(found.rolls)))
    if len(rolls) == 1:
        return Decided(check=found, rolls=rolls)
    contest = grades.opposed(rolls[0], rolls[1])
    margin = grades.differential(rolls[0].level, rolls[1].level)
    return Decided(check=found, rolls=rolls, contest=contest, margin=margin)


# ---- what is asked of the table -------------------------------------------------------------------------------------


def need_check(table: Table) -> Check:
    """Return the check at the front. Raises Refused if nothing is being rolled."""
    found = check(table)
    if found is None:
        raise Refused("d100_nothing_rolled", "CF-X-1")
    return found


def need_open(table: Table) -> Check:
    """Return the check some of whose dice have not fallen yet. Raises Refused if there is none."""
    found = need_check(table)
    if not due(table, found):
        raise Refused("d100_dice_have_fallen", "CF-X-1")
    return found


def need_thrown(table: Table) -> Check:
    """Return the check whose dice lie. Raises Refused if there is none."""
    found = need_check(table)
    if due(table, found):
        raise Refused("d100_throw_first", "CF-X-1")
    return found


def need_roll(found: Check, index: int) -> Roll:
    """Return one roll of a check. Raises Refused if it has not so many."""
    if index >= len(found.rolls):
        raise Refused("d100_no_such_roll", "CF-X-7")
    return found.rolls[index]


def need_takes_part(table: Table, command: Request, found: Check) -> None:
    """Raise Refused unless the one who asks leads one of those who roll, or is the GM; of a secret roll only the GM."""
    if table.is_gm(command.seat):
        return
    if not may_follow(table, command.seat, told_of_check(table, found)):
        raise Refused("d100_nothing_rolled", "CF-X-1")
    if any(leader(table, roll.actor) == command.seat for roll in found.rolls if roll.actor):
        return
    if not found.rolls[0].actor:
        raise Refused("gm_only", "CF-X-1")
    need_leader(table, command, found.rolls[0].actor)


def with_roll(found: Check, index: int, roll: Roll) -> Check:
    """Return a check with one roll changed; whoever let it stand as it was may think again."""
    return replace(found, rolls=(*found.rolls[:index], roll, *found.rolls[index + 1 :]), lets=())


# ---- from its beginning to its end ----------------------------------------------------------------------------------


def tell(
    draft: Draft,
    found: Check,
    key: str,
    *rules: str,
    of: int = 0,
    seen: str = "",
    reckoning: Sequence[Message] = (),
    **params: Json,
) -> None:
    """Write a line on a check for those who may know of it; what a secret character's numbers are made of, few may.

    Args:
        draft: what it is written down in.
        found: the check.
        key: the sentence.
        rules: what it rests on.
        of: whose roll of the check it is about.
        seen: what all others are told where that is a secret character, for the sentence tells a number of it.
        reckoning: what the number is made of.
        params: what the sentence speaks of.
    """
    table, who = draft.table, draft.table.actors.get(found.rolls[of].actor)
    told = told_of_check(table, found)
    if told is not None:
        draft.note(key, *rules, audience=told, reckoning=reckoning, tells=(), calls_for=(), **params)
        return
    if who is None or not who.secret:
        draft.note(key, *rules, audience=None, reckoning=reckoning, tells=(), calls_for=(), **params)
        return
    few = audience_of(table, who)
    if seen:
        rest = {name: value for name, value in params.items() if name != "value"}
        draft.note(seen, *rules, audience=None, reckoning=(), tells=(), calls_for=(), **rest)
        draft.note(key, *rules, audience=few, reckoning=reckoning, tells=(), calls_for=(), **params)
        return
    draft.note(key, *rules, audience=None, reckoning=(), tells=(), calls_for=(), **params)
    if reckoning:
        draft.note("d100_made_of", audience=few, reckoning=reckoning, actor=who.name)


def name_of(table: Table, roll: Roll) -> str:
    """Return whose roll it is, in words: a character, or the thing that has the skill."""
    return actor_name(table, roll.actor) if roll.actor else roll.name


def _opening(started: Check) -> str:
    """Return the sentence with which a check begins."""
    if len(started.rolls) == 1:
        return "d100_roll_opens"
    if not started.rolls[-1].actor:
        return "d100_contest_with"
    return "d100_contest_opens" if started.rolls[0].actor else "d100_contest_of"


def skill_of(roll: Roll) -> str:
    """Return what is rolled for besides whose roll it is; nothing of a thing, whose name says all."""
    return roll.name if roll.actor else ""


def open_check(draft: Draft, started: Check) -> None:
    """Put a check to the front. Its grades may still be changed until the dice fall; what is certain is decided."""
    draft.begin(started)
    against = chances(draft.table, started)
    names = [name_of(draft.table, roll) for roll in started.rolls]
    tell(
        draft,
        started,
        _opening(started),
        "CF-X-1" if len(names) == 1 else "CF-X-7",
        reckoning=reckoning_of(against[0]),
        actor=names[0],
        other=names[-1],
        skill=started.rolls[0].name,
        other_skill=started.rolls[-1].name,
        grade=against[0].grade,
        value=against[0].value,
        what=started.what,
    )
    settle(draft)


def call_for(draft: Draft, started: Check) -> None:
    """Ask for a check while time passes, where luck could change it; else its dice fall and it is decided at once.

    Of whom nobody knows dice fall where nobody sees them.
    """
    from engine.rulesets.classic_fantasy.lucky import may_help

    table = draft.table
    hidden = any(told_of(table, roll.actor) is not None for roll in started.rolls)
    if due(table, started) and not hidden and may_help(table, started):
        open_check(draft, started)
        return
    rolls = list(started.rolls)
    for index in due(table, started):
        with thrown_for(draft, rolls[index].actor, "d100_side", name=rolls[index].name):
            rolls[index] = replace(rolls[index], thrown=d100(draft, secret=hidden))
    _come(draft, decided(table, replace(started, rolls=tuple(rolls), fallen=True, secret=hidden)))


def reckoning_of(against: Chance) -> list[Message]:
    """Return what an effective skill is made of, for the log."""
    return [*(part.words for part in against.parts), *(bearing.words for bearing in against.bearings)]


def throw_all(draft: Draft, which: Sequence[int]) -> None:
    """Throw the dice of some rolls, and tell what they show."""
    found = need_check(draft.table)
    for index in which:
        roll = found.rolls[index]
        with thrown_for(draft, roll.actor, "d100_side", name=roll.name):
            fallen = d100(draft, secret=told_of_check(draft.table, found) is not None)
        found = replace(with_roll(found, index, replace(roll, thrown=fallen)), fallen=True)
    draft.become(found)
    for index in which:
        tell_roll(draft, found, index)


def tell_roll(draft: Draft, found: Check, index: int) -> None:
    """Tell what a d100 shows and comes to."""
    went, against = rolled_of(draft.table, found, index), chances(draft.table, found)[index]
    rules = {"critical": "CF-X-2", "fumble": "CF-X-3"}.get(went.level, "CF-X-1")
    tell(
        draft,
        found,
        "d100_fell",
        rules,
        "CF-X-4",
        of=index,
        seen="d100_fell_seen",
        reckoning=reckoning_of(against),
        actor=name_of(draft.table, found.rolls[index]),
        name=skill_of(found.rolls[index]),
        roll=went.roll,
        value=went.value,
        level=f"d100-{went.level}",
    )


def settle(draft: Draft) -> None:
    """Decide the check at the front if its dice lie and nobody is left whose luck could still change it."""
    from engine.rulesets.classic_fantasy.lucky import waited_for

    found = check(draft.table)
    if found is not None and not due(draft.table, found) and not waited_for(draft.table):
        decide(draft)


def decide(draft: Draft) -> None:
    """End the check at the front, tell what came of it, and go on with what it was for."""
    found = need_check(draft.table)
    result = decided(draft.table, found)
    purpose = PURPOSES[found.purpose]
    if result.contest is not None and result.contest.winner is None and purpose.again:
        anew = tuple(replace(roll, thrown=None, level=None) for roll in found.rolls)
        draft.become(replace(found, rolls=anew, lets=()))
        tell(draft, found, "d100_again", "CF-X-7")
        return
    draft.finish(Check)
    _come(draft, result)


def _come(draft: Draft, result: Decided) -> None:
    """Let come of a check what is decided."""
    found = result.check
    for roll, went in zip(found.rolls, result.rolls, strict=True):
        if roll.actor and roll.stands is None:
            mark_fumble(draft, found, roll, went.level)
    if told_of_check(draft.table, found) is None:
        _figures(draft, found, result)
    PURPOSES[found.purpose].decide(draft, result)


def mark_fumble(draft: Draft, found: Check, roll: Roll, level: Level) -> None:
    """Flag a skill that was fumbled, for the next award (CF-XP-6, CF-XP-15, CF-AMB-13).

    What was rolled in secret would show on the sheet, so that the GM is told to see to it.
    """
    skill = person_of(draft.table, roll.actor).skill(roll.name)
    if skill is None or skill.fumbled:
        return
    if not flags_fumble("passion" if skill.group == "passions" else "skill", level, settings_of(draft.table)):
        return
    if found.secret:
        tell(draft, found, "d100_secret_fumble", "CF-XP-6", actor=name_of(draft.table, roll), skill=skill.name)
        return
    recording.write_row(draft, roll.actor, skill.group, skill.row, name=skill.name, fumbled=True)


def _figures(draft: Draft, found: Check, result: Decided) -> None:
    first = result.rolls[0]
    figures: dict[str, Json] = {"roll": first.roll, "level": first.level, "success": result.succeeded}
    figure_of(draft, found.rolls[0].actor, effective=first.value)
    if result.contest is not None:
        other = result.rolls[1]
        figures |= {"winner": result.contest.winner or "", "opposing_roll": other.roll, "opposing_level": other.level}
        figures |= {"margin": result.margin, "by": result.contest.reason}
        figure_of(draft, found.rolls[1].actor, opposing_effective=other.value)
    draft.figure(**figures)
