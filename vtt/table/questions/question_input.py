"""Questions on the table: the pieces that answer are lit and take a click, and the question is beside its piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsSimpleTextItem, QPushButton, QWidget

from engine.messages.refusal import Refused
from engine.presentation.offers import Offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.card_choice.card_slots import CardSlot, slots_of
from vtt.shared.hand_peek import HandPeek
from vtt.shared.offers.card_questions import answering_cards
from vtt.shared.offers.pressed_questions import PressedQuestion, open_questions
from vtt.shared.questions.question_form import filled
from vtt.shared.screen_names import name_of_seat, table_text
from vtt.shared.table_queries import is_held, owner_of_zone
from vtt.table.display_state import AnsweringCards
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.zone_placement import shown_faces
from vtt.table.questions.answering_pieces import AnsweringPiece, answering_pieces, outlines_of
from vtt.table.questions.card_answer import CardAnswer
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.table.scene.table_scene import TableScene, can_open_pile
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.visible_part import visible_part

_Z_LIT: Final = 930.0
_KEYS_OF_SEATS: Final = 9
_SEEN: Final = ("seat", "actor", "region", "element", "body", "bag", "dice", "words")


class QuestionInputHost(Protocol):
    """The interface of the table that `QuestionInput` needs."""

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    @property
    def hand_peek(self) -> HandPeek:
        """The look at a hidden hand."""
        ...

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        ...

    @property
    def position(self) -> int:
        """The number of moves that lead to the table that is shown."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def open_pile(self, zone: str) -> None:
        """Spread a pile, or close it with an empty string."""
        ...

    def focus_card(self, zone: str, index: int) -> None:
        """Move the keyboard to the table, and the focus to a card."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        ...

    def answers_changed(self) -> None:
        """Show which cards answer a question now, and which are chosen."""
        ...


class QuestionInput(QObject):
    """Asks one question at a time on the table.

    Args:
        host: the table.
        hub: the theme.
        parent: the widget of the table.

    Signals:
        answered: the `PressedQuestion` and the answer.
        answered_as_before: the `PressedQuestion` whose offer shall be done with the same answers as the last time.
        form_wanted: the `PressedQuestion` whose offer shall ask everything in a form.
    """

    answered = Signal(object, object)
    answered_as_before = Signal(object)
    form_wanted = Signal(object)

    def __init__(self, host: QuestionInputHost, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._host, self._hub, self._page = host, hub, parent
        self._asked: PressedQuestion | None = None
        self._pieces: tuple[AnsweringPiece, ...] = ()
        self._lit: list[QGraphicsItem] = []
        self._cards: CardAnswer | None = None
        self._pile = ""
        self._position = 0
        self.bubble: QuestionBubble | None = None

    @property
    def is_asking(self) -> bool:
        """True while a question is asked."""
        return self._asked is not None

    @property
    def pieces(self) -> tuple[AnsweringPiece, ...]:
        """The pieces that are lit now."""
        return self._pieces

    def can_ask(self, asked: PressedQuestion) -> bool:
        """Return whether the table has a piece that answers the question."""
        if asked.is_about_cards:
            return self._shows_cards(asked)
        return bool(self._pieces_of(asked))

    def ask_beside(self, asked: PressedQuestion) -> None:
        """Ask a question in place of any other."""
        self.stop_asking()
        self._asked = asked
        # On what surrounds the table, so that nothing there covers it.
        around = self._page.parentWidget() or self._page
        bubble = QuestionBubble(self._hub, asked, self._host.table_scene.view, around)
        bubble.answered.connect(self._answer)
        bubble.as_before.connect(self._answer_as_before)
        bubble.form_wanted.connect(self._want_form)
        bubble.left.connect(self.stop_asking)
        bubble.confirmed.connect(self.confirm)
        bubble.table_wanted.connect(self._focus_cards)
        self.bubble = bubble
        if asked.is_about_cards:
            self._begin_cards(asked)
        else:
            self._light()
            bubble.focus_first()

    @Slot()
    def stop_asking(self) -> None:
        """Ask no longer."""
        bubble, self.bubble = self.bubble, None
        self._asked, self._pieces = None, ()
        cards, self._cards, pile, self._pile = self._cards, None, self._pile, ""
        self._put_out()
        if pile and self._host.opened == pile:
            self._host.open_pile("")
        elif cards is not None:
            self._host.answers_changed()
        if bubble is not None:
            if bubble.focusWidget() is not None and bubble.isAncestorOf(self._page.window().focusWidget()):
                self._page.setFocus(Qt.FocusReason.OtherFocusReason)
            bubble.hide()
            bubble.deleteLater()

    def follow(self) -> None:
        """Keep the question while its offer is the same, and light the pieces where they are now."""
        if self._asked is None:
            return
        listed = self._asked.listed
        offers = self._host.viewer_campaign().offers(listed.command.seat)
        if listed not in offers or (self._pile and self._host.opened != self._pile):
            self.stop_asking()
            return
        if self._cards is not None and self._position != self._host.position:
            self._position, had_chosen = self._host.position, bool(self._cards.chosen)
            self._cards = self._card_answer(self._asked)  # the same places may hold other cards now
            if had_chosen:
                self._host.answers_changed()
                return
        self._light()

    def answer_at(self, point: QPointF) -> bool:
        """Give the answer of the piece at a point. Return whether there is one."""
        if self._cards is not None:
            return False
        piece = next((piece for piece in reversed(self._pieces) if piece.covers(point)), None)
        if piece is None:
            return False
        self._answer(piece.answer)
        return True

    @Slot(object)
    def _answer(self, answer: object) -> None:
        asked = self._asked
        if asked is not None:
            self.stop_asking()
            self.answered.emit(asked, answer)

    @Slot()
    def _answer_as_before(self) -> None:
        asked = self._asked
        if asked is not None:
            self.stop_asking()
            self.answered_as_before.emit(asked)

    @Slot()
    def _want_form(self) -> None:
        asked = self._asked
        if asked is not None:
            self.stop_asking()
            self.form_wanted.emit(asked)

    def _pieces_of(self, asked: PressedQuestion) -> tuple[AnsweringPiece, ...]:
        scene = self._host.table_scene
        return answering_pieces(scene.view, scene.static_items.regions, asked)

    def _light(self) -> None:
        if self._asked is None or self.bubble is None:
            return
        self._pieces = self._pieces_of(self._asked) if self._cards is None else ()
        self._put_out()
        if self._cards is not None:
            self._number_cards(self._cards)
            self._tell_about_cards(self._cards, self.bubble)
        width = max(3.0, self._hub.theme.metrics.ring * 1.5)
        for outline in outlines_of(self._pieces):
            for colour, wide in ((QColor(0, 0, 0, 190), width * 2), (self._hub.theme.colour("legal"), width)):
                item = QGraphicsPathItem(outline)
                item.setPen(QPen(colour, wide))
                item.setZValue(_Z_LIT)
                item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
                self._host.table_scene.addItem(item)
                self._lit.append(item)
        self._place(self.bubble, self._asked)

    def _place(self, bubble: QuestionBubble, asked: PressedQuestion) -> None:
        """Put the question beside its piece, in the coordinates of what surrounds the table."""
        around = self._page.parentWidget() or self._page
        offset = QPointF(self._page.mapTo(around, QPoint()))
        over_table = [
            QRectF(part.geometry())
            for part in around.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if part.isVisible()
        ]
        answering = [piece.rect for piece in self._pieces] if self._cards is None else self._rects_of_cards(self._cards)
        pieces = [rect.translated(offset) for rect in answering]
        others = [rect.translated(offset) for rect in self._occupied()]
        stays = self._cards is not None  # it would move each time a hand turns up or down
        bubble.show_beside(self._about(asked).translated(offset), [*pieces, *over_table], others, stays=stays)

    def _put_out(self) -> None:
        for item in self._lit:
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self._lit = []

    def _occupied(self) -> list[QRectF]:
        """Return the parts of the table where something is to be seen."""
        scene = self._host.table_scene
        zones = scene.view.zones
        return [
            region.rect
            for region in scene.static_items.regions
            if region.kind in _SEEN or any(name in zones and zones[name].count for name in region.names)
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
        if self._cards is not None:
            rects = [spot.box() for spot in self._spots_of_cards(self._cards)]
            return _united(rects) if rects else QRectF(self._page.rect().center(), QSizeF(1, 1))
        rect = self._piece_about(asked.offer, asked.answers)
        if rect is None:
            rect = self._pieces[0].rect if self._pieces else QRectF(self._page.rect().center(), QSizeF(1, 1))
        return rect

    def _piece_about(self, offer: Offer, answers: Mapping[str, object]) -> QRectF | None:
        """Return the piece of what was chosen last, else of the acting character or its seat."""
        fields = {question.field for question in offer.questions}
        actor = "" if "actor" in fields else getattr(offer.command, "actor", "")
        names = [*map(str, reversed(tuple(answers.values()))), actor, offer.command.seat]
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

    def answering_cards(self) -> AnsweringCards | None:
        """Return the cards that answer the question and those that are chosen; None if no question is about cards.

        Which cards of a hand answer it is not told before this screen shows their faces.
        """
        cards, asked, view = self._cards, self._asked, self._host.table_scene.view
        if cards is None or asked is None:
            return None
        zones = [zone for zone in cards.zones if zone in view.zones]
        fits: dict[str, frozenset[int]] = {zone: frozenset(range(view.zones[zone].count)) for zone in zones}
        hands = [zone for zone in zones if is_held(zone)]
        known = [zone for zone in hands if None not in shown_faces(view, zone, {})]
        fits |= dict.fromkeys(hands, frozenset())
        fits |= answering_cards(self._host.viewer_campaign(), asked.offer, asked.answers, known)
        hidden = [zone for zone in hands if zone not in known and self._is_seen(zone)]
        fits |= self._host.hand_peek.answering(asked.offer, asked.answers, hidden)
        possible = {zone: frozenset(i for i in fits[zone] if cards.slot_at(zone, i) is not None) for zone in zones}
        return AnsweringCards(possible, tuple((slot.zone, slot.index) for slot in cards.chosen))

    def choose_card(self, zone: str, index: int, where: QPointF) -> bool:
        """Answer with a card, choose it, or take it back. Return whether the question is about cards of that zone."""
        cards, answering = self._cards, self.answering_cards()
        if cards is None or answering is None or zone not in cards.zones:
            return False
        slot = cards.slot_at(zone, index)
        if not self._is_seen(zone):
            self._host.refuse(self._look_hint(zone), (), where)
        elif slot is None or index not in answering.possible.get(zone, ()):
            refused = self._refusal_of([slot]) if slot is not None else None
            text = refused.text if refused is not None else table_text("question.not_this")
            self._host.refuse(text, refused.rules if refused is not None else (), where)
        elif cards.is_single:
            cards.chosen = [slot]
            self._answer_with_cards(where)
        elif cards.is_full and slot not in cards.chosen:
            self._host.refuse(cards.full(), (), where)
        else:
            cards.toggle(slot)
            self._host.answers_changed()
        return True

    @Slot()
    def confirm(self) -> None:
        """Answer with the chosen cards, or say how many are to be chosen."""
        cards = self._cards
        if cards is None:
            return
        if cards.fits and not cards.is_single:
            self._answer_with_cards(self._above_cards(cards))
        else:
            self._host.refuse(cards.wrong_count(), (), self._above_cards(cards))

    def confirm_by_key(self) -> None:
        """Answer with the chosen cards; that there is none is said by the button alone, never by accident."""
        cards = self._cards
        if cards is not None and cards.fits and not cards.chosen:
            self._host.refuse(table_text("question.none"), (), self._above_cards(cards))
        else:
            self.confirm()

    def step_back(self) -> None:
        """Take back the card that was chosen last; without any, ask no longer."""
        if self._cards is not None and self._cards.chosen and not self._cards.is_single:
            self._cards.chosen.pop()
            self._host.answers_changed()
        else:
            self.stop_asking()

    def _begin_cards(self, asked: PressedQuestion) -> None:
        self._cards, self._position = self._card_answer(asked), self._host.position
        zone = self._cards.zones[0]
        if not self._lies_open(zone):
            self._pile = zone
            self._host.open_pile(zone)
        else:
            self._host.answers_changed()
        self._focus_cards()

    def _card_answer(self, asked: PressedQuestion) -> CardAnswer:
        return CardAnswer(asked.question, self._slots(asked))

    def _slots(self, asked: PressedQuestion) -> tuple[CardSlot, ...]:
        taken = {answer for answer in asked.answers.values() if isinstance(answer, str)}
        slots = slots_of(self._host.table_scene.view, asked.question.zone, asked.question.choices)
        return tuple([slot for slot in slots if slot.reference not in taken])

    def _shows_cards(self, asked: PressedQuestion) -> bool:
        """Return whether the table shows all cards that can be chosen, or can show them."""
        view, slots = self._host.table_scene.view, self._slots(asked)
        zones = dict.fromkeys(slot.zone for slot in slots)
        if not slots or any(slot.zone not in view.zones for slot in slots):
            return False
        if not all(map(self._lies_open, zones)):
            return len(zones) == 1 and not is_held(slots[0].zone) and can_open_pile(view.zones[slots[0].zone])
        hidden = [zone for zone in zones if is_held(zone) and None in shown_faces(view, zone, {})]
        return all(self._may_be_looked_at(zone) for zone in hidden)

    def _lies_open(self, zone: str) -> bool:
        """Return whether the table shows every card of a zone."""
        scene = self._host.table_scene
        return len(scene.spots_of(zone)) == scene.view.zones[zone].count

    def _may_be_looked_at(self, zone: str) -> bool:
        view = self._host.table_scene.view
        owner = owner_of_zone(view, zone)
        return owner in view.zones[zone].owners and self._host.hand_peek.can_look(owner)

    def _is_seen(self, zone: str) -> bool:
        """Return whether cards of a zone may be told apart: those of a hand only while all of its faces are shown."""
        return not is_held(zone) or None not in shown_faces(
            self._host.table_scene.view, zone, self._host.hand_peek.zones()
        )

    def _refusal_of(self, chosen: Iterable[CardSlot]) -> Refused | None:
        """Return why the offer cannot be done with these cards; None if it can, or if more is asked before."""
        asked, cards = self._asked, self._cards
        if asked is None or cards is None:
            return None
        answer = CardAnswer(asked.question, cards.slots)
        answer.chosen = list(chosen)
        answers = {**asked.answers, asked.question.field: answer.value()}
        if open_questions(asked.offer, answers):
            return None
        try:
            command = filled(asked.offer.command, answers)
        except Refused as refused:
            return refused
        seen = all(self._is_seen(slot.zone) for slot in answer.chosen)
        return self._host.viewer_campaign().refusal(command, seen=seen, tried=True)

    def _answer_with_cards(self, where: QPointF) -> None:
        cards = self._cards
        if cards is None:
            return
        refused = self._refusal_of(cards.chosen)
        if refused is None:
            self._answer(cards.value())
            return
        if cards.is_single:
            cards.chosen = []
        self._host.refuse(refused.text, refused.rules, where)

    @Slot()
    def _focus_cards(self) -> None:
        cards = self._cards
        if cards is None or not cards.slots:
            return
        places = {(slot.zone, slot.index) for slot in cards.slots}
        zone = cards.zones[0]
        order = self._host.table_scene.order_of(zone)
        self._host.focus_card(zone, next((index for index in order if (zone, index) in places), 0))

    def _look_hint(self, zone: str) -> str:
        view = self._host.table_scene.view
        owner = owner_of_zone(view, zone)
        number = list(view.seats).index(owner) + 1 if owner in view.seats else 0
        name = name_of_seat(view, owner)
        if 0 < number <= _KEYS_OF_SEATS:
            return table_text("question.look", name=name, key=number)
        return table_text("question.look_eye", name=name)

    def _tell_about_cards(self, cards: CardAnswer, bubble: QuestionBubble) -> None:
        hidden = next((zone for zone in cards.zones if not self._is_seen(zone)), "")
        how = table_text("question.one" if cards.is_single else "question.several")
        if cards.is_full and not cards.is_single:
            how = table_text("question.ready")
        elif hidden:
            how = self._look_hint(hidden)
        bubble.show_cards(how, cards.count(), fits=cards.fits)

    def _spots_of_cards(self, cards: CardAnswer) -> list[CardSpot]:
        scene = self._host.table_scene
        spots = [scene.spots_of(slot.zone).get(slot.index) for slot in cards.slots]
        return [spot for spot in spots if spot is not None]

    def _above_cards(self, cards: CardAnswer) -> QPointF:
        whole = _united(spot.box() for spot in self._spots_of_cards(cards))
        return QPointF(whole.center().x(), whole.top())

    def _rects_of_cards(self, cards: CardAnswer) -> list[QRectF]:
        """Return the bounds of the cards, and of the eyes for looking at them."""
        scene = self._host.table_scene
        owners = {owner_of_zone(scene.view, zone) for zone in cards.zones}
        regions = scene.static_items.regions
        eyes = [region.rect for region in regions if region.kind == "eye" and owners & {*region.names}]
        return [*(spot.box() for spot in self._spots_of_cards(cards)), *eyes]

    def _number_cards(self, cards: CardAnswer) -> None:
        """Mark the chosen cards: with their number where the order matters, else with a tick."""
        if cards.is_single:
            return
        scene, theme = self._host.table_scene, self._hub.theme
        for number, slot in enumerate(cards.chosen, start=1):
            spot = scene.spots_of(slot.zone).get(slot.index)
            if spot is None:
                continue
            radius = max(9.0, spot.height * 0.09)
            # In the corner that a neighbour in the hand leaves free.
            middle = spot.outline().map(QPointF(-spot.width / 2 + radius * 0.8, spot.height / 2 - radius * 0.8))
            disc = QPainterPath()
            disc.addEllipse(middle, radius, radius)
            badge = QGraphicsPathItem(disc)
            badge.setBrush(theme.colour("accent"))
            badge.setPen(QPen(QColor(0, 0, 0, 190), 1.5))
            sign = QGraphicsSimpleTextItem(str(number) if cards.is_ordered else "✓", badge)
            sign.setFont(ui_font(round(radius * 1.3), weight=QFont.Weight.Bold))
            sign.setBrush(theme.colour("on_accent"))
            sign.setPos(middle - sign.boundingRect().center())
            badge.setZValue(_Z_LIT + 1)
            for item in (badge, sign):
                item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            scene.addItem(badge)
            self._lit.append(badge)


def _united(rects: Iterable[QRectF]) -> QRectF:
    whole = QRectF()
    for rect in rects:
        whole = whole.united(rect)
    return whole
