"""Experience Rolls spent: skills and Passions raised or lowered, new skills studied, abilities learned (CF-XP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import experience, people
from engine.rulesets.classic_fantasy.characters import Skill, folded, person_of, rows_of
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.experience import Improvement
from engine.rulesets.classic_fantasy.lapsing import ELSEWHERE
from engine.rulesets.classic_fantasy.leading import figure_of, need_leader, note_of, thrown_for
from engine.rulesets.classic_fantasy.passing import clock_of, need_quiet
from engine.rulesets.classic_fantasy.people import Depth
from engine.rulesets.classic_fantasy.procedures.evening import evening
from engine.rulesets.classic_fantasy.recording import write, write_row
from engine.rulesets.classic_fantasy.sessions import add_points, book, known_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import STUDYING, in_story, lay
from engine.rulesets.classic_fantasy.throwing import d100, throw
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.table.frozen import Json
from engine.table.table import Table

ANY = "…"
"""Stands for a speciality in the name of a skill."""


class Improve(Request):
    """An Experience Roll is spent on a skill or a Passion; no luck helps with it."""

    RULES = ("CF-XP-5", "CF-XP-7", "CF-XP-8", "CF-XP-9", "CF-XP-10", "CF-XP-14", "CF-LUCK-6")
    actor: ActorId
    skill: Annotated[str, Meta(description="which skill or Passion")]


class LowerPassion(Request):
    """With the GM's leave an Experience Roll is spent on a Passion that fades."""

    RULES = ("CF-XP-11", "CF-AMB-14", "CF-X-26")
    actor: ActorId
    skill: Annotated[str, Meta(description="which Passion")]
    depth: Annotated[Depth, Meta(description="how much has happened, where that counts")] = "weak"


class Study(Request):
    """A character begins to learn a new Professional skill for a month."""

    RULES = ("CF-XP-12", "CF-XP-14", "CF-X-24")
    actor: ActorId
    skill: Annotated[str, Meta(description="which, such as `Lore (Dragons)`, or `Lore (…)` and its speciality")]
    source: Annotated[str, Meta(description="who or what teaches it")]
    speciality: Annotated[str, Meta(description="of what, for a skill that has specialities")] = ""


class EndStudy(Request):
    """The GM ends a study before its time."""

    RULES = ("CF-XP-12",)
    actor: ActorId
    skill: Annotated[str, Meta(description="which")]


class LearnAbility(Request):
    """A character learns or improves an ability of its class."""

    RULES = ("CF-XP-13", "CF-AMB-15")
    actor: ActorId
    ability: Annotated[str, Meta(description="which")]
    rank: Annotated[int, Meta(ge=0, le=5, description="that it needs")] = 1
    qualified: Annotated[bool, Meta(description="the skills that it needs are high enough")] = True


class TakeRank(Request):
    """A character takes the Rank that the skills of its class are enough for."""

    RULES = ("CF-X-22",)
    actor: ActorId


def need_skill(table: Table, actor: str, name: str, *rules: str) -> Skill:
    """Return a skill or a Passion. Raises Refused for one that somebody has not."""
    found = person_of(table, actor).skill(name)
    if found is None:
        raise Refused("d100_not_learned", *rules, actor=actor_name(table, actor), skill=name[:60])
    return found


# ---- what is known already -------------------------------------------------------------------------------------------


def needed(table: Table, actor: str, skill: Skill) -> int:
    """Return what a d100 must show at the least for a skill to improve by dice (CF-XP-6)."""
    return max(1, skill.value - person_of(table, actor).characteristics.get("INT", 0))


def verify_improve(table: Table, command: Improve | LowerPassion) -> None:
    """Whoever leads the character, out of play; the GM alone lowers Passions."""
    rule = "CF-XP-5" if isinstance(command, Improve) else "CF-XP-11"
    if isinstance(command, LowerPassion):
        need_gm(table, command, rule)
    need_leader(table, command, command.actor, rule)
    need_quiet(table, rule)
    found = need_skill(table, command.actor, command.skill, rule)
    if isinstance(command, LowerPassion) and found.group != "passions":
        raise Refused("d100_no_passion", rule, skill=command.skill[:60])
    stock = person_of(table, command.actor).experience
    experience.check_raise(known_of(found).raised, stock, settings_of(table))


