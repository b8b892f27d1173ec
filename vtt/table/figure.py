"""A character's numbers and body on the table: whose are shown, what is said of them, and what a click sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF

from engine.play.commands import Command
from engine.play.moves import SetLocation, SetTrack
from engine.play.sight import FigureNotes, Mark, View
from engine.play.words import say
from engine.table.body import Location
from engine.table.frozen import Json
from engine.table.seats import Actor
from vtt.table.body import DROP, BodyPlan, PartLook, ShownSign, can_be_drawn, grade_of
from vtt.table.callouts import Callout
from vtt.table.clock import time_left
from vtt.table.naming import clean, isolated, plain_word, tell
from vtt.table.places import order_of_acting

MORE: Final = "+"
LESS: Final = "-"
BLEEDING: Final = "bleeding"
MOST_BOXES: Final = 10
"""A number with no more than so many steps can be told by boxes or points."""
SQUEEZE: Final = 0.7
"""How narrow letters may be drawn, of their width."""


@dataclass(frozen=True, slots=True)
class SettingBox:
    """Something to click: a number that the value becomes, `+`, `-`, or `bleeding`."""

    value: str
    rect: QRectF


@dataclass(frozen=True, slots=True)
class Element:
    """One number or hit location: `kind` is `track` or `location`; `number` is where its value is written.

    A location has a `look`; one that is `drawn` on a body or in a box beside it has nothing here to be clicked.
    """

    kind: str
    name: str
    value: int
    most: int | None
    rect: QRectF
    label: QRectF
    number: QRectF
    boxes: tuple[SettingBox, ...]
    words: str = ""
    look: PartLook | None = None
    drawn: bool = False

    @property
    def points(self) -> int:
        """How many points stand below its number; 0 for none."""
        few = self.most is not None and 1 < self.most <= MOST_BOXES
        return self.most if few and self.most is not None and self.kind == "track" and not self.number.isEmpty() else 0


@dataclass(frozen=True, slots=True)
class Figure:
    """All of a character's numbers and locations; `title` is empty where it is plain whose they are.

    Where there are `callouts`, they tell of the locations; else numbers on the body do.
    """

    title: str
    head: QRectF
    elements: tuple[Element, ...]
    body: BodyPlan | None = None
    notes: tuple[tuple[QRectF, str], ...] = ()
    callouts: tuple[Callout, ...] = ()


@dataclass(frozen=True, slots=True)
class Gauge:
    """A character in brief: its first number, and its worst wound."""

    what: str = ""
    value: int = 0
    area: str = ""
    level: int = 0
    grade: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words."""
        number = (tell("gauge", what=self.what, value=self.value),) if self.what else ()
        return (*number, tell("gauge", what=self.area, value=self.level)) if self.grade else number


NO_GAUGE: Final = Gauge()


def gauge_of(actor: Actor) -> Gauge:
    """Return a character in brief."""
    found = Gauge()
    if actor.tracks:
        name, track = next(iter(actor.tracks.items()))
        found = Gauge(plain_word(name), track.value)
    locations = actor.body.locations if actor.body is not None else {}
    worst = max(locations, key=lambda name: grade_of(locations[name]), default="")
    if worst and grade_of(locations[worst]):
        location = locations[worst]
        found = replace(found, area=plain_word(worst), level=location.level, grade=grade_of(location))
    return found


def has_figure(actor: Actor) -> bool:
    """Say whether a character has numbers or a body."""
    return bool(actor.tracks or actor.body)


def figures_of(view: View, seat: str) -> tuple[Actor, ...]:
    """Return the characters of a seat that have numbers or a body."""
    return tuple(a for a in view.actors.values() if a.seat == seat and not a.archived and has_figure(a))


def foremost(view: View, seat: str) -> Actor | None:
    """Return whom a seat shows by itself: who is hit, else who acts, else whom it is about just now, else the first."""
    mine = figures_of(view, seat)
    hit = {mark.actor for mark in marks_of(view)}
    now = {who for turn in order_of_acting(view) if turn.state == "now" for who in (turn.actor, *turn.others)}
    about = set(view.under_way[-1].actors) if view.under_way else set()
    for wanted in (hit, now, about):
        found = next((a for a in mine if a.id in wanted), None)
        if found is not None:
            return found
    return mine[0] if mine else None


def shown_actor(view: View, seat: str, fronts: Mapping[str, str] | None = None) -> Actor | None:
    """Return the character whose numbers a seat shows: the one brought to the front, else the foremost."""
    chosen = view.actors.get((fronts or {}).get(seat, ""))
    return chosen if chosen is not None and chosen in figures_of(view, seat) else foremost(view, seat)


