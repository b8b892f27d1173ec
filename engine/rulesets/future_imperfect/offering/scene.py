"""Who is there for an offer to speak of: the characters of a seat, and the others that it and the viewer know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.play.names import actor_name
from engine.play.newcomers import readable
from engine.play.offers import Ask, AskKind, ask, denial
from engine.play.words import Message
from engine.rulesets.future_imperfect import acting, fighters, people, states
from engine.rulesets.future_imperfect.cells import Cells
from engine.rulesets.future_imperfect.contests import MOST_WORDS
from engine.rulesets.future_imperfect.improving import skill_name
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.ledger import rows
from engine.rulesets.future_imperfect.lists import APTITUDES
from engine.rulesets.future_imperfect.procedures.conflict import Fighter, fight
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor
from engine.table.table import Table

MOST_NUMBER = 99
CORE = ("reflex", "dexterity", "strength", "vigor")
"""The Traits that have a place of their own on every sheet."""


@dataclass(frozen=True, slots=True)
class People:
    """Who is in the story, of those of whom both seat and viewer know all.

    Attributes:
        there: everybody.
        mine: those of the seat that live.
        others: those of other seats.
        dead, living: by their ids.
        minded: those by their ids who are awake enough to be frightened.
    """

    there: tuple[Actor, ...]
    mine: tuple[Actor, ...]
    others: tuple[Actor, ...]
    dead: tuple[str, ...]
    living: tuple[str, ...]
    minded: tuple[str, ...]


_PEOPLE = Remembered[People]()
_SEEN = Remembered[tuple[str, ...]]()
_DEAD = Remembered[bool]()


class Scene:
    """A table as one seat acts on it, before the eyes of one viewer; what it says is looked up once.

    Of characters that either of them may not read nothing is said here: whom something can be offered for depends on
    the state that a character is in.

    Attributes:
        table, seat, viewer: the table, who acts on it, and before whose eyes.
        gm: whether the Master acts.
        conflict: the conflict under way.
        people: who is there.
        fighting: everybody who acts by cards now.
        key: the seat and the viewer, under which something can be remembered.
    """

    def __init__(self, table: Table, seat: str, viewer: str) -> None:
        self.table, self.seat, self.viewer = table, seat, viewer
        self.gm = table.is_gm(seat)
        self.conflict = now = fight(table)
        self.key = f"{seat}\n{viewer}"
        self.people = _PEOPLE.get(self.key, (table.actors, table.seats), self._look_round)
        members = [member for fighter in now.fighters.values() for member in fighter.members] if now is not None else ()
        self.fighting = frozenset(members)

    @property
    def there(self) -> tuple[Actor, ...]:
        """Everybody in the story of whom both know all."""
        return self.people.there

    @property
    def mine(self) -> tuple[Actor, ...]:
        """The characters of the seat that live."""
        return self.people.mine

    @property
    def others(self) -> tuple[Actor, ...]:
        """The characters of other seats."""
        return self.people.others

    def _look_round(self) -> People:
        known = readable(self.table, self.viewer)
        if self.seat != self.viewer:
            known = [a for a in known if self.table.may_read(a, self.seat)]
        mine: list[Actor] = []
        others: list[Actor] = []
        for actor in known:
            (mine if leader(self.table, actor.id) == self.seat else others).append(actor)
        living = [actor for actor in known if not _is_dead(actor)]
        return People(
            there=tuple(known),
            mine=tuple([actor for actor in mine if not _is_dead(actor)]),
            others=tuple(others),
            dead=tuple([actor.id for actor in known if _is_dead(actor)]),
            living=ids(living),
            minded=ids([a for a in living if not a.conditions or not a.has(states.UNCONSCIOUS)]),
        )

    @cached_property
    def seen(self) -> tuple[str, ...]:
        """The characters that the viewer knows to be there, those that openly take part among them."""
        made_of = (self.table.actors, self.table.seats, taking_part(self.table))
        return _SEEN.get(self.viewer, made_of, lambda: present(self.table, self.viewer))

    def reads(self, actor: str) -> bool:
        """Say whether the viewer may read a character's sheet."""
        return self.table.may_read(self.table.actors[actor], self.viewer)

    def name(self, actor: str) -> str:
        """Return what a character is called."""
        return actor_name(self.table, actor)

    def foes_first(self, actor: str) -> tuple[str, ...]:
        """Return who takes part besides a character, those of the other side first: they are attacked most."""
        now = self.conflict
        if now is None:
            return tuple(other for other in taking_part(self.table) if other != actor)
        own = next((f.side for f in now.fighters.values() if actor in f.members), "")
        foes = [m for f in now.fighters.values() if f.side != own for m in f.members]
        friends = [m for f in now.fighters.values() if f.side == own for m in f.members if m != actor]
        return (*foes, *friends)

    def lead(self, fighter: Fighter) -> str:
        """Return who speaks for a hand of cards; of extras that the viewer may not read that tells nothing."""
        known = all(
            self.reads(actor) and self.table.may_read(self.table.actors[actor], self.seat) for actor in fighter.members
        )
        return fighters.lead_of(self.table, fighter) if known else fighter.members[0]

    @cached_property
    def turn(self) -> Actor | None:
        """Whoever of the seat acts on a card now; extras who share a hand act as one."""
        now = self.conflict
        if now is None or not now.turns:
            return None
        own = {a.id: a for a in self.mine}
        members = [own[m] for m in now.fighters[now.turns[-1].fighter].members if m in own]
        return next((a for a in members if not states.why_out(self.table, a.id)), members[0] if members else None)

    def is_over(self, members: Sequence[str]) -> bool:
        """Say whether all who share a hand of cards are seen to be dead: nothing is asked of them any more."""
        return bool(self.dead) and all(self.reads(member) and _is_dead(self.table.actors[member]) for member in members)

    @cached_property
    def dead(self) -> bool:
        """Whether anybody is seen to be dead."""
        made_of = (self.table.actors,)
        return _DEAD.get("", made_of, lambda: any(map(_is_dead, self.table.actors.values())))

    @cached_property
    def able(self) -> tuple[Actor, ...]:
        """The characters of the seat that may do something now that takes an action (FI-ACT-7)."""
        return tuple([a for a in self.mine if self.may_act(a)])

    def may_act(self, actor: Actor) -> bool:
        """Say whether a character has an action to spend."""
        if actor.id in self.fighting and actor.id not in self.called:
            return False
        if actor.conditions and (
            states.is_stunned(self.table, actor.id) or denial(states.need_able, self.table, actor.id)
        ):
            return False
        return actor.id not in self.fighting or denial(acting.need_card, self.table, actor.id) is None

    @cached_property
    def called(self) -> tuple[str, ...]:
        """Those whose card is being acted on."""
        now = self.conflict
        return now.fighters[now.turns[-1].fighter].members if now is not None and now.turns else ()


