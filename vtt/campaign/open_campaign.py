"""The open campaign: a game in play with its history and its file. The one object of the window that changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as replaced
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, Signal

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.history import History, HistoryEntry, LogLine, SideNote
from engine.core.rules import AppliedCommand
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.presentation.answer_timeouts import AnswerTimeout
from engine.presentation.dice_and_card_source import ON_SCREEN, SETTING_PREFIX, SourceKind, SourceSettings
from engine.presentation.game import Game
from engine.presentation.physical_input import InputField, Rehearsal, possible_faces, rehearse
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_changes import CampaignChange, PendingInput
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.campaign_views import CampaignViews
from vtt.campaign.odds_choice import ODDS_SETTING, OddsChoice, OddsChoices, odds_choice
from vtt.campaign.shown_handout import ShownHandout
from vtt.campaign.store_protocol import CampaignStore
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.system.timestamps import now_text

_SEED_RANGE: Final = 2**30


class OpenCampaign(QObject):
    """A game in play: takes commands, stores each gesture, and reports the change.

    Args:
        game: the rules.
        history: the history so far.
        chance: shuffles and rolls on the screen.
        store: the file, or None for a table that is not stored.
        sources: what is done on the screen, and what with real dice and cards.
        settings: the settings that are stored with the campaign beside the history.
        view_only: nothing can be done in it.

    Signals:
        changing: the CampaignChange that `changed` reports next, for what decides how it is shown.
        changed: a CampaignChange, after the file has it.
        refused: a Refused, when a command was not allowed; nothing changed.
        failed: a sentence, when the file could not store a gesture; nothing changed.
        asked: a PendingInput, when the results of real dice or cards are needed first; nothing changed.
        setting_stored: the name of a setting that has another value now.
        handout_changed: the players see another handout, or none any more.
        odds_chosen: the odds of other actions are shown now.
        closing: the file is about to be closed; whatever must be stored has to be sent now.
    """

    changing = Signal(object)
    changed = Signal(object)
    refused = Signal(object)
    failed = Signal(str)
    asked = Signal(object)
    setting_stored = Signal(str)
    handout_changed = Signal()
    odds_chosen = Signal()
    closing = Signal()

    def __init__(
        self,
        game: Game,
        history: History,
        chance: Chance,
        store: CampaignStore | None = None,
        parent: QObject | None = None,
        *,
        sources: SourceSettings = ON_SCREEN,
        settings: Mapping[str, Json] = MappingProxyType({}),
        view_only: bool = False,
    ) -> None:
        super().__init__(parent)
        self.game = game
        self.view_only = view_only
        self._history = history
        self._chance = chance
        self._store = store
        self._is_closed = False
        self._settings = dict(settings)
        self._pictures: dict[str, StoredPicture] = {}
        self._handout: ShownHandout | None = None
        self._views = CampaignViews(game, history, sources)
        self._choose_odds(OddsChoices(group=odds_choice(self.setting(ODDS_SETTING))))

    def viewer_campaign(self, viewer: str) -> ViewerCampaign:
        """Return the campaign as one viewer sees it."""
        return ViewerCampaign(viewer, self._views, self)

    def submit(self, command: Command, initiator: object | None = None, *, on_screen: bool = False) -> bool:
        """Do a command, store it in the file, then report the change. Return whether it was done.

        Args:
            command: what is to be done. If real dice or cards are needed first, `asked` is emitted instead.
            initiator: the widget that submits it.
            on_screen: the screen does whatever can be done by hand or on the screen.
        """
        if self._is_closed:
            return False
        sources = self.sources.preferring_screen() if on_screen else self.sources
        if sources != ON_SCREEN:
            return self.submit_input(PendingInput(command, initiator, sources, self._chance.roll(_SEED_RANGE)), {})
        try:
            outcome = self.game.apply(self._history.table, command, self._chance)
        except Refused as refused:
            self.refused.emit(refused)
            return False
        return self._store_outcome(outcome, initiator)

    def rehearse(self, pending: PendingInput, entered: Mapping[str, int | str]) -> Rehearsal:
        """Return how far a gesture gets with the results that were entered for it; nothing changes."""
        table, named_faces = self._history.table, self._views.named_faces
        return rehearse(self.game, table, pending.command, pending.sources, entered, named_faces, pending.seed)

    def possible_faces(self, field: InputField) -> Mapping[str, bool]:
        """Return the faces of real cards, and whether the card of an input field may have each of them now."""
        return possible_faces(self.game, self._history.table, field)

    def submit_input(self, pending: PendingInput, entered: Mapping[str, int | str]) -> bool:
        """Do a gesture with the results that were entered for it. Return whether it was done."""
        if self._is_closed:
            return False
        rehearsal = self.rehearse(pending, entered)
        if rehearsal.refused is not None:
            self.refused.emit(rehearsal.refused)
            return False
        if rehearsal.outcome is None:
            self.asked.emit(pending)
            return False
        return self._store_outcome(rehearsal.outcome, pending.initiator, rehearsal.known)

    def _store_outcome(
        self, outcome: AppliedCommand, initiator: object | None, named_faces: frozenset[str] = frozenset()
    ) -> bool:
        entry = replace(outcome.entry(), made=now_text())
        if self._store is not None:
            try:
                self._store.commit(entry, self._history.cursor + 1, outcome.table)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        before = self._history.table
        self._history.add(entry, outcome.table)
        self._views.gesture_added(before, entry, named_faces)
        self._report(CampaignChange(initiator=initiator, entry=entry, forward=True))
        return True

    def refusal(self, command: Command) -> Refused | None:
        """Return why a command may not be done now, or None. Of real cards it is known only once they are named."""
        return self._views.refusal(command)

    @property
    def sources(self) -> SourceSettings:
        """Where dice and cards come from: the screen, or the real table."""
        return self._views.sources

    def answer_timeouts(self) -> tuple[AnswerTimeout, ...]:
        """Return the time limits that run now, each with the answer given at its end; every viewer may know them."""
        return self.game.answer_timeouts(self._history.table)

    def set_source(self, kind: str, source: SourceKind) -> bool:
        """Choose where `dice` or `cards` come from, and store that with the campaign. Return whether it was stored."""
        if self._is_closed:
            return False
        sources = replace(self.sources, **{kind: source})
        if self._store is not None:
            try:
                self._store.keep_setting(f"{SETTING_PREFIX}{kind}", source.value)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._views.sources_changed(sources)
        self._report(CampaignChange(initiator=None, entry=None, forward=True))
        return True

    def made_at(self, entry: int) -> str:
        """Return when a gesture was made, by its number from 1, as an ISO time; empty if nobody knows."""
        entries = self._history.entries
        return entries[entry - 1].made if 0 < entry <= len(entries) else ""

    def setting(self, name: str) -> Json:
        """Return a setting that is stored with the campaign, or None."""
        return self._settings.get(name)

    def store_setting(self, name: str, value: Json) -> bool:
        """Store a setting with the campaign; None removes it. Return whether it was stored.

        In a campaign that is open for viewing it lasts until the campaign is closed.
        """
        if value == self._settings.get(name):
            return True
        if self._is_closed:
            return False
        if self._store is not None and not self.view_only:
            try:
                self._store.keep_setting(name, value)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._settings[name] = value
        if name == ODDS_SETTING:
            self._choose_odds(replaced(self.odds_choices, group=odds_choice(value)))
        self.setting_stored.emit(name)
        return True

    def shows_odds(self, view: VisibleTable, command: Command) -> bool:
        """Say whether a viewer is shown the odds of a command that can have any."""
        return self.odds_choices.show(view, command.seat) and self.game.may_have_odds(command)

    @property
    def odds_choices(self) -> OddsChoices:
        """The choices of whose odds are shown."""
        return self._views.odds_choices

    def choose_gm_odds(self, choice: OddsChoice) -> None:
        """Choose whose odds the GM screen shows. It is a setting of the person; the campaign does not store it."""
        self._choose_odds(replaced(self.odds_choices, gm=choice))

    def _choose_odds(self, choices: OddsChoices) -> None:
        if choices != self._views.odds_choices:
            self._views.odds_choices = choices
            self.odds_chosen.emit()

    def store_picture(self, picture: StoredPicture) -> bool:
        """Store a picture with the campaign; records name it by its id. It stays for good, because undo may need it."""
        if self._is_closed:
            return False
        stored_picture = self._pictures.get(picture.id)
        if stored_picture is None and self._store is not None:
            try:
                self._store.keep_picture(picture)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._pictures[picture.id] = picture
        return True

    def picture(self, picture_id: str) -> StoredPicture | None:
        """Return a picture by the id that a record names; None if the campaign has none of that id."""
        picture = self._pictures.get(picture_id)
        if picture is None and self._store is not None:
            try:
                picture = self._store.picture(picture_id)
            except OSError as error:
                self.failed.emit(str(error))
            if picture is not None:
                self._pictures[picture_id] = picture
        return picture

    @property
    def undo_title(self) -> Message | None:
        """The title of the gesture that undo would take back, or None."""
        entry = None if self.view_only else self._history.undoable()
        return entry.title if entry else None

    @property
    def redo_title(self) -> Message | None:
        """The title of the gesture that redo would repeat, or None."""
        entry = None if self.view_only else self._history.redoable()
        return entry.title if entry else None

    def undone(self) -> Sequence[LogLine]:
        """Return the steps that wait for redo, by the titles that every viewer may read."""
        return self._history.undone()

    @property
    def position(self) -> int:
        """The number of gestures that count now."""
        return self._history.cursor

    def unrevealed_by(self, position: int) -> frozenset[str]:
        """Return the viewers who learned something in the gestures that an undo to a position takes back."""
        return self._history.unrevealed_by(position)

    def needs_consent(self, position: int) -> bool:
        """Return whether the GM must agree before the campaign may go back to a position."""
        return self._history.needs_consent(position)

    def go_to(self, position: int, *, consent: bool = False) -> None:
        """Go to another position in the history; the file has it before the screen changes.

        Raises:
            ConsentNeeded: it is an undo past a reveal, and the GM has not agreed.
        """
        store, table, cursor = self._store, self._history.table, self._history.cursor
        if self._is_closed or position == cursor or not 0 <= position <= len(self._history.entries):
            return
        try:
            self._history.go_to(
                position, consent=consent, keep=lambda note: store.move_cursor(position, note) if store else None
            )
        except OSError as error:
            self.failed.emit(str(error))
            return
        self._views.cursor_moved(table, self._history.entries[cursor:position])
        undone_by = _known_author(self._history.entries[position]) if position == cursor - 1 else ""
        self._report(CampaignChange(initiator=None, entry=None, forward=position > cursor, undone_by=undone_by))

    def undo(self, *, consent: bool = False) -> None:
        """Take back the last gesture. Raises ConsentNeeded if it revealed something and the GM has not agreed."""
        self.go_to(self._history.cursor - 1, consent=consent)

    def redo(self) -> None:
        """Repeat the next gesture."""
        self.go_to(self._history.cursor + 1)

    def log_look(self, name: str) -> None:
        """Add a log line that a seat looked at its hand; it never says at which cards."""
        self._aside(Noted(message=Message(key="log.looked", params={"seat": name})))
        self._report(CampaignChange(initiator=None, entry=None, forward=True))

    @property
    def handout(self) -> ShownHandout | None:
        """The handout that everybody sees now; None for none."""
        return self._handout

    def show_handout(self, handout: ShownHandout, logged: Message | None = None) -> bool:
        """Show a handout to everybody. Return whether the log has it; it stays there, whatever is undone.

        Args:
            handout: what is shown.
            logged: what the log says of it; that the GM shows a handout with this title if None.
        """
        if not self.view_only:
            line = logged or Message(key="log.handout_shown", params={"handout": handout.title})
            if not self._aside(Noted(message=line)):
                return False
            self._report(CampaignChange(initiator=None, entry=None, forward=True))
        self._handout = handout
        self.handout_changed.emit()
        return True

    def hide_handout(self) -> None:
        """Hide the handout that is shown."""
        if self._handout is not None:
            self._handout = None
            self.handout_changed.emit()

    def close(self) -> None:
        """Close the file. Whatever a widget that outlives the campaign still sends is not done."""
        self.closing.emit()
        self._is_closed = True
        if self._store is not None:
            self._store.close()
            self._store = None

    def _aside(self, note: Noted) -> bool:
        if self._is_closed:
            return False
        if self._store is not None:
            try:
                self._store.add_aside(SideNote(after=self._history.cursor, note=note))
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._history.add_aside(note)
        return True

    def _report(self, change: CampaignChange) -> None:
        self._views.forget()
        self.changing.emit(change)
        self.changed.emit(change)


def _known_author(entry: HistoryEntry) -> str:
    """Return the seat that made a gesture, if the log tells everybody of it; otherwise an empty string."""
    is_public = any(isinstance(event, Noted) and event.audience is None for event in entry.events)
    return entry.command.seat if is_public else ""
