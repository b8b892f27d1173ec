"""A seat's character summary: which character it shows, its numbers and body, and the moves that a click makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF

from engine.core.commands import Command
from engine.core.manual_moves import SetLocation, SetTrack
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.presentation.body_annotations import LocationMark
from engine.presentation.visibility import VisibleTable
from vtt.shared.bodies.body_callouts import BodyCallout
from vtt.shared.bodies.body_drawing import BodyPartLook, BodyPlan, can_be_drawn, grade_of
from vtt.shared.bodies.body_state import body_part_details
from vtt.shared.screen_names import bidi_isolated, clean_name, plain_word, table_text
from vtt.shared.table_queries import turn_order

MORE: Final = "+"
LESS: Final = "-"
BLEEDING: Final = "bleeding"
MOST_BOXES: Final = 10
"""The greatest number of steps that boxes or points can show."""


@dataclass(frozen=True, slots=True)
class SettingBox:
    """A box that a click sets a value with: the new number, `+`, `-`, or `bleeding`."""

    value: str
    rect: QRectF


@dataclass(frozen=True, slots=True)
class SummaryElement:
    """One number or hit location: `kind` is `track` or `location`; `number` is the room of its value.

    A location has a `look`; one that is `drawn` on a body or in a box beside it has no boxes of its own here.
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
    look: BodyPartLook | None = None
    drawn: bool = False

    @property
    def points(self) -> int:
        """The number of points below its number; 0 for none."""
        few = self.most is not None and 1 < self.most <= MOST_BOXES
        return self.most if few and self.most is not None and self.kind == "track" and not self.number.isEmpty() else 0


@dataclass(frozen=True, slots=True)
class CharacterSummary:
    """All numbers and locations of a character; `title` is empty where the character is clear.

    If there are `callouts`, they show the state of the locations; else numbers on the body do.
    """

    title: str
    head: QRectF
    elements: tuple[SummaryElement, ...]
    body: BodyPlan | None = None
    notes: tuple[tuple[QRectF, str], ...] = ()
    callouts: tuple[BodyCallout, ...] = ()


@dataclass(frozen=True, slots=True)
class BriefState:
    """A character's state in brief: its first number, and its worst wound."""

    what: str = ""
    value: int = 0
    area: str = ""
    level: int = 0
    grade: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """The same in words."""
        number = (table_text("gauge", what=self.what, value=self.value),) if self.what else ()
        return (*number, table_text("gauge", what=self.area, value=self.level)) if self.grade else number


NO_BRIEF_STATE: Final = BriefState()


def brief_state(actor: Actor) -> BriefState:
    """Return a character's state in brief."""
    state = BriefState()
    if actor.tracks:
        name, track = next(iter(actor.tracks.items()))
        state = BriefState(plain_word(name), track.value)
    locations = actor.body.locations if actor.body is not None else {}
    worst = max(locations, key=lambda name: grade_of(locations[name]), default="")
    if worst and grade_of(locations[worst]):
        location = locations[worst]
        state = replace(state, area=plain_word(worst), level=location.level, grade=grade_of(location))
    return state


def has_summary(actor: Actor) -> bool:
    """Return whether a character has numbers or a body."""
    return bool(actor.tracks or actor.body)


def summarised_actors(view: VisibleTable, seat: str) -> tuple[Actor, ...]:
    """Return the characters of a seat that have numbers or a body."""
    return tuple(a for a in view.actors.values() if a.seat == seat and not a.archived and has_summary(a))


def needed_actor(view: VisibleTable, seat: str) -> Actor | None:
    """Return the character of a seat that everybody looks at now: one hit, else one acting or involved; or None.

    A round involves everybody, so only what is within a round points at somebody.
    """
    innermost = view.under_way[-1] if view.under_way else None
    hit = {mark.actor for mark in location_marks(view)}
    acting = {who for turn in turn_order(view) if turn.state == "now" for who in (turn.actor, *turn.others)}
    involved = set(innermost.actors) if innermost is not None and not innermost.order else set()
    candidates = summarised_actors(view, seat)
    for preferred in (hit, acting & involved, acting, involved):
        match = next((a for a in candidates if a.id in preferred), None)
        if match is not None:
            return match
    return None


def shown_actor(view: VisibleTable, seat: str, fronts: Mapping[str, str] | None = None) -> Actor | None:
    """Return the character that a seat shows: the one at the front, the one needed, one in the fight, or the first."""
    candidates = summarised_actors(view, seat)
    chosen = view.actors.get((fronts or {}).get(seat, ""))
    if chosen is not None and chosen in candidates:
        return chosen
    fighting = set(view.under_way[-1].actors) if view.under_way else set()
    in_fight = next((actor for actor in candidates if actor.id in fighting), None)
    return needed_actor(view, seat) or in_fight or next(iter(candidates), None)


def location_marks(view: VisibleTable) -> tuple[LocationMark, ...]:
    """Return the marked locations of the innermost activity that marks any."""
    return next((g.marks for g in reversed(view.under_way) if g.marks), ())


def location_marks_on(view: VisibleTable, actor: str, location: str) -> tuple[LocationMark, ...]:
    """Return the marks of one location."""
    return tuple(mark for mark in location_marks(view) if (mark.actor, mark.location) == (actor, location))


def summary_line_count(view: VisibleTable, seat: str) -> int:
    """Return the greatest number of lines that a seat's characters need for their numbers; 0 for none."""
    actors = summarised_actors(view, seat)
    lines = (len(a.tracks) + (len(a.body.locations) if a.body is not None else 0) for a in actors)
    return max(lines, default=0) + (1 if len(actors) > 1 else 0) if actors else 0


def has_drawable_body(view: VisibleTable, seat: str) -> bool:
    """Return whether any of a seat's characters has a body that can be drawn."""
    return any(a.body is not None and can_be_drawn(a.body) for a in summarised_actors(view, seat))


def summary_element_text(actor: Actor, element: SummaryElement) -> str:
    """Return the text of a number or a location for a screen reader."""
    params: dict[str, Json] = {"name": bidi_isolated(clean_name(actor.name, 80)), "what": plain_word(element.name)}
    key = "spoken.number" if element.most is None else "spoken.number_of"
    words = [table_text(key, value=element.value, most=element.most or 0, **params)]
    if element.look is not None and element.look.unsaid:
        words = [table_text("spoken.number", value=element.look.number, **params)]
    return ", ".join([*words, *(body_part_details(element.look) if element.look is not None else ())])


def manual_edit(view: VisibleTable, actor: str, kind: str, name: str, value: str) -> Command | None:
    """Return the manual edit of a click on a box; a click on the last full box empties it."""
    character = view.actors.get(actor)
    if character is None:
        return None
    if kind == "track":
        track = character.tracks.get(name)
        if track is None:
            return None
        return SetTrack(seat=character.seat, actor=actor, track=name, value=_new_value(track.value, value))
    location = character.body.locations.get(name) if character.body is not None else None
    if location is None:
        return None
    if value == BLEEDING:
        return SetLocation(
            seat=character.seat, actor=actor, location=name, level=location.level, bleeding=not location.bleeding
        )
    return SetLocation(seat=character.seat, actor=actor, location=name, level=_new_value(location.level, value))


def _new_value(now: int, value: str) -> int:
    if value in (MORE, LESS):
        return now + (1 if value == MORE else -1)
    return now - 1 if int(value) == now else int(value)
