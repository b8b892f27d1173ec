"""Experience Rolls: awarded, and spent on skills, Passions, studies and abilities; a lower Passion (CF-XP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING, in_story, lay
from engine.rulesets.classic_fantasy.character.character_rules import Depth
from engine.rulesets.classic_fantasy.character.character_sheet import (
    CharacterSheet,
    Skill,
    character_sheet_of,
    folded,
    rows_of,
)
from engine.rulesets.classic_fantasy.character.dice_throws import d100, labelled_dice, throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.record_writes import row_at, write, write_row
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_rules import Improvement, SkillProgress, Sort
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle

ANY = "…"
"""The placeholder for a speciality in the name of a skill."""


class Improve(Request):
    """Spend an Experience Roll on a skill or a Passion; luck does not apply."""

    RULES = ("CF-XP-5", "CF-XP-7", "CF-XP-8", "CF-XP-9", "CF-XP-10", "CF-XP-14", "CF-LUCK-6")
    actor: ActorId
    skill: Annotated[str, Meta(description="which skill or Passion"), Asks("d100_skill")]


class LowerPassion(Request):
    """Spend an Experience Roll to lower a Passion, with the GM's consent."""

    RULES = ("CF-XP-11", "CF-AMB-14", "CF-X-26")
    actor: ActorId
    skill: Annotated[str, Meta(description="which Passion"), Asks("d100_skill")]
    depth: Annotated[Depth, Meta(description="how much has happened, where that counts"), Asks("d100_depth")] = "weak"


class Study(Request):
    """A character begins to learn a new Professional skill, which takes a month."""

    RULES = ("CF-XP-12", "CF-XP-14", "CF-X-24")
    actor: ActorId
    skill: Annotated[
        str,
        Meta(description="which, such as `Lore (Dragons)`, or `Lore (…)` and its speciality"),
        Asks("d100_new_skill"),
    ]
    source: Annotated[str, Meta(description="who or what teaches it"), Asks("d100_source", least=1)]
    speciality: Annotated[
        str, Meta(description="of what, for a skill that has specialities"), Asks("d100_speciality")
    ] = ""


class EndStudy(Request):
    """The GM ends a study early."""

    RULES = ("CF-XP-12",)
    actor: ActorId
    skill: Annotated[str, Meta(description="which")]


class LearnAbility(Request):
    """A character learns or improves an ability of its class."""

    RULES = ("CF-XP-13", "CF-AMB-15")
    actor: ActorId
    ability: Annotated[str, Meta(description="which"), Asks("d100_ability", least=1)]
    rank: Annotated[int, Meta(ge=0, le=5, description="that it needs"), Asks("d100_ability_rank", optional=False)] = 1
    qualified: Annotated[bool, Meta(description="the skills that it needs are high enough")] = True


class TakeRank(Request):
    """A character takes the Rank for which its class skills are high enough."""

    RULES = ("CF-X-22",)
    actor: ActorId


def need_skill(table: Table, actor: str, name: str, *rules: str) -> Skill:
    """Return a skill or a Passion. Raises Refused for one that the character does not have."""
    skill = character_sheet_of(table, actor).skill(name)
    if skill is None:
        raise Refused("d100_not_learned", *rules, actor=actor_name(table, actor), skill=name[:60])
    return skill


# ---- what is known already -------------------------------------------------------------------------------------------


def needed_roll(table: Table, actor: str, skill: Skill) -> int:
    """Return the least d100 result for which a skill improves by dice (CF-XP-6)."""
    return max(1, skill.value - character_sheet_of(table, actor).characteristics.get("INT", 0))


def verify_improve(table: Table, command: Improve | LowerPassion) -> None:
    """Allow the character's player, out of play; lowering a Passion is the GM's."""
    rule = "CF-XP-5" if isinstance(command, Improve) else "CF-XP-11"
    if isinstance(command, LowerPassion):
        need_gm(table, command, rule)
    need_controller(table, command, command.actor, rule)
    need_idle(table, rule)
    skill = need_skill(table, command.actor, command.skill, rule)
    if isinstance(command, LowerPassion) and skill.group != "passions":
        raise Refused("d100_no_passion", rule, skill=command.skill[:60])
    stock = character_sheet_of(table, command.actor).experience
    experience_rules.check_raise(progress_of(skill).raised, stock, settings_of(table))


