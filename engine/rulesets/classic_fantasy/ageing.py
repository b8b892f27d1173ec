"""Years that pass at the table: birthdays, time skips, rolls against age, and what they take (CF-AGE)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, cast, get_args

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import aging
from engine.rulesets.classic_fantasy.aging import AgingRoll, Toll
from engine.rulesets.classic_fantasy.characters import folded, person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import Date, Due, Entry, date_of, moment_of, seconds_of
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.lapsing import die
from engine.rulesets.classic_fantasy.leading import figure_of, note_of, word
from engine.rulesets.classic_fantasy.passing import THEN, advance, need_quiet
from engine.rulesets.classic_fantasy.people import Characteristic
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import evening, set_evening
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.recording import write
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import in_story, is_dead
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.table.frozen import Json, replace
from engine.table.table import Table

MOST_YEARS = 999
ROLLS: tuple[AgingRoll, AgingRoll] = ("Endurance", "Willpower")
_BIRTHDAY = re.compile(r"\D*(\d{1,2})\D+(\d{1,2})\D*")


class SkipYears(Request):
    """The GM lets years pass; who has a birthday that the calendar knows grows older on it, all others at the end."""

    RULES = ("CF-AGE-1", "CF-AGE-2", "CF-AGE-3", "CF-AGE-9", "CF-AGE-13", "CF-TIME-1")
    FAR_REACHING = True
    years: Annotated[int, Meta(ge=1, le=MOST_YEARS, description="how many")] = 1
    actors: Annotated[tuple[str, ...], Meta(description="who ages; none named are all characters of players")] = ()


class GrowOlder(Request):
    """A character grows older at once, as by magic; the clock does not move."""

    RULES = ("CF-AGE-1", "CF-AGE-2", "CF-AGE-13", "CF-AMB-3")
    FAR_REACHING = True
    actor: ActorId
    years: Annotated[int, Meta(ge=1, le=MOST_YEARS, description="by how many years")] = 1
    owed: Annotated[bool, Meta(description="all bands that lie behind it are owed instead, whatever its age")] = False


class LoseToAge(Request):
    """The GM lets age take something of a character, where no roll can decide it."""

    RULES = ("CF-AGE-4", "CF-AGE-5", "CF-AGE-6", "CF-AGE-8", "CF-AGE-10")
    FAR_REACHING = True
    actor: ActorId
    roll: Annotated[AgingRoll, Meta(description="Endurance for the body, Willpower for the mind")] = "Endurance"


class RestoreAge(Request):
    """The GM gives back what age has taken."""

    RULES = ("CF-AGE-7", "CF-AMB-5")
    actor: ActorId
    characteristic: Annotated[Characteristic, Meta(description="which")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many")] = 1


def bounds(table: Table, actor: str) -> tuple[int, ...]:
    """Return in which year each band of a character begins; a species of its own has them on the sheet (CF-AGE-1)."""
    own = table.actors[actor].sheet.get("age_bands")
    years = [int(year) for year in re.findall(r"\d+", own)] if isinstance(own, str) else []
    species = person_of(table, actor).species
    known = {folded(name): name for name in aging.numbers().species}
    return aging.bounds_of(known.get(folded(species), species), years)


def need_age(table: Table, actor: str) -> int:
    """Return an age. Raises Refused where nobody has written one down, or says when that species grows old."""
    age = person_of(table, actor).age
    if age is None:
        raise Refused("d100_no_age", "CF-AGE-1", actor=actor_name(table, actor))
    bounds(table, actor)
    return age


# ---- growing older ---------------------------------------------------------------------------------------------------


def verify_skip(table: Table, command: SkipYears) -> None:
    """The GM, while nothing else is under way."""
    need_gm(table, command, "CF-AGE-1")
    need_quiet(table, "CF-AGE-1")
    for actor in command.actors:
        need_record(table, command.seat, actor)
        need_age(table, actor)


def older_at_the_end(table: Table, command: SkipYears) -> tuple[str, ...]:
    """Return who has no birthday that the calendar knows, and grows older when the years are over."""
    return tuple(actor for actor in _ageing(table, command.actors) if birthday(table, actor) is None)


def skip(draft: Draft, command: SkipYears) -> None:
    """Let them pass; rolls that fall due are made one after the other."""
    by_hand = older_at_the_end(draft.table, command)
    year = seconds_of("year", settings_of(draft.table))
    about: dict[str, Json] = {"years": command.years, "by_hand": list(by_hand)}
    advance(draft, command.years * year, then="years", about=about)


def _skipped(draft: Draft, now: Passing, whole: bool) -> None:
    if not whole:
        return
    years = cast("int", now.about["years"])
    draft.note("d100_years_passed", "CF-AGE-1", count=years)
    for actor in cast("Sequence[str]", now.about["by_hand"]):
        if actor in in_story(draft.table):
            grow(draft, actor, years)


THEN["years"] = _skipped


def _ageing(table: Table, named: Sequence[str]) -> Iterator[str]:
    """Yield those who can grow older: their age is known, and when that species grows old."""
    for actor in party(table, named):
        try:
            need_age(table, actor)
        except Refused:
            continue
        yield actor


def verify_grow(table: Table, command: GrowOlder) -> None:
    """The GM, for somebody whose age is known."""
    need_gm(table, command, "CF-AGE-1")
    need_record(table, command.seat, command.actor)
    need_quiet(table, "CF-AGE-1")
    need_age(table, command.actor)
    if command.owed and not behind(table, command.actor):
        raise Refused("d100_owes_nothing", "CF-AMB-3", actor=actor_name(table, command.actor))


def grow_older(draft: Draft, command: GrowOlder) -> None:
    """Do it."""
    if not command.owed:
        grow(draft, command.actor, command.years)
        return
    tolls = behind(draft.table, command.actor)
    _made(draft, command.actor, 0, need_age(draft.table, command.actor))
    _owe(draft, command.actor, tolls)


def behind(table: Table, actor: str) -> tuple[Toll, ...]:
    """Return the rolls of the bands that lie behind a character, as far as they were not made (CF-AMB-3)."""
    made = evening(table).aged.get(actor)
    return aging.behind(need_age(table, actor), bounds(table, actor), made, settings_of(table))


def owed(table: Table, actor: str) -> tuple[Toll, ...]:
    """Return which of them a character owes by itself, as the group has chosen (CF-AMB-3)."""
    return behind(table, actor) if settings_of(table).aging_retroactive else ()


def tolls_in(table: Table, actor: str, years: int) -> tuple[Toll, ...]:
    """Return the rolls that so many years bring a character, after those that it owes (CF-AGE-2, -13, CF-AMB-3)."""
    age = need_age(table, actor)
    return (*owed(table, actor), *aging.tolls(age, age + years, bounds(table, actor), settings_of(table)))


def _made(draft: Draft, actor: str, begun: int, done: int) -> None:
    now = evening(draft.table)
    set_evening(draft, replace(now, aged={**now.aged, actor: (begun, done)}))


def grow(draft: Draft, actor: str, years: int) -> None:
    """Let a character be older; the rolls of each band that it enters come to the front (CF-AGE-2, CF-AGE-13)."""
    before = need_age(draft.table, actor)
    after = before + years
    tolls = tolls_in(draft.table, actor, years)
    begun, _ = evening(draft.table).aged.get(actor, (before, before))
    _made(draft, actor, 0 if settings_of(draft.table).aging_retroactive else begun, after)
    write(draft, actor, age=after)
    note_of(draft, actor, "d100_older", "CF-AGE-1", age=after)
    _owe(draft, actor, tolls)


def _owe(draft: Draft, actor: str, tolls: Sequence[Toll]) -> None:
    """Tell what is owed, and begin with the first; each roll that is over brings the next one (CF-AGE-13)."""
    for toll in tolls:
        note_of(draft, actor, "d100_age_rolls", "CF-AGE-2", "CF-AGE-9", age=toll.age, band=toll.name, grade=toll.grade)
    _next(draft, actor, [[toll.age, toll.band, which] for toll in tolls for which in ROLLS])


def _next(draft: Draft, actor: str, owed: Sequence[Json]) -> None:
    """Open the first roll that is still owed; where nobody can decide it, it is the GM's to say (CF-AGE-10)."""
    for number, (age, band, named) in enumerate(map(_triple, owed)):
        which: AgingRoll = "Willpower" if named == "Willpower" else "Endurance"
        toll = Toll(age=age, band=band)
        found = aging.roll_chance(toll, 1, settings_of(draft.table))
        if found is None:
            note_of(draft, actor, "d100_age_gm", "CF-AGE-10", skill=which, calls_for=("lose_to_age",))
            continue
        roll = roll_of(draft.table, actor, which, found.grade, value=_skill(draft.table, actor, which))
        about: dict[str, Json] = {"roll": which, "age": age, "owed": list(owed[number + 1 :])}
        open_check(draft, Check(purpose="aging", what=word("age"), about=about, rolls=(roll,)))
        return