def improve(draft: Draft, command: Improve) -> None:
    """Pay, throw, and write down what it has become."""
    actor = command.actor
    person, skill = person_of(draft.table, actor), need_skill(draft.table, actor, command.skill)
    intelligence = person.characteristics.get("INT", 0)
    with thrown_for(draft, actor, "d100_improvement", skill=skill.name):
        roll = d100(draft)
        dice = experience.wants_die(skill.value, intelligence, roll, fumbled=False)
        die = _face(draft, dice)
    found = experience.improve(skill.value, intelligence, roll, die, fumbled=False)
    _pay(draft, actor, skill.name)
    add_points(draft, actor, skill, found.value - skill.value, raised=True)
    _tell(draft, actor, skill.name, roll, found, "CF-XP-10" if skill.group == "passions" else "CF-XP-5")


def _face(draft: Draft, dice: str | None) -> int:
    """Throw the die of a gain and return its face; what is added to it is the rules' to add."""
    return draft.roll(int(dice.partition("d")[2].partition("+")[0]))[0] if dice is not None else 1


def _pay(draft: Draft, actor: str, what: str, cost: int | None = None) -> None:
    person, session = person_of(draft.table, actor), evening(draft.table).session
    spent = experience.numbers().improving.cost if cost is None else cost
    book(draft, actor, person, -spent, what, session)


def _tell(draft: Draft, actor: str, skill: str, roll: int, found: Improvement, rule: str) -> None:
    lines: list[Message] = [part.words for part in found.parts]
    note_of(draft, actor, "d100_improved", rule, skill=skill, roll=roll, value=found.value, reckoning=lines)
    figure_of(draft, actor, value=found.value)


def lower(draft: Draft, command: LowerPassion) -> None:
    """Pay, throw, and write down what is left."""
    actor, settings = command.actor, settings_of(draft.table)
    person, skill = person_of(draft.table, actor), need_skill(draft.table, actor, command.skill)
    dice = experience.lowering_dice(command.depth, settings)
    roll = 0
    with thrown_for(draft, actor, "d100_improvement", skill=skill.name):
        if dice is not None:
            found = experience.lower_by_depth(skill.value, command.depth, throw(draft, dice))
        else:
            roll, intelligence = d100(draft), person.characteristics.get("INT", 0)
            die = _face(draft, experience.wants_die(skill.value, intelligence, roll, fumbled=False))
            found = experience.lower_passion(skill.value, intelligence, roll, die)
    _pay(draft, actor, skill.name)
    add_points(draft, actor, skill, found.value - skill.value, raised=True)
    _tell(draft, actor, skill.name, roll, found, "CF-XP-11")


# ---- what is new -----------------------------------------------------------------------------------------------------


def verify_study(table: Table, command: Study) -> None:
    """Whoever leads the character; it must be new, taught, paid for, and in the rules."""
    need_leader(table, command, command.actor, "CF-XP-12")
    need_quiet(table, "CF-XP-12")
    person = person_of(table, command.actor)
    name = study_name(command)
    studied = person.skill(name) is not None or _learning(table, command.actor, name) is not None
    if studied and not command.speciality:  # of specialities there may be two that are called alike
        raise Refused("d100_known_already", "CF-XP-12", skill=name[:60])
    if len(person.characteristics) < len(people.numbers().at_zero):
        raise Refused("d100_no_characteristics", "CF-XP-12", actor=actor_name(table, command.actor))
    _study(table, command)


def study_name(command: Study) -> str:
    """Return what is learned, with its speciality."""
    return command.skill.replace(ANY, command.speciality.strip() or ANY)


def _study(table: Table, command: Study) -> experience.Study:
    person = person_of(table, command.actor)
    return experience.study(
        study_name(command),
        person.characteristics,
        table.clock,
        person.experience,
        settings_of(table),
        source=command.source,
    )


def _learning(table: Table, actor: str, skill: str) -> str | None:
    held = (one for one in table.actors[actor].named(STUDYING) if folded(one.note) == folded(skill))
    return next((one.id for one in held), None)


def study(draft: Draft, command: Study) -> None:
    """Pay, and let the month begin."""
    found = _study(draft.table, command)
    _pay(draft, command.actor, found.skill, found.cost)
    lay(draft, command.actor, STUDYING, found.skill, until=found.ready)
    day, _ = clock_of(found.begun)
    cells: dict[str, Json] = {"skill": found.skill, "teacher": command.source, "since": str(day), "paid": found.cost}
    write_row(draft, command.actor, "learning", None, **cells)
    note_of(draft, command.actor, "d100_study_begins", "CF-XP-12", skill=found.skill, source=command.source)