def improve(draft: Draft, command: Improve) -> None:
    """Pay, roll, and write the new value."""
    actor = command.actor
    sheet, skill = character_sheet_of(draft.table, actor), need_skill(draft.table, actor, command.skill)
    intelligence = sheet.characteristics.get("INT", 0)
    with labelled_dice(draft, actor, "d100_improvement", skill=skill.name):
        roll = d100(draft)
        dice = experience_rules.wants_die(skill.value, intelligence, roll, fumbled=False)
        die = _roll_gain(draft, dice)
    improvement = experience_rules.improve(skill.value, intelligence, roll, die, fumbled=False)
    _pay_experience(draft, actor, skill.name)
    add_points(draft, actor, skill, improvement.value - skill.value, raised=True)
    _log_improvement(
        draft, actor, skill.name, roll, improvement, "CF-XP-10" if skill.group == "passions" else "CF-XP-5"
    )


def _roll_gain(draft: Draft, dice: str | None) -> int:
    """Throw the die of a gain and return its face, without what the rules add to it."""
    return draft.roll(int(dice.partition("d")[2].partition("+")[0]))[0] if dice is not None else 1


def _pay_experience(draft: Draft, actor: str, reason: str, cost: int | None = None) -> None:
    sheet, session = character_sheet_of(draft.table, actor), session_state(draft.table).session
    price = experience_rules.numbers().improving.cost if cost is None else cost
    add_to_stock(draft, actor, sheet, -price, reason, session)


def _log_improvement(draft: Draft, actor: str, skill: str, roll: int, improvement: Improvement, rule: str) -> None:
    lines: list[Message] = [part.words for part in improvement.parts]
    add_log_line(draft, actor, "d100_improved", rule, skill=skill, roll=roll, value=improvement.value, reckoning=lines)
    record_result(draft, actor, value=improvement.value)


def lower(draft: Draft, command: LowerPassion) -> None:
    """Pay, roll, and write the lower value."""
    actor, settings = command.actor, settings_of(draft.table)
    sheet, skill = character_sheet_of(draft.table, actor), need_skill(draft.table, actor, command.skill)
    dice = experience_rules.lowering_dice(command.depth, settings)
    roll = 0
    with labelled_dice(draft, actor, "d100_improvement", skill=skill.name):
        if dice is not None:
            improvement = experience_rules.lower_by_depth(skill.value, command.depth, throw(draft, dice))
        else:
            roll, intelligence = d100(draft), sheet.characteristics.get("INT", 0)
            die = _roll_gain(draft, experience_rules.wants_die(skill.value, intelligence, roll, fumbled=False))
            improvement = experience_rules.lower_passion(skill.value, intelligence, roll, die)
    _pay_experience(draft, actor, skill.name)
    add_points(draft, actor, skill, improvement.value - skill.value, raised=True)
    _log_improvement(draft, actor, skill.name, roll, improvement, "CF-XP-11")


# ---- what is new -----------------------------------------------------------------------------------------------------


def verify_study(table: Table, command: Study) -> None:
    """Allow the character's player, for a new skill of the rules that is taught and paid for."""
    need_controller(table, command, command.actor, "CF-XP-12")
    need_idle(table, "CF-XP-12")
    sheet = character_sheet_of(table, command.actor)
    name = study_name(command)
    is_known = sheet.skill(name) is not None or _study_condition_id(table, command.actor, name) is not None
    if is_known and not command.speciality:  # two specialities may have the same name
        raise Refused("d100_known_already", "CF-XP-12", skill=name[:60])
    if len(sheet.characteristics) < len(character_rules.numbers().at_zero):
        raise Refused("d100_no_characteristics", "CF-XP-12", actor=actor_name(table, command.actor))
    _planned_study(table, command)


def study_name(command: Study) -> str:
    """Return the name of the skill, with its speciality."""
    return command.skill.replace(ANY, command.speciality.strip() or ANY)


def _planned_study(table: Table, command: Study) -> experience_rules.SkillStudy:
    sheet = character_sheet_of(table, command.actor)
    return experience_rules.plan_study(
        study_name(command),
        sheet.characteristics,
        table.clock,
        sheet.experience,
        settings_of(table),
        source=command.source,
    )


def _study_condition_id(table: Table, actor: str, skill: str) -> str | None:
    studies = (
        condition
        for condition in table.actors[actor].conditions_named(STUDYING)
        if folded(condition.note) == folded(skill)
    )
    return next((condition.id for condition in studies), None)


