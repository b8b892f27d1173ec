"""What can be done with what is in the drawers besides writing it: files, characters, the table, a fight beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu

from engine.play.commands import Command
from engine.play.offers import AskKind, Offer
from engine.play.words import say
from engine.table.frozen import replace
from engine.workshop.bench import Arriving, Entry, Incoming, PartKind, Unworkable
from vtt.prep.head import Further
from vtt.prep.words import told
from vtt.save.files import write_whole
from vtt.save.places import documents, file_stem
from vtt.widgets.dialogue import Choice
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.work import Progress, Workshop

if TYPE_CHECKING:
    from vtt.prep.room import PrepRoom
    from vtt.prep.simulating import FightDialog

_FORMS: Final = ("toml", "json")
TIMES: Final = 100
"""So many fights tell enough for a hint, and take no longer than anybody waits."""


class PrepErrands(QObject):
    """Does it for a room."""

    def __init__(self, room: PrepRoom) -> None:
        super().__init__(room)
        self._room = room
        self._work = Workshop(self)
        self.destroyed.connect(self._work.close)
        self.dialog: QDialog | None = None
        self._days = 0

    def leave(self) -> None:
        """Put away what is open: other eyes come."""
        self._days += 1
        self._work.cancel()
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.reject()

    # What is offered ------------------------------------------------------------------------------------

    def lines(self) -> tuple[QAction | None, ...]:
        """Return the lines of the menu below the list."""
        room = self._room
        desk, draft = room.desk, room.draft
        saved = draft is not None and bool(draft.id)
        entry = next((e for e in self._entries() if draft is not None and e.id == draft.id), None)
        aside = entry is not None and entry.disabled
        own = desk is not None and saved and desk.origin in ("changed", "own")
        restores = desk is not None and desk.has_original
        lines: list[QAction | None] = [
            self._line("aside_back" if aside else "aside", partial(self.set_aside, not aside), saved),
            self._line("restore" if restores else "delete", self.remove, own),
            None,
        ]
        if self._has_holders():
            lines += [self._line("from_sheet", self.ask_sheet, bool(self._holders())), None]
        lines += [
            self._line("export_one", self.export_one, saved),
            self._line("export_drawer", self.export_drawer, True),
            self._line("export_own", self.export_own, True),
            self._line("import", self.ask_import, True),
        ]
        return tuple(lines)

    def buttons(self) -> Mapping[str, Further]:
        """Return the further buttons of what is on the desk."""
        found: dict[str, Further] = {}
        if self._has_holders() and self._holders():
            found["deal"] = Further(self._fill_holders)
        offers = self.offers()
        if len(offers) == 1 and not self._can_fight(offers[0]):
            (offer,) = offers
            why = say(offer.denial.message) if offer.denial is not None else ""
            only = partial(self.lay_on_table, offer)
            found["table"] = Further(self._fill_offers, only, why or say(offer.label), can=not why)
        elif offers:
            found["table"] = Further(self._fill_offers)
        return found

    def _can_fight(self, offer: Offer) -> bool:
        """Say whether what the offer begins can be fought beforehand."""
        drawer = self._room.drawer
        return bool(drawer.fights) and offer.name == drawer.offers[0] and offer.denial is None

    def _fill_holders(self, menu: QMenu) -> None:
        room = self._room
        for holder in room.workshop.holders(room.view):
            name = short(holder.name, 60)
            words = told("deal.not", name=name, why=holder.why_not) if holder.why_not else name
            action = menu.addAction(button_text(words))
            action.setEnabled(not holder.why_not)
            action.triggered.connect(partial(self.deal, holder.actor))

    def _fill_offers(self, menu: QMenu) -> None:
        for offer in self.offers():
            action = menu.addAction(button_text(short(say(offer.label), 80)))
            action.setEnabled(offer.denial is None)
            action.setToolTip(tip(say(offer.denial.message) if offer.denial is not None else ""))
            action.triggered.connect(partial(self.lay_on_table, offer))
            if self._can_fight(offer):
                fight = menu.addAction(button_text(told("fight.button")))
                fight.triggered.connect(lambda _=False, offer=offer: self.fight(offer))

    # Library --------------------------------------------------------------------------------------------

    def set_aside(self, aside: bool) -> None:
        """Put what is on the desk aside, or take it up again."""
        room, draft = self._room, self._room.draft
        if draft is not None and draft.id:
            self._do(
                lambda: room.workshop.setting_aside(room.seat, room.lists, room.options, draft.kind, draft.id, aside)
            )

    def remove(self) -> None:
        """Delete what is on the desk, or take back what the group made of something shipped; that is asked."""
        room, draft, desk = self._room, self._room.draft, self._room.desk
        if draft is None or desk is None or not draft.id:
            return
        key = "restore" if desk.has_original else "delete"
        name = short(desk.name, 60)
        sentences = [told(f"{key}.sentence", name=name)]
        if desk.used_by and key == "delete":
            sentences.append(told("used_by", what=list(desk.used_by)))

        def answer(chosen: str) -> None:
            if chosen != "yes" or draft is not room.draft:
                return
            if self._do(lambda: room.workshop.removing(room.seat, room.lists, draft.kind, draft.id)):
                room.removed(draft)

        choices = (Choice("yes", told(f"{key}.yes"), "danger"), Choice("", told("cancel"), "primary"))
        room.ask(told(f"{key}.title", name=name), tuple(sentences), choices, answer)

    # Characters and the table ---------------------------------------------------------------------------

    def deal(self, actor: str) -> None:
        """Write the deck on the desk on a character's sheet."""
        room, draft, desk = self._room, self._room.draft, self._room.desk
        if draft is None or desk is None:
            return
        name = next((h.name for h in room.workshop.holders(room.view) if h.actor == actor), "")
        if self._do(lambda: room.workshop.dealing(room.seat, room.view, draft.record, actor)):
            room.said.emit(told("deal.done", what=short(desk.name, 60), name=short(name, 60)), ())

    def ask_sheet(self) -> None:
        """Ask whose deck is taken up as a new one."""
        room = self._room
        choices = tuple(Choice(holder, short(name, 40)) for holder, name in self._holders())

        def answer(actor: str) -> None:
            if actor:
                self.take_sheet(actor)

        room.ask(
            told("from_sheet.title"),
            (told("from_sheet.sentence"),),
            (*choices, Choice("", told("cancel"), "primary")),
            answer,
        )

    def take_sheet(self, actor: str) -> None:
        """Take the deck on a character's sheet up as a new one."""
        room = self._room
        room.take_up(room.workshop.deck_of(room.view, actor))

    def lay_on_table(self, offer: Offer) -> None:
        """Bring what is on the desk to the table, saved first; what the offer still asks is asked."""
        from vtt.panels.ask import Asking, filled
        from vtt.panels.ask_dialog import AskDialog

        room, draft = self._room, self._room.draft
        if draft is None:
            return
        if draft.dirty:
            saved = room.save()  # what is in the way is said
            fresh = next((one for one in self.offers() if one.name == offer.name), None)
            if not saved or fresh is None:
                return
            offer = fresh
        known: Mapping[str, object] = {room.drawer.answers: draft.id}
        if all(ask.field in known or ask.seldom for ask in offer.asks):
            if room.submit(filled(offer.command, known)):
                room.table_wanted.emit()
            return
        asking = Asking(room.session, room.viewer, room.hub, offer, known)
        dialog = AskDialog(asking, room.window())
        dialog.submitted.connect(room.table_wanted)
        self._show(dialog)

    def fight(self, offer: Offer, times: int = TIMES) -> FightDialog | None:
        """Fight it beforehand, as it stands on the desk; None where that cannot be."""
        from vtt.prep.simulating import FightDialog

        room, draft, desk = self._room, self._room.draft, self._room.desk
        if draft is None or desk is None:
            return None
        before: tuple[Command, ...] = ()
        id_ = draft.id
        if draft.dirty:
            try:
                id_, saving = room.workshop.saving(room.seat, room.lists, room.options, draft.kind, draft.record)
            except Unworkable as why:
                room.said.emit(why.text, ())
                return None
            before = (saving,)
        opening: Command = replace(offer.command, **_everybody(offer), **{room.drawer.answers: id_})
        fights = room.lens.fights(before, opening)
        if fights is None:
            return None
        title = told("fight.of", name=short(desk.name, 60))
        dialog = FightDialog(room.hub, title, fights, self._work, room.window(), times)
        self._show(dialog)
        return dialog

    # Files ----------------------------------------------------------------------------------------------

    def export_one(self) -> None:
        """Ask where what is on the desk goes."""
        room, draft = self._room, self._room.draft
        if draft is not None and draft.id:
            one = ((draft.kind, draft.id),)
            # Without what it speaks of it could not be read anywhere else.
            chosen = (*one, *room.workshop.needed(room.lists, room.options, one))
            self._ask_target(chosen, room.desk.name if room.desk is not None else draft.id)

    def export_drawer(self) -> None:
        """Ask where everything in the drawer goes."""
        room = self._room
        self._ask_target([(room.kind, entry.id) for entry in self._entries()], room.drawer.title)

    def export_own(self) -> None:
        """Ask where everything goes that the group has written itself, as far as it may be seen here."""
        room = self._room
        kinds = [drawer.kind for drawer in room.workshop.drawers() if drawer.kind not in room.shelves.closed]
        chosen = [
            (kind, entry.id)
            for kind in kinds
            for entry in room.workshop.entries(room.lists, room.options, kind)
            if entry.origin in ("changed", "own")
        ]
        if chosen:
            self._ask_target(chosen, told("file.own"))
        else:
            room.said.emit(told("file.no_own"), ())

    def write(self, chosen: Sequence[tuple[str, str]], path: Path) -> None:
        """Write a file; its form follows from the ending of its name."""
        room = self._room
        form = "json" if path.suffix.casefold() == ".json" else "toml"
        lists, options, shop = room.lists, room.options, room.workshop

        def task(_progress: Progress) -> int:
            write_whole(path, shop.exported(lists, options, chosen, form).encode())
            return len(chosen)

        def done(count: int) -> None:
            room.said.emit(told("file.written", name=short(path.name, 80), count=count), ())

        self._start(task, done)

    def ask_import(self) -> None:
        """Ask which file is read."""
        dialog = QFileDialog(self._room.window(), told("file.read_title"), str(documents()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([told("file.both"), told("file.any")])
        dialog.fileSelected.connect(lambda file: self.read(Path(file)))
        self._show(dialog)

    def read(self, path: Path) -> None:
        """Read a file and show what it would change."""
        from vtt.prep.exchange import read_file

        room = self._room
        lists, options, shop = room.lists, room.options, room.workshop

        def task(_progress: Progress) -> Incoming:
            return shop.read(lists, options, read_file(path))

        self._start(task, self._show_incoming)

    def _show_incoming(self, incoming: Incoming) -> None:
        from vtt.prep.exchange import IncomingDialog

        room = self._room
        closed, is_gm = room.shelves.closed, room.shelves.is_gm

        def hides(one: Arriving) -> bool:
            return one.kind in closed or (one.gm_only and not is_gm)

        def take(chosen: tuple[int, ...]) -> bool:
            # Before other eyes than the GM's nobody knows what of theirs a secret one would take the place of.
            secret = {one.at for one in incoming.records if hides(one)}
            allowed = tuple(at for at in chosen if at not in secret)
            return self._do(lambda: room.workshop.taken_over(room.seat, room.lists, incoming, allowed))

        self._show(IncomingDialog(room.hub, incoming, room.workshop.drawers(), hides, take, room.window()))

    # How ------------------------------------------------------------------------------------------------

    def _line(self, key: str, do: Callable[[], object], enabled: bool) -> QAction:
        action = QAction(button_text(told(f"menu.{key}")), self._room.pane.menu)
        action.setEnabled(enabled)
        action.triggered.connect(lambda _=False: do())
        return action

    def _entries(self) -> tuple[Entry, ...]:
        room = self._room
        return room.shelves.entries(room.kind)

    def _has_holders(self) -> bool:
        """Decks go to characters, and decks are what is counted."""
        desk = self._room.desk
        return desk is not None and any(part.kind is PartKind.COUNTED for group in desk.groups for part in group.parts)

    def _holders(self) -> tuple[tuple[str, str], ...]:
        room = self._room
        return tuple((holder.actor, holder.name) for holder in room.workshop.holders(room.view))

    def offers(self) -> tuple[Offer, ...]:
        """Return the offers by which what is on the desk comes to the table, as far as this viewer is told of them."""
        room, draft = self._room, self._room.draft
        names = room.drawer.offers
        if draft is None or not draft.id or not names or room.is_closed:
            return ()
        found = (offer for offer in room.lens.offers(room.seat) if offer.name in names)
        return tuple(offer for offer in found if self._can_be(offer, draft.id))

    def _can_be(self, offer: Offer, id_: str) -> bool:
        return any(ask.field == self._room.drawer.answers and id_ in ask.choices for ask in offer.asks)

    def _do(self, make: Callable[[], Command]) -> bool:
        try:
            command = make()
        except Unworkable as why:
            self._room.said.emit(why.text, ())
            return False
        return self._room.submit(command)

    def _ask_target(self, chosen: Sequence[tuple[str, str]], name: str) -> None:
        dialog = QFileDialog(self._room.window(), told("file.write_title"), str(documents()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([told(f"file.{form}") for form in _FORMS])
        dialog.setDefaultSuffix(_FORMS[0])
        dialog.filterSelected.connect(
            lambda words: dialog.setDefaultSuffix(_FORMS[1] if words == told("file.json") else _FORMS[0])
        )
        dialog.selectFile(f"{file_stem(short(name, 60))}.{_FORMS[0]}")
        dialog.fileSelected.connect(lambda file: self.write(chosen, Path(file)))
        self._show(dialog)

    def _start(self, task: Callable[[Progress], object], then: Callable[..., object]) -> None:
        from vtt.prep.exchange import TooLarge

        days = self._days

        def done(result: object) -> None:
            if days == self._days:
                then(result)

        def failed(error: Exception) -> None:
            if days == self._days:
                reason = getattr(error, "strerror", None) or str(error)
                words = getattr(error, "text", "") or told("file.trouble", why=reason)
                self._room.said.emit(words, ())

        self._work.start(task, done, failed, lambda: (OSError, Unworkable, TooLarge))

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog

        def gone(_result: int) -> None:
            if self.dialog is dialog:
                self.dialog = None
            dialog.deleteLater()

        dialog.finished.connect(gone)
        dialog.open()


def _everybody(offer: Offer) -> dict[str, tuple[str, ...]]:
    """Return answers to the questions for several of which nobody has been chosen yet: as many as there may be."""
    return {
        ask.field: ask.choices[: ask.most]
        for ask in offer.asks
        if ask.kind is AskKind.CHOICES and ask.least and not getattr(offer.command, ask.field, ())
    }