def marks_of(view: View) -> tuple[Mark, ...]:
    """Return the places on bodies of which the innermost procedure speaks that speaks of any."""
    return next((g.marks for g in reversed(view.under_way) if g.marks), ())


def marks_on(view: View, actor: str, location: str) -> tuple[Mark, ...]:
    """Return those on one location."""
    return tuple(mark for mark in marks_of(view) if (mark.actor, mark.location) == (actor, location))


def lines_of(view: View, seat: str) -> int:
    """Return how many lines the numbers of a seat's characters take at the most; 0 where it shows none."""
    mine = figures_of(view, seat)
    lines = (len(a.tracks) + (len(a.body.locations) if a.body is not None else 0) for a in mine)
    return max(lines, default=0) + (1 if len(mine) > 1 else 0) if mine else 0


def has_body(view: View, seat: str) -> bool:
    """Say whether any of a seat's characters has a body that can be drawn."""
    return any(a.body is not None and can_be_drawn(a.body) for a in figures_of(view, seat))


def look_of(name: str, location: Location, notes: FigureNotes, mark: str = "", now: int = 0) -> PartLook:
    """Return how a location looks, with all that its game tells of it.

    Args:
        name: of the location.
        location: what it holds.
        notes: what the game tells.
        mark: what there is about a hit: `hit`, `reach` or nothing.
        now: the time of the story.
    """
    harm = notes.levels.get(name)
    signs = tuple(
        ShownSign(
            sign.icon,
            say(sign.words),
            time_left(sign.until - now) if sign.until is not None else "",
            sign.grave,
        )
        for sign in notes.signs_at(name)
    )
    if location.bleeding and not any(sign.icon == DROP for sign in signs):
        signs = (ShownSign(DROP, tell("spoken.bleeding"), grave=True), *signs)
    first = min((sign.until for sign in notes.signs_at(name) if sign.until is not None), default=None)
    return PartLook(
        location.level,
        grade_of(location, harm),
        max(location.armour, notes.armour.get(name, 0)),
        mark,
        name in notes.cover,
        location.most,
        say(harm.words) if harm is not None else "",
        signs,
        time_left(first - now) if first is not None else "",
        name in notes.unsaid,
    )


def element_words(actor: Actor, element: Element) -> str:
    """Return what a screen reader says of a number or a location."""
    params: dict[str, Json] = {"name": isolated(clean(actor.name, 80)), "what": plain_word(element.name)}
    key = "spoken.number" if element.most is None else "spoken.number_of"
    words = [tell(key, value=element.value, most=element.most or 0, **params)]
    if element.look is not None and element.look.unsaid:
        words = [tell("spoken.number", value=element.look.number, **params)]
    return ", ".join([*words, *(_details(element.look) if element.look is not None else ())])


def look_words(name: str, look: PartLook) -> str:
    """Return a location in words, where it is plain whose it is."""
    return ", ".join([tell("gauge", what=plain_word(name), value=look.number), *_details(look)])


def _details(look: PartLook) -> list[str]:
    words = [look.harm] if look.harm else []
    words += [tell("spoken.armour", armour=look.armour)] if look.armour else []
    words += [sign_words(sign) for sign in look.signs]
    return words + ([tell(f"spoken.mark_{look.mark}")] if look.mark else [])


def sign_words(sign: ShownSign) -> str:
    """Return what a sign means, with the time that is left."""
    return tell("sign.left", what=sign.words, left=sign.left) if sign.left else sign.words


def setting(view: View, actor: str, kind: str, name: str, value: str) -> Command | None:
    """Return the move by hand that a click on a box makes; a click on the last full box empties it."""
    found = view.actors.get(actor)
    if found is None:
        return None
    if kind == "track":
        track = found.tracks.get(name)
        if track is None:
            return None
        return SetTrack(seat=found.seat, actor=actor, track=name, value=_becomes(track.value, value))
    location = found.body.locations.get(name) if found.body is not None else None
    if location is None:
        return None
    if value == BLEEDING:
        return SetLocation(
            seat=found.seat, actor=actor, location=name, level=location.level, bleeding=not location.bleeding
        )
    return SetLocation(seat=found.seat, actor=actor, location=name, level=_becomes(location.level, value))


def _becomes(now: int, value: str) -> int:
    if value in (MORE, LESS):
        return now + (1 if value == MORE else -1)
    return now - 1 if int(value) == now else int(value)
