"""Experience Rolls: awarded, and spent on skills, Passions, studies and abilities; a lower Passion (CF-XP)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from engine.core.audience import may_read_numbers, need_readable_record
from engine.core.commands import need_gm
from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since, condition_ends, condition_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.odds import Odds, chance_sums, numbers
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING, in_story, lay, party
from engine.rulesets.classic_fantasy.character.character_rules import Depth
from engine.rulesets.classic_fantasy.character.character_sheet import Skill, character_sheet_of, folded, rows_of
from engine.rulesets.classic_fantasy.character.dice_throws import d100, labelled_dice, throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.character.record_writes import row_at, write, write_row
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_rules import Improvement, SkillProgress, Sort
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle

MOST_IMPROVEMENTS = 1_000
"""The maximum number of results of a d100 and the die of a gain."""
ANY = "…"
"""The placeholder for a speciality in the name of a skill."""


class AwardRolls(GmRequest):
    """The GM awards Experience Rolls; first, each skill fumbled since the last award gains a point."""

    RULES = ("CF-XP-1", "CF-XP-2", "CF-XP-3", "CF-XP-4", "CF-XP-6", "CF-XP-15", "CF-X-21")
    CITED = ("CF-XP-2",)
    rolls: Annotated[int, Meta(ge=0, le=99, description="how many each"), Asks("d100_rolls")]
    actors: Annotated[
        tuple[str, ...],
        Meta(description="to whom; none named are all characters of players"),
        Asks("d100_who", most=NO_LIMIT),
    ] = ()
    why: Annotated[str, Meta(description="what for"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """Allow only the GM, for at least one character."""
        super().verify(table)
        need_idle(table, self)
        for actor in self.actors:
            need_readable_record(table, self.seat, actor)
        if not party(table, self.actors):
            raise Refused("d100_nobody_there", "CF-XP-2")

    def decide(self, draft: Draft) -> None:
        """Award the rolls, raise fumbled skills, and clear the marks."""
        session = session_state(draft.table).session
        for actor in party(draft.table, self.actors):
            _award_to(draft, actor, self, session)
        draft.set_outermost(replace(session_state(draft.table), awarded=session))


class _Spending(CharacterRequest):
    """A command of a character's player, while nothing else is in progress."""

    ABSTRACT = True
    NEEDS = (need_idle,)


