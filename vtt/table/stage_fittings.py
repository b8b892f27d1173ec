"""The card in play as it is put on the cloth: in the middle, with what is told of it and what may be laid on it."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from engine.play.sight import SideView, View
from engine.play.words import say
from vtt.table.canvas import Z_CLOTH, Canvas
from vtt.table.naming import clean, name_of_seat, tell
from vtt.table.pile import PlaceLook, paint_place
from vtt.table.places import Places, spotlight
from vtt.table.plan import Box, Plan
from vtt.table.printed import card_face
from vtt.table.showing import Showing
from vtt.table.stage_art import StageLook, paint_stage


def put_stage(canvas: Canvas, view: View, places: Places, plan: Plan, showing: Showing) -> None:
    """Put beside the card in play who plays it, what it costs and does, and what is asked."""
    if plan.words.isEmpty() or not view.under_way:
        return
    glimpse = next((g for g in reversed(view.under_way) if g.spotlight), None)
    if glimpse is None:
        _put_waiting(canvas, view, plan)
        return
    inner = view.under_way[-1]
    m, hub = plan.lengths, canvas.hub
    lines: list[str] = []
    for side in glimpse.sides:
        if not side.at:
            lines += [say(reason) for reason in side.reasons]
        elif side.aim in ("aimed", "added") and side.total is not None:
            lines.append(tell("stage.harm", name=clean(say(side.label)), total=side.total))
    lines += [say(line) for line in glimpse.reckoning]
    outcome = clean(say(glimpse.outcome), 240) if glimpse.outcome is not None else ""
    asked = say(inner.title) if inner is not glimpse else ""
    says = _words_on(view)
    look = StageLook(clean(say(glimpse.title)), tuple(clean(line, 240) for line in lines), outcome, asked, says=says)
    canvas.picture(
        "stage", (look, m), plan.words, lambda p: paint_stage(p, plan.words, look, hub.theme, m), Z_CLOTH + 1
    )
    told = [look.title, *filter(None, (look.says,)), *look.lines, *filter(None, (look.outcome, look.asked))]
    told += [line for side in glimpse.sides if side.at and side.aim != "barred" for line in _side_lines(side)]
    canvas.mark("words", ("stage",), plan.words, "\n".join(told), ". ".join(line.rstrip(".") for line in told))
    canvas.mark("stage", ("stage",), plan.stage)
    _put_answers(canvas, places, plan, showing)


def _words_on(view: View) -> str:
    """Return what the card in play says; it is shown too small for its own words."""
    found = spotlight(view)
    card = view.zones[found[0]].cards[found[1]] if found is not None else None
    face = card_face(view, card) if card else None
    return clean(face.text, 400) if face is not None else ""


def _put_answers(canvas: Canvas, places: Places, plan: Plan, showing: Showing) -> None:
    """Let whatever is played beside the rows be laid on the card that it answers."""
    beside = tuple(s.beside for stations in places.stations.values() for s in stations if s.beside)
    if not beside:
        return
    room, m, theme = plan.stage.united(plan.words), plan.lengths, canvas.hub.theme
    canvas.mark("zone", beside, room)
    if showing.lit.intersection(beside):
        box, look = Box(room, room, QRectF(), QRectF()), PlaceLook("", 0, thick=False, lit=True)
        canvas.picture(
            "stage lit",
            (look, m),
            room.adjusted(-4, -4, 4, 4),
            lambda p: paint_place(p, box, look, theme, m),
            Z_CLOTH,
        )


def _put_waiting(canvas: Canvas, view: View, plan: Plan) -> None:
    """Put in the middle what is under way while no card is played, and for whom the table waits."""
    glimpse, m = view.under_way[-1], plan.lengths
    names = [name_of_seat(view, seat) for seat in glimpse.waiting_for]
    lines = [tell("stage.waits", names=", ".join(names))] if names else []
    lines += [clean(say(glimpse.outcome), 240)] if glimpse.outcome is not None else []
    alone = not plan.boxes and plan.pots.isEmpty()
    look = StageLook(clean(say(glimpse.title)), tuple(lines), centred=alone)
    room = plan.middle if alone else plan.stage.united(plan.words)
    theme = canvas.hub.theme
    canvas.picture("stage", (look, m), room, lambda p: paint_stage(p, room, look, theme, m), Z_CLOTH + 1)
    canvas.mark("words", ("stage",), room, "", ". ".join((look.title, *lines)))


def _side_lines(side: SideView) -> list[str]:
    if side.total is None:
        return []
    return [f"{say(side.label)}: {', '.join(say(reason) for reason in side.reasons)}"]
