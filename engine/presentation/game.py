"""A game: commands in, events out, and the view of each viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from operator import is_
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from engine.core.chance import Chance, InputRequired
from engine.core.commands import Command, Move, Request, kind_of, need_exact_numbers, need_seat, with_cards_resolved
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import Event, Noted
from engine.core.fault_isolation import FAULT, isolated, need_kind, need_tuple_of, report_fault
from engine.core.game_options import OptionSpec
from engine.core.memo import memo_of_moment
from engine.core.rules import AppliedCommand
from engine.messages.display_names import seat_name
from engine.messages.game_messages import in_game
from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import game_texts
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.answer_timeouts import AnswerTimeout, HasAnswerTimeouts
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.card_faces import CardFace, HasCardFaces, Lists, PrintsCardFaces
from engine.presentation.game_capabilities import (
    CommandWithOdds,
    HasBodyAnnotations,
    HasConditions,
    HasFightOffers,
    HasLazyOffers,
    HasNamedOffers,
    HasOdds,
    HasRowBudgets,
    HasSecretActing,
    HasTimePreview,
    HidesUnenteredNumbers,
    NamesCommandsWithOdds,
    TimePreview,
    linked_conditions_of,
    record_lists_of,
    row_templates_of,
    secret_lists_of,
)
from engine.presentation.offer_fault_isolation import faulty_offer
from engine.presentation.offers import Denial, Offer, Question, QuestionKind
from engine.presentation.stations import RowBudget
from engine.presentation.status_pages import HasStatusPages, StatusPage, StatusPageTab
from engine.presentation.visibility import VisibleTable, table_without_secret_numbers, visible_table

if TYPE_CHECKING:
    from engine.odds.odds import Odds

T = TypeVar("T")

_CARD_WORDS = frozenset({"card", "cards", "other"})
"""The parameters of a sentence that may be cards."""


class Ruleset(Protocol):
    """The rules of a game."""

    @property
    def id(self) -> str:
        """The name of its folder, its assets and its scripts."""
        ...

    @property
    def moves(self) -> tuple[Move[Any] | type[Request], ...]:
        """Its own commands; one that does not check and decide itself is listed as a move with its functions."""
        ...

    @property
    def procedures(self) -> tuple[type[Procedure], ...]:
        """The kinds of procedure that it puts on a table."""
        ...

    @property
    def continuations(self) -> tuple[type[Continuation[Any]], ...]:
        """The kinds of continuation that its procedures hold."""
        ...

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        """The choices that a group can make."""
        ...

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return the table at the start; `options` is complete and checked."""
        ...

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the tracks and states of this game. Raises Refused for unknown tracks."""
        ...

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return the options that should be different for this number of players."""
        ...

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now, with no more information than `viewer` may have."""
        ...

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        """Return the procedures in progress as a viewer may see them, outermost first."""
        ...

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break an invariant of the game."""
        ...

    def after_command(self, draft: Draft, command: Command) -> None:
        """Add the rules' reaction to a command that has just been decided, by hand or by rule."""
        ...


@dataclass(frozen=True, slots=True)
class SharedParts:
    """The parts that every game has besides its rules.

    Attributes:
        secret_lists: lists that only the GM may know.
        record_lists: lists that only commands write.
        offers: returns the offers of a seat, as a viewer may know them.
        page_tabs: returns the tabs of status pages of a viewer, behind those of the game.
        page: returns one of these pages, as the viewer may read it.
        after_command: adds a reaction to each command, after that of the rules.
        odds: returns the odds of an offer that the rules have none for, as a viewer may know them.
    """

    secret_lists: frozenset[str] = frozenset()
    record_lists: frozenset[str] = frozenset()
    offers: Callable[[Table, str, str], tuple[Offer, ...]] | None = None
    page_tabs: Callable[[Table, str], tuple[StatusPageTab, ...]] = lambda _table, _viewer: ()
    page: Callable[[Table, str, str], StatusPage] | None = None
    after_command: Callable[[Draft], None] | None = None
    odds: Callable[[Table, Offer, str], Odds | None] = lambda _table, _offer, _viewer: None