def study(draft: Draft, command: Study) -> None:
    """Pay, and begin the month."""
    plan = _planned_study(draft.table, command)
    _pay_experience(draft, command.actor, plan.skill, plan.cost)
    lay(draft, command.actor, STUDYING, plan.skill, until=plan.ready)
    day, _ = clock_of(plan.begun)
    cells: dict[str, Json] = {"skill": plan.skill, "teacher": command.source, "since": str(day), "paid": plan.cost}
    write_row(draft, command.actor, "learning", None, **cells)
    add_log_line(draft, command.actor, "d100_study_begins", "CF-XP-12", skill=plan.skill, source=command.source)


def verify_end_study(table: Table, command: EndStudy) -> None:
    """Allow only the GM, for a study in progress."""
    need_gm(table, command, "CF-XP-12")
    need_readable_record(table, command.seat, command.actor)
    if _study_condition_id(table, command.actor, command.skill) is None:
        raise Refused("d100_studies_not", "CF-XP-12", skill=command.skill[:60])


def end_study(draft: Draft, command: EndStudy) -> None:
    """End the study; the cost is not refunded, but the GM can edit the record."""
    source = _study_condition_id(draft.table, command.actor, command.skill)
    if source is not None:
        draft.emit(ConditionGone(actor=command.actor, id=source))
    add_log_line(draft, command.actor, "d100_study_ends", "CF-XP-12", skill=command.skill)


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    for actor in in_story(table):
        for condition in table.actors[actor].conditions_named(STUDYING):
            if condition.until is not None:
                yield ScheduledEvent(name=f"study:{actor}:{condition.id}", at=condition.until, kind="study")


def _finish_study(draft: Draft, due: DueEvent) -> None:
    _, actor, condition_id = due.name.split(":", 2)
    condition = next(state for state in draft.table.actors[actor].conditions if state.id == condition_id)
    draft.emit(ConditionGone(actor=actor, id=condition.id))
    if character_sheet_of(draft.table, actor).skill(condition.note) is None:
        formula = (character_rules.base_of(condition.note) or "").replace("+", " + ")
        write_row(draft, actor, "professional", None, name=condition.note, base_of=formula)
    value = character_sheet_of(draft.table, actor).skill(condition.note)
    add_log_line(draft, actor, "d100_learned", "CF-XP-12", skill=condition.note, value=value.value if value else 0)


STUDIES = EventSource("study", _entries, _finish_study)


def verify_ability(table: Table, command: LearnAbility) -> None:
    """Allow the character's player, with the Rank and the Experience Rolls."""
    need_controller(table, command, command.actor, "CF-XP-13")
    need_idle(table, "CF-XP-13")
    if not command.ability.strip():
        raise Refused("no_name")
    _ability_cost(table, command)


def _ability_cost(table: Table, command: LearnAbility) -> int:
    sheet = character_sheet_of(table, command.actor)
    return experience_rules.ability_cost(
        sheet.rank, command.rank, sheet.experience, settings_of(table), qualified=command.qualified
    )


def learn_ability(draft: Draft, command: LearnAbility) -> None:
    """Pay, and write the ability."""
    cost = _ability_cost(draft.table, command)
    _pay_experience(draft, command.actor, command.ability, cost)
    rows = rows_of(draft.table.actors[command.actor], "abilities")
    wanted_name = folded(command.ability)
    place = next((number for number, row in enumerate(rows) if folded(str(row.get("name") or "")) == wanted_name), None)
    before = rows[place].get("paid") if place is not None else 0
    total_paid = (before if isinstance(before, int) else 0) + cost
    write_row(
        draft, command.actor, "abilities", place, name=command.ability.strip(), rank=command.rank, paid=total_paid
    )
    add_log_line(draft, command.actor, "d100_ability_learned", "CF-XP-13", ability=command.ability, cost=cost)


def verify_rank(table: Table, command: TakeRank) -> None:
    """Allow the character's player, out of play, once the skills are high enough."""
    need_controller(table, command, command.actor, "CF-X-22")
    need_idle(table, "CF-X-22")
    sheet = character_sheet_of(table, command.actor)
    if sheet.rank_reached <= sheet.rank:
        raise Refused("d100_rank_not_reached", "CF-X-22", actor=actor_name(table, command.actor), rank=sheet.rank + 1)


def take_rank(draft: Draft, command: TakeRank) -> None:
    """Write the Rank; Action Points, Luck Points and hit points follow."""
    rank = character_sheet_of(draft.table, command.actor).rank_reached
    write(draft, command.actor, rank=rank)
    add_log_line(draft, command.actor, "d100_rank_taken", "CF-X-22", rank=rank)


MOST_ROLLS = 99


