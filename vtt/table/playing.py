"""What can be done with the table, whatever touches it: mouse, keys, menus, the curtain or the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal, Slot

from engine.play.commands import Command
from engine.play.moves import SetClock
from engine.play.offers import Offer, offered
from engine.table.frozen import Json
from engine.table.seats import Role
from engine.table.zones import hand_of
from vtt.session import Change
from vtt.table.aiming import Aiming
from vtt.table.board import Board
from vtt.table.bubble import Bubble
from vtt.table.card_reader import CardReader
from vtt.table.clock_menu import open_clock_menu
from vtt.table.crowd_menu import open_crowd_menu
from vtt.table.curtain import Curtain
from vtt.table.drops import Place, filled, fits, offers_from
from vtt.table.figure import setting
from vtt.table.gestures import Gestures
from vtt.table.keys import FreeKey, KeyWalk, LookKeys
from vtt.table.large_card import LargeCard
from vtt.table.location_card import LocationCard
from vtt.table.looking import Looker
from vtt.table.marks import Marks
from vtt.table.places import seats_waited_for
from vtt.table.pointer import Pointer
from vtt.table.scene import lies_open
from vtt.table.stops import Stop
from vtt.table.touching import BodyTouch

ANSWERING: Final = ("region", "body")
"""What a click can choose for what the table asks: a location of a body, or a body at a place of its own."""


class Playable(Board):
    """A table that answers: what is done to it becomes commands, questions and reasons.

    Attributes:
        submitter: does a command and says whether it was done; replace it to ask for dice or the GM's leave first.

    Signals:
        choose_offer: several offers fit a gesture: the list of offers, the answers by field (each offer takes those of
            the fields that it asks for), and where on the screen.
        ask_offer: an offer still asks for more: the offer, and the answers that the gesture gave.
        menu_wanted: the offers that concern a place, and where on the screen.
        said: a sentence on why something cannot be, and the IDs of the rules that it rests on.
        zone_activated, actor_activated: somebody clicked or entered it.
        seat_activated: somebody made a seat the active one.
        hand_print_wanted: behind the curtain, the seat for which it is drawn wants its hand on paper.
    """

    choose_offer = Signal(object, object, QPoint)
    ask_offer = Signal(object, object)
    menu_wanted = Signal(object, QPoint)
    said = Signal(str, object)
    zone_activated = Signal(str)
    actor_activated = Signal(str)
    seat_activated = Signal(str)
    hand_print_wanted = Signal(str)
    stands_alone = False
    _equipped = False

    def _equip(self) -> None:
        self.submitter: Callable[[Command], bool] = self._submit
        self._free_hand = False
        self._gestures = Gestures(self, self._scene)
        self._pointer = Pointer(self)
        self._keys = KeyWalk(self)
        self._look_keys = LookKeys(self)
        self._free_key = FreeKey()
        self._bubble = Bubble(self._hub, self)
        self._bodies = BodyTouch(self, self._hub, self)
        self._aiming = Aiming(self)
        self._reader = CardReader(self, self, self.viewport(), self._hub, self._faces)
        self._equipped = True
        self._curtain = Curtain(self._session, self._looker, self._scene.pictures, self._hub, self)
        self._curtain.left.connect(self._back_from_curtain)
        self._curtain.touched.connect(self._lay_behind_curtain)
        self._curtain.print_wanted.connect(self.hand_print_wanted)

    # What the window asks of the table.

    @property
    def active_seat(self) -> str:
        """The seat that the window speaks of; the first one that the table waits for if nobody has chosen."""
        view = self._scene.view
        if self._active in view.seats:
            return self._active
        waited = seats_waited_for(view)
        return next((seat for seat in view.seats if seat in waited), "")

    @active_seat.setter
    def active_seat(self, seat: str) -> None:
        if seat != self._active:
            self._active = seat
            if self._session.position == self._position:  # else it is about to be told of another moment
                self._show_otherwise()

    @property
    def free_hand(self) -> bool:
        """Whether every drop is a move by hand: it is switched so, or the key for it is held."""
        return self._free_hand or self._free_key.held

    def set_free_hand(self, free: bool) -> None:
        """Let every drop be a move by hand, as if Alt were held."""
        self._free_hand = free
        self._gestures.refresh()

    def curtain(self, seat: str) -> None:
        """Draw the curtain for one person."""
        self._bodies.card.put_away()
        self._reader.put_away()
        self._gestures.let_go()
        self._curtain.draw_for(seat)

    def open_curtain(self) -> None:
        """Open the curtain again, as the person behind it would; nothing happens where none is drawn."""
        self._curtain.leave()

    @property
    def curtained(self) -> str:
        """For whom the curtain is drawn."""
        return self._curtain.seat

    @property
    def gestures(self) -> Gestures:
        """What is in the hand."""
        return self._gestures

    @property
    def marks(self) -> Marks:
        """The ring of the keyboard."""
        return self._marks

    @property
    def looker(self) -> Looker:
        """Who looks at a hidden hand."""
        return self._looker

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        return self._opened

    def stand_at(self, stop: Stop | None) -> None:
        """Let the keyboard stand at a stop, and a screen reader say so."""
        self._marks.show_ring(shown=True)
        self._marks.stand_at(stop)
        self._reader.walked(stop)
        if stop is not None:
            keys = [s.key for s in self.stops()]
            self._describe()
            self._proxies.speak(keys.index(stop.key) if stop.key in keys else -1)

    def stand_at_hand(self, seat: str) -> None:
        """Let the keyboard stand at the first card of a hand, and have the table take the keys."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        hand = hand_of(seat)
        self.stand_at(next((s for s in self.stops() if s.ref == hand), None))

    def choose_seat(self, seat: str) -> None:
        """Make a seat the active one."""
        self.active_seat = seat
        self.seat_activated.emit(seat)

    def enter_zone(self, zone: str) -> None:
        """Do what a click on a place does: open a pile whose cards are known, else pick up its top card."""
        lying = self._scene.view.zones[zone]
        if self._scene.places.lies_in_pile(zone) and lying.count:
            if lies_open(lying) and lying.count > 1:
                self.open_pile(zone)
            else:
                self._gestures.pick([Place(zone, 0)])
        self.zone_activated.emit(zone)

    def open_actor(self, actor: str) -> None:
        """Bring a character's figure to the front; let the window show its record where it is there already."""
        if not self.bring_forward(actor):
            self.actor_activated.emit(actor)

    def open_crowd(self, seat: str, where: QPointF) -> None:
        """Let somebody choose among all of a seat's characters."""
        place = self.viewport().mapToGlobal(where.toPoint())
        open_crowd_menu(self, self._scene.view, seat, place, self.open_actor)

    def set_element(self, names: tuple[str, ...], where: QPointF) -> None:
        """Set a number or a hit location by hand: whose, its kind, its name, and what it becomes."""
        actor, kind, name, value = names
        self.do_by_hand(setting(self._scene.view, actor, kind, name, value), where)

    def explain(self, where: QPointF) -> None:
        """Tell line by line where the numbers at a point come from, as the pointer that rests there is told."""
        tips = reversed(self._scene.fittings.tips)
        rect, told = next(((rect, text) for rect, text in tips if rect.contains(where)), (QRectF(), ""))
        if told:
            self._bubble.explain(told.split("\n"), QPointF(rect.center().x(), rect.top()))

    def enter_region(self, names: tuple[str, ...]) -> None:
        """Move a hit to a location where the rules let it, else show the location's card."""
        self._bodies.enter(names)

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> None:
        """Choose a body for what is asked, else show whose it is: the body, and its owner."""
        self._aiming.enter(names[0], names[1], where)

    @Slot(str, object)
    def answer(self, kind: str, names: tuple[str, ...]) -> bool:
        """Let what was clicked on another screen answer what the table asks; return whether it did.

        Args:
            kind: one of `ANSWERING`.
            names: what was clicked.
        """
        hot = next((h for h in self._scene.fittings.hot if h.kind == kind and h.names == names), None)
        where = hot.rect.center() if hot is not None else QPointF(self.rect().center())
        return self._bodies.answer(names) if kind == "region" else self._aiming.answer(names[0], where)

    def confirm(self, where: QPointF) -> bool:
        """Do what is asked with the bodies that are chosen; say whether any are."""
        return self._aiming.confirm(where)

    @property
    def has_chosen(self) -> bool:
        """Whether any body is chosen."""
        return bool(self._chosen)

    def forget_chosen(self) -> bool:
        """Let go of the bodies that are chosen; say whether any were."""
        was = self.has_chosen
        self._aiming.forget()
        self.show_chosen(())
        if was:
            self._bubble.hide()
        return was

    def show_chosen(self, bodies: tuple[str, ...]) -> None:
        """Show which bodies are chosen."""
        if bodies != self._chosen:
            self._chosen = bodies
            self._show_otherwise()

    @property
    def location_card(self) -> LocationCard:
        """The card of a hit location, shown or not."""
        return self._bodies.card

    def _show(self, change: Change | None = None) -> None:
        super()._show(change)
        if self._equipped:
            self._bodies.follow()
            self._reader.follow()

    def _show_otherwise(self, flip_ms: int = 0) -> None:
        super()._show_otherwise(flip_ms)
        if self._equipped:
            self._reader.follow()

    @property
    def large_card(self) -> LargeCard:
        """The card that is shown large, or would be."""
        return self._reader.card

    def read_card(self) -> bool:
        """Show the card large at which the keyboard stands, or put it away; say whether there was any."""
        return self._reader.toggle(self._marks.stop)

    def stop_reading(self) -> bool:
        """Put the large card away; say whether there was one."""
        was = self._reader.shown
        self._reader.put_away()
        return was

    def forget_press(self) -> None:
        """Forget what was pressed: it was held to read, and is no click."""
        self._pointer.forget()

    def open_clock(self, where: QPointF) -> None:
        """Let somebody put the clock of the story on or back."""
        view, seat = self._scene.view, self._hand()
        place = self.viewport().mapToGlobal(where.toPoint())
        open_clock_menu(self, view.clock, place, lambda then: self._set_clock(SetClock(seat=seat, seconds=then), where))

    def _set_clock(self, command: SetClock, where: QPointF) -> None:
        """Set it; where something falls due on the way, ask first."""
        found = self.lens().foretold(command)
        if found is not None and found.asks:
            self.ask_offer.emit(offered("set_clock", command), {})
        else:
            self.do_by_hand(command, where)

    def _hand(self) -> str:
        """Return whose hand it is: the viewer's own, on the common screen the GM's."""
        view = self._scene.view
        gm = next((seat.id for seat in view.seats.values() if seat.role is Role.GM), "")
        return view.viewer if view.viewer in view.seats else gm

    def do_by_hand(self, command: Command | None, where: QPointF, *, seen: bool = False) -> None:
        """Do a move by hand, or say why it cannot be; `seen` says that whoever does it sees the cards."""
        if command is None:
            return
        refused = self.lens().refusal(command, seen=seen)
        if refused is not None:
            self.refuse(refused.text, refused.rules, where)
        else:
            self.submit(command)

    # What the gestures ask of the widget.

    def submit(self, command: Command) -> bool:
        """Do a command."""
        return self.submitter(command)

    def _submit(self, command: Command) -> bool:
        return self.lens().submit(command, self)

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Say why something cannot be done."""
        self._bubble.say(text, rules, where)
        self.said.emit(text, rules)

    def choose(self, offers: list[Offer], answers: dict[str, Json], where: QPointF) -> None:
        """Let the person choose between offers."""
        self.choose_offer.emit(offers, answers, self.viewport().mapToGlobal(where.toPoint()))

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask what an offer still wants to know."""
        self.ask_offer.emit(offer, answers)

    def do_main(self, zone: str, where: QPointF) -> None:
        """Take up the one main offer that begins at a place; where there are several, let the person choose."""
        self._gestures.let_go()
        lens = self.lens()
        offers = [o for o in offers_from(lens, zone, self.active_seat) if o.denial is None]
        main = [o for o in offers if o.main] or offers
        mine = [o for o in main if o.command.seat == self.active_seat] or main
        if len(mine) > 1:
            self.menu_wanted.emit(mine, self.viewport().mapToGlobal(where.toPoint()))
        elif mine and mine[0].drag is not None and lens.view.zones[zone].count:
            top = [Place(zone, 0)]
            found = fits(lens.view, mine, top, mine[0].drag.target)
            if not found or found[0].rest:
                self.ask(mine[0], found[0].answers if found else {})
            else:
                self._gestures.take_up(found[0], where)

    def _let_go(self) -> None:
        self._aiming.forget()
        self._chosen = ()
        self._pointer.forget()
        self._bubble.hide()
        self._gestures.let_go()

    def _settle_down(self) -> None:
        self._pointer.forget()
        self._bubble.hide()
        self._gestures.lay_back()

    @Slot()
    def _look_changed(self) -> None:
        if not self._looker.seat:
            self._pointer.forget_eye()
        super()._look_changed()

    @Slot(str, int)
    def _lay_behind_curtain(self, zone: str, index: int) -> None:
        """Lay a card of the hand into the next slot, or take one back that lies in a slot."""
        lens, places = self.lens(), [Place(zone, index)]
        offers = offers_from(lens, zone, self._curtain.seat)
        goals = [o.drag.target for o in offers if o.handled and o.drag is not None and o.drag.target != zone]
        for fitting in (found for goal in dict.fromkeys(goals) for found in fits(lens.view, offers, places, goal)):
            if not fitting.rest and fitting.offer.handled:
                seen = self.looking == self._curtain.seat
                self.do_by_hand(filled(fitting.offer, fitting.answers), QPointF(self.rect().center()), seen=seen)
                return

    @Slot(str, object)
    def _back_from_curtain(self, seat: str, picked: tuple[int, ...]) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if picked:
            self._gestures.pick([Place(hand_of(seat), index) for index in picked])
