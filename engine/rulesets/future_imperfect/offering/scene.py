"""Who is there for an offer to speak of: the characters of a seat, and the others that it and the viewer know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.play.names import actor_name
from engine.play.newcomers import readable
from engine.play.offers import Ask, AskKind, ask, denial
from engine.play.words import Message
from engine.rulesets.future_imperfect import acting, fighters, people, states
from engine.rulesets.future_imperfect.breath import wind_of
from engine.rulesets.future_imperfect.cells import Cells
from engine.rulesets.future_imperfect.contests import MOST_WORDS
from engine.rulesets.future_imperfect.improving import skill_name
from engine.rulesets.future_imperfect.leading import leader, side_of, taking_part
from engine.rulesets.future_imperfect.ledger import rows
from engine.rulesets.future_imperfect.lists import APTITUDES
from engine.rulesets.future_imperfect.procedures.conflict import CREW, Fighter, fight
from engine.rulesets.future_imperfect.steady import records_of
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
        anybody_dead: whether anybody is dead, of those unknown as well.
        short_of_wind: those of the living by their ids who lack Wind, and whom the seat may help (FI-FATE-17).
    """

    there: tuple[Actor, ...]
    mine: tuple[Actor, ...]
    others: tuple[Actor, ...]
    dead: tuple[str, ...]
    living: tuple[str, ...]
    minded: tuple[str, ...]
    anybody_dead: bool
    short_of_wind: tuple[str, ...]


_PEOPLE = Remembered[People]()
_SEEN = Remembered[tuple[str, ...]]()


