"""The characters that offers can name: those of a seat, and others that both seat and viewer know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.core.audience import readable_actors
from engine.core.memo import memo, projection
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Question, QuestionKind, denial, question
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import MAX_NAME_LENGTH, RowReader, rows_of
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_cards
from engine.rulesets.future_imperfect.procedures.conflict_procedure import MASTER, Conflict, Fighter, current_conflict
from engine.rulesets.future_imperfect.procedures.participants import seen_sides, taking_part
from engine.rulesets.future_imperfect.settings import APTITUDES
from engine.rulesets.future_imperfect.sheet_lookups import table_of_records

T = TypeVar("T")
MAX_NUMBER = 99
CORE = ("reflex", "dexterity", "strength", "vigor")
"""The Traits with their own place on every sheet."""


@dataclass(frozen=True, slots=True)
class VisibleCharacters:
    """The characters in the story whose sheets both seat and viewer may read, by their ids.

    Attributes:
        there: all of them.
        mine: the seat's own that live.
        others: those of other seats.
        dead, living: those.
        minded: those awake enough for fear.
        seen_dead: all that the viewer sees to be dead.
        known: all that the viewer may read.
    """

    there: tuple[str, ...]
    mine: tuple[str, ...]
    others: tuple[str, ...]
    dead: tuple[str, ...]
    living: tuple[str, ...]
    minded: tuple[str, ...]
    seen_dead: frozenset[str]
    known: tuple[str, ...]


class _looked_up_once(Generic[T]):
    """An attribute that is calculated when it is first read; `functools.cached_property` also takes a lock."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, context: OfferContext, kind: type) -> T:
        found = context.__dict__[self._name] = self._make(context)
        return found


