"""The interactive table: what mouse, keyboard, menus, the curtain and the window can do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.core.commands import Command
from engine.model.frozen import Json
from engine.model.seats import Role
from engine.model.zones import hand_of
from engine.presentation.offers import Offer
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.hand_peek import HandPeek
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.look_times import NEARLY_OVER_SECONDS
from vtt.shared.offers.card_questions import filled_command
from vtt.shared.screen_names import table_text
from vtt.shared.table_queries import seats_waited_for
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind
from vtt.table.display_state import DisplayState
from vtt.table.input.body_input import BodyInput
from vtt.table.input.body_targeting import BodyTargeting
from vtt.table.input.card_reader import CardReader
from vtt.table.input.card_showing import CardShowing
from vtt.table.input.character_menu import open_character_menu
from vtt.table.input.clock_menu import open_story_clock
from vtt.table.input.drag import DragController
from vtt.table.input.drop_targets import ItemPlace, drag_offers_from, drop_fits
from vtt.table.input.hand_input import HandInput
from vtt.table.input.hit_location_card import HitLocationCard
from vtt.table.input.keyboard_input import FreeKey, HandPeekKeys, KeyboardInput
from vtt.table.input.mouse_input import MouseInput
from vtt.table.input.natural_play import may_play_at_once, throw_of_waiting_dice
from vtt.table.input.selection_marks import SelectionMarks
from vtt.table.items.large_card import LargeCard
from vtt.table.layout.zone_placement import shown_faces
from vtt.table.questions.question_input import QuestionInput
from vtt.table.scene.people_pieces import people_pieces
from vtt.table.scene.privacy_curtain import PrivacyCurtain
from vtt.table.scene.table_scene import can_open_pile
from vtt.table.seats.character_summary import manual_edit
from vtt.table.table_screen import TableScreen
from vtt.widgets.speech_bubble import SpeechBubble

ANSWERING: Final = ("region", "body")
"""The kinds of regions that a click can choose as an answer: a body's location, or a body at a station."""


