"""The pieces of the table that answer a question: characters, bodies, seats, hit locations and zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from engine.presentation.offers import QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.shared.choice_names import SEAT_FIELDS
from vtt.shared.offers.pressed_questions import PressedQuestion
from vtt.table.items.picture_layer import HotRegion
from vtt.table.scene.chip_bag_items import ChipBagPlace

_PARTS = ("region", "element", "setting")
"""The kinds of regions that are parts of what the table shows of a character."""
_AROUND: Final = 3.0
"""The distance in pixels at which a click beside a piece is still on it."""
_CORNER: Final = 8.0


@dataclass(frozen=True, slots=True)
class AnsweringPiece:
    """A part of the table that gives one answer.

    Attributes:
        answer: the answer.
        rect: its bounds.
        shape: its outline, if it is no rectangle.
        whole: it is a part of something that gives one answer as a whole, such as a limb of a character; empty if not.
    """

    answer: str
    rect: QRectF
    shape: QPainterPath | None = None
    whole: str = ""

    def covers(self, point: QPointF) -> bool:
        """Return whether a point is on it."""
        return self.rect.contains(point) and (self.shape is None or self.shape.contains(point))


def answering_pieces(
    view: VisibleTable, regions: Iterable[HotRegion], asked: PressedQuestion
) -> tuple[AnsweringPiece, ...]:
    """Return the pieces that answer a question, larger ones first.

    They depend only on the question, which the viewer reads, and on what the table shows to this viewer.
    """
    question = asked.question
    if question.kind not in (QuestionKind.CHOICE, QuestionKind.CHOICES):
        return ()
    choices, body_owner = frozenset(question.choices), _owner_of_locations(view, asked)
    found: list[AnsweringPiece] = []
    for region in regions:
        names = (*_answers(view, region, question.field, body_owner), *_sole_character(view, region, question.choices))
        answer = next((name for name in names if name in choices), None)
        if answer is not None:
            whole = answer if region.kind in _PARTS and not body_owner else ""
            found.append(AnsweringPiece(answer, region.rect, region.shape, whole))
    return tuple(sorted(found, key=lambda piece: -piece.rect.width() * piece.rect.height()))


def chip_stack_pieces(bags: Iterable[ChipBagPlace], asked: PressedQuestion) -> tuple[AnsweringPiece, ...]:
    """Return the stacks of chips that stand for the rows of a question; each answers with its colour."""
    stacks = {(row.zone, row.part) for row in asked.rows}
    return tuple(
        AnsweringPiece(stack.colour, stack.cell if place.cell is None else place.cell.in_scene(stack.cell))
        for place in bags
        for stack in place.stacks
        if (stack.bag, stack.colour) in stacks
    )


def outlines_of(pieces: Iterable[AnsweringPiece], beyond: float = _AROUND) -> dict[str, QPainterPath]:
    """Return the outlines that are lit, by answer: around all of its pieces, without lines inside.

    Args:
        pieces: the pieces.
        beyond: the distance of an outline from a piece that is a rectangle.
    """
    wholes: dict[tuple[str, str], QRectF] = {}
    outlines: dict[str, QPainterPath] = {}
    for piece in pieces:
        if piece.whole:
            key = (piece.answer, piece.whole)
            wholes[key] = wholes.get(key, QRectF()).united(piece.rect)
        else:
            shape = piece.shape if piece.shape is not None else _rounded(piece.rect, beyond)
            outlines[piece.answer] = outlines.get(piece.answer, QPainterPath()).united(shape)
    for (answer, _), rect in wholes.items():
        outlines[answer] = outlines.get(answer, QPainterPath()).united(_rounded(rect, beyond))
    return outlines


def answer_lit_at(pieces: Sequence[AnsweringPiece], point: QPointF) -> str | None:
    """Return the answer that is lit at a point: of the piece there, or of the only outline around it."""
    piece = next((piece for piece in reversed(pieces) if piece.covers(point)), None)
    if piece is not None:
        return piece.answer
    around = [answer for answer, outline in outlines_of(pieces).items() if outline.contains(point)]
    return around[0] if len(around) == 1 else None


def ring_beside(outline: QPainterPath, width: float, read: Iterable[QRectF]) -> QPainterPath:
    """Return a ring along an outline, without its parts that would cover what is read.

    Args:
        outline: the outline.
        width: the width of the ring.
        read: the rectangles that people read.
    """
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    ring, uncovered = stroker.createStroke(outline), QPainterPath()
    uncovered.setFillRule(Qt.FillRule.WindingFill)
    for rect in read:
        if ring.intersects(rect):
            uncovered.addRect(rect)
    return ring if uncovered.isEmpty() else ring.subtracted(uncovered)


def _rounded(rect: QRectF, beyond: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect.adjusted(-beyond, -beyond, beyond, beyond), _CORNER, _CORNER)
    return path


def _answers(view: VisibleTable, region: HotRegion, field: str, body_owner: str) -> Iterator[str]:
    """Yield what a region can stand for, the most exact first."""
    names = region.names
    if body_owner:
        if region.kind in ("region", "element") and names[:2] == (body_owner, "location"):
            yield names[2]
    elif region.kind == "body":
        yield from names[:2]
    elif region.kind == "actor" or region.kind in _PARTS:
        yield names[0]
    elif region.kind == "seat":
        yield from (name for name in names if field in SEAT_FIELDS or name not in view.actors)
    elif region.kind == "zone":
        yield from (name for name in names if name not in view.actors and name not in view.seats)


def _sole_character(view: VisibleTable, region: HotRegion, choices: Iterable[str]) -> tuple[str, ...]:
    """Return the character for which a seat's plate can stand: the only one of this seat among the choices."""
    if region.kind != "seat":
        return ()
    actors = [view.actors[choice] for choice in choices if choice in view.actors]
    own = tuple(actor.id for actor in actors if actor.seat == region.names[0])
    return own if len(own) == 1 else ()


def _owner_of_locations(view: VisibleTable, asked: PressedQuestion) -> str:
    """Return the character whose hit locations the choices are; empty if they are something else.

    Where an earlier answer decides the choices, it names the character: a patient, not the healer.
    """
    command: Any = asked.offer.command
    deciding = next((each.by for each in asked.offer.questions if each.field == asked.question.field), "")
    said = [asked.answers.get(deciding, getattr(command, deciding, ""))] if deciding else []
    said += [*asked.answers.values(), *(getattr(command, name) for name in command.__struct_fields__)]
    for name in said:
        actor = view.actors.get(name) if isinstance(name, str) else None
        if actor is not None and actor.body is not None and set(asked.question.choices) <= set(actor.body.locations):
            return actor.id
    return ""