def _is_dead(actor: Actor) -> bool:
    return bool(actor.conditions) and actor.has(states.DEAD)


def present(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters that a viewer knows to be there."""
    known = [actor.id for actor in readable(table, viewer)]
    return (*known, *(actor for actor in taking_part(table) if actor not in known))


def ids(actors: Iterable[Actor]) -> tuple[str, ...]:
    """Return the ids of characters."""
    return tuple([actor.id for actor in actors])


def others_of(actors: tuple[str, ...], among: tuple[str, ...] | None = None) -> dict[str, tuple[str, ...]]:
    """Return whom each of some characters may do something to: everybody but itself."""
    whole = actors if among is None else among
    return {actor: tuple(other for other in whole if other != actor) for actor in actors}


def whom(actors: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask for one of several characters; of one there is nothing to ask."""
    return (ask("actor", AskKind.CHOICE, actors),) if len(actors) > 1 else ()


def chips_of(held: tuple[tuple[str, int], ...], total: int | None = None) -> tuple[Ask, ...]:
    """Ask how many chips of each colour, of which so many are held; `total` is how many it must be in all."""
    return tuple(
        Ask(
            field="chips",
            part=colour,
            kind=AskKind.NUMBER,
            label=Message(key="ask.chips_of", params={"colour": colour}),
            least=1,
            most=most,
            optional=True,
            total=total,
        )
        for colour, most in held
    )


# ---- what stands on sheets -------------------------------------------------------------------------------------------


class Rolled(Frozen):
    """What can be rolled by a sheet: its Traits, and its Aptitudes with their concentrations and levels."""

    traits: tuple[str, ...]
    skills: Mapping[str, int]


_SHEETS = Remembered[Rolled]()
_LISTS = Remembered[tuple[str, ...]]()


def rolled_of(actor: Actor) -> Rolled:
    """Return what stands on a sheet to be rolled."""
    return _SHEETS.get(actor.id, (people.unarmed(actor),), lambda: _read(actor))


def _read(actor: Actor) -> Rolled:
    written = (Cells(row).text("name") for row in rows(actor, "traits"))
    named = dict.fromkeys(people.name_of(name) for name in (*CORE, *written) if name)
    traits = tuple(name for name in named if len(name) <= MOST_WORDS and people.trait(actor, name) is not None)
    skills: dict[str, int] = {}
    for row in map(Cells, rows(actor, "aptitudes")):
        name, level = skill_name(row.text("name"), row.text("concentration")), row.whole("level", least=1)
        if level and 0 < len(name) <= MOST_WORDS:
            skills.setdefault(name, level)
    return Rolled(traits=traits, skills=skills)


def rolled_by(actors: Iterable[Actor]) -> tuple[str, ...]:
    """Return all that stands on the sheets of some characters to be rolled; where nothing does, what all have."""
    found: dict[str, None] = {}
    for actor in actors:
        rolled = rolled_of(actor)
        found.update(dict.fromkeys(rolled.traits))
        found.update(dict.fromkeys(rolled.skills))
    return tuple(found) or CORE


def listed_skills(table: Table) -> tuple[str, ...]:
    """Return the Aptitudes of the group's list."""
    listed = table.lists.get(APTITUDES, ())
    return _LISTS.get("", (listed,), lambda: _names(listed))


def _names(listed: Sequence[Mapping[str, Json]]) -> tuple[str, ...]:
    names = dict.fromkeys(skill_name(Cells(row).text("name"), "") for row in listed)
    return tuple(name for name in names if 0 < len(name) <= MOST_WORDS)
