"""Optional protocols of a game, beyond `Ruleset`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.offers import Offer, Question
from engine.presentation.stations import RowBudget

if TYPE_CHECKING:
    from engine.odds.odds import Odds


@runtime_checkable
class HasConditions(Protocol):
    """A game with rules that depend on conditions by name."""

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Question, ...]]:
        """Return the conditions that can be given to a character by hand, each with its questions.

        A question is about a field of `LayCondition`: `level` or `note`. One that is not optional must be answered,
        because the condition means nothing to the rules without it. Several choices are written into `note` with
        commas between them; a choice for `level` is the number itself.
        """
        ...


@runtime_checkable
class HasBodyAnnotations(Protocol):
    """A game that annotates a character's body."""

    def body_annotations(self, table: Table, actor: str) -> BodyAnnotations:
        """Return the annotations of a character that may be read."""
        ...


@runtime_checkable
class HidesUnenteredNumbers(Protocol):
    """A game in which some numbers of a character mean nothing until they are entered on its sheet."""

    def without_unentered_numbers(self, table: Table, actor: Actor) -> Actor:
        """Return a character without the numbers that nobody has entered or changed."""
        ...


@runtime_checkable
class HasSecretLists(Protocol):
    """A game with lists that only the GM may read, such as foes that the players have not met."""

    @property
    def secret_lists(self) -> frozenset[str]:
        """The names of those lists."""
        ...


@runtime_checkable
class HasRowTemplates(Protocol):
    """A game with lists that may have no row yet, but whose rows have more than a name."""

    @property
    def row_templates(self) -> Mapping[str, Mapping[str, Json]]:
        """The values of a new row without its name, by list; they show which columns the list has."""
        ...


@runtime_checkable
class HasRecordLists(Protocol):
    """A game with lists that only its own commands write, such as traps on the table; nobody edits them as a table."""

    @property
    def record_lists(self) -> frozenset[str]:
        """The names of those lists."""
        ...


@runtime_checkable
class HasLinkedConditions(Protocol):
    """A game with conditions whose ids end in the id of another character, such as the one that holds a victim."""

    @property
    def linked_conditions(self) -> frozenset[str]:
        """The names of those conditions."""
        ...


@runtime_checkable
class HasLazyOffers(Protocol):
    """A game with offers that are completed only when they are taken (`Offer.lazy`), because that takes time."""

    def complete_offer(self, table: Table, offer: Offer, viewer: str) -> Offer:
        """Return such an offer with its answers, with no more information than `viewer` may have.

        It may be called from another thread, so it may use nothing but the table.
        """
        ...


@runtime_checkable
class HasFightOffers(Protocol):
    """A game that can list the offers of a fight without all others, because a simulation asks for them often."""

    def fight_offers(self, table: Table, seat: str) -> tuple[Offer, ...]:
        """Return offers of a seat among which the game's bot chooses the same command as among all of them."""
        ...


@runtime_checkable
class HasNamedOffers(Protocol):
    """A game that can list offers by their names without all others, because the buttons of a status page need few."""

    def named_offers(self, table: Table, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        """Return those of `offers` that have one of these base names, in the same order."""
        ...


@runtime_checkable
class HasRoundNumber(Protocol):
    """A game that can tell the number of the round without a view of all that is in progress."""

    def round_number(self, table: Table) -> int:
        """Return the number of the round, as the innermost activity with one tells it; 0 for none."""
        ...


@runtime_checkable
class HasOdds(Protocol):
    """A game that knows the exact chances of some of its offers."""

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of an offer, calculated from nothing that `viewer` may not know; None if there are none.

        A number that the viewer may not know gives no odds, not rounded ones. It may be called from another thread, so
        it may use nothing but the table.
        """
        ...


@runtime_checkable
class NamesCommandsWithOdds(Protocol):
    """A game that says which of its commands can have odds; for its other ones no room is kept where odds are shown."""

    commands_with_odds: tuple[type[Command], ...]


@runtime_checkable
class CommandWithOdds(Protocol):
    """A command that knows the exact chances of its results, in a game or in what all games share."""

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the odds of the command with the answers that it has, as in `HasOdds`. A refused command has none.

        Raises:
            Refused: the command is not allowed.
        """
        ...


class TimePreview(Frozen):
    """The effects of a command as time passes, shown before it is done.

    Attributes:
        message: the effects as text.
        asks: the user must read it first: a control that acts on a single press asks for confirmation.
    """

    message: Message
    asks: bool


@runtime_checkable
class HasSecretActing(Protocol):
    """A game in which what a secret character can do is offered on the GM screen only, because it tells of its sheet.

    Attributes:
        secret_acting: whether it is so.
    """

    secret_acting: bool


@runtime_checkable
class HasTimePreview(Protocol):
    """A game that can preview what becomes due while a command advances the time."""

    def time_preview(self, table: Table, command: Command, viewer: str) -> TimePreview | None:
        """Return the preview, with no more information than `viewer` may have; None if the clock does not change.

        The command may be one that the rules refuse.
        """
        ...


@runtime_checkable
class HasRowBudgets(Protocol):
    """A game in which the cards of a row have a cost that its player should know while choosing them."""

    def row_budget(self, table: Table, command: Command, viewer: str) -> RowBudget | None:
        """Return the cost of a row as a command would leave it, with the warnings that belong to it.

        None for any other command, and for a viewer who may not know it. The cards are named by id. The command may be
        one that the rules refuse; then the reason is among the warnings.
        """
        ...


def secret_lists_of(ruleset: object) -> frozenset[str]:
    """Return the names of the lists that only the GM may read; none in a game without such lists."""
    return ruleset.secret_lists if isinstance(ruleset, HasSecretLists) else frozenset()


def row_templates_of(ruleset: object) -> Mapping[str, Mapping[str, Json]]:
    """Return the values of a new row by list, for lists that are written as a table."""
    return ruleset.row_templates if isinstance(ruleset, HasRowTemplates) else {}


def record_lists_of(ruleset: object) -> frozenset[str]:
    """Return the names of the lists that only commands of the game write; none in a game without such lists."""
    return ruleset.record_lists if isinstance(ruleset, HasRecordLists) else frozenset()


def linked_conditions_of(ruleset: object) -> frozenset[str]:
    """Return the names of the conditions whose ids end in the id of another character."""
    return ruleset.linked_conditions if isinstance(ruleset, HasLinkedConditions) else frozenset()
