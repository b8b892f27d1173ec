"""A question that cards on the table answer: which can be chosen, which are, and what is said about them.

Cards that the screen hides are chosen during a look alone. What depends on their faces, or on the order in which a hand
is sorted, is shown during that look alone: which cards are lit and which are chosen, what these cost, and why one
cannot be chosen. Face down, only the number of chosen cards is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsSimpleTextItem

from engine.core.commands import Command
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import say
from engine.model.frozen import replace as replaced
from engine.presentation.offers import QuestionKind
from engine.presentation.stations import RowBudget, Station
from engine.presentation.visibility import VisibleTable
from vtt.shared.card_choice.card_slots import CardSlot, slots_of
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_reading import Figures, Ways
from vtt.shared.offers.card_questions import answering_cards
from vtt.shared.offers.pressed_questions import PressedQuestion
from vtt.shared.questions.open_questions import open_questions
from vtt.shared.questions.question_form import filled
from vtt.shared.questions.settled_offers import settled
from vtt.shared.screen_names import name_of_card, name_of_seat, table_text
from vtt.shared.seat_keys import key_of_seat
from vtt.shared.table_queries import is_held, owner_of_zone, stations_of
from vtt.table.display_state import AnsweringCards
from vtt.table.items.card_layout import enlarged_hands
from vtt.table.items.movable_item import LIFT
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.visible_part import united
from vtt.table.layout.zone_placement import held_zones, shown_faces
from vtt.table.questions.card_answer import CardAnswer
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.table.questions.question_input_host import QuestionInputHost
from vtt.table.scene.table_scene import can_open_pile
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font

_Z_BADGE: Final = 931.0
_BETWEEN_PLATES: Final = 2.0
"""Pixels between two odds that are one above the other."""


def can_ask_about_cards(host: QuestionInputHost, asked: PressedQuestion) -> bool:
    """Return whether the table shows all cards that can be chosen, or can show them."""
    view, slots = host.table_scene.view, _slots(host, asked)
    zones = dict.fromkeys(slot.zone for slot in slots)
    if not slots or any(slot.zone not in view.zones for slot in slots):
        return False
    if not all(_shows_all_cards(host, zone) for zone in zones):
        pile = view.zones[slots[0].zone]
        return len(zones) == 1 and not is_held(pile.id) and can_open_pile(pile)
    return all(not is_held(slot.zone) or _is_known(view, slot) or _needs_look(host, slot) for slot in slots)


def _slots(host: QuestionInputHost, asked: PressedQuestion) -> tuple[CardSlot, ...]:
    taken = {answer for answer in asked.answers.values() if isinstance(answer, str)}
    slots = slots_of(host.table_scene.view, asked.question.zone, asked.question.choices)
    return tuple([slot for slot in slots if slot.reference not in taken])


def _shows_all_cards(host: QuestionInputHost, zone: str) -> bool:
    """Return whether the table shows every card of a zone, face up or face down."""
    scene = host.table_scene
    return len(scene.spots_of(zone)) == scene.view.zones[zone].count


def _is_known(view: VisibleTable, slot: CardSlot) -> bool:
    """Return whether the viewer of the screen knows a card."""
    zone = view.zones.get(slot.zone)
    return zone is not None and slot.index < zone.count and zone.face(slot.index) is not None


def _needs_look(host: QuestionInputHost, slot: CardSlot) -> bool:
    """Return whether a card must be turned up by its owner's look. What nobody knows is chosen face down."""
    return not _is_known(host.table_scene.view, slot) and host.hand_peek.would_turn_up(slot.zone, slot.index)


