"""Commands of ageing: birthdays, time skips, rolls against age, and lost characteristics (CF-AGE)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.kit.schedule.calendar import Date
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, PassedTime, Since, TimePurpose
from engine.kit.table_records import TableRecords
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_conditions import in_story, is_dead, party
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, folded, untrained_value
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result, stored_phrase
from engine.rulesets.classic_fantasy.character.record_writes import write
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.game_calendar import calendar, seconds_of
from engine.rulesets.classic_fantasy.health import ageing_rules
from engine.rulesets.classic_fantasy.health.ageing_rules import AgeingRoll, AgeingYear
from engine.rulesets.classic_fantasy.health.body_state import die
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import advance, need_idle

MOST_YEARS = 999
ROLLS: tuple[AgeingRoll, AgeingRoll] = ("Endurance", "Willpower")
_BIRTHDAY = re.compile(r"\D*(\d{1,2})\D+(\d{1,2})\D*")


def bounds(table: Table, actor: str) -> tuple[int, ...]:
    """Return the first year of each age band of a character; for another species, from the sheet (CF-AGE-1)."""
    on_sheet = table.actors[actor].sheet.get("age_bands")
    years = [int(year) for year in re.findall(r"\d+", on_sheet)] if isinstance(on_sheet, str) else []
    species = character_sheet_of(table, actor).species
    known = {folded(name): name for name in ageing_rules.numbers().species}
    return ageing_rules.bounds_of(known.get(folded(species), species), years)


def need_age(table: Table, actor: str) -> int:
    """Return an age. Raises Refused where the sheet has no age, or no age bands are known for the species."""
    age = character_sheet_of(table, actor).age
    if age is None:
        raise Refused("d100_no_age", "CF-AGE-1", actor=actor_name(table, actor))
    bounds(table, actor)
    return age


# ---- growing older ---------------------------------------------------------------------------------------------------


class SkipYears(GmRequest):
    """The GM lets years pass; characters with a known birthday grow older on it, all others at the end."""

    RULES = ("CF-AGE-1", "CF-AGE-2", "CF-AGE-3", "CF-AGE-9", "CF-AGE-13", "CF-TIME-1")
    FAR_REACHING = True
    years: Annotated[int, Meta(ge=1, le=MOST_YEARS, description="how many"), Asks("d100_years", optional=False)] = 1
    actors: Annotated[tuple[str, ...], Meta(description="who ages; none named are all characters of players")] = ()

    def verify(self, table: Table) -> None:
        """Allow only the GM, while nothing else is in progress."""
        super().verify(table)
        need_idle(table, self)
        for actor in self.actors:
            need_readable_record(table, self.seat, actor)
            need_age(table, actor)

    def decide(self, draft: Draft) -> None:
        """Let the years pass; rolls that become due are made one after the other."""
        by_hand = self.older_at_the_end(draft.table)
        year = seconds_of("year", settings_of(draft.table))
        advance(draft, self.years * year, SkippedYears(years=self.years, by_hand=by_hand))

    def older_at_the_end(self, table: Table) -> tuple[str, ...]:
        """Return the characters without a known birthday, which grow older at the end of the years."""
        return tuple(actor for actor in _ageing_actors(table, self.actors) if birthday(table, actor) is None)


class SkippedYears(Frozen, TimePurpose, tag_field="then", tag="years"):
    """Years that the GM lets pass; the characters without a known birthday grow older at their end."""

    years: int
    by_hand: tuple[str, ...]

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Let those characters grow older."""
        if not result.whole:
            return
        draft.note("d100_years_passed", "CF-AGE-1", count=self.years)
        for actor in self.by_hand:
            if actor in in_story(draft.table):
                grow(draft, actor, self.years)


def _ageing_actors(table: Table, actors: Sequence[str]) -> Iterator[str]:
    """Yield the characters that can grow older: their age and the age bands of their species are known."""
    for actor in party(table, actors):
        try:
            need_age(table, actor)
        except Refused:
            continue
        yield actor