class Game:
    """A ruleset on a generic table.

    Args:
        ruleset: the rules, with their own commands.
        manual_moves: the moves by hand; a command of the ruleset replaces the move of the same kind.
        name: the name of a game of other people, which a fault of its code is blamed on; empty for a game of the
            program.
        shared: the parts that every game has besides its rules.

    Attributes:
        fault: the sentence in place of a piece that a fault keeps from being shown.
        card_face_source: the ruleset if it has cards of its own.
        card_face_printer: the ruleset if such cards are printed with their faces.
        has_secret_acting: what secret characters can do is offered on the GM screen only.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        manual_moves: tuple[Move[Any], ...],
        name: str = "",
        shared: SharedParts | None = None,
    ) -> None:
        self.ruleset = ruleset
        self._shared = shared = SharedParts() if shared is None else shared
        self.fault = Message(key="refused.game_fault", params={"name": name}) if name else FAULT
        self._faulty_activities: tuple[ActivityView, ...] = (ActivityView(title=self.fault),)
        self.secret_lists = shared.secret_lists | secret_lists_of(ruleset)
        self.record_lists = shared.record_lists | record_lists_of(ruleset)
        self.row_templates = row_templates_of(ruleset)
        self.linked_conditions = linked_conditions_of(ruleset)
        # Whether a game has an optional part is asked once: such a question takes long.
        self.card_face_source = ruleset if isinstance(ruleset, HasCardFaces) else None
        self.card_face_printer = ruleset if isinstance(ruleset, PrintsCardFaces) else None
        self._lazy_offers = ruleset if isinstance(ruleset, HasLazyOffers) else None
        self._fight_offers = ruleset if isinstance(ruleset, HasFightOffers) else None
        self._named_offers = ruleset if isinstance(ruleset, HasNamedOffers) else None
        self._odds = ruleset if isinstance(ruleset, HasOdds) else None
        nothing: frozenset[type[Command]] = frozenset()
        self._without_odds = isolated(lambda: _commands_without_odds(ruleset), nothing)
        self._time_preview = ruleset if isinstance(ruleset, HasTimePreview) else None
        self._row_budgets = ruleset if isinstance(ruleset, HasRowBudgets) else None
        self._answer_timeouts = ruleset if isinstance(ruleset, HasAnswerTimeouts) else None
        self._body_annotations = ruleset if isinstance(ruleset, HasBodyAnnotations) else None
        self._unentered_numbers = ruleset if isinstance(ruleset, HidesUnenteredNumbers) else None
        self._conditions = ruleset if isinstance(ruleset, HasConditions) else None
        self._status_pages = ruleset if isinstance(ruleset, HasStatusPages) else None
        self.has_secret_acting = isolated(
            lambda: isinstance(ruleset, HasSecretActing) and bool(ruleset.secret_acting), False
        )
        self._last_verified: tuple[Table, Command, tuple[Command, Move[Any]]] | None = None
        self._seen: dict[str, tuple[Table, VisibleTable]] = {}  # a cache that makes the next view faster
        self._manual_kinds = frozenset(move.command for move in manual_moves)
        moves = map(Move.of, (*manual_moves, *ruleset.moves))
        self._moves: dict[type[Command], Move[Any]] = {move.command: move for move in moves}

    @property
    def commands(self) -> Mapping[str, type[Command]]:
        """Every command by the name it has in scripts."""
        return {kind_of(command): command for command in self._moves}

    @property
    def procedures(self) -> tuple[type[Procedure], ...]:
        """The kinds of procedure that the game puts on a table."""
        return self.ruleset.procedures

    @property
    def continuations(self) -> tuple[type[Continuation[Any]], ...]:
        """The kinds of continuation that its procedures hold."""
        return self.ruleset.continuations

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return the table at the start; `options` is complete and checked. Raises Refused."""
        with self._own_refusals():
            return self.ruleset.new_table(seats, options)

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the tracks and states of this game. Raises Refused for unknown tracks."""
        with self._own_refusals():
            return self.ruleset.new_actor(table, actor, tracks)

    def refusal(self, table: Table, command: Command) -> Refused | None:
        """Return why a command may not be done, or None if it may."""
        try:
            self._verified(table, command)
        except Refused as refused:
            return without_traceback(refused)
        return None

    def apply(self, table: Table, command: Command, chance: Chance, *, reports: bool = True) -> AppliedCommand:
        """Apply a command.

        Args:
            table: the table before it.
            command: the command.
            chance: the source of its dice and shuffles.
            reports: whether log lines, results and dice are recorded; the table after it is the same (`Draft.reports`).

        Raises:
            Refused: it is not allowed; nothing has changed.
            InputRequired: real dice or cards must be entered first; nothing has changed.
        """
        command, move = self._verified(table, command)
        draft = Draft(table, chance, reports=reports)
        try:
            move.decide(draft, command)
            self.ruleset.after_command(draft, command)
            if self._shared.after_command is not None:
                self._shared.after_command(draft)
            events = draft.conclude()
            if reports and game_texts(self.ruleset.id):  # else no sentence is the game's own
                events = tuple([self._own(event) if type(event) is Noted else event for event in events])
            if reports and self.card_face_source is not None:
                named, table_now = self._event_with_card_names, draft.table
                events = tuple([named(table_now, event) if type(event) is Noted else event for event in events])
        except Refused as refused:
            refused.message = self._own(refused.message)
            raise
        except InputRequired as required:
            required.about = self._own(required.about)
            raise
        except Exception as fault:  # any fault
            raise self._refused_by(fault) from fault
        return AppliedCommand(
            command=command,
            events=events,
            table=draft.table,
            learned=frozenset(draft.learned),
            title=_title(table, command, events) if reports else _UNREPORTED,
            results=draft.results,
        )

    def offers(self, table: Table, seat: str, viewer: str | None = None) -> tuple[Offer, ...]:
        """Return what a seat can do now, with the information of the seat itself or of another viewer."""
        actual_viewer = seat if viewer is None else viewer
        try:
            offers = need_tuple_of("offers", self.ruleset.offers(table, seat, actual_viewer), Offer)
        except Exception as fault:  # any fault: an offer reports it
            report_fault(fault)
            offers = (faulty_offer(seat, self.fault),)
        shared = self._offers_of_every_game(table, seat, actual_viewer)
        return self._own((*offers, *shared) if shared else offers)

    def fight_offers(self, table: Table, seat: str) -> tuple[Offer, ...]:
        """Return the offers of a seat among which the game's bot chooses: all, or those of `HasFightOffers`."""
        ruleset = self._fight_offers
        if ruleset is None:
            return self.offers(table, seat)
        faulty: tuple[Offer, ...] = (faulty_offer(seat, self.fault),)
        found = isolated(lambda: need_tuple_of("fight_offers", ruleset.fight_offers(table, seat), Offer), faulty)
        return self._own(found)

    def named_offers(self, table: Table, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        """Return the offers of a seat that have one of these base names, as a viewer may know them."""
        ruleset = self._named_offers
        if ruleset is None:
            return tuple([offer for offer in self.offers(table, seat, viewer) if offer.base_name in names])
        found: tuple[Offer, ...] = ()
        found = isolated(
            lambda: need_tuple_of("named_offers", ruleset.named_offers(table, seat, viewer, names), Offer), found
        )
        shared = [offer for offer in self._offers_of_every_game(table, seat, viewer) if offer.base_name in names]
        return self._own((*found, *shared) if shared else found)

    def _offers_of_every_game(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return the offers that do not come from the ruleset; their fault leaves those of the ruleset as they are."""
        shared = self._shared.offers
        return () if shared is None else isolated(lambda: shared(table, seat, viewer), (faulty_offer(seat, FAULT),))

    def complete_offer(self, table: Table, offer: Offer, viewer: str | None = None) -> Offer:
        """Return a lazy offer with everything that is calculated only when it is taken. Callable from any thread."""
        if not offer.lazy:
            return offer
        actual_viewer = offer.command.seat if viewer is None else viewer
        ruleset = self._lazy_offers
        if ruleset is None:
            return replace(offer, lazy=False)
        faulty = offer.unless(Denial(message=self.fault))
        complete = isolated(
            lambda: need_kind("complete_offer", ruleset.complete_offer(table, offer, actual_viewer), Offer), faulty
        )
        return self._own(replace(complete, lazy=False))

    def odds(self, table: Table, offer: Offer, viewer: str | None = None) -> Odds | None:
        """Return the exact chances of an offer, by what a viewer may know; None if there are none to show.

        They are those of the command of the offer: put other answers into it to compare them. A denied offer has none.
        Callable from any thread; an answer takes less than 50 ms, but the first one loads the dice library.
        """
        if offer.denial is not None:
            return None
        actual_viewer = offer.command.seat if viewer is None else viewer
        return self._own(isolated(lambda: self._odds_of(table, offer, actual_viewer), None))

    def may_have_odds(self, command: Command) -> bool:
        """Say whether a command of this kind can have odds at all; it does not depend on the table."""
        return type(command) not in self._without_odds or isinstance(command, CommandWithOdds)

    def odds_of_choices(self, table: Table, offer: Offer, field: str, viewer: str | None = None) -> Mapping[str, Odds]:
        """Return the odds of each choice for a field that an offer asks about, with its other answers as they are.

        Of several cards each has the odds that it has alone. Choices without odds are left out. Unlike the odds of one
        offer this may take long: calculate it aside.
        """
        asked = next((one for one in offer.questions if one.field == field and not one.part), None)
        if asked is None or asked.kind not in (QuestionKind.CHOICE, QuestionKind.CARD, QuestionKind.CARDS):
            return {}
        found: dict[str, Odds] = {}
        for choice in asked.choices_for(getattr(offer.command, asked.by, "") if asked.by else None):
            answer = (choice,) if asked.kind is QuestionKind.CARDS else choice
            odds = self.odds(table, replace(offer, command=replace(offer.command, **{field: answer})), viewer)
            if odds is not None:
                found[choice] = odds
        return found

    def _odds_of(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        # Imported here: the start of the program can do without.
        from engine.odds.odds import Odds

        def as_at_first(actor: Actor) -> Actor:
            return self.ruleset.new_actor(table, actor, {})

        known = table_without_secret_numbers(table, viewer, as_at_first, self.secret_lists)
        own = None
        command = offer.command
        if isinstance(command, CommandWithOdds) and callable(command.odds):  # a bet may have a field of that name
            with suppress(Refused):
                own = command.odds(known, viewer)
        if own is None and self._odds is not None:
            own = self._odds.odds(known, offer, viewer)
        odds = self._shared.odds(known, offer, viewer) if own is None else own
        return None if odds is None else need_kind("odds", odds, Odds)

    def time_preview(self, table: Table, command: Command, viewer: str | None = None) -> TimePreview | None:
        """Return what becomes due while a command advances the time; None if it does not.

        Whether the command is allowed is another question (`refusal`), because that may depend on more than the viewer
        knows.
        """
        ruleset, actual_viewer = self._time_preview, command.seat if viewer is None else viewer
        if ruleset is None:
            return None
        return self._own(isolated(lambda: _time_preview(ruleset, table, command, actual_viewer), None))

    def row_budget(self, table: Table, command: Command, viewer: str | None = None) -> RowBudget | None:
        """Return the cost of a row of cards as a command would leave it; None if it has none, or not for this viewer.

        Whether the command is allowed is another question (`refusal`).
        """
        ruleset, actual_viewer = self._row_budgets, command.seat if viewer is None else viewer
        if ruleset is None:
            return None
        try:
            named = with_cards_resolved(table, command)
        except Refused:
            return None
        return self._own(isolated(lambda: _row_budget(ruleset, table, named, actual_viewer), None))

    def view_for(self, table: Table, viewer: str) -> VisibleTable:
        """Return everything that a viewer may know of a table."""
        activities = isolated(
            lambda: need_tuple_of("activity_view", self.ruleset.activity_view(table, viewer), ActivityView),
            self._faulty_activities,
        )
        under_way = self._own(activities)
        before = self._seen.get(viewer)
        view = visible_table(table, viewer, under_way, before, self.secret_lists, self.linked_conditions)
        self._seen[viewer] = (table, view)
        return view

    def answer_timeouts(self, table: Table) -> tuple[AnswerTimeout, ...]:
        """Return the answer timeouts that run now; anybody may know them."""
        ruleset = self._answer_timeouts
        if ruleset is None:
            return ()
        return isolated(lambda: need_tuple_of("answer_timeouts", ruleset.answer_timeouts(table), AnswerTimeout), ())

    def body_annotations(self, table: Table, actor: str, viewer: str) -> BodyAnnotations:
        """Return the game's annotations of a character's body; none if the viewer may not read the character."""
        found, ruleset = table.actors.get(actor), self._body_annotations
        if found is None or not table.may_read(found, viewer) or ruleset is None:
            return BodyAnnotations()
        faulty = BodyAnnotations(penalties=(self.fault,))
        return self._own(
            isolated(
                lambda: need_kind("body_annotations", ruleset.body_annotations(table, actor), BodyAnnotations), faulty
            )
        )

    def without_unentered_numbers(self, table: Table, view: VisibleTable) -> VisibleTable:
        """Return a visible table without the numbers of characters that nobody has entered yet."""
        ruleset = self._unentered_numbers
        if ruleset is None:
            return view
        shown = {
            id_: isolated(partial(_without_unentered_numbers, ruleset, table, actor), actor) if actor.tracks else actor
            for id_, actor in view.actors.items()
        }
        return view if all(map(is_, shown.values(), view.actors.values())) else replace(view, actors=shown)

    def conditions(self, table: Table, actor: str, viewer: str) -> Mapping[str, tuple[Question, ...]]:
        """Return the conditions that can be given to a character by hand, each with its questions.

        It is empty for a character that the viewer may not read, and in a game that does not list conditions.
        """
        found, ruleset = table.actors.get(actor), self._conditions
        if found is None or not table.may_read(found, viewer) or ruleset is None:
            return {}
        return self._own(isolated(lambda: need_kind("conditions", ruleset.conditions(table, actor), Mapping), {}))

    def status_page_tabs(self, table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
        """Return the tabs of the status pages that a viewer may open: those of the game, and those of every game."""
        ruleset, shared = self._status_pages, self._shared_tabs(table, viewer)
        if ruleset is None:
            return shared
        own: tuple[StatusPageTab, ...] = self._own(_tabs_of(table, viewer, ruleset.status_page_tabs))
        return (*own, *shared) if shared else own

    def _shared_tabs(self, table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
        return isolated(lambda: self._shared.page_tabs(table, viewer), ())

    def status_page(self, table: Table, viewer: str, key: str) -> StatusPage | None:
        """Return a status page as a viewer may read it, or None if the viewer has no page with this key."""
        shared, ruleset = self._shared.page, self._status_pages
        is_shared = shared is not None and key in {tab.key for tab in self._shared_tabs(table, viewer)}
        make = shared if is_shared else ruleset.status_page if ruleset is not None else None
        tab = next((tab for tab in self.status_page_tabs(table, viewer) if tab.key == key), None)
        if make is None or tab is None:
            return None
        faulty = StatusPage(key=key, title=tab.label, sentences=(self.fault,))
        return self._own(isolated(lambda: need_kind("status_page", make(table, viewer, key), StatusPage), faulty))

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return the face of a card of the game's own; None for any other card, and in a game without own cards."""
        found = self.card_face_source
        return None if found is None else isolated(lambda: _card_face(found, card, lists, options), None)

    def _verified(self, table: Table, command: Command) -> tuple[Command, Move[Any]]:
        """Return a command that is allowed, with its cards resolved, and its move. Raises Refused."""
        last = self._last_verified
        if last is not None and last[0] is table and last[1] is command:
            return last[2]  # whoever asks whether a command is allowed mostly does it next
        move = self._moves.get(type(command))
        if move is None:
            raise Refused("no_such_command", command=kind_of(command))
        asked = command
        try:
            need_seat(table, command)
            need_exact_numbers(command)
            command = with_cards_resolved(table, command)
            move.verify(table, command)
            if move.command in self._manual_kinds:
                self.ruleset.verify_manual_move(table, command)
        except Refused as refused:
            refused.message = self._own(self._message_with_card_names(table, refused.message))
            raise
        except Exception as fault:  # any fault
            raise self._refused_by(fault) from fault
        self._last_verified = table, asked, (command, move)
        return command, move

    def _refused_by(self, fault: Exception) -> Refused:
        """Report a fault of a game of other people, and return the refusal of the command that met it.

        A fault of a game of the program is raised as it is: it is a fault of the program.
        """
        if self.fault is FAULT:
            raise fault
        report_fault(fault)
        return Refused.saying(self.fault)

    @contextmanager
    def _own_refusals(self) -> Iterator[None]:
        try:
            yield
        except Refused as refused:
            refused.message = self._own(refused.message)
            raise

    def _own(self, value: T) -> T:
        """Return a value of the rules whose messages are looked up in the texts of the game first."""
        return in_game(value, self.ruleset.id)

    def _event_with_card_names(self, table: Table, event: Noted) -> Noted:
        """Return an event with the names of cards in its message."""
        message = self._message_with_card_names(table, event.message)
        return event if message is event.message else replace(event, message=message)

    def _message_with_card_names(self, table: Table, message: Message) -> Message:
        """Return a sentence with the names of the game's own cards instead of their ids."""
        found = self.card_face_source
        card_params = message.params.keys() & _CARD_WORDS if found is not None else ()
        if found is None or not card_params:
            return message
        options = {**table.options, **table.scene}

        def named(value: Json) -> Json:
            if isinstance(value, str):
                face = self.card_face(value, table.lists, options)
                return value if face is None else face.name
            return [named(one) for one in value] if isinstance(value, list | tuple) else value

        changed = {name: named(message.params[name]) for name in card_params}
        same = all(changed[name] == message.params[name] for name in card_params)
        return message if same else replace(message, params={**message.params, **changed})


@memo_of_moment
def _tabs_of(
    table: Table, viewer: str, tabs: Callable[[Table, str], tuple[StatusPageTab, ...]]
) -> tuple[StatusPageTab, ...]:
    """Return the tabs of a game, which are also asked for by the page that is open.

    It takes the method of the ruleset, which has a hash, whatever the ruleset of a stranger is.
    """
    return isolated(lambda: need_tuple_of("status_page_tabs", tabs(table, viewer), StatusPageTab), ())


def _time_preview(ruleset: HasTimePreview, table: Table, command: Command, viewer: str) -> TimePreview | None:
    preview = ruleset.time_preview(table, command, viewer)
    return None if preview is None else need_kind("time_preview", preview, TimePreview)


def _row_budget(ruleset: HasRowBudgets, table: Table, command: Command, viewer: str) -> RowBudget | None:
    budget = ruleset.row_budget(table, command, viewer)
    return None if budget is None else need_kind("row_budget", budget, RowBudget)


def _commands_without_odds(ruleset: Ruleset) -> frozenset[type[Command]]:
    """Return the commands of a game that never have odds, as far as it says so."""
    if not isinstance(ruleset, NamesCommandsWithOdds):
        return frozenset()
    return frozenset(Move.of(move).command for move in ruleset.moves).difference(ruleset.commands_with_odds)


def _without_unentered_numbers(ruleset: HidesUnenteredNumbers, table: Table, actor: Actor) -> Actor:
    return need_kind("without_unentered_numbers", ruleset.without_unentered_numbers(table, actor), Actor)


def _card_face(found: HasCardFaces, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
    face = found.card_face(card, lists, options)
    return None if face is None else need_kind("card_face", face, CardFace)


_UNREPORTED: Final = Message(key="log.unsaid", params={"seat": ""})
"""The title of a command whose log lines are not recorded."""


def _title(table: Table, command: Command, events: Iterable[Event]) -> Message:
    """Return the title of a command in the history: the first line of its log that everybody may read."""
    for event in events:
        if type(event) is Noted and event.audience is None:
            return event.message
    return Message(key="log.unsaid", params={"seat": seat_name(table, command.seat)})
