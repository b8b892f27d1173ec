"""The card in play on the cloth: large in the middle, with its texts and its drop target."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from engine.messages.texts import say
from engine.presentation.activity_view import SideView
from engine.presentation.visibility import VisibleTable
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.screen_names import clean_name, name_of_seat, table_text
from vtt.shared.table_queries import place_of_card_in_play
from vtt.table.display_state import DisplayState
from vtt.table.items.picture_layer import Z_CLOTH, PictureLayer
from vtt.table.layout.table_plan import TablePlan, ZoneBox
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.card_in_play_painting import CardInPlayLook, paint_card_in_play, written_rect
from vtt.table.painting.pile_painting import PileLook, paint_pile


def put_card_in_play(
    layer: PictureLayer, view: VisibleTable, placement: ZonePlacement, plan: TablePlan, display_state: DisplayState
) -> None:
    """Put beside the card in play its player, its cost and effect, and the open question."""
    if plan.words.isEmpty() or not view.under_way:
        return
    activity_view = next((g for g in reversed(view.under_way) if g.spotlight), None)
    if activity_view is None:
        _put_waiting(layer, view, plan)
        return
    inner = view.under_way[-1]
    m, hub = plan.lengths, layer.hub
    lines: list[str] = []
    for side in activity_view.sides:
        if not side.at:
            lines += [say(reason) for reason in side.reasons]
        elif side.aim in ("aimed", "added") and side.total is not None:
            harm = table_text("stage.harm", name=clean_name(say(side.label)), total=side.total)
            why = say(side.reasons[0]) if side.aim == "added" and side.reasons else ""
            lines.append(f"{harm}, {why}" if why else harm)
    lines += [say(line) for line in activity_view.reckoning]
    outcome = clean_name(say(activity_view.outcome), 240) if activity_view.outcome is not None else ""
    asked = say(inner.title) if inner is not activity_view else ""
    says = _words_on(view)
    look = CardInPlayLook(
        clean_name(say(activity_view.title)), tuple(clean_name(line, 240) for line in lines), outcome, asked, says=says
    )
    layer.picture(
        "stage", (look, m), plan.words, lambda p: paint_card_in_play(p, plan.words, look, hub.theme, m), Z_CLOTH + 1
    )
    texts = [look.title, *filter(None, (look.says,)), *look.lines, *filter(None, (look.outcome, look.asked))]
    texts += [line for side in activity_view.sides if side.at and side.aim != "barred" for line in _side_lines(side)]
    written = written_rect(plan.words, look, hub.theme, m)
    layer.mark("words", ("stage",), written, "\n".join(texts), ". ".join(line.rstrip(".") for line in texts))
    layer.mark("stage", ("stage",), plan.stage)
    _put_answers(layer, placement, plan, display_state)


def _words_on(view: VisibleTable) -> str:
    """Return the text of the card in play, which is too small there for its own text."""
    place = place_of_card_in_play(view)
    card = view.zones[place[0]].cards[place[1]] if place is not None else None
    face = card_face(view, card) if card else None
    return clean_name(face.text, 400) if face is not None else ""


def _put_answers(layer: PictureLayer, placement: ZonePlacement, plan: TablePlan, display_state: DisplayState) -> None:
    """Make the card in play a drop target for cards that answer it beside the rows."""
    beside = tuple(s.beside for stations in placement.stations.values() for s in stations if s.beside)
    if not beside:
        return
    room, m, theme = plan.stage.united(plan.words), plan.lengths, layer.hub.theme
    layer.mark("zone", beside, room)
    if display_state.lit.intersection(beside):
        box, look = ZoneBox(room, room, QRectF(), QRectF()), PileLook("", 0, thick=False, lit=True)
        layer.picture(
            "stage lit",
            (look, m),
            room.adjusted(-4, -4, 4, 4),
            lambda p: paint_pile(p, box, look, theme, m),
            Z_CLOTH,
        )


def _put_waiting(layer: PictureLayer, view: VisibleTable, plan: TablePlan) -> None:
    """Put the current activity in the middle while no card is played, and the seats that the table waits for."""
    activity_view, m = view.under_way[-1], plan.lengths
    names = [name_of_seat(view, seat) for seat in activity_view.waiting_for]
    lines = [table_text("stage.waits", names=", ".join(names))] if names else []
    lines += [clean_name(say(activity_view.outcome), 240)] if activity_view.outcome is not None else []
    alone = not plan.boxes and plan.pots.isEmpty()
    look = CardInPlayLook(clean_name(say(activity_view.title)), tuple(lines), centred=alone)
    room = plan.middle if alone else plan.stage.united(plan.words)
    theme = layer.hub.theme
    layer.picture("stage", (look, m), room, lambda p: paint_card_in_play(p, room, look, theme, m), Z_CLOTH + 1)
    layer.mark("words", ("stage",), written_rect(room, look, theme, m), "", ". ".join((look.title, *lines)))


def _side_lines(side: SideView) -> list[str]:
    if side.total is None:
        return []
    return [f"{say(side.label)}: {', '.join(say(reason) for reason in side.reasons)}"]