class GrowOlder(GmActorRequest):
    """A character grows older at once, for example by magic; the clock does not move."""

    RULES = ("CF-AGE-1", "CF-AGE-2", "CF-AGE-13", "CF-AMB-3")
    FAR_REACHING = True
    years: Annotated[
        int, Meta(ge=1, le=MOST_YEARS, description="by how many years"), Asks("d100_years", optional=False)
    ] = 1
    owed: Annotated[bool, Meta(description="all bands that lie behind it are owed instead, whatever its age")] = False

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a character whose age is known."""
        super().verify(table)
        need_idle(table, self)
        need_age(table, self.actor)
        if self.owed and not behind(table, self.actor):
            raise Refused("d100_owes_nothing", "CF-AMB-3", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Add the years, or open the rolls that are owed."""
        if not self.owed:
            grow(draft, self.actor, self.years)
            return
        tolls = behind(draft.table, self.actor)
        _set_ages_rolled(draft, self.actor, 0, need_age(draft.table, self.actor))
        _open_owed_rolls(draft, self.actor, tolls)


def behind(table: Table, actor: str) -> tuple[AgeingYear, ...]:
    """Return the rolls of the bands that a character has passed and that were not made (CF-AMB-3)."""
    years_made = session_state(table).aged.get(actor)
    return ageing_rules.behind(need_age(table, actor), bounds(table, actor), years_made, settings_of(table))


def owed(table: Table, actor: str) -> tuple[AgeingYear, ...]:
    """Return the missed rolls that a character owes by the group's options (CF-AMB-3)."""
    return behind(table, actor) if settings_of(table).aging_retroactive else ()


def ageing_years_in(table: Table, actor: str, years: int) -> tuple[AgeingYear, ...]:
    """Return the rolls of a number of years, after those that a character already owes (CF-AGE-2, -13, CF-AMB-3)."""
    age = need_age(table, actor)
    return (*owed(table, actor), *ageing_rules.ageing_years(age, age + years, bounds(table, actor), settings_of(table)))


def _set_ages_rolled(draft: Draft, actor: str, from_age: int, to_age: int) -> None:
    session = session_state(draft.table)
    draft.set_outermost(replace(session, aged={**session.aged, actor: (from_age, to_age)}))


def grow(draft: Draft, actor: str, years: int) -> None:
    """Add years to a character's age, and open the rolls of each band that it enters (CF-AGE-2, CF-AGE-13)."""
    before = need_age(draft.table, actor)
    after = before + years
    tolls = ageing_years_in(draft.table, actor, years)
    begun, _ = session_state(draft.table).aged.get(actor, (before, before))
    _set_ages_rolled(draft, actor, 0 if settings_of(draft.table).aging_retroactive else begun, after)
    write(draft, actor, age=after)
    add_log_line(draft, actor, "d100_older", "CF-AGE-1", age=after)
    _open_owed_rolls(draft, actor, tolls)


def _open_owed_rolls(draft: Draft, actor: str, tolls: Sequence[AgeingYear]) -> None:
    """Log the rolls that are owed, and open the first; each roll that ends opens the next one (CF-AGE-13)."""
    for toll in tolls:
        add_log_line(
            draft, actor, "d100_age_rolls", "CF-AGE-2", "CF-AGE-9", age=toll.age, band=toll.name, grade=toll.grade
        )
    _open_next_roll(draft, actor, tuple(OwedRoll(toll.age, toll.band, roll) for toll in tolls for roll in ROLLS))


class OwedRoll(NamedTuple):
    """A roll against age that is still owed: the age, its band, and the skill."""

    age: int
    band: int
    roll: AgeingRoll


def _open_next_roll(draft: Draft, actor: str, owed: tuple[OwedRoll, ...]) -> None:
    """Open the next roll that is owed; one that no roll can decide is the GM's decision (CF-AGE-10)."""
    for number, (age, band, skill) in enumerate(owed):
        against = ageing_rules.roll_chance(AgeingYear(age=age, band=band), 1, settings_of(draft.table))
        if against is None:
            add_log_line(draft, actor, "d100_age_gm", "CF-AGE-10", skill=skill, calls_for=("lose_to_age",))
            continue
        roll = roll_of(draft.table, actor, skill, against.grade, value=untrained_value(draft.table, actor, skill))
        then = AgeingCheck(roll=skill, age=age, owed=owed[number + 1 :])
        CHECKS.open(draft, Check(then=then, what=stored_phrase("age"), rolls=(roll,)))
        return