class AwardRolls(Request):
    """The GM awards Experience Rolls; first, each skill fumbled since the last award gains a point."""

    RULES = ("CF-XP-1", "CF-XP-2", "CF-XP-3", "CF-XP-4", "CF-XP-6", "CF-XP-15", "CF-X-21")
    rolls: Annotated[int, Meta(ge=0, le=MOST_ROLLS, description="how many each"), Asks("d100_rolls")]
    actors: Annotated[
        tuple[str, ...],
        Meta(description="to whom; none named are all characters of players"),
        Asks("d100_who", most=NO_LIMIT),
    ] = ()
    why: Annotated[str, Meta(description="what for"), Asks()] = ""


# ---- awards ----------------------------------------------------------------------------------------------------------


def progress_of(skill: Skill) -> SkillProgress:
    """Return the progress of a skill."""
    sort: Sort = "passion" if skill.group == "passions" else "skill"
    return SkillProgress(sort=sort, value=skill.value, fumbled=skill.fumbled, raised=int(skill.raised))


def add_points(draft: Draft, actor: str, skill: Skill, points: int, **cells: bool) -> None:
    """Raise or lower a skill by points; one that the sheet does not list gets a row."""
    row = row_at(draft.table, actor, skill.group, skill.row) if skill.row is not None else {}
    total_now, added = row.get("total"), row.get("added")
    if isinstance(total_now, int):  # a total entered by hand
        write_row(draft, actor, skill.group, skill.row, total=total_now + points, **cells)
    else:
        new_points = (added if isinstance(added, int) else 0) + points
        write_row(draft, actor, skill.group, skill.row, name=skill.name, added=new_points, **cells)


def sessions_since(table: Table) -> int:
    """Return the number of sessions since the last award, with the present one (CF-XP-3)."""
    session = session_state(table)
    return max(0, session.session - session.awarded)


def verify_award(table: Table, command: AwardRolls) -> None:
    """Allow only the GM, for at least one character."""
    need_gm(table, command, "CF-XP-2")
    need_idle(table, "CF-XP-2")
    for actor in command.actors:
        need_readable_record(table, command.seat, actor)
    if not party(table, command.actors):
        raise Refused("d100_nobody_there", "CF-XP-2")


def award(draft: Draft, command: AwardRolls) -> None:
    """Award the rolls, raise fumbled skills, and clear the marks."""
    session = session_state(draft.table)
    for actor in party(draft.table, command.actors):
        _award_to(draft, actor, command, session.session)
    draft.set_outermost(replace(session_state(draft.table), awarded=session.session))


def _award_to(draft: Draft, actor: str, command: AwardRolls, session: int) -> None:
    settings, sheet = settings_of(draft.table), character_sheet_of(draft.table, actor)
    charisma = sheet.characteristics.get("CHA")
    award_settings = settings if charisma is not None else replace(settings, xp_modifier=False)
    parts = experience_rules.award(command.rolls, charisma or 0, award_settings)
    rolls = total(parts)
    add_to_stock(draft, actor, sheet, rolls, command.why, session)
    for skill in sheet.skills:
        before = progress_of(skill)
        after = experience_rules.awarded(before, settings)
        if after != before and skill.row is not None:
            cells = {"fumbled": False, "raised": bool(after.raised)}
            add_points(draft, actor, skill, after.value - before.value, **cells)
            if before.fumbled:
                add_log_line(draft, actor, "d100_fumble_taught", "CF-XP-6", skill=skill.name, value=after.value)
    add_log_line(
        draft, actor, "d100_awarded", "CF-XP-2", rolls=rolls, why=command.why, reckoning=[part.words for part in parts]
    )
    record_result(draft, actor, experience=sheet.experience + rolls)


def add_to_stock(draft: Draft, actor: str, person: CharacterSheet, rolls: int, what: str, session: int) -> None:
    """Add Experience Rolls to the stock or remove them, with an entry in the record's list of awards (CF-XP-4)."""
    row: dict[str, Json] = {"session": session, "rolls": rolls, "what": what}
    write(
        draft,
        actor,
        experience=person.experience + rolls,
        awards=(*rows_of(draft.table.actors[actor], "awards"), row),
    )


MOVES = (
    Move(AwardRolls, verify_award, award),
    Move(Improve, verify_improve, improve),
    Move(LowerPassion, verify_improve, lower),
    Move(Study, verify_study, study),
    Move(EndStudy, verify_end_study, end_study),
    Move(LearnAbility, verify_ability, learn_ability),
    Move(TakeRank, verify_rank, take_rank),
)