class Improve(_Spending):
    """Spend an Experience Roll on a skill or a Passion; luck does not apply."""

    RULES = ("CF-XP-5", "CF-XP-7", "CF-XP-8", "CF-XP-9", "CF-XP-10", "CF-XP-14", "CF-LUCK-6")
    skill: Annotated[str, Meta(description="which skill or Passion"), Asks("d100_skill")]

    def verify(self, table: Table) -> None:
        """Require an Experience Roll, and a skill that has not been raised yet."""
        super().verify(table)
        _need_raise(table, self.actor, need_skill(table, self.actor, self.skill, "CF-XP-5"))

    def decide(self, draft: Draft) -> None:
        """Pay, roll, and write the new value."""
        skill = need_skill(draft.table, self.actor, self.skill)
        intelligence = character_sheet_of(draft.table, self.actor).characteristics.get("INT", 0)
        with labelled_dice(draft, self.actor, "d100_improvement", skill=skill.name):
            roll, die = _improvement_dice(draft, skill, intelligence)
        improvement = experience_rules.improve(skill.value, intelligence, roll, die, fumbled=False)
        _write_improvement(
            draft, self.actor, skill, roll, improvement, "CF-XP-10" if skill.group == "passions" else "CF-XP-5"
        )

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of a successful roll and of the points gained, for who may read the character."""
        # Imported here: only odds need it.
        from engine.odds.every_result import every_result

        self.verify(table)
        if not may_read_numbers(table, viewer, self.actor):
            return None
        skill = need_skill(table, self.actor, self.skill)
        intelligence = character_sheet_of(table, self.actor).characteristics.get("INT", 0)
        points: list[tuple[int, Fraction]] = []
        succeeds = Fraction(0)
        for (roll, die), share in every_result(
            lambda source: _improvement_dice(Draft(table, source), skill, intelligence), MOST_IMPROVEMENTS
        ):
            improved = experience_rules.improve(skill.value, intelligence, roll, die, fumbled=False)
            points.append((improved.value - skill.value, share))
            if experience_rules.wants_die(skill.value, intelligence, roll, fumbled=False) is not None:
                succeeds += share
        gained = numbers(Message(key="d100.odds_points_gained"), chance_sums(points))
        return Odds(chance=succeeds, distributions=(gained,))


class LowerPassion(_Spending):
    """Spend an Experience Roll to lower a Passion, with the GM's consent."""

    RULES = ("CF-XP-11", "CF-AMB-14", "CF-X-26")
    skill: Annotated[str, Meta(description="which Passion"), Asks("d100_skill")]
    depth: Annotated[Depth, Meta(description="how much has happened, where that counts"), Asks("d100_depth")] = "weak"

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a Passion and an Experience Roll."""
        need_gm(table, self, "CF-XP-11")
        super().verify(table)
        skill = need_skill(table, self.actor, self.skill, "CF-XP-11")
        if skill.group != "passions":
            raise Refused("d100_no_passion", "CF-XP-11", skill=self.skill[:60])
        _need_raise(table, self.actor, skill)

    def decide(self, draft: Draft) -> None:
        """Pay, roll, and write the lower value."""
        skill = need_skill(draft.table, self.actor, self.skill)
        dice, roll = experience_rules.lowering_dice(self.depth, settings_of(draft.table)), 0
        with labelled_dice(draft, self.actor, "d100_improvement", skill=skill.name):
            if dice is not None:
                improvement = experience_rules.lower_by_depth(skill.value, self.depth, throw(draft, dice))
            else:
                intelligence = character_sheet_of(draft.table, self.actor).characteristics.get("INT", 0)
                roll, die = _improvement_dice(draft, skill, intelligence)
                improvement = experience_rules.lower_passion(skill.value, intelligence, roll, die)
        _write_improvement(draft, self.actor, skill, roll, improvement, "CF-XP-11")


class Study(_Spending):
    """A character begins to learn a new Professional skill, which takes a month."""

    RULES = ("CF-XP-12", "CF-XP-14", "CF-X-24")
    skill: Annotated[
        str,
        Meta(description="which, such as `Lore (Dragons)`, or `Lore (…)` and its speciality"),
        Asks("d100_new_skill"),
    ]
    source: Annotated[str, Meta(description="who or what teaches it"), Asks("d100_source", least=1)]
    speciality: Annotated[
        str, Meta(description="of what, for a skill that has specialities"), Asks("d100_speciality")
    ] = ""

    @property
    def name(self) -> str:
        """The name of the skill, with its speciality."""
        return self.skill.replace(ANY, self.speciality.strip() or ANY)

    def verify(self, table: Table) -> None:
        """Require a new skill of the rules that is taught and paid for."""
        super().verify(table)
        sheet = character_sheet_of(table, self.actor)
        is_known = sheet.skill(self.name) is not None or _study_condition(table, self.actor, self.name) is not None
        if is_known and not self.speciality:  # two specialities may have the same name
            raise Refused("d100_known_already", "CF-XP-12", skill=self.name[:60])
        if len(sheet.characteristics) < len(character_rules.numbers().at_zero):
            raise Refused("d100_no_characteristics", "CF-XP-12", actor=actor_name(table, self.actor))
        self._plan(table)

    def _plan(self, table: Table) -> experience_rules.SkillStudy:
        sheet, settings = character_sheet_of(table, self.actor), settings_of(table)
        return experience_rules.plan_study(
            self.name, sheet.characteristics, table.clock, sheet.experience, settings, source=self.source
        )

    def decide(self, draft: Draft) -> None:
        """Pay, and begin the month."""
        plan = self._plan(draft.table)
        _pay_experience(draft, self.actor, plan.skill, plan.cost)
        lay(draft, self.actor, STUDYING, plan.skill, until=plan.ready)
        since = str(clock_of(plan.begun)[0])
        cells: dict[str, Json] = {"skill": plan.skill, "teacher": self.source, "since": since, "paid": plan.cost}
        write_row(draft, self.actor, "learning", None, **cells)
        add_log_line(draft, self.actor, "d100_study_begins", "CF-XP-12", skill=plan.skill, source=self.source)


class EndStudy(GmActorRequest):
    """The GM ends a study early."""

    RULES = ("CF-XP-12",)
    skill: Annotated[str, Meta(description="which")]

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a study in progress."""
        super().verify(table)
        if _study_condition(table, self.actor, self.skill) is None:
            raise Refused("d100_studies_not", "CF-XP-12", skill=self.skill[:60])

    def decide(self, draft: Draft) -> None:
        """End the study; the cost is not refunded, but the GM can edit the record."""
        source = _study_condition(draft.table, self.actor, self.skill)
        if source is not None:
            draft.emit(ConditionGone(actor=self.actor, id=source))
        add_log_line(draft, self.actor, "d100_study_ends", "CF-XP-12", skill=self.skill)