class AgeingCheck(Frozen, CheckPurpose, tag_field="then", tag="aging"):
    """A roll against age, and the rolls that are owed after it."""

    roll: AgeingRoll
    age: int
    owed: tuple[OwedRoll, ...]

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Throw for the loss of a failed roll, or go on with the next one."""
        actor = result.actor
        if is_dead(draft.table, actor):
            return
        if ageing_rules.suffers(result.rolls[0].level):
            take(draft, actor, self.roll, self.owed, result.check.lucky)
        else:
            add_log_line(draft, actor, "d100_age_withstood", "CF-AGE-3", skill=self.roll)
            _open_next_roll(draft, actor, self.owed)

    def waive(self, draft: Draft, check: Check) -> None:
        """Go on with the next roll."""
        _go_on(draft, check.rolls[0].actor, self.owed)


def _go_on(draft: Draft, actor: str, owed: tuple[OwedRoll, ...]) -> None:
    if not is_dead(draft.table, actor):
        _open_next_roll(draft, actor, owed)


def take(
    draft: Draft, actor: str, which: AgeingRoll, owed: tuple[OwedRoll, ...] = (), lucky: tuple[str, ...] = ()
) -> None:
    """Throw for the characteristic that a failed roll of `which` lowers, then for the points (CF-AGE-4 to CF-AGE-6).

    `owed` are the rolls that come after it, `lucky` the characters that have spent a Luck Point on the roll.
    """
    dice = f"1d{ageing_rules.numbers().loss.die}"
    then = AgeingCharacteristicDie(roll=which, owed=owed)
    roll_effect(draft, EffectRoll(then=then, actor=actor, dice=dice, word="d100_age_what", lucky=lucky))


class AgeingCharacteristicDie(Frozen, EffectPurpose, tag_field="then", tag="age_what"):
    """The die for the characteristic that a failed roll lowers, and the rolls that are owed after it."""

    roll: AgeingRoll
    owed: tuple[OwedRoll, ...]

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Throw for the points."""
        characteristic = ageing_rules.affected(self.roll, result.value)
        loss = replace(
            result,
            then=AgeingLossDice(roll=self.roll, owed=self.owed, characteristic=characteristic),
            dice=ageing_rules.numbers().loss.amount,
            word="d100_age_dice",
            best="least",
            params={"characteristic": characteristic},
        )
        roll_effect(draft, loss)