class Scene:
    """A table as one seat acts on it, before the eyes of one viewer; what it says is looked up once.

    Of characters that either of them may not read nothing is said here: whom something can be offered for depends on
    the state that a character is in.

    Attributes:
        table, seat, viewer: the table, who acts on it, and before whose eyes.
        gm: whether the Master acts.
        conflict: the conflict under way.
        people: who is there; `there`, `mine` and `others` of them.
        records: all that is written of everybody (`records_of`).
        fighting: everybody who acts by cards now.
        called: those whose card is being acted on.
        turn: whoever of the seat acts on a card now; extras who share a hand act as one.
        key: the seat and the viewer, under which something can be remembered.
    """

    def __init__(self, table: Table, seat: str, viewer: str) -> None:
        self.table, self.seat, self.viewer = table, seat, viewer
        self.gm = table.is_gm(seat)
        self.conflict = now = fight(table)
        self.key = f"{seat}\n{viewer}"
        self.people = _PEOPLE.get(self.key, (table.actors, table.seats), self._look_round)
        self.there, self.mine, self.others = self.people.there, self.people.mine, self.people.others
        self.records = records_of(table)
        members = [member for fighter in now.fighters.values() for member in fighter.members] if now is not None else ()
        self.fighting = frozenset(members)
        self.called = now.fighters[now.turns[-1].fighter].members if now is not None and now.turns else ()
        self.turn = self._turn() if self.called else None
        self._seen: tuple[str, ...] | None = None

    def _look_round(self) -> People:
        known = readable(self.table, self.viewer)
        if self.seat != self.viewer:
            known = [a for a in known if self.table.may_read(a, self.seat)]
        mine: list[Actor] = []
        others: list[Actor] = []
        dead: list[str] = []
        living: list[Actor] = []
        for actor in known:
            own, gone = leader(self.table, actor.id) == self.seat, _is_dead(actor)
            if not own:
                others.append(actor)
            elif not gone:
                mine.append(actor)
            if gone:
                dead.append(actor.id)
            else:
                living.append(actor)
        return People(
            there=tuple(known),
            mine=tuple(mine),
            others=tuple(others),
            dead=tuple(dead),
            living=ids(living),
            minded=ids([a for a in living if not a.conditions or not a.has(states.UNCONSCIOUS)]),
            anybody_dead=any(_is_dead(actor) for actor in self.table.actors.values() if actor.conditions),
            short_of_wind=ids([a for a in (mine if self.gm else living) if self._lacks_wind(a)]),
        )

    def _lacks_wind(self, actor: Actor) -> bool:
        if wind_of(self.table, actor.id) >= people.wind_start(actor):
            return False
        return leader(self.table, actor.id) == self.seat or side_of(self.table, actor.id) == CREW

    @property
    def seen(self) -> tuple[str, ...]:
        """The characters that the viewer knows to be there, those that openly take part among them."""
        if self._seen is None:
            openly = taking_part(self.table)
            made_of = (self.table.actors, self.table.seats, *openly)
            key = f"{self.viewer}\n{len(openly)}"
            self._seen = _SEEN.get(key, made_of, lambda: present(self.table, self.viewer))
        return self._seen

    def reads(self, actor: str) -> bool:
        """Say whether the viewer may read a character's sheet."""
        return self.table.may_read(self.table.actors[actor], self.viewer)

    def name(self, actor: str) -> str:
        """Return what a character is called."""
        return actor_name(self.table, actor)

    def foes_first(self, actor: str) -> tuple[str, ...]:
        """Return who takes part besides a character, in the order in which it aims at them; nobody if all are dead."""
        now = self.conflict
        if now is None:
            return self.aimed_at((actor,), taking_part(self.table))[actor]
        own = next((f.side for f in now.fighters.values() if actor in f.members), "")
        foes = [m for f in now.fighters.values() if f.side != own for m in f.members]
        friends = [m for f in now.fighters.values() if f.side == own for m in f.members if m != actor]
        return self.living_first((*foes, *friends))

    def aimed_at(self, actors: Iterable[str], others: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return whom each of some characters aims at, in that order: foes first, the dead last of all.

        So whoever is chosen to begin with is neither oneself nor dead; where nobody is alive there is nobody.
        """
        sides = {other: side_of(self.table, other) for other in others}
        found = {}
        for actor in actors:
            own = side_of(self.table, actor)
            foes = [other for other, side in sides.items() if side != own]
            friends = [other for other, side in sides.items() if side == own and other != actor]
            found[actor] = self.living_first((*foes, *friends))
        return found

    def living_first(self, actors: Iterable[str]) -> tuple[str, ...]:
        """Return characters, those last who are seen to be dead; nobody where all of them are."""
        if not self.people.anybody_dead:
            return tuple(actors)
        living: list[str] = []
        dead: list[str] = []
        for actor in actors:
            (dead if self.seen_dead(actor) else living).append(actor)
        return (*living, *dead) if living else ()

    def seen_dead(self, actor: str) -> bool:
        """Say whether a character is dead, for all that the viewer may know."""
        return _is_dead(self.table.actors[actor]) and self.reads(actor)

    def lead(self, fighter: Fighter) -> str:
        """Return who speaks for a hand of cards; of extras that the viewer may not read that tells nothing."""
        secret = [actor for actor in fighter.members if self.table.actors[actor].secret]
        known = all(self.reads(actor) and self.table.may_read(self.table.actors[actor], self.seat) for actor in secret)
        return fighters.lead_of(self.table, fighter) if known else fighter.members[0]

    def _turn(self) -> Actor | None:
        own = {a.id: a for a in self.mine}
        members = [own[m] for m in self.called if m in own]
        return next((a for a in members if not states.why_out(self.table, a.id)), members[0] if members else None)

    def is_over(self, members: Sequence[str]) -> bool:
        """Say whether all who share a hand of cards are seen to be dead: nothing is asked of them any more."""
        if not self.people.anybody_dead:
            return False
        return all(_is_dead(self.table.actors[member]) and self.reads(member) for member in members)

    def able(self) -> tuple[Actor, ...]:
        """Return the characters of the seat that may do something now that takes an action (FI-ACT-7)."""
        return tuple([a for a in self.mine if self.may_act(a)])

    def may_act(self, actor: Actor) -> bool:
        """Say whether a character has an action to spend."""
        fights = actor.id in self.fighting
        if fights and actor.id not in self.called:
            return False
        if actor.conditions and denial(states.need_senses, self.table, actor.id):
            return False
        return not fights or denial(acting.need_card, self.table, actor.id) is None


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
