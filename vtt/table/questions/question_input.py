"""Questions on the table: the pieces that answer are lit and take a click, and the question is beside its piece."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace as replaced
from typing import Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QPushButton, QToolTip, QWidget
from shiboken6 import isValid

from engine.messages.texts import say
from engine.presentation.offers import Offer, QuestionKind
from engine.presentation.stations import Station
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading, Ways
from vtt.shared.odds.odds_room import OddsPlace, OddsRoom
from vtt.shared.offers.acting_character import acting_character
from vtt.shared.offers.pressed_questions import PressedQuestion
from vtt.shared.questions.question_fields import title_of_choice
from vtt.shared.questions.settled_offers import settled_ways, way_title
from vtt.shared.table_queries import current_comparison
from vtt.table.display_state import AnsweringCards
from vtt.table.questions.answering_pieces import (
    AnsweringPiece,
    answer_lit_at,
    answering_pieces,
    chip_stack_pieces,
    outlines_of,
    ring_beside,
)
from vtt.table.questions.card_odds_plates import CardOddsPlates
from vtt.table.questions.card_question_input import CardQuestionInput, can_ask_about_cards
from vtt.table.questions.hand_odds import HandOdds
from vtt.table.questions.question_bubble import MOST_BUTTONS, QuestionBubble
from vtt.table.questions.question_input_host import QuestionInputHost
from vtt.table.scene.people_pieces import people_pieces
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.visible_part import visible_part

_Z_LIT: Final = 930.0
_CHOSEN: Final = 0.12
"""The opacity of the colour on a piece that is one of several chosen ones."""
_READ: Final = ("seat", "actor", "body")
"""The kinds of regions that no ring around another piece covers."""
_SEEN: Final = ("seat", "actor", "region", "element", "body", "bag", "dice", "words")


class QuestionInput(QObject):
    """Asks one question at a time on the table.

    Args:
        host: the table.
        hub: the theme.
        parent: the widget of the table.

    Signals:
        begun: a question is about to be asked.
        answered: the `PressedQuestion` and the answer.
        answered_as_before: the `PressedQuestion` whose offer shall be done with the same answers as the last time.
        form_wanted: the `PressedQuestion` whose offer shall ask everything in a form.
    """

    begun = Signal()
    answered = Signal(object, object)
    answered_as_before = Signal(object)
    form_wanted = Signal(object)

    def __init__(self, host: QuestionInputHost, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._host, self._hub, self._page = host, hub, parent
        self._asked: PressedQuestion | None = None
        self._pieces: tuple[AnsweringPiece, ...] = ()
        self._lit: list[QGraphicsItem] = []
        self._cards: CardQuestionInput | None = None
        self.bubble: QuestionBubble | None = None
        self._focus_before: QWidget | None = None
        self._odds: OddsReading | None = None
        self._card_odds = CardOddsPlates(host, parent)
        self._hand_odds = HandOdds(host, hub, parent)
        host.hand_peek.changed.connect(self._look_changed)

    @property
    def is_asking(self) -> bool:
        """True while a question is asked."""
        return self._asked is not None

    @property
    def seat(self) -> str:
        """The seat that is asked; an empty string if no question is asked."""
        return self._asked.offer.command.seat if self._asked is not None else ""

    @property
    def untouched_offer(self) -> Offer | None:
        """The offer that asks for cards of a hand which its seat has to look at, as long as none of them is chosen."""
        if self._asked is None or self._cards is None or not self._cards.waits_for_look:
            return None
        return self._asked.offer

    @property
    def place(self) -> QRect:
        """Where the question is, in the coordinates of the table; empty for none."""
        if self.bubble is None or not self.bubble.isVisible():
            return QRect()
        return QRect(self._page.mapFromGlobal(self.bubble.mapToGlobal(QPoint())), self.bubble.size())

    @property
    def pieces(self) -> tuple[AnsweringPiece, ...]:
        """The pieces that are lit now."""
        return self._pieces

    def can_ask(self, asked: PressedQuestion) -> bool:
        """Return whether a piece of the table answers the question, or it is about one: a number, a text, or a choice.

        A choice must be all that is asked. A text is asked even if the piece is out of view: a dialog would cover more.
        """
        if asked.is_about_cards:
            return can_ask_about_cards(self._host, asked)
        if asked.is_text:
            return self._page.isVisible() and self._piece_about(asked.offer, asked.answers) is not None
        return bool(self._pieces_of(asked)) or (
            (asked.is_number or (asked.is_sole_choice and len(asked.question.choices) <= MOST_BUTTONS))
            and self.piece_of(asked.offer, asked.answers) is not None
        )

    def ask_beside(self, asked: PressedQuestion) -> None:
        """Ask a question in place of any other; in a form, where the table has no room for it."""
        self.stop_asking()
        QToolTip.hideText()  # it would stay in front of the question
        self.begun.emit()
        self._asked = asked
        self._hand_odds.follow(is_asked=True)
        # On what surrounds the table, so that nothing there covers it.
        around = self._page.parentWidget() or self._page
        choices = self._settled_choices(asked)
        room, place = OddsRoom.of(self._host.campaign), self._odds_place(asked)
        had_odds = room.width(place, OddsButton.widest(self._hub)) > 0
        bubble = QuestionBubble(
            self._hub,
            asked,
            self._host.table_scene.view,
            around,
            may_have_odds=bool(choices),
            has_odds_room=bool(choices) and had_odds,
            odds_were_alike=room.were_alike(place),
        )
        bubble.answered.connect(self._answer)
        bubble.as_before.connect(self._answer_as_before)
        bubble.form_wanted.connect(self._want_form)
        bubble.left.connect(self.stop_asking)
        bubble.confirmed.connect(self.confirm)
        bubble.chosen_changed.connect(self._light)
        bubble.table_wanted.connect(self._focus_cards)
        self.bubble = bubble
        self._focus_before = self._page.window().focusWidget()
        if asked.is_about_cards:
            self._cards = CardQuestionInput(self._host, self._hub, asked, self._answer)
            bubble.place.keeps_cost_room, bubble.place.hints = self._cards.keeps_cost_room, self._cards.hints()
            self._cards.begin()
            self._card_odds.ask(self._cards)
            self._choose_picked()
        else:
            if self._host.opened:  # it would be in front of what answers the question
                self._host.open_pile("")
            self._light()
            bubble.focus_first()
            if not bubble.has_room:
                self._want_form()
            elif choices:
                self._ask_odds(choices)

    def _choose_picked(self) -> None:
        """Choose the cards that were picked before they were asked for, as clicks on them would."""
        for zone, index in self._host.take_picked():
            if self._cards is not None:
                self._cards.choose_picked(zone, index)

    def _settled_choices(self, asked: PressedQuestion) -> dict[Hashable, Ways]:
        """Return for each choice the ways to do the offer then; none if odds are not shown."""
        question, campaign = asked.question, self._host.campaign
        view = self._host.table_scene.view
        if question.kind is not QuestionKind.CHOICE or asked.is_list:
            return {}
        if not campaign.shows_odds(view, asked.offer.command):
            return {}
        found: dict[Hashable, Ways] = {}
        for choice in question.choices[:MOST_BUTTONS]:
            ways = settled_ways(asked.offer, {**asked.answers, question.field: choice})
            title = f"{say(asked.offer.label)}: {title_of_choice(view, question, choice)}"
            if ways:
                found[choice] = [(way_title(view, title, way), way.offer) for way in ways]
        return found

    def _ask_odds(self, choices: Mapping[Hashable, Ways]) -> None:
        if self._odds is None:
            self._odds = OddsReading(self._host.campaign, self)
            self._odds.ready.connect(self._show_odds)
        self._odds.ask(self._host.table_scene.view.viewer, choices, self._host.hand_peek.seat)

    @Slot()
    def _look_changed(self) -> None:
        """Show no odds any more that were calculated with the cards of a look, and ask for those of now."""
        if self._odds is not None:
            self._odds.forget()
        if self._cards is not None:
            self._card_odds.ask(self._cards)
            self._light()
        elif self.bubble is not None and self.bubble.choice_buttons is not None and self.bubble.choice_buttons.odds:
            choices = self._settled_choices(self.bubble.asked)
            if self.bubble.choice_buttons.show_odds({}, more_come=bool(choices)):
                self._place(self.bubble, self.bubble.asked)
            self._ask_odds(choices)
        self._hand_odds.follow(is_asked=self.is_asking)

    @property
    def _shown_plates(self) -> list[tuple[QGraphicsItem, OddsFigure]]:
        """The odds on cards, of the question that is asked, or of a look without one."""
        return self._card_odds.plates if self.is_asking else self._hand_odds.plates

    def has_odds_at(self, point: QPointF) -> bool:
        """Return whether the odds of a card are shown at a point."""
        return self._plate_at(point) is not None

    def open_odds_at(self, point: QPointF) -> bool:
        """Show the odds of the card whose plate is at a point in full. Return whether there is one."""
        at = self._plate_at(point)
        return at is not None and self._open_card_odds(at)

    def open_odds(self) -> bool:
        """Show the odds of the answers in full, the first ones first. Return whether any are shown."""
        if self._shown_plates:
            return self._open_card_odds(0)
        buttons = self.bubble.choice_buttons if self.bubble is not None else None
        return buttons is not None and buttons.open_odds()

    def _open_card_odds(self, at: int) -> bool:
        figures, is_look = [figure for _, figure in self._shown_plates], bool(self._host.hand_peek.seat)
        # A look ends with the focus of the table, and these odds with the look.
        OddsPanel.open_over(self._hub, self._page.window(), figures, at, takes_focus=not is_look)
        return True

    def _plate_at(self, point: QPointF) -> int | None:
        found = (at for at, (plate, _) in enumerate(self._shown_plates) if plate.contains(plate.mapFromScene(point)))
        return next(found, None)

    @Slot(object)
    def _show_odds(self, figures: Figures) -> None:
        if self.bubble is not None and self.bubble.choice_buttons is not None:
            asked, is_busy = self.bubble.asked, self._odds is not None and self._odds.is_busy
            shown, is_look = self.bubble.choice_buttons, bool(self._host.hand_peek.seat)
            may_share = not is_look and not self.bubble.underMouse()  # no button moves away below the mouse
            is_moved = shown.show_odds(figures, more_come=is_busy, may_share=may_share)
            if not is_busy and not is_look:  # nobody learns from a look
                width = OddsButton.widest(self._hub) if figures else 0
                OddsRoom.of(self._host.campaign).learn(self._odds_place(asked), width, are_alike=shown.are_alike())
            if is_moved:
                self._place(self.bubble, asked)

    def _odds_place(self, asked: PressedQuestion) -> OddsPlace:
        view = self._host.table_scene.view
        return OddsPlace(view.viewer, asked.offer.base_name, f"table:{asked.question.field}")

    @Slot()
    def stop_asking(self) -> None:
        """Ask no longer."""
        if self._odds is not None:
            self._odds.forget()
        self._card_odds.ask(None)
        bubble, self.bubble = self.bubble, None
        self._asked, self._pieces = None, ()
        cards, self._cards = self._cards, None
        self._put_out()
        if cards is not None:
            cards.end()
        if bubble is not None:
            if bubble.focusWidget() is not None and bubble.isAncestorOf(self._page.window().focusWidget()):
                self._focus_back()
            bubble.hide()
            bubble.deleteLater()

    def _focus_back(self) -> None:
        """Move the keyboard to where it was before the question, such as the bar; if that is gone, to the table."""
        before = self._focus_before
        has_gone = before is None or not isValid(before) or not before.isVisible() or not before.isEnabled()
        (self._page if before is None or has_gone else before).setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """Keep the question while its offer is the same, and light the pieces where they are now."""
        if self._asked is None:
            self._hand_odds.follow(is_asked=False)
            return
        listed = self._asked.listed
        offers = self._host.viewer_campaign().offers(listed.command.seat)
        if listed not in offers or (self._cards is not None and self._cards.has_lost_its_pile):
            self.stop_asking()
        elif self._cards is not None and self._cards.renew():
            self._card_odds.ask(self._cards)
            self._host.answers_changed()
        else:
            self._light()

    @property
    def is_counting(self) -> bool:
        """Whether a question is open in which every click counts one more."""
        return self._asked is not None and bool(self._asked.rows)

    @Slot()
    def follow_view(self) -> None:
        """Put the question where its piece will be when the table has moved."""
        if self._asked is not None and self.bubble is not None and self.bubble.isVisible():
            self._place(self.bubble, self._asked)

    def answer_at(self, point: QPointF) -> bool:
        """Give the answer that is lit at a point, choose it, or count one chip. Return whether one is lit there."""
        answer = answer_lit_at(self._pieces, point) if self._cards is None else None
        if answer is None:
            return False
        if self._asked is not None and self._asked.rows and self.bubble is not None:
            self.bubble.add_one(answer)
        elif self.bubble is not None and self.bubble.several is not None:
            self.bubble.toggle(answer)
        else:
            self._answer(answer)
        return True

    @Slot(object)
    def _answer(self, answer: object) -> None:
        asked = self._asked
        if asked is not None:
            self.stop_asking()
            self._host.leave_focus()  # Enter would pick up the card that had the focus last, of whatever hand
            self.answered.emit(asked, answer)

    @Slot()
    def _answer_as_before(self) -> None:
        asked = self._asked
        if asked is not None:
            self.stop_asking()
            self._host.leave_focus()
            self.answered_as_before.emit(asked)

    @Slot()
    def _want_form(self) -> None:
        asked = self._asked
        if asked is not None:
            chosen = self.bubble.chosen if asked.is_several and self.bubble is not None else ()
            self.stop_asking()
            if chosen:
                asked = replaced(asked, answers={**asked.answers, asked.question.field: chosen})
            self.form_wanted.emit(asked)

    def _pieces_of(self, asked: PressedQuestion) -> tuple[AnsweringPiece, ...]:
        scene = self._host.table_scene
        if asked.rows:
            return chip_stack_pieces(scene.bags, asked)
        return answering_pieces(scene.view, scene.static_items.regions, asked)

    @Slot()
    def _light(self) -> None:
        if self._asked is None or self.bubble is None:
            return
        self._pieces = self._pieces_of(self._asked) if self._cards is None else ()
        self._put_out()
        if self._cards is not None:
            self._cards.tell(self.bubble)
            for badge in self._cards.badges():
                self._host.table_scene.addItem(badge)
                self._lit.append(badge)
        self._card_odds.put()
        self._light_pieces(self.bubble.chosen)
        self.bubble.show_row_hint(shown=bool(self._pieces))
        self._place(self.bubble, self._asked)

    def _light_pieces(self, chosen: Collection[object]) -> None:
        """Light the pieces that answer: around each a ring, which is twice as wide if it is chosen, and covers none."""
        width = max(3.0, self._hub.theme.metrics.ring * 1.5)
        shaped = {piece.answer for piece in self._pieces if piece.shape is not None and not piece.whole}
        read = [piece.rect for piece in self._pieces if piece.shape is None]
        read += [region.rect for region in self._host.table_scene.static_items.regions if region.kind in _READ]
        for is_chosen in (False, True):
            ring = width * 2 if is_chosen else width
            pieces = [piece for piece in self._pieces if (piece.answer in chosen) is is_chosen]
            for answer, outline in outlines_of(pieces, beyond=ring / 2 + 1).items():
                if is_chosen:
                    self._add_lit(outline, self._hub.theme.colour("legal", _CHOSEN))
                for colour, wide in ((QColor(0, 0, 0, 190), ring + width), (self._hub.theme.colour("legal"), ring)):
                    self._add_lit(ring_beside(outline, wide, () if answer in shaped else read), colour)

    def _add_lit(self, path: QPainterPath, colour: QColor) -> None:
        item = QGraphicsPathItem(path)
        item.setPen(Qt.PenStyle.NoPen)
        item.setBrush(colour)
        item.setZValue(_Z_LIT)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._host.table_scene.addItem(item)
        self._lit.append(item)

    def _place(self, bubble: QuestionBubble, asked: PressedQuestion) -> None:
        """Put the question beside its piece, in the coordinates of what surrounds the table."""
        around = self._page.parentWidget() or self._page
        offset = QPointF(self._host.resting_place) if around is not self._page else QPointF()
        over_table = [
            QRectF(part.geometry())
            for part in around.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if part.isVisible()
        ]
        answering = [piece.rect for piece in self._pieces] if self._cards is None else self._cards.rects()
        pieces = [rect.translated(offset) for rect in answering]
        kept = [rect.translated(offset) for rect in people_pieces(self._host.table_scene)]
        others = [rect.translated(offset) for rect in self._occupied()]
        if self._cards is not None:  # it says who looks: with the key and the eye that are on that plate
            cells = self._host.table_scene.plan.cells
            seats = [cell for cell in cells if cell.seat == asked.offer.command.seat]
            pieces += [cell.in_scene(cell.plate).translated(offset) for cell in seats]
        stays = self._cards is not None or asked.is_several  # it would move with each look, or with each choice
        bubble.place.show_beside(
            self._about(asked).translated(offset), [*pieces, *over_table], others, kept=kept, stays=stays
        )

    def _put_out(self) -> None:
        for item in self._lit:
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self._lit = []

    def _occupied(self) -> list[QRectF]:
        """Return the parts of the table where something is to be seen, or where a card of a side is to be laid."""
        scene = self._host.table_scene
        zones, comparison = scene.view.zones, current_comparison(scene.view)
        lanes = {zone for side in comparison.sides for zone in side.zones} if comparison is not None else set()
        return [
            region.rect
            for region in scene.static_items.regions
            if region.kind in _SEEN or any(n in lanes or (n in zones and zones[n].count) for n in region.names)
        ]

    def piece_of(self, offer: Offer, answers: Mapping[str, object]) -> QRect | None:
        """Return the piece that an offer is about, on the screen; None if it is not seen."""
        rect = self._piece_about(offer, answers)
        if rect is None or not self._page.isVisible():
            return None
        seen = rect.toAlignedRect().intersected(visible_part(self._page))
        return QRect(self._page.mapToGlobal(seen.topLeft()), seen.size()) if not seen.isEmpty() else None

    def _about(self, asked: PressedQuestion) -> QRectF:
        """Return the piece that the question is about, else one that answers it."""
        nowhere = QRectF(self._page.rect().center(), QSizeF(1, 1))
        if self._cards is not None:
            reach = self._cards.reach()
            return nowhere if reach.isEmpty() else reach
        rect = self._piece_about(asked.offer, asked.answers)
        if rect is None:
            rect = self._pieces[0].rect if self._pieces else nowhere
        return rect

    def _piece_about(self, offer: Offer, answers: Mapping[str, object]) -> QRectF | None:
        """Return the piece of what was chosen last, else of the acting character or its seat."""
        said = [one for answer in answers.values() for one in (answer if isinstance(answer, tuple) else (answer,))]
        names = [*map(str, reversed(said)), acting_character(offer), offer.command.seat]
        regions = self._host.table_scene.static_items.regions
        for name in filter(None, names):
            for kind in ("actor", "body", "seat"):
                found = [region.rect for region in regions if region.kind == kind and name in region.names]
                if found:
                    return found[0]
        return None

    # Questions that cards answer.

    @property
    def asks_about_cards(self) -> bool:
        """True while a question is asked that cards answer."""
        return self._cards is not None

    @property
    def is_one_card_asked(self) -> bool:
        """True while exactly one card is the answer."""
        return self._cards is not None and self._cards.is_single

    def is_about(self, zone: str) -> bool:
        """Return whether cards of a zone answer the question that is asked."""
        return self._cards is not None and zone in self._cards.zones

    def stations(self, shown: Mapping[str, Station]) -> Mapping[str, Station]:
        """Return stations by character, with the cost of the cards that are chosen for the question that is asked.

        Args:
            shown: the stations that a seat that looks sees otherwise than the screen's viewer.
        """
        return self._cards.stations(shown) if self._cards is not None else shown

    def answering_cards(self) -> AnsweringCards | None:
        """Return the cards that answer the question and those that are chosen; None if no question is about cards."""
        return self._cards.answering() if self._cards is not None else None

    def choose_card(self, zone: str, index: int, where: QPointF, *, ends_look: bool = False) -> bool:
        """Answer with a card, choose it, or take it back. Return whether the question is about cards of that zone.

        Args:
            zone: its zone.
            index: its place there.
            where: where it was pointed at.
            ends_look: the look at the card ends with this.
        """
        return self._cards is not None and self._cards.choose(zone, index, where, ends_look=ends_look)

    @Slot()
    def confirm(self) -> None:
        """Answer with the chosen cards, or say how many are to be chosen."""
        if self._cards is not None:
            self._cards.confirm()

    def confirm_by_key(self) -> None:
        """Answer with the chosen cards, as Enter on the table does."""
        if self._cards is not None:
            self._cards.confirm_by_key()

    def step_back(self) -> None:
        """Take back the card that was chosen last; without any, ask no longer."""
        if self._cards is None or not self._cards.take_back():
            self.stop_asking()

    @Slot()
    def _focus_cards(self) -> None:
        if self._cards is not None:
            self._cards.focus_cards()