class AgeingLossDice(Frozen, EffectPurpose, tag_field="then", tag="age_loss"):
    """The points that a characteristic loses to age, and the rolls that are owed after it."""

    roll: AgeingRoll
    owed: tuple[OwedRoll, ...]
    characteristic: Characteristic

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Lower the characteristic, and go on with the next roll."""
        if not is_dead(draft.table, result.actor):
            _lose(draft, result.actor, self.roll, self.characteristic, result.value)
            _go_on(draft, result.actor, self.owed)


def _lose(draft: Draft, actor: str, roll: AgeingRoll, characteristic: Characteristic, points: int) -> None:
    """Lower the characteristic; all values calculated from it follow (CF-AGE-6 to CF-AGE-8, CF-AGE-12)."""
    sheet = character_sheet_of(draft.table, actor)
    if characteristic not in sheet.characteristics:
        add_log_line(draft, actor, "d100_age_unknown", "CF-AGE-6", characteristic=characteristic, points=points)
        return
    loss = ageing_rules.lose(sheet.characteristics, sheet.lost, characteristic, points)
    key = characteristic.casefold()
    fields: dict[str, Json] = {key: loss.characteristics[characteristic], f"{key}_lost": loss.lost[characteristic]}
    original = draft.table.actors[actor].sheet.get(f"{key}_original")
    if original is None:
        fields[f"{key}_original"] = sheet.characteristics[characteristic]
    write(draft, actor, **fields)
    rule = "CF-AGE-4" if roll == "Endurance" else "CF-AGE-5"
    value_left = loss.characteristics[characteristic]
    add_log_line(
        draft,
        actor,
        "d100_age_takes",
        rule,
        "CF-AGE-6",
        "CF-AGE-11",
        characteristic=characteristic,
        points=loss.points,
        left=value_left,
        reckoning=[loss.words],
    )
    record_result(draft, actor, lost=loss.points)
    if loss.dies:
        die(draft, actor, "d100_frailty", "CF-AGE-8")


class LoseToAge(GmActorRequest):
    """The GM lowers a characteristic by age, where no roll can decide it."""

    RULES = ("CF-AGE-4", "CF-AGE-5", "CF-AGE-6", "CF-AGE-8", "CF-AGE-10")
    CITED = ("CF-AGE-10",)
    FAR_REACHING = True
    NEEDS = (need_idle,)
    roll: Annotated[
        AgeingRoll,
        Meta(description="Endurance for the body, Willpower for the mind"),
        Asks("d100_age_roll", optional=False),
    ] = "Endurance"

    def decide(self, draft: Draft) -> None:
        """Throw for the loss."""
        take(draft, self.actor, self.roll)


class RestoreAge(GmActorRequest):
    """The GM restores points that were lost to age."""

    RULES = ("CF-AGE-7", "CF-AMB-5")
    characteristic: Annotated[Characteristic, Meta(description="which"), Asks("d100_characteristic")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many"), Asks("d100_points", optional=False)] = 1

    def verify(self, table: Table) -> None:
        """Allow only the GM; no more points than were lost to age, or than the maximum of the species allows."""
        super().verify(table)
        if not self._points_regained(table):
            raise Refused("d100_nothing_to_restore", "CF-AGE-7", characteristic=self.characteristic)

    def decide(self, draft: Draft) -> None:
        """Restore the points."""
        points, name = self._points_regained(draft.table), self.characteristic
        sheet, key = character_sheet_of(draft.table, self.actor), name.casefold()
        value, lost = sheet.characteristics[name] + points, sheet.lost.get(name, 0) - points
        write(draft, self.actor, **{key: value, f"{key}_lost": lost})
        add_log_line(draft, self.actor, "d100_restored", "CF-AGE-7", characteristic=name, points=points)

    def _points_regained(self, table: Table) -> int:
        sheet, name = character_sheet_of(table, self.actor), self.characteristic
        if name not in sheet.characteristics:
            return 0
        lost, most = sheet.lost.get(name, 0), sheet.most.get(name)
        return ageing_rules.regained(sheet.characteristics[name], lost, self.points, most)


# ---- birthdays -------------------------------------------------------------------------------------------------------

LAST_BIRTHDAYS: Final = "last_birthdays"
"""The list with the last birthday of each character: a clock that was set back passes it a second time."""


class LastBirthday(Frozen):
    """When an `actor` grew older by its birthday, in seconds of the clock."""

    actor: str
    at: int


_LAST_BIRTHDAYS: Final = TableRecords(LAST_BIRTHDAYS, LastBirthday, key="actor")


def birthday(table: Table, actor: str) -> tuple[int, int] | None:
    """Return month and day of the birthday on the sheet (`3-14`); None if it has none."""
    cell = table.actors[actor].sheet.get("birthday")
    matched = _BIRTHDAY.fullmatch(cell) if isinstance(cell, str) else None
    return (int(matched[1]), int(matched[2])) if matched is not None and int(matched[1]) and int(matched[2]) else None


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    settings = settings_of(table)
    for actor in in_story(table):
        day = birthday(table, actor)
        if day is None or actor not in set(_ageing_actors(table, (actor,))):
            continue
        name = f"birthday:{actor}"
        last = _LAST_BIRTHDAYS.find(table, actor)
        moment = since(name) if last is None else max(since(name), last.at)
        dates = calendar(settings)
        at = dates.moment(Date(year=dates.date(moment).year, month=day[0], day=day[1]))
        while at <= moment:
            at += seconds_of("year", settings)
        yield ScheduledEvent(name=name, at=at, kind="birthday")


def _celebrate(draft: Draft, due: DueEvent) -> None:
    actor = due.name.partition(":")[2]
    _LAST_BIRTHDAYS.write(draft, LastBirthday(actor=actor, at=draft.table.clock))
    grow(draft, actor, 1)


def forget_birthdays(draft: Draft) -> None:
    """Forget the last birthdays of characters that have left the story, or are younger than before the command.

    A younger one is as it was at another moment, as after the reset of an encounter, or by hand.
    """
    before, after = draft.before, draft.table
    for actor in [last.actor for last in _LAST_BIRTHDAYS.all(after)]:
        if actor not in after.actors or (actor in before.actors and _years(after, actor) < _years(before, actor)):
            _LAST_BIRTHDAYS.remove(draft, actor)


def _years(table: Table, actor: str) -> int:
    return character_sheet_of(table, actor).age or 0


BIRTHDAYS = EventSource("birthday", _entries, _celebrate)