class OfferContext:
    """A table as one seat acts on it in front of one viewer; each value is looked up once.

    Characters that either of them may not read are left out: offers for them would reveal their state.

    Attributes:
        table, seat, viewer: the table, the acting seat, and the viewer.
        gm: whether the seat is the GM's.
        conflict: the conflict in progress.
        people: the visible characters.
    """

    def __init__(self, table: Table, seat: str, viewer: str, people: VisibleCharacters | None = None) -> None:
        self.table, self.seat, self.viewer = table, seat, viewer
        self.gm = table.is_gm(seat)
        self.people = people or people_of(table, seat, viewer)

    @_looked_up_once
    def there(self) -> tuple[Actor, ...]:
        """The visible characters."""
        return self._named(self.people.there)

    @_looked_up_once
    def mine(self) -> tuple[Actor, ...]:
        """The seat's own characters that live."""
        return self._named(self.people.mine)

    @_looked_up_once
    def others(self) -> tuple[Actor, ...]:
        """The visible characters of other seats."""
        return self._named(self.people.others)

    def _named(self, ids: tuple[str, ...]) -> tuple[Actor, ...]:
        actors = self.table.actors
        return tuple([actors[actor] for actor in ids])

    @_looked_up_once
    def conflict(self) -> Conflict | None:
        """The conflict in progress."""
        return current_conflict(self.table)

    @_looked_up_once
    def fighting(self) -> frozenset[str]:
        """All characters that act by cards now."""
        conflict = self.conflict
        fighters = conflict.fighters.values() if conflict is not None else ()
        return frozenset([member for fighter in fighters for member in fighter.members])

    @_looked_up_once
    def called(self) -> tuple[str, ...]:
        """The characters whose turn it is."""
        conflict = self.conflict
        return conflict.fighters[conflict.turns[-1].fighter].members if conflict is not None and conflict.turns else ()

    @_looked_up_once
    def turn(self) -> Actor | None:
        """The seat's character whose turn it is; extras with a shared hand act as one."""
        members = [self.table.actors[member] for member in self.called if member in self.people.mine]
        able = (actor for actor in members if not character_conditions.incapacity(self.table, actor.id))
        return next(able, members[0] if members else None)

    @_looked_up_once
    def seen(self) -> tuple[str, ...]:
        """The characters that the viewer knows to be there, those that openly take part included."""
        known = self.people.known
        return (*known, *[actor for actor in taking_part(self.table) if actor not in known])

    def reads(self, actor: str) -> bool:
        """Say whether the viewer may read a character's sheet."""
        return self.table.may_read(self.table.actors[actor], self.viewer)

    def name(self, actor: str) -> str:
        """Return the name of a character."""
        return actor_name(self.table, actor)

    def foes_first(self, actor: str) -> tuple[str, ...]:
        """Return the other participants in the order of a character's targets; none if all are dead."""
        conflict = self.conflict
        if conflict is None:
            return self.aimed_at((actor,), taking_part(self.table))[actor]
        own = next((f.side for f in conflict.fighters.values() if actor in f.members), "")
        foes = [m for f in conflict.fighters.values() if f.side != own for m in f.members]
        friends = [m for f in conflict.fighters.values() if f.side == own for m in f.members if m != actor]
        return self.living_first((*foes, *friends))

    def aimed_at(self, actors: Iterable[str], others: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the targets of each of some characters in order: foes first, the dead last.

        So the preselected target is neither the character itself nor dead; if nobody is alive, there are none.
        """
        return targets_by_side(table_of_records(self.table), actors, others, self.people.seen_dead)

    def living_first(self, actors: Iterable[str]) -> tuple[str, ...]:
        """Return characters, those seen to be dead last; none if all of them are."""
        return _living_first(actors, self.people.seen_dead)

    def seen_dead(self, actor: str) -> bool:
        """Say whether a character is dead, as far as the viewer may know."""
        return actor in self.people.seen_dead

    def lead(self, fighter: Fighter) -> str:
        """Return the leader of a hand; for extras that the viewer may not read it reveals nothing."""
        secret = [actor for actor in fighter.members if self.table.actors[actor].secret]
        known = all(self.reads(actor) and self.table.may_read(self.table.actors[actor], self.seat) for actor in secret)
        return action_cards.hand_leader(self.table, fighter) if known else fighter.members[0]

    def is_over(self, members: Sequence[str]) -> bool:
        """Say whether all members of a hand are seen to be dead, so it gets no offers."""
        return self.people.seen_dead.issuperset(members)

    def able(self) -> tuple[Actor, ...]:
        """Return the seat's characters that can do something that takes an action now (FI-ACT-7)."""
        return tuple([a for a in self.mine if self.may_act(a)])

    def may_act(self, actor: Actor) -> bool:
        """Say whether a character has an action to spend."""
        fights = actor.id in self.fighting
        if fights and actor.id not in self.called:
            return False
        if actor.conditions and denial(character_conditions.need_not_stunned, self.table, actor.id):
            return False
        return not fights or denial(action_cost.need_card, self.table, actor.id) is None


def targets_by_side(
    table: Table, actors: Iterable[str], others: Iterable[str], seen_dead: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Return the targets of each of some characters in order: foes first, the dead last; none if all are dead.

    `table` has the records of the characters alone.
    """
    known = seen_sides(table.actors, table.seats)
    sides = {other: known.get(other, MASTER) for other in others}
    everybody: dict[str, tuple[str, ...]] = {}  # in the order for each side
    targets = {}
    for actor in actors:
        own = known.get(actor, MASTER)
        if own not in everybody:
            foes = [other for other, side in sides.items() if side != own]
            friends = [other for other, side in sides.items() if side == own]
            everybody[own] = _living_first((*foes, *friends), seen_dead)
        rest = tuple([other for other in everybody[own] if other != actor])
        targets[actor] = () if rest and rest[0] in seen_dead else rest
    return targets


def _living_first(actors: Iterable[str], seen_dead: frozenset[str]) -> tuple[str, ...]:
    if not seen_dead:
        return tuple(actors)
    listed = tuple(actors)
    living = [actor for actor in listed if actor not in seen_dead]
    if len(living) == len(listed):
        return listed
    return (*living, *[actor for actor in listed if actor in seen_dead]) if living else ()


@projection
def people_of(table: Table, seat: str, viewer: str) -> VisibleCharacters:
    """Return the characters in the story whose sheets both a seat and a viewer may read."""
    return _visible_characters(table_of_records(table), seat, viewer)


@memo
def _visible_characters(table: Table, seat: str, viewer: str) -> VisibleCharacters:
    readable = known = readable_actors(table, viewer)
    if seat != viewer:
        known = [a for a in known if table.may_read(a, seat)]
    mine: list[Actor] = []
    others: list[Actor] = []
    dead: list[str] = []
    living: list[Actor] = []
    for actor in known:
        own, gone = controller_of(table, actor.id) == seat, _is_dead(actor)
        if not own:
            others.append(actor)
        elif not gone:
            mine.append(actor)
        if gone:
            dead.append(actor.id)
        else:
            living.append(actor)
    return VisibleCharacters(
        there=actor_ids(known),
        mine=actor_ids(mine),
        others=actor_ids(others),
        dead=tuple(dead),
        living=actor_ids(living),
        minded=actor_ids(
            [a for a in living if not a.conditions or not a.has_condition(character_conditions.UNCONSCIOUS)]
        ),
        seen_dead=frozenset([a.id for a in table.actors.values() if _is_dead(a) and table.may_read(a, viewer)]),
        known=actor_ids(readable),
    )


def _is_dead(actor: Actor) -> bool:
    return bool(actor.conditions) and actor.has_condition(character_conditions.DEAD)


def actor_ids(actors: Iterable[Actor]) -> tuple[str, ...]:
    """Return the ids of characters."""
    return tuple([actor.id for actor in actors])


def others_of(actors: tuple[str, ...], among: tuple[str, ...] | None = None) -> dict[str, tuple[str, ...]]:
    """Return the possible targets of each of some characters: all but itself."""
    whole = actors if among is None else among
    return {actor: tuple(other for other in whole if other != actor) for actor in actors}


def actor_question(actors: tuple[str, ...]) -> tuple[Question, ...]:
    """Ask for one of several characters; for only one there is no question."""
    return (question("actor", QuestionKind.CHOICE, actors),) if len(actors) > 1 else ()


def chips_of(bag: str, chips: tuple[tuple[str, int], ...], total: int | None = None) -> tuple[Question, ...]:
    """Ask for the chips of each colour in a bag, up to those held; `total` is the required sum."""
    return tuple(
        Question(
            field="chips",
            part=colour,
            zone=bag,
            kind=QuestionKind.NUMBER,
            label=Message(key="ask.chips_of", params={"colour": colour}),
            least=1,
            most=most,
            optional=True,
            total=total,
        )
        for colour, most in chips
    )


# ---- what stands on sheets -------------------------------------------------------------------------------------------


class RollableNames(Frozen):
    """The names that a sheet can roll: its Traits, and its Aptitudes with concentrations and levels."""

    traits: tuple[str, ...]
    skills: Mapping[str, int]


@memo
def rollable_of(actor: Actor) -> RollableNames:
    """Return the names that a sheet can roll."""
    written = (RowReader(row).text("name") for row in rows_of(actor, "traits"))
    named = dict.fromkeys(character_sheet.name_of(name) for name in (*CORE, *written) if name)
    traits = tuple(
        name for name in named if len(name) <= MAX_NAME_LENGTH and character_sheet.trait(actor, name) is not None
    )
    skills: dict[str, int] = {}
    for row in map(RowReader, rows_of(actor, "aptitudes")):
        name, level = (
            character_sheet.skill_name(row.text("name"), row.text("concentration")),
            row.whole("level", least=1),
        )
        if level and 0 < len(name) <= MAX_NAME_LENGTH:
            skills.setdefault(name, level)
    return RollableNames(traits=traits, skills=skills)


def rollable_names(table: Table, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that some characters can roll; if their sheets list none, the Traits that all have."""
    return _rollable_names(table_of_records(table), actors)


@memo
def _rollable_names(table: Table, actors: tuple[str, ...]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for actor in actors:
        rolled = rollable_of(table.actors[actor])
        names.update(dict.fromkeys(rolled.traits))
        names.update(dict.fromkeys(rolled.skills))
    return tuple(names) or CORE


@memo
def listed_skills(table: Table) -> tuple[str, ...]:
    """Return the Aptitudes of the group's list."""
    listed = table.lists.get(APTITUDES, ())
    names = dict.fromkeys(character_sheet.skill_name(RowReader(row).text("name"), "") for row in listed)
    return tuple(name for name in names if 0 < len(name) <= MAX_NAME_LENGTH)


ChipList = tuple[tuple[str, int], ...]
Names = tuple[str, ...]


def held_chips(context: OfferContext, fits: Callable[[fate_chip_rules.ChipColour], bool]) -> ChipList:
    """Return the chips of a seat's bag that suit a use."""
    chips = fate_pot.held_by(context.table, context.seat)
    return tuple(
        (colour.key, chips[colour.key])
        for colour in fate_chip_rules.fate_tables().colours
        if chips.get(colour.key) and fits(colour)
    )