class LearnAbility(_Spending):
    """A character learns or improves an ability of its class."""

    RULES = ("CF-XP-13", "CF-AMB-15")
    ability: Annotated[str, Meta(description="which"), Asks("d100_ability", least=1)]
    rank: Annotated[int, Meta(ge=0, le=5, description="that it needs"), Asks("d100_ability_rank", optional=False)] = 1
    qualified: Annotated[bool, Meta(description="the skills that it needs are high enough")] = True

    def verify(self, table: Table) -> None:
        """Require the Rank and the Experience Rolls."""
        super().verify(table)
        if not self.ability.strip():
            raise Refused("no_name")
        self._cost(table)

    def _cost(self, table: Table) -> int:
        sheet, settings = character_sheet_of(table, self.actor), settings_of(table)
        return experience_rules.ability_cost(
            sheet.rank, self.rank, sheet.experience, settings, qualified=self.qualified
        )

    def decide(self, draft: Draft) -> None:
        """Pay, and write the ability."""
        cost = self._cost(draft.table)
        _pay_experience(draft, self.actor, self.ability, cost)
        rows, wanted = rows_of(draft.table.actors[self.actor], "abilities"), folded(self.ability)
        place = next((number for number, row in enumerate(rows) if folded(str(row.get("name") or "")) == wanted), None)
        before = rows[place].get("paid") if place is not None else 0
        paid = (before if isinstance(before, int) else 0) + cost
        write_row(draft, self.actor, "abilities", place, name=self.ability.strip(), rank=self.rank, paid=paid)
        add_log_line(draft, self.actor, "d100_ability_learned", "CF-XP-13", ability=self.ability, cost=cost)


class TakeRank(_Spending):
    """A character takes a Rank for which its class skills are high enough."""

    RULES = ("CF-X-22",)
    rank: Annotated[int, Meta(ge=0, le=5, description="which Rank; 0 for the highest that is reached")] = 0

    def verify(self, table: Table) -> None:
        """Require a higher Rank than before, and that the skills are high enough."""
        super().verify(table)
        sheet = character_sheet_of(table, self.actor)
        if 0 < self.rank <= sheet.rank:
            raise Refused("d100_rank_taken_already", "CF-X-22", actor=actor_name(table, self.actor), rank=sheet.rank)
        if sheet.rank_reached < (self.rank or sheet.rank + 1):
            rank = self.rank or sheet.rank + 1
            raise Refused("d100_rank_not_reached", "CF-X-22", actor=actor_name(table, self.actor), rank=rank)

    def decide(self, draft: Draft) -> None:
        """Write the Rank; Action Points, Luck Points and hit points follow."""
        rank = self.rank or character_sheet_of(draft.table, self.actor).rank_reached
        write(draft, self.actor, rank=rank)
        add_log_line(draft, self.actor, "d100_rank_taken", "CF-X-22", rank=rank)


# ---- what is known already -------------------------------------------------------------------------------------------