class InteractiveTableScreen(TableScreen):
    """A table that accepts input and turns it into commands, questions and refusals.

    Attributes:
        submitter: submits a command and returns whether that worked; replace it to ask for dice or consent first.

    Signals:
        choose_offer: several offers fit: the list of offers, the answers by field (each offer takes those of
            the fields that it asks for), and a point on the screen.
        ask_offer: an offer has open questions: the offer, and the answers so far.
        menu_wanted: the offers that concern a place, the answers by field, a point on the screen, and further entries
            for the menu, whose payload is called.
        said: a sentence on why something is refused, and the IDs of its rules.
        zone_activated, actor_activated: it was clicked or entered.
        seat_activated: a seat became the active one.
        hand_print_wanted: behind the curtain, its seat wants to print its hand.
        curtain_drawn: whether the curtain is drawn now.
    """

    choose_offer = Signal(object, object, QPoint)
    ask_offer = Signal(object, object)
    menu_wanted = Signal(object, object, QPoint, object)
    said = Signal(str, object)
    zone_activated = Signal(str)
    actor_activated = Signal(str)
    seat_activated = Signal(str)
    hand_print_wanted = Signal(str)
    curtain_drawn = Signal(bool)
    stands_alone = False
    _input_ready = False

    def _set_up_input(self) -> None:
        self.submitter: Callable[[Command], bool] = self._submit
        self._free_hand = False
        self._drag_controller = DragController(self, self._scene)
        self._hand_input = HandInput(self, self._scene, self._drag_controller, self._hand_orders)
        self._mouse_input = MouseInput(self)
        self._keyboard_input = KeyboardInput(self)
        self._hand_peek_keys = HandPeekKeys(self, self)
        self._hand_peek.nearly_over.connect(self._look_nearly_over)
        self._free_key = FreeKey()
        self._bubble = SpeechBubble(self._hub, self)
        self._body_input = BodyInput(self, self._hub, self)
        self._body_targeting = BodyTargeting(self)
        self._entered_actor: tuple[str, frozenset[str]] = ("", frozenset())  # and the seats that were waited for
        self._question_input = QuestionInput(self, self._hub, self)
        self.seen_changed.connect(self._question_input.follow_view)
        self._card_reader = CardReader(self, self, self.viewport(), self._hub, self._faces)
        self._card_showing = CardShowing(self, self, self.viewport(), self._hub)
        self._input_ready = True
        self._privacy_curtain = PrivacyCurtain(
            self._campaign, self._hand_peek, self._hand_orders, self._scene.pictures, self._hub, self
        )
        self._privacy_curtain.left.connect(self._back_from_curtain)
        self._privacy_curtain.touched.connect(self._lay_behind_curtain)
        self._privacy_curtain.print_wanted.connect(self.hand_print_wanted)

    # The interface for the window.

    def set_viewer(self, viewer: str) -> None:
        """Show the table to another viewer. Nothing of the former view stays, and no question either."""
        if viewer != self._viewer:
            self._question_input.stop_asking()
        super().set_viewer(viewer)

    @property
    def active_seat(self) -> str:
        """The active seat of the window; if none was chosen, the first one that the table waits for."""
        view = self._scene.view
        if self._active in view.seats:
            return self._active
        return super().acting_seat

    @active_seat.setter
    def active_seat(self, seat: str) -> None:
        if seat != self._active:
            self._active = seat
            is_behind = self._is_behind and not self._result_hold.is_on  # then another update follows
            if self._campaign.position == self._position and not is_behind:
                self._refresh_display()

    @property
    def acting_seat(self) -> str:
        """Return the active seat."""
        return self.active_seat

    @property
    def free_hand(self) -> bool:
        """True if every drop is a manual move: by setting, or while the key for it is held."""
        return self._free_hand or self._free_key.held

    def set_free_hand(self, free: bool) -> None:
        """Make every drop a manual move, as if Alt were held."""
        self._free_hand = free
        self._drag_controller.light_drop_targets()

    def draw_curtain(self, seat: str) -> None:
        """Draw the curtain for one seat."""
        self._question_input.stop_asking()
        self._body_input.card.close_card()
        self._card_reader.hide()
        self._drag_controller.release_all()
        self._privacy_curtain.draw_for(seat)
        if self.curtain_seat:
            self.curtain_drawn.emit(True)

    def open_curtain(self) -> None:
        """Open the curtain, as the person behind it would. Does nothing if it is open."""
        self._privacy_curtain.leave()

    @property
    def curtain_seat(self) -> str:
        """The seat that the curtain is drawn for; empty for none."""
        return self._privacy_curtain.seat

    @property
    def drag_controller(self) -> DragController:
        """The drag controller."""
        return self._drag_controller

    @property
    def question_input(self) -> QuestionInput:
        """The questions that are asked on the table."""
        return self._question_input

    @property
    def hand_input(self) -> HandInput:
        """The handler of hands: their order, and the natural play of cards."""
        return self._hand_input

    @property
    def selection_marks(self) -> SelectionMarks:
        """The focus ring and the selection band."""
        return self._selection_marks

    @property
    def campaign(self) -> OpenCampaign:
        """The open campaign."""
        return self._campaign

    @property
    def hand_peek(self) -> HandPeek:
        """The look at a hidden hand."""
        return self._hand_peek

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        return self._opened

    @property
    def position(self) -> int:
        """The number of moves that lead to the table that is shown."""
        return self._position

    def set_focus_target(self, target: FocusTarget | None) -> None:
        """Move the keyboard focus to a target, and tell a screen reader."""
        self._selection_marks.show_ring(shown=True)
        self._selection_marks.set_focus_target(target)
        self._card_reader.focus_moved(target)
        if target is not None:
            self.glance_at(target.rect)
            self._describe()
            keys = [told.key for told in self._told]
            self._proxies.speak(keys.index(target.key) if target.key in keys else -1)

    def look_closer(self) -> None:
        """Show the surroundings of the focus larger, or what is usually seen."""
        target = self._selection_marks.focus_target
        self.closer_wanted.emit(target.rect.center() if target is not None else self.seen.center())

    def drag_on(self, point: QPointF) -> None:
        """Move what is dragged to a point, because the table has moved under the pointer."""
        if self._drag_controller.dragging:
            self._drag_controller.drag(point)

    def focus_hand(self, seat: str) -> None:
        """Move the keyboard focus to the table and the first card of a hand."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        hand = hand_of(seat)
        self.set_focus_target(next((s for s in self.focus_targets() if s.ref == hand), None))

    def focus_card(self, zone: str, index: int) -> None:
        """Move the keyboard to the table, and the focus to a card."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        target = next((t for t in self.focus_targets() if t.key == (FocusTargetKind.CARD, zone, index)), None)
        if target is not None:
            self.set_focus_target(target)

    def leave_focus(self) -> None:
        """Move the focus to nothing: the keyboard starts anew where the table waits."""
        self.set_focus_target(None)

    def take_picked(self) -> tuple[tuple[str, int], ...]:
        """Release the picked cards. Return their zones and indices."""
        hand = self._drag_controller
        picked = () if hand.holds_chips else tuple((place.zone, place.index) for place in hand.picked)
        hand.release_all()
        return picked

    def answers_changed(self) -> None:
        """Show which cards answer a question now, and which are chosen."""
        self._refresh_display()

    def choose_seat(self, seat: str) -> None:
        """Make a seat the active one."""
        self.active_seat = seat
        self.seat_activated.emit(seat)

    def enter_zone(self, zone: str) -> None:
        """Handle a click on a place: open a pile of known cards, else pick up its top card."""
        lying = self._scene.view.zones[zone]
        if self._scene.placement.lies_in_pile(zone) and lying.count:
            if can_open_pile(lying) and lying.count > 1:
                self.open_pile(zone)
            else:
                self._drag_controller.pick([ItemPlace(zone, 0)])
        self.zone_activated.emit(zone)

    def open_actor(self, actor: str) -> None:
        """Bring a character's summary to the front; if it is there already, signal that its record is wanted.

        While the table waits for the character's player, the first click on it chooses that seat: somebody then wants
        to act more often than to read.
        """
        if self.bring_forward(actor):
            return
        view = self.viewer_campaign().entered_view
        waited = seats_waited_for(view)
        character, entered = view.actors.get(actor), (actor, waited)
        if character is not None and character.seat in waited and self._entered_actor != entered:
            self._entered_actor = entered
            self.choose_seat(character.seat)
        else:
            self.actor_activated.emit(actor)

    def choose_character(self, seat: str, where: QPointF) -> None:
        """Let the person choose among all characters of a seat."""
        place = self.viewport().mapToGlobal(where.toPoint())
        open_character_menu(self, self._scene.view, seat, place, self.open_actor)

    def edit_element(self, names: tuple[str, ...], where: QPointF) -> None:
        """Set a number or a hit location by hand. `names` is the character, its kind, its name and the new value."""
        actor, kind, name, value = names
        self.move_by_hand(manual_edit(self._scene.view, actor, kind, name, value), where)

    def explain(self, where: QPointF) -> None:
        """Show in a bubble what the tooltip at a point says, such as where a number comes from."""
        tips = reversed(self._scene.static_items.tips)
        rect, tooltip = next(((rect, text) for rect, text in tips if rect.contains(where)), (QRectF(), ""))
        if tooltip:
            self._bubble.explain(tooltip.split("\n"), QPointF(rect.center().x(), rect.top()))

    def enter_region(self, names: tuple[str, ...]) -> None:
        """Move a hit to a location where the rules allow it, else show the location's card."""
        self._body_input.enter(names)

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> bool:
        """Choose a body for an open question, else show its owner. `names` is the body and its owner.

        Return whether it was an answer.
        """
        return self._body_targeting.enter(names[0], names[1], where)

    @Slot(str, object)
    def answer(self, kind: str, names: tuple[str, ...]) -> bool:
        """Answer an open question with a region that was clicked on another screen. Return whether it was an answer.

        Args:
            kind: one of `ANSWERING`.
            names: the names of the clicked region.
        """
        region = next((h for h in self._scene.static_items.regions if h.kind == kind and h.names == names), None)
        where = region.rect.center() if region is not None else QPointF(self.rect().center())
        return self._body_input.answer(names) if kind == "region" else self._body_targeting.answer(names[0], where)

    def confirm(self, where: QPointF) -> bool:
        """Submit the chosen bodies. Return whether any are chosen."""
        return self._body_targeting.confirm(where)

    def confirm_by_key(self, body: str) -> bool:
        """Submit the chosen bodies, unless a body that is not chosen yet has the focus. Return whether any are chosen.

        Args:
            body: the body with the focus; empty for none.
        """
        if not self.has_chosen or (body and not self._body_targeting.is_chosen(body)):
            return False
        middle = next((h.rect for h in self._scene.static_items.regions if h.kind == "stage"), QRectF(self.rect()))
        return self._body_targeting.confirm(QPointF(middle.center().x(), middle.top()))

    @property
    def has_chosen(self) -> bool:
        """True if any body is chosen."""
        return bool(self._chosen)

    def forget_chosen(self) -> bool:
        """Undo the choice of bodies. Return whether any were chosen."""
        was = self.has_chosen
        self._body_targeting.forget()
        self.show_chosen(())
        if was:
            self._bubble.hide()
        return was

    def show_chosen(self, bodies: tuple[str, ...]) -> None:
        """Show which bodies are chosen."""
        if bodies != self._chosen:
            self._chosen = bodies
            self._refresh_display()

    @property
    def pages(self) -> tuple[QWidget, ...]:
        """The pages that may be open on the table, visible or not."""
        return (*super().pages, self.location_card)

    @property
    def location_card(self) -> HitLocationCard:
        """The card of a hit location, visible or not."""
        return self._body_input.card

    def _display_state(self) -> DisplayState:
        state = super()._display_state()
        if self._input_ready:
            question_input = self._question_input
            stations = question_input.stations(state.stations)
            state = replace(state, answering=question_input.answering_cards(), stations=stations)
        uncovered = self._input_ready and self._drag_controller.uncovers
        return replace(state, enlarged=False) if uncovered else state

    def _playable(self) -> Mapping[str, frozenset[int]]:
        is_answering = self._input_ready and self._question_input.asks_about_cards
        return {} if is_answering else super()._playable()

    def _show(self, change: CampaignChange | None = None) -> None:
        super()._show(change)
        if self._input_ready:
            self._body_input.follow()
            self._card_reader.follow()
            self._question_input.follow()

    def _refresh_display(self, flip_ms: int = 0) -> None:
        super()._refresh_display(flip_ms)
        if self._input_ready:
            self._card_reader.follow()
            self._question_input.follow()

    @property
    def large_card(self) -> LargeCard:
        """The widget that shows a card large, visible or not."""
        return self._card_reader.card

    def read_card(self) -> bool:
        """Show the focused card large, or hide it. Return whether there was anything to do."""
        return self._card_reader.toggle(self._selection_marks.focus_target)

    def stop_reading(self) -> bool:
        """Hide the large card. Return whether there was one."""
        was = self._card_reader.shown
        self._card_reader.hide()
        return was

    @property
    def eye_pressed(self) -> bool:
        """True while the mouse holds the eye of a hand."""
        return self._mouse_input.eye_pressed

    def forget_press(self) -> None:
        """Forget the press: it was held to read a card, and is no click."""
        self._mouse_input.forget()

    def open_clock(self, where: QPointF) -> None:
        """Let time pass by the rules of the game, or set the story's clock forward or back."""
        open_story_clock(self, self, self._hand(), where)

    def _hand(self) -> str:
        """Return the seat that acts: the viewer's own, on the common screen the GM's."""
        view = self._scene.view
        gm = next((seat.id for seat in view.seats.values() if seat.role is Role.GM), "")
        return view.viewer if view.viewer in view.seats else gm

    def move_by_hand(self, command: Command | None, where: QPointF, *, seen: bool = False) -> None:
        """Make a manual move, or show why it is refused. `seen` is True if the person who moves sees the cards."""
        if command is None:
            return
        refused = self.viewer_campaign().refusal(command, seen=seen)
        if refused is not None:
            self.refuse(refused.text, refused.rules, where)
        else:
            self.submit(command)

    # The interface for the input handlers.

    def submit(self, command: Command) -> bool:
        """Submit a command."""
        return self.submitter(command)

    def _submit(self, command: Command) -> bool:
        return self.viewer_campaign().submit(command, self)

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        self._bubble.say(text, rules, where, self._question_input.place, people_pieces(self._scene, with_titles=True))
        self.said.emit(text, rules)

    def refuse_during_look(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show the seat that looks why something is refused, until the look ends, and list it nowhere."""
        self._bubble.say(text, rules, where, self._question_input.place, people_pieces(self._scene, with_titles=True))

    def choose(self, offers: list[Offer], answers: dict[str, Json], where: QPointF) -> None:
        """Let the person choose between offers."""
        self.choose_offer.emit(offers, answers, self.viewport().mapToGlobal(where.toPoint()))

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask an offer's remaining questions."""
        self.ask_offer.emit(offer, answers)

    def open_menu(
        self, offers: Sequence[Offer], answers: dict[str, Json], where: QPointF, others: Sequence[ListEntry] = ()
    ) -> None:
        """Let the person choose in a menu, also if there is only one offer."""
        self.menu_wanted.emit(list(offers), answers, self.viewport().mapToGlobal(where.toPoint()), others)

    def show_card_to_all(self) -> None:
        """Show the card under the pointer, or the focused one, large to everybody."""
        self._card_showing.show_current()

    def tell(self, text: str, where: QPointF) -> None:
        """Show a sentence near a place."""
        self._bubble.explain([text], where)

    def dragging_changed(self) -> None:
        """Lay out the hands again, because cards are dragged now, or no longer."""
        self._refresh_display()

    def sees_hand(self, zone: str) -> bool:
        """Return whether the screen shows every face of a hand."""
        return self._hand_input.sees(zone)

    def arrange_hand(self, zone: str, moving: Sequence[int], at: int) -> None:
        """Put cards of a hand between the others, at a place counted from the left without them."""
        self._hand_input.arrange(zone, moving, at)

    def take_primary_offer(self, zone: str, where: QPointF) -> None:
        """Take the one primary offer that starts at a place; with several, or if it is not harmless, open a menu."""
        self._drag_controller.release_all()
        viewer_campaign = self.viewer_campaign()
        offers = [o for o in drag_offers_from(viewer_campaign, zone, self.active_seat) if o.denial is None]
        main = [o for o in offers if o.primary] or offers
        own_offers = [o for o in main if o.command.seat == self.active_seat] or main
        if len(own_offers) > 1:
            self.open_menu(own_offers, {}, where)
        elif own_offers and own_offers[0].drag is not None and viewer_campaign.view.zones[zone].count:
            top = [ItemPlace(zone, 0)]
            fits = drop_fits(viewer_campaign.view, own_offers, top, own_offers[0].drag.target)
            if not fits or fits[0].remaining:
                self.ask(own_offers[0], fits[0].answers if fits else {})
            elif may_play_at_once(viewer_campaign.view, fits[0], top, seen=True):
                self._drag_controller.take_up(fits[0], where)
            else:
                self.open_menu(own_offers, fits[0].answers, where)

    def throw_waiting_dice(self, side: str) -> bool:
        """Throw the dice of a side that wait for that, if it is the one next step. Return whether it is."""
        offer = throw_of_waiting_dice(self.viewer_campaign(), side)
        if offer is not None:
            self.ask(offer, {})
        return offer is not None

    def _cancel_input(self) -> None:
        self._body_targeting.forget()
        self._chosen = ()
        self._mouse_input.forget()
        self._bubble.hide()
        self._drag_controller.release_all()

    def _lay_back_drag(self) -> None:
        self._mouse_input.forget()
        self._bubble.hide()
        self._drag_controller.cancel_drag()

    @Slot()
    def _look_changed(self) -> None:
        if not self._hand_peek.seat:
            self._mouse_input.forget_eye()
            self._keep_focus_in_row()
            self._bubble.hide()  # it may say something of a card that is face down again
        super()._look_changed()

    @Slot()
    def _look_nearly_over(self) -> None:
        self._say_of_look(table_text("look.nearly_over", count=NEARLY_OVER_SECONDS))

    def say_release(self) -> None:
        """Say, before the mouse button that holds an eye is released, what that does on a card."""
        self._say_of_look(table_text("look.release"))

    def say_missed(self, where: QPointF) -> None:
        """Say that a release of the eye beside the cards chooses nothing."""
        self._bubble.say(table_text("look.missed"), (), where, self._question_input.place)

    def _say_of_look(self, words: str) -> None:
        seat = self._hand_peek.seat
        plate = next((r.rect for r in self._scene.static_items.regions if r.kind == "seat" and seat in r.names), None)
        if plate is not None:  # in front of the plate, and not of the cards above it
            below = QPointF(plate.center().x(), plate.bottom() + plate.height())
            self._bubble.say(words, (), below, self._question_input.place)

    def _keep_focus_in_row(self) -> None:
        """Keep the focus at the same place in a row whose cards are about to turn down, not on the same card."""
        scene, target = self._scene, self._selection_marks.focus_target
        if target is None or target.kind is not FocusTargetKind.CARD or target.ref not in scene.display_state.orders:
            return
        if None in shown_faces(scene.view, target.ref, {}):
            place = scene.order_of(target.ref).index(target.index)
            self._selection_marks.set_focus_target(replace(target, index=place))

    @Slot(str, int)
    def _lay_behind_curtain(self, zone: str, index: int) -> None:
        """Put a card of the hand into the next slot, or take a card back from its slot."""
        viewer_campaign, places = self.viewer_campaign(), [ItemPlace(zone, index)]
        offers = drag_offers_from(viewer_campaign, zone, self._privacy_curtain.seat)
        goals = [o.drag.target for o in offers if o.direct and o.drag is not None and o.drag.target != zone]
        for fitting in (
            fit for goal in dict.fromkeys(goals) for fit in drop_fits(viewer_campaign.view, offers, places, goal)
        ):
            if not fitting.remaining and fitting.offer.direct:
                seen = self.looking_seat == self._privacy_curtain.seat
                self.move_by_hand(
                    filled_command(fitting.offer, fitting.answers), QPointF(self.rect().center()), seen=seen
                )
                return

    @Slot(str, object)
    def _back_from_curtain(self, seat: str, picked: tuple[int, ...]) -> None:
        self.curtain_drawn.emit(False)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if picked:
            self._drag_controller.pick([ItemPlace(hand_of(seat), index) for index in picked])
