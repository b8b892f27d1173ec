"""What a seat can do now: read by buttons, drop targets, keys, scripts, simulations and tests alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from engine.play.commands import Command
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table

ALL_SEATS: Final = "*"
"""Everybody pays for it: all wait again, or nobody is waited for any more."""


class AskKind(StrEnum):
    """What still has to be said to make an offer a command."""

    CARD = "card"
    CARDS = "cards"
    NUMBER = "number"
    TIME = "time"
    CHOICE = "choice"
    CHOICES = "choices"
    FACES = "faces"
    TEXT = "text"
    LINES = "lines"
    FLAG = "flag"
    ROWS = "rows"


class Ask(Frozen):
    """One thing that an offer still asks for.

    Attributes:
        field: the field of the command that the answer fills.
        kind: what kind of answer.
        label: the question.
        zone: where cards are taken from.
        choices: what may be chosen (ids, words, or places of cards such as `hand:tom#2`); empty means anything fitting.
            Of faces each may be chosen more than once.
        least, most: bounds of a number or of a time in seconds, or of how many are chosen.
        optional: may be left as the command has it.
        part: of a field that is a table, the row that the answer fills; one row at the least is answered.
        secret: only the seat that is asked may read what it writes.
        own_words: besides the choices, words of one's own will do.
        by: the field whose answer says which choices there are; `among` has them, `choices` are all of them.
        among: the choices for each answer to `by`.
        ordered: the order in which several are chosen matters.
        seldom: optional, and so seldom wanted that it need not be seen until somebody asks for more.
        row: of rows, the name under which a row tells whom it is about; the field then takes a list of such rows.
            Where it is empty the field takes those who are chosen, and each column's field what is said of them.
        columns: of rows, what is asked of each of those who are chosen.
        called: of a choice, what it is called where its id says nothing to anybody.
        told: of a choice, what it costs or brings, told beside it.
        told_for: the same for each answer to `by`.
        warns: what is told must be read first: a gesture that answers with such a choice does not do it at once.
        instead: of a choice that may be left, what that means; None where it is simply left open.
        spot: of a number: the number of the slot in which cards are laid answers it, where they are laid in one.
        total: of a column of numbers, what all who are chosen share out among them; of the rows of a table, what all of
            them come to.
    """

    field: str
    kind: AskKind
    label: Message
    zone: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    optional: bool = False
    part: str = ""
    secret: bool = False
    own_words: bool = False
    by: str = ""
    among: Mapping[str, tuple[str, ...]] = {}
    ordered: bool = False
    seldom: bool = False
    row: str = ""
    columns: tuple[Ask, ...] = ()
    total: int | None = None
    called: Mapping[str, Message] = {}
    told: Mapping[str, Message] = {}
    told_for: Mapping[str, Mapping[str, Message]] = {}
    instead: Message | None = None
    spot: bool = False
    warns: bool = False

    def choices_for(self, answer: object) -> tuple[str, ...]:
        """Return what may be chosen where this is the answer to `by`."""
        return self.among.get(str(answer), ()) if self.by else self.choices

    def after(self, answer: object, *, proposed: bool = False) -> Ask:
        """Return the question as it is once `by` is answered: it hangs on nothing any more.

        While an answer is but proposed nothing is told that is so for it alone.
        """
        told = self.told if proposed else {**self.told, **self.told_for.get(str(answer), {})}
        return replace(self, choices=self.choices_for(answer), told=told, by="", among={}, told_for={})


class Drag(Frozen):
    """Cards dragged from one zone to another, or chips from bag to bag.

    Attributes:
        source, target: the zones or the bags.
        colour: of chips, those of one colour alone; empty for any.
        side: of chips, the dice that they better: the name of their `SideView`. They may be laid on those as well.
    """

    source: str
    target: str
    colour: str = ""
    side: str = ""


class Denial(Frozen):
    """Why an offer cannot be taken now."""

    message: Message
    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, refused: Refused) -> Denial:
        """Return a refusal as plain data."""
        return cls(message=refused.message, rules=refused.rules)


class Offer(Frozen):
    """Something that a seat can do now, or would like to and cannot.

    Attributes:
        name: stays the same from moment to moment, for keys and tests.
        command: the command, filled as far as is known.
        label: what stands on the button.
        asks: what must still be said.
        drag: the gesture that performs it, besides its button.
        denial: None if it can be done.
        main: the natural next step.
        handled: it is done on the table itself, and something else has a button that does the same.
        later: how its questions are answered beforehand takes a while to work out, so that is done when somebody takes
            it (`Game.worked_out`).
        seldom: wanted so seldom that it is found in the list of all alone.
        group: what it stands under in that list.
        at_cost_of: the seat that pays for it: with luck or chips, or with what it has decided or begun already. Such an
            offer is never under the first key, and under none at all for anybody else.
    """

    name: str
    command: Command
    label: Message
    asks: tuple[Ask, ...] = ()
    drag: Drag | None = None
    denial: Denial | None = None
    main: bool = False
    handled: bool = False
    later: bool = False
    seldom: bool = False
    group: Message | None = None
    at_cost_of: str = ""

    @property
    def costs_others(self) -> bool:
        """Whether somebody else pays for it than the seat that takes it."""
        return self.at_cost_of not in ("", self.command.seat)

    @property
    def is_far_reaching(self) -> bool:
        """Whether it destroys, hides or goes far; it is then never taken by its name without a question."""
        return self.command.is_far_reaching()

    def unless(self, denial: Denial | None) -> Offer:
        """Return the offer as it is without a denial; one that is denied is never the natural next step."""
        return self if denial is None else replace(self, denial=denial, main=False)


def in_order(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Return offers as they are laid before a seat: the natural next steps first, what others pay for last.

    The very first is free, if anything is.
    """
    ranked = sorted(offers, key=lambda offer: (offer.costs_others, not offer.main))
    free = next((offer for offer in ranked if offer.denial is None and not offer.at_cost_of), None)
    return tuple(ranked) if free is None else (free, *(offer for offer in ranked if offer is not free))