def _triple(line: Json) -> tuple[int, int, str]:
    assert isinstance(line, list | tuple)
    age, band, which = line
    assert isinstance(age, int)
    assert isinstance(band, int)
    return age, band, str(which)


def _skill(table: Table, actor: str, which: AgingRoll) -> int | None:
    return None if person_of(table, actor).skill(which) is not None else 0


def _rolled(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    which: AgingRoll = "Willpower" if result.check.about["roll"] == "Willpower" else "Endurance"
    if is_dead(draft.table, actor):
        return
    if aging.suffers(result.rolls[0].level):
        take(draft, actor, which, result.check.about["owed"], result.check.lucky)
    else:
        note_of(draft, actor, "d100_age_withstood", "CF-AGE-3", skill=which)
        _go_on(draft, result.check)


def _go_on(draft: Draft, found: Check | Effect) -> None:
    owed = found.about.get("owed")
    actor = found.actor if isinstance(found, Effect) else found.rolls[0].actor
    if isinstance(owed, list | tuple) and not is_dead(draft.table, actor):
        _next(draft, actor, owed)


PURPOSES["aging"] = Purpose(_rolled, waived=_go_on)


def take(draft: Draft, actor: str, which: AgingRoll, owed: Json = (), lucky: tuple[str, ...] = ()) -> None:
    """Throw for what age takes, then for how much of it (CF-AGE-4 to CF-AGE-6).

    Args:
        draft: where it is written down.
        actor: of whom.
        which: what has failed.
        owed: the rolls that come after it.
        lucky: who has spent a Luck Point on the roll.
    """
    about: dict[str, Json] = {"roll": which, "owed": owed}
    dice = f"1d{aging.numbers().loss.die}"
    wanted = Effect(purpose="age_what", actor=actor, dice=dice, word="d100_age_what", about=about, lucky=lucky)
    throw_for(draft, wanted)


def _taken(draft: Draft, lying: Effect) -> None:
    which: AgingRoll = "Willpower" if lying.about["roll"] == "Willpower" else "Endurance"
    found = aging.affected(which, lying.value)
    about: dict[str, Json] = {**lying.about, "characteristic": found}
    params: dict[str, Json] = {"characteristic": found}
    word, dice = "d100_age_dice", aging.loss_dice()
    loss = replace(lying, purpose="age_loss", dice=dice, word=word, best="least", params=params, about=about)
    throw_for(draft, loss)


def _lost(draft: Draft, lying: Effect) -> None:
    if is_dead(draft.table, lying.actor):
        return
    which: AgingRoll = "Willpower" if lying.about["roll"] == "Willpower" else "Endurance"
    name = lying.about["characteristic"]
    found = next(one for one in get_args(Characteristic) if one == name)
    _lose(draft, lying.actor, which, found, lying.value)
    _go_on(draft, lying)


EFFECTS["age_what"] = _taken
EFFECTS["age_loss"] = _lost


def _lose(draft: Draft, actor: str, which: AgingRoll, found: Characteristic, points: int) -> None:
    """Take it; all that is reckoned from it follows (CF-AGE-6 to CF-AGE-8, CF-AGE-12)."""
    person = person_of(draft.table, actor)
    if found not in person.characteristics:
        note_of(draft, actor, "d100_age_unknown", "CF-AGE-6", characteristic=found, points=points)
        return
    aged = aging.lose(person.characteristics, person.lost, found, points)
    key = found.casefold()
    fields: dict[str, Json] = {key: aged.characteristics[found], f"{key}_lost": aged.lost[found]}
    original = draft.table.actors[actor].sheet.get(f"{key}_original")
    if original is None:
        fields[f"{key}_original"] = person.characteristics[found]
    write(draft, actor, **fields)
    rule = "CF-AGE-4" if which == "Endurance" else "CF-AGE-5"
    left = aged.characteristics[found]
    note_of(
        draft,
        actor,
        "d100_age_takes",
        rule,
        "CF-AGE-6",
        "CF-AGE-11",
        characteristic=found,
        points=aged.points,
        left=left,
        reckoning=[aged.words],
    )
    figure_of(draft, actor, lost=aged.points)
    if aged.dies:
        die(draft, actor, "d100_frailty", "CF-AGE-8")


def verify_lose(table: Table, command: LoseToAge) -> None:
    """The GM."""
    need_gm(table, command, "CF-AGE-10")
    need_record(table, command.seat, command.actor)
    need_quiet(table, "CF-AGE-10")


def lose(draft: Draft, command: LoseToAge) -> None:
    """Do it."""
    take(draft, command.actor, command.roll)


def verify_restore(table: Table, command: RestoreAge) -> None:
    """The GM; no more than age has taken, or than the species has."""
    need_gm(table, command, "CF-AGE-7")
    need_record(table, command.seat, command.actor)
    if not _regained(table, command):
        raise Refused("d100_nothing_to_restore", "CF-AGE-7", characteristic=command.characteristic)


def _regained(table: Table, command: RestoreAge) -> int:
    person, name = person_of(table, command.actor), command.characteristic
    if name not in person.characteristics:
        return 0
    return aging.regained(person.characteristics[name], person.lost.get(name, 0), command.points, person.most.get(name))


def restore(draft: Draft, command: RestoreAge) -> None:
    """Give it back."""
    points, name = _regained(draft.table, command), command.characteristic
    person, key = person_of(draft.table, command.actor), command.characteristic.casefold()
    now, lost = person.characteristics[name] + points, person.lost.get(name, 0) - points
    write(draft, command.actor, **{key: now, f"{key}_lost": lost})
    note_of(draft, command.actor, "d100_restored", "CF-AGE-7", characteristic=name, points=points)


# ---- birthdays -------------------------------------------------------------------------------------------------------


def birthday(table: Table, actor: str) -> tuple[int, int] | None:
    """Return the month and the day of a birthday as the sheet has it (`3-14`); None where it says none."""
    found = table.actors[actor].sheet.get("birthday")
    read = _BIRTHDAY.fullmatch(found) if isinstance(found, str) else None
    return (int(read[1]), int(read[2])) if read is not None and int(read[1]) and int(read[2]) else None


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    settings = settings_of(table)
    for actor in in_story(table):
        day = birthday(table, actor)
        if day is None or actor not in set(_ageing(table, (actor,))):
            continue
        name = f"birthday:{actor}"
        now = since(name)
        at = moment_of(Date(year=date_of(now, settings).year, month=day[0], day=day[1]), settings)
        while at <= now:
            at += seconds_of("year", settings)
        yield Entry(name=name, at=at, kind="birthday")


def _celebrate(draft: Draft, due: Due) -> None:
    grow(draft, due.name.partition(":")[2], 1)


TICKS.append(Tick("birthday", _entries, _celebrate))


MOVES = (
    Move(SkipYears, verify_skip, skip),
    Move(GrowOlder, verify_grow, grow_older),
    Move(LoseToAge, verify_lose, lose),
    Move(RestoreAge, verify_restore, restore),
)