def verify_end_study(table: Table, command: EndStudy) -> None:
    """The GM, for a study that goes on."""
    need_gm(table, command, "CF-XP-12")
    need_record(table, command.seat, command.actor)
    if _learning(table, command.actor, command.skill) is None:
        raise Refused("d100_studies_not", "CF-XP-12", skill=command.skill[:60])


def end_study(draft: Draft, command: EndStudy) -> None:
    """What was paid stays paid; the GM can give it back by hand."""
    found = _learning(draft.table, command.actor, command.skill)
    if found is not None:
        draft.emit(ConditionGone(actor=command.actor, id=found))
    note_of(draft, command.actor, "d100_study_ends", "CF-XP-12", skill=command.skill)


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in in_story(table):
        for held in table.actors[actor].named(STUDYING):
            if held.until is not None:
                yield Entry(name=f"study:{actor}:{held.id}", at=held.until, kind="study")


def _learn(draft: Draft, due: Due) -> None:
    _, actor, found = due.name.split(":", 2)
    held = next(one for one in draft.table.actors[actor].conditions if one.id == found)
    draft.emit(ConditionGone(actor=actor, id=held.id))
    if person_of(draft.table, actor).skill(held.note) is None:
        of = (people.base_of(held.note) or "").replace("+", " + ")
        write_row(draft, actor, "professional", None, name=held.note, base_of=of)
    value = person_of(draft.table, actor).skill(held.note)
    note_of(draft, actor, "d100_learned", "CF-XP-12", skill=held.note, value=value.value if value else 0)


ELSEWHERE.add(STUDYING)
TICKS.append(Tick("study", _entries, _learn))


def verify_ability(table: Table, command: LearnAbility) -> None:
    """Whoever leads the character, with the Rank and the Experience Rolls."""
    need_leader(table, command, command.actor, "CF-XP-13")
    need_quiet(table, "CF-XP-13")
    if not command.ability.strip():
        raise Refused("no_name")
    _ability_cost(table, command)


def _ability_cost(table: Table, command: LearnAbility) -> int:
    person = person_of(table, command.actor)
    return experience.ability_cost(
        person.rank, command.rank, person.experience, settings_of(table), qualified=command.qualified
    )


def learn_ability(draft: Draft, command: LearnAbility) -> None:
    """Pay, and write it down."""
    cost = _ability_cost(draft.table, command)
    _pay(draft, command.actor, command.ability, cost)
    rows = rows_of(draft.table.actors[command.actor], "abilities")
    wanted = folded(command.ability)
    place = next((n for n, row in enumerate(rows) if folded(str(row.get("name") or "")) == wanted), None)
    before = rows[place].get("paid") if place is not None else 0
    paid = (before if isinstance(before, int) else 0) + cost
    write_row(draft, command.actor, "abilities", place, name=command.ability.strip(), rank=command.rank, paid=paid)
    note_of(draft, command.actor, "d100_ability_learned", "CF-XP-13", ability=command.ability, cost=cost)


def verify_rank(table: Table, command: TakeRank) -> None:
    """Whoever leads the character, out of play, once the skills are enough."""
    need_leader(table, command, command.actor, "CF-X-22")
    need_quiet(table, "CF-X-22")
    person = person_of(table, command.actor)
    if person.rank_reached <= person.rank:
        raise Refused("d100_rank_not_reached", "CF-X-22", actor=actor_name(table, command.actor), rank=person.rank + 1)


def take_rank(draft: Draft, command: TakeRank) -> None:
    """Write it down; Action Points, Luck Points and hit points follow."""
    rank = person_of(draft.table, command.actor).rank_reached
    write(draft, command.actor, rank=rank)
    note_of(draft, command.actor, "d100_rank_taken", "CF-X-22", rank=rank)


MOVES = (
    Move(Improve, verify_improve, improve),
    Move(LowerPassion, verify_improve, lower),
    Move(Study, verify_study, study),
    Move(EndStudy, verify_end_study, end_study),
    Move(LearnAbility, verify_ability, learn_ability),
    Move(TakeRank, verify_rank, take_rank),
)