def need_skill(table: Table, actor: str, name: str, *rules: str) -> Skill:
    """Return a skill or a Passion. Raises Refused for one that the character does not have."""
    skill = character_sheet_of(table, actor).skill(name)
    if skill is None:
        raise Refused("d100_not_learned", *rules, actor=actor_name(table, actor), skill=name[:60])
    return skill


def needed_roll(table: Table, actor: str, skill: Skill) -> int:
    """Return the least d100 result for which a skill improves by dice (CF-XP-6)."""
    return max(1, skill.value - character_sheet_of(table, actor).characteristics.get("INT", 0))


def _need_raise(table: Table, actor: str, skill: Skill) -> None:
    stock = character_sheet_of(table, actor).experience
    experience_rules.check_raise(progress_of(skill).raised, stock, settings_of(table))


def _improvement_dice(draft: Draft, skill: Skill, intelligence: int) -> tuple[int, int]:
    """Throw the improvement roll, and the die of a gain: its face, without what the rules add to it."""
    roll = d100(draft)
    dice = experience_rules.wants_die(skill.value, intelligence, roll, fumbled=False)
    return roll, draft.roll(int(dice.partition("d")[2].partition("+")[0]))[0] if dice is not None else 1


def _pay_experience(draft: Draft, actor: str, reason: str, cost: int | None = None) -> None:
    price = experience_rules.numbers().improving.cost if cost is None else cost
    _add_to_stock(draft, actor, -price, reason, session_state(draft.table).session)


def _write_improvement(draft: Draft, actor: str, skill: Skill, roll: int, improvement: Improvement, rule: str) -> None:
    """Pay for an improvement, write the new value, and log it."""
    _pay_experience(draft, actor, skill.name)
    value, lines = improvement.value, [part.words for part in improvement.parts]
    add_points(draft, actor, skill, value - skill.value, raised=True)
    add_log_line(draft, actor, "d100_improved", rule, skill=skill.name, roll=roll, value=value, reckoning=lines)
    record_result(draft, actor, value=value)


# ---- studies ---------------------------------------------------------------------------------------------------------


def _study_condition(table: Table, actor: str, skill: str) -> str | None:
    """Return the id of the condition of a study."""
    conditions = table.actors[actor].conditions_named(STUDYING)
    return next((condition.id for condition in conditions if folded(condition.note) == folded(skill)), None)


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    return condition_ends("study", table, in_story(table), (STUDYING,), kind="study")


def _finish_study(draft: Draft, due: DueEvent) -> None:
    actor, condition = condition_of(draft.table, due)
    draft.emit(ConditionGone(actor=actor, id=condition.id))
    if character_sheet_of(draft.table, actor).skill(condition.note) is None:
        formula = (character_rules.base_of(condition.note) or "").replace("+", " + ")
        write_row(draft, actor, "professional", None, name=condition.note, base_of=formula)
    value = character_sheet_of(draft.table, actor).skill(condition.note)
    add_log_line(draft, actor, "d100_learned", "CF-XP-12", skill=condition.note, value=value.value if value else 0)


STUDIES = EventSource("study", _entries, _finish_study)


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


def _award_to(draft: Draft, actor: str, command: AwardRolls, session: int) -> None:
    settings, sheet = settings_of(draft.table), character_sheet_of(draft.table, actor)
    charisma = sheet.characteristics.get("CHA")
    award_settings = settings if charisma is not None else replace(settings, xp_modifier=False)
    parts = experience_rules.award(command.rolls, charisma or 0, award_settings)
    rolls = total(parts)
    _add_to_stock(draft, actor, rolls, command.why, session)
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


def _add_to_stock(draft: Draft, actor: str, rolls: int, what: str, session: int) -> None:
    """Add Experience Rolls to the stock or remove them, with an entry in the record's list of awards (CF-XP-4)."""
    row: dict[str, Json] = {"session": session, "rolls": rolls, "what": what}
    stock = character_sheet_of(draft.table, actor).experience
    write(draft, actor, experience=stock + rolls, awards=(*rows_of(draft.table.actors[actor], "awards"), row))