class CardQuestionInput:
    """Asks one question about cards.

    Args:
        host: the table.
        hub: the theme.
        asked: the question.
        answer: takes the answer.
    """

    def __init__(
        self, host: QuestionInputHost, hub: ThemeHub, asked: PressedQuestion, answer: Callable[[object], None]
    ) -> None:
        self._host, self._hub, self._asked, self._answer = host, hub, asked, answer
        self._pile = ""
        self._position = host.position
        self._cards = self._proposed()
        self._cached: tuple[object, AnsweringCards] | None = None

    @property
    def command(self) -> Command:
        """The command that the cards answer, without the answer."""
        return self._asked.offer.command

    @property
    def is_single(self) -> bool:
        """True while exactly one card is the answer."""
        return self._cards.is_single

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones of the cards that can be chosen."""
        return self._cards.zones

    @property
    def waits_for_look(self) -> bool:
        """True while no card is chosen, and some are turned up only by a look of the seat that is asked."""
        return not self._cards.chosen and any(_needs_look(self._host, slot) for slot in self._cards.slots)

    @property
    def has_lost_its_pile(self) -> bool:
        """True if the pile that was spread out for the question is closed."""
        return bool(self._pile) and self._host.opened != self._pile

    def begin(self) -> None:
        """Show the cards, and move the focus to them."""
        zone = self._cards.zones[0]
        if self._host.opened not in ("", *self._cards.zones):  # it would be in front of the cards
            self._host.open_pile("")
        if _shows_all_cards(self._host, zone):
            self._host.answers_changed()
        else:
            self._pile = zone
            self._host.open_pile(zone)
        self.focus_cards()

    def end(self) -> None:
        """Put back what was shown for the question."""
        if self._pile and self._host.opened == self._pile:
            self._host.open_pile("")
        else:
            self._host.answers_changed()

    def renew(self) -> bool:
        """Forget the choice if the table has changed: the same places may hold other cards. Return whether it has."""
        if self._position == self._host.position:
            return False
        self._position, self._cards = self._host.position, self._proposed()
        return True

    def answering(self) -> AnsweringCards:
        """Return the cards that can be chosen and those that are, as far as the screen may show it now."""
        if self._position != self._host.position:
            return AnsweringCards()  # it is about the former table
        key = (self._position, self._host.hand_peek.seat, tuple(self._cards.chosen))
        if self._cached is None or self._cached[0] != key:
            self._cached = (key, self._find_answering())
        return self._cached[1]

    def _find_answering(self) -> AnsweringCards:
        view, cards, asked = self._host.table_scene.view, self._cards, self._asked
        slots = [slot for slot in cards.slots if slot.zone in view.zones]
        hidden = _by_zone(slot for slot in slots if _needs_look(self._host, slot))
        judged = _by_zone(slot for slot in slots if _is_known(view, slot) and self._is_of_one_seat(slot.zone))
        chosen = [(slot.zone, slot.index) for slot in cards.chosen]
        for_viewer = answering_cards(self._host.viewer_campaign(), asked.offer, asked.answers, judged, chosen)
        for_look = self._host.hand_peek.answering(asked.offer, asked.answers, hidden, chosen)
        possible: dict[str, frozenset[int]] = {}
        for zone, everything in _by_zone(slots).items():
            known, unseen = judged.get(zone, frozenset()), hidden.get(zone, frozenset())
            fitting = (known & for_viewer.get(zone, frozenset())) | (unseen & for_look.get(zone, frozenset()))
            possible[zone] = (everything - known - unseen) | fitting
        shown = [slot for slot in cards.chosen if self._can_be_pointed_at(slot)]
        return AnsweringCards(possible, tuple((slot.zone, slot.index) for slot in shown))

    def choose(self, zone: str, index: int, where: QPointF, *, ends_look: bool = False) -> bool:
        """Answer with a card, choose it, or take it back. Return whether the question is about cards of that zone.

        Args:
            zone: its zone.
            index: its place there.
            where: where it was pointed at.
            ends_look: the look at the card ends with this.
        """
        cards = self._cards
        if zone not in cards.zones:
            return False
        slot = cards.slot_at(zone, index)
        if not self._can_be_pointed_at(slot or CardSlot("", zone, index, None)):
            self._host.refuse(self._look_hint(zone), (), where)
        elif slot is None:
            other = [card for card in slots_of(self._host.table_scene.view, zone, ()) if card.index == index]
            self._refuse(*self._why_not([*cards.chosen, *other]), where, other, ends_look=ends_look)
        elif cards.is_single:
            self._answer_with_one(slot, where, ends_look=ends_look)
        elif slot not in cards.chosen and not self._is_choice(slot):
            others = [] if cards.takes_one else cards.chosen
            self._refuse(*self._why_not([*others, slot]), where, [slot], ends_look=ends_look)
        elif cards.is_full and slot not in cards.chosen and not cards.takes_one:
            self._refuse(cards.words_for_full(), (), where, ends_look=ends_look)
        else:
            cards.toggle(slot)  # whether the chosen cards fit together is judged when they are confirmed
            self._host.answers_changed()
        return True

    def choose_picked(self, zone: str, index: int) -> None:
        """Choose a card that was picked before it was asked for; one that the screen hides is asked for anew."""
        spot = self._host.table_scene.spots_of(zone).get(index)
        if spot is not None and self._can_be_pointed_at(CardSlot("", zone, index, None)):
            self.choose(zone, index, QPointF(spot.box().center().x(), spot.box().top()))

    def _is_choice(self, slot: CardSlot) -> bool:
        """Return whether a card can be chosen, as far as the seat that looks at it knows; the screen lists all."""
        asked, place = self._asked, (slot.zone, slot.index)
        hidden = _needs_look(self._host, slot)
        return not hidden or self._host.hand_peek.is_choice(asked.offer, asked.answers, place)

    def _answer_with_one(self, slot: CardSlot, where: QPointF, *, ends_look: bool) -> None:
        refused = self._refusal_of([slot])
        if refused is None and slot.index in self.answering().possible.get(slot.zone, ()):
            self._cards.chosen = [slot]
            self._answer(self._cards.value())
            return
        self._refuse(*self._why_not([slot]), where, [slot], ends_look=ends_look)

    def _why_not(self, chosen: Iterable[CardSlot]) -> tuple[str, tuple[str, ...]]:
        """Return why cards are no answer, in the words of the rules where these know it, and the rules' IDs."""
        refused = self._refusal_of(chosen)
        return (refused.text, refused.rules) if refused is not None else (table_text("question.not_this"), ())

    def confirm(self) -> None:
        """Answer with the chosen cards, or say how many are to be chosen."""
        cards, where = self._cards, self._above_cards()
        if not cards.fits or cards.is_single:
            self._host.refuse(cards.words_for_wrong_count(), (), where)
            return
        refused = self._refusal_of(cards.chosen)
        if refused is None:
            self._answer(cards.value())
        else:
            self._refuse(refused.text, refused.rules, where, cards.chosen)

    def confirm_by_key(self) -> None:
        """Answer with the chosen cards; that there is none is said by the button alone, never by accident."""
        if self._cards.fits and not self._cards.chosen:
            self._host.refuse(table_text("question.none"), (), self._above_cards())
        else:
            self.confirm()

    def take_back(self) -> bool:
        """Take back the card that was chosen last. Return whether there is one."""
        if not self._cards.chosen or self._cards.is_single:
            return False
        self._cards.chosen.pop()
        self._host.answers_changed()
        return True

    def focus_cards(self) -> None:
        """Move the keyboard to the cards.

        In a hand that is hidden here it is the first one in the row: any other place could tell how it is sorted.
        """
        scene, cards = self._host.table_scene, self._cards
        zone = self._asked.question.zone if self._asked.question.zone in cards.zones else cards.zones[0]
        order = scene.order_of(zone)
        if None not in shown_faces(scene.view, zone, {}) or not scene.view.zones[zone].private:
            order = tuple([index for index in order if cards.slot_at(zone, index) is not None]) or order
        if order:
            self._host.focus_card(zone, order[0])

    def tell(self, bubble: QuestionBubble) -> None:
        """Show how cards are chosen, and how many are."""
        cards = self._cards
        hidden = next((slot.zone for slot in cards.slots if not self._can_be_pointed_at(slot)), "")
        is_open = not any(_needs_look(self._host, slot) for slot in cards.slots)
        if cards.is_full and not cards.is_single:
            hint = table_text("question.ready")
        elif hidden:
            hint = self._look_hint(hidden)
        elif is_open and not cards.chosen and not any(self.answering().possible.values()):
            hint = table_text("question.nothing")
        else:
            hint = table_text("question.one" if cards.is_single else "question.several")
        budget = self.row_budget() if cards.chosen else None
        cost, warns = "", False
        if budget is not None:
            cost = "\n".join(dict.fromkeys(say(part) for part in (budget.words, *budget.warnings)))
            warns = budget.short or bool(budget.warnings)
        bubble.show_chosen(hint, cards.words_for_count(), fits=cards.fits, cost=cost, warns=warns)

    def hints(self) -> tuple[str, ...]:
        """Return everything that may be said about how the cards are chosen, of whatever faces they have."""
        names = ("nothing", *(("one",) if self._cards.is_single else ("several", "ready")))
        looks = (
            self._look_hint(zone) for zone in self._cards.zones if owner_of_zone(self._host.table_scene.view, zone)
        )
        return (*(table_text(f"question.{name}") for name in names), *looks)

    @property
    def keeps_cost_room(self) -> bool:
        """True if the cost of the chosen cards is shown only while their owner looks at them."""
        command = self._asked.offer.command
        is_hidden = any(_needs_look(self._host, slot) for slot in self._cards.slots)
        return is_hidden and self._host.campaign.viewer_campaign(command.seat).row_budget(command) is not None

    def row_budget(self) -> RowBudget | None:
        """Return the cost of the chosen cards, for a viewer or a seat that looks who may know it now."""
        if self._cards.is_single or self._position != self._host.position:
            return None
        answers = {**self._asked.answers, self._asked.question.field: self._cards.value()}
        try:
            command = filled(self._asked.offer.command, answers)
        except Refused:
            return None
        return self._host.viewer_campaign().row_budget(command) or self._host.hand_peek.row_budget(command)

    def stations(self, shown: Mapping[str, Station]) -> Mapping[str, Station]:
        """Return stations by character, that of the asked character with the cost of the chosen cards.

        Args:
            shown: the stations that a seat that looks sees otherwise than the screen's viewer.
        """
        budget, actor = self.row_budget(), getattr(self._asked.offer.command, "actor", "")
        if budget is None:
            return shown
        stations = stations_of(self._host.table_scene.view, shown)
        return {**shown, **{s.actor: replaced(s, budget=budget) for s in stations if s.actor == actor}}

    def rects(self) -> list[QRectF]:
        """Return the bounds of the cards, also as large as during a look, of the eyes, and of the slots.

        While another seat looks at its hand, that hand counts as so large instead: the question does not cover it.
        """
        scene = self._host.table_scene
        owners = {owner_of_zone(scene.view, zone) for zone in self._cards.zones}
        regions = scene.static_items.regions
        eyes = [region.rect for region in regions if region.kind == "eye" and owners & {*region.names}]
        slots = [
            cell.in_scene(station.row[1])
            for cell in scene.plan.cells
            for station in cell.stations
            if station.hand[0] in self._cards.zones and station.slots
        ]
        looking = self._host.hand_peek.seat
        looked_at = self._looked_at({looking} if looking else owners)
        return [*(spot.box() for spot in self._spots()), *looked_at, *eyes, *slots]

    def _looked_at(self, seats: Iterable[str]) -> Iterator[QRectF]:
        """Yield where the hands of some seats are while they look at them; it tells no more than their counts."""
        scene = self._host.table_scene
        view, placement = scene.view, scene.placement
        for seat in seats:
            looks = {zone: view.zones[zone] for zone in held_zones(view, placement, seat)}
            during_look = replace(scene.display_state, looking=seat, looks=looks, enlarged=True)
            hands = enlarged_hands(view, placement, scene.plan, during_look)
            is_answering = any(zone in hands for zone in self._cards.zones)
            zones = self._cards.zones if is_answering else tuple(hands)
            yield from (hands[zone].reach for zone in zones if zone in hands)

    def whole_rect(self) -> QRectF:
        """Return the bounds of the cards alone; empty if none is seen."""
        return united(spot.box() for spot in self._spots())

    def reach(self) -> QRectF:
        """Return the bounds of the cards at rest and while their owner looks at them; empty if none is seen."""
        owners = {owner_of_zone(self._host.table_scene.view, zone) for zone in self._cards.zones}
        return united((self.whole_rect(), *self._looked_at(owners)))

    def badges(self) -> Iterator[QGraphicsItem]:
        """Yield the marks of the chosen cards: with their number where the order matters, else with a tick."""
        if self._cards.is_single:
            return
        scene = self._host.table_scene
        for number, slot in enumerate(self._cards.chosen, start=1):
            spot = scene.spots_of(slot.zone).get(slot.index)
            if spot is not None and self._can_be_pointed_at(slot):
                yield self._badge(spot, str(number) if self._cards.is_ordered else "✓")

    def settled_choices(self) -> Iterator[tuple[Hashable, Ways]]:
        """Yield for each card that is an answer alone the offer that it would do, by the reference of the card."""
        asked, view = self._asked, self._host.table_scene.view
        for slot in self._cards.slots if self._cards.is_single else ():
            answer = slot.reference if asked.question.kind is QuestionKind.CARD else (slot.reference,)
            offer = settled(asked.offer, {**asked.answers, asked.question.field: answer})
            if offer is not None and slot.zone in view.zones:
                yield slot.reference, [(say(asked.offer.label), offer)]

    def odds_badges(self, figures: Figures) -> Iterator[tuple[QGraphicsItem, OddsFigure]]:
        """Yield the odds of the cards whose faces the screen shows now, on a plate and in full with the card's name."""
        scene = self._host.table_scene
        placed: list[QRectF] = []
        for slot in self._cards.slots:
            figure, spot = figures.get(slot.reference), scene.spots_of(slot.zone).get(slot.index)
            face = self._face_of(slot) if figure is not None and spot is not None else None
            if figure is not None and spot is not None and face is not None:
                title = f"{figure.title}: {name_of_card(scene.view, face)}"
                badge = self._odds_badge(spot, figure.words, placed)
                placed.append(badge.boundingRect())
                yield badge, replace(figure, title=title)

    def _odds_badge(self, spot: CardSpot, words: str, placed: Sequence[QRectF]) -> QGraphicsItem:
        """Return a plate with a chance, in the lower corner that a neighbour in the hand leaves free.

        Where the cards are close together, it is above the plates that are placed already.
        """
        theme = self._hub.theme
        sign = QGraphicsSimpleTextItem(words)
        sign.setFont(ui_font(max(theme.metrics.font_body, round(spot.height * 0.1)), weight=QFont.Weight.Bold))
        sign.setBrush(theme.colour("on_accent"))
        size, air = sign.boundingRect().size(), float(theme.metrics.pad_xs)
        corner = spot.outline().map(QPointF(-spot.width * 0.45, spot.height * 0.48))
        outline = QPainterPath()
        plate = QRectF(corner.x(), corner.y() - size.height() - air, size.width() + 2 * air, size.height())
        for other in sorted(placed, key=QRectF.top, reverse=True):
            if plate.intersects(other):
                plate.moveBottom(other.top() - _BETWEEN_PLATES)
        outline.addRoundedRect(plate, theme.metrics.radius_s, theme.metrics.radius_s)
        badge = QGraphicsPathItem(outline)
        badge.setBrush(theme.colour("accent"))
        badge.setPen(QPen(QColor(0, 0, 0, 190), 1.5))
        sign.setParentItem(badge)
        sign.setPos(plate.left() + air, plate.top())
        badge.setZValue(_Z_BADGE)
        for item in (badge, sign):
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        return badge

    def _badge(self, spot: CardSpot, text: str) -> QGraphicsItem:
        theme, radius = self._hub.theme, max(11.0, spot.height * 0.11)
        # In the corner that a neighbour in the hand leaves free; a chosen card is raised.
        left, bottom = -spot.width / 2 + radius * 0.8, spot.height * (0.5 - LIFT) - radius * 0.8
        middle = spot.outline().map(QPointF(left, bottom))
        disc = QPainterPath()
        disc.addEllipse(middle, radius, radius)
        badge = QGraphicsPathItem(disc)
        badge.setBrush(theme.colour("accent"))
        badge.setPen(QPen(QColor(0, 0, 0, 190), 1.5))
        sign = QGraphicsSimpleTextItem(text, badge)
        sign.setFont(ui_font(round(radius * 1.3), weight=QFont.Weight.Bold))
        sign.setBrush(theme.colour("on_accent"))
        sign.setPos(middle - sign.boundingRect().center())
        badge.setZValue(_Z_BADGE)
        for item in (badge, sign):
            item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        return badge

    def _proposed(self) -> CardAnswer:
        """Return the answer as the game proposes it, such as the cards that are laid already."""
        cards = CardAnswer(self._asked.question, _slots(self._host, self._asked))
        proposal = self._asked.proposal
        if not cards.is_single and isinstance(proposal, Sequence) and not isinstance(proposal, str):
            by_reference = {slot.reference: slot for slot in cards.slots}
            cards.chosen = [by_reference[card] for card in proposal if card in by_reference]
        return cards

    def _is_of_one_seat(self, zone: str) -> bool:
        return is_held(zone) or self._host.table_scene.view.zones[zone].private

    def _is_face_up(self, slot: CardSlot) -> bool:
        """Return whether the screen shows the face of a card now."""
        return self._face_of(slot) is not None

    def _face_of(self, slot: CardSlot) -> str | None:
        """Return the face of a card that the screen shows now; None for a card that is face down."""
        view = self._host.table_scene.view
        if slot.zone not in view.zones or slot.index >= view.zones[slot.zone].count:
            return None
        return shown_faces(view, slot.zone, self._host.hand_peek.zones())[slot.index]

    def _can_be_pointed_at(self, slot: CardSlot) -> bool:
        """Return whether a card may be told from others now: not one that only a look turns up, while nobody looks."""
        return not _needs_look(self._host, slot) or self._is_face_up(slot)

    def _refusal_of(self, chosen: Iterable[CardSlot]) -> Refused | None:
        """Return why the offer cannot be done with these cards; None if it can, or if more is asked before."""
        asked, answer = self._asked, CardAnswer(self._asked.question, self._cards.slots)
        answer.chosen = list(chosen)
        answers = {**asked.answers, asked.question.field: answer.value()}
        if open_questions(asked.offer, answers):
            return None
        try:
            command = filled(asked.offer.command, answers)
        except Refused as refused:
            return without_traceback(refused)
        seen = all(map(self._is_face_up, answer.chosen))
        return self._host.viewer_campaign().refusal(command, seen=seen, tried=True)

    def _refuse(
        self,
        text: str,
        rules: tuple[str, ...],
        where: QPointF,
        about: Iterable[CardSlot] = (),
        *,
        ends_look: bool = False,
    ) -> None:
        """Say why cards are no answer. What the screen would hide without a look goes with that look.

        Args:
            text: the reason.
            rules: the rules' IDs.
            where: where it is said.
            about: the cards on which the reason depends.
            ends_look: the look at them ends with this.
        """
        is_secret = any(_needs_look(self._host, slot) and self._is_face_up(slot) for slot in about)
        if ends_look:
            self._host.hand_peek.end()
        if not is_secret:
            self._host.refuse(text, rules, where)
        elif ends_look:
            self._host.refuse(table_text("question.not_chosen"), (), where)
        else:
            self._host.refuse_during_look(text, rules, where)

    def _look_hint(self, zone: str) -> str:
        view = self._host.table_scene.view
        owner = owner_of_zone(view, zone)
        key, name = key_of_seat(view.seats, owner), name_of_seat(view, owner)
        if key:
            return table_text("question.look", name=name, key=key)
        return table_text("question.look_eye", name=name)

    def _spots(self) -> list[CardSpot]:
        """Return where the cards are, those that are lit not raised: which ones these are may be secret."""
        scene = self._host.table_scene
        spots = [scene.spots_at_rest(slot.zone).get(slot.index) for slot in self._cards.slots]
        return [spot for spot in spots if spot is not None]

    def _above_cards(self) -> QPointF:
        whole = self.whole_rect()
        return QPointF(whole.center().x(), whole.top())


def _by_zone(slots: Iterable[CardSlot]) -> dict[str, frozenset[int]]:
    places: dict[str, frozenset[int]] = {}
    for slot in slots:
        places[slot.zone] = places.get(slot.zone, frozenset()) | {slot.index}
    return places