def denial(check: Callable[..., object], *arguments: object) -> Denial | None:
    """Return why a check lets something not through, or None."""
    try:
        check(*arguments)
    except Refused as refused:
        return Denial.of(refused)
    return None


def checked(table: Table, offer: Offer, verify: Callable[[Table, Any], object]) -> Offer:
    """Return an offer as its command stands now: denied where `verify` raises Refused."""
    try:
        verify(table, offer.command)
    except Refused as refused:
        return offer.unless(Denial.of(refused))
    return offer


def offered(
    name: str,
    command: Command,
    check: Callable[[], object] | None = None,
    *,
    asks: tuple[Ask, ...] = (),
    drag: Drag | None = None,
    main: bool = False,
    handled: bool = False,
    later: bool = False,
    seldom: bool = False,
    at_cost_of: str = "",
    **params: Json,
) -> Offer:
    """Return an offer, with a denial if its check raises Refused.

    Args:
        name: the offer's name; its label is the sentence `offer.<name up to a colon>`.
        command: the command as far as it is known.
        check: raises Refused where the offer cannot be taken; nothing if it always can, or `checked` looks at it.
        asks: what must still be said.
        drag: the gesture.
        main: the natural next step.
        handled: it has no button of its own.
        later: it is worked out when somebody takes it.
        seldom: it is found in the list of all alone.
        at_cost_of: the seat that pays for it.
        params: what the label speaks of.
    """
    label = Message(key=f"offer.{name.partition(':')[0]}", params=params)
    offer = Offer(
        name=name,
        command=command,
        label=label,
        asks=asks,
        drag=drag,
        main=main,
        handled=handled,
        later=later,
        seldom=seldom,
        at_cost_of=at_cost_of,
    )
    return offer if check is None else offer.unless(denial(check))


def ask(word: str, kind: AskKind, choices: tuple[str, ...] = (), **more: Any) -> Ask:
    """Return a question, worded by the sentence `ask.<word>`, about the field of that name (or of `field`)."""
    label = Message(key=f"ask.{word}")
    return Ask(**{"field": word, "kind": kind, "label": label, "choices": choices, **more})
