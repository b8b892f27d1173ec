"""Offers: what a seat can do now. Buttons, drop targets, keys, scripts, simulations and tests all read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from engine.core.commands import Command, Request
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import template_of
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table

ALL_SEATS: Final = "*"
"""For `Offer.at_cost_of`: everybody pays, because all wait again, or nobody is waited for any more."""


class QuestionKind(StrEnum):
    """The kind of answer that a question takes."""

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


class Question(Frozen):
    """One thing that must be chosen before an offer becomes a command.

    Attributes:
        field: the field of the command that the answer fills.
        kind: the kind of answer.
        label: the question.
        zone: the zone from which cards are chosen, or the bag from which chips are.
        choices: the possible answers (ids, words, or positions of cards such as `hand:tom#2`); empty for any fitting
            one. Each face may be chosen more than once.
        least, most: bounds of a number, of a time in seconds, or of the number of chosen things.
        optional: it may stay as the command has it.
        part: for a field that is a table, the row that the answer fills; at least one row is answered.
        secret: only the seat that answers may read the answer.
        own_words: free text is accepted besides the choices.
        by: the field with the answer that decides the choices; `among` has them, `choices` are all of them.
        among: the choices for each answer to `by`.
        ordered: the order of the chosen things matters.
        rare: optional, and needed so rarely that it may be hidden until somebody asks for more.
        row: for rows, the key of a row under which it names its subject; the field then takes a list of such rows. If
            empty, the field takes the chosen subjects, and each column's field the answers about them.
        columns: for rows, the questions about each chosen subject.
        called: the label of a choice whose id means nothing to people.
        told: the cost or benefit of a choice, shown beside it.
        told_for: the same for each answer to `by`.
        warns: the text in `told` must be read first: a gesture that answers with such a choice needs a confirmation.
        instead: for an optional choice, the meaning of no answer; None if the field simply stays open.
        spot: for a number, the number of a slot for cards can answer it.
        total: for a column of numbers, the sum that is shared among the chosen; for the rows of a table, their sum.
        by_location: for locations of a body, a click on one of them can answer it: the offer is proposed there.
    """

    field: str
    kind: QuestionKind
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
    rare: bool = False
    row: str = ""
    columns: tuple[Question, ...] = ()
    total: int | None = None
    called: Mapping[str, Message] = {}
    told: Mapping[str, Message] = {}
    told_for: Mapping[str, Mapping[str, Message]] = {}
    instead: Message | None = None
    spot: bool = False
    warns: bool = False
    by_location: bool = True

    def choices_for(self, answer: object) -> tuple[str, ...]:
        """Return the choices for an answer to `by`."""
        return self.among.get(str(answer), ()) if self.by else self.choices

    def after(self, answer: object, *, proposed: bool = False) -> Question:
        """Return the question after `by` is answered; it no longer depends on another.

        While the answer is only proposed, texts that apply to this answer alone are left out.
        """
        told = self.told if proposed else {**self.told, **self.told_for.get(str(answer), {})}
        return replace(self, choices=self.choices_for(answer), told=told, by="", among={}, told_for={})


class Drag(Frozen):
    """Cards dragged from one zone to another, or chips from bag to bag.

    Attributes:
        source, target: the zones or the bags.
        colour: for chips, the only colour; empty for any.
        side: for chips, the dice that they improve: the name of their `SideView`. They can be dropped on those as well.
    """

    source: str
    target: str
    colour: str = ""
    side: str = ""


class Denial(Frozen):
    """The reason why an offer cannot be taken now."""

    message: Message
    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, refused: Refused) -> Denial:
        """Return a refusal as plain data."""
        return cls(message=refused.message, rules=refused.rules)

    def refusal(self) -> Refused:
        """Return the reason as a refusal."""
        return Refused.saying(self.message, *self.rules)


class Offer(Frozen):
    """An available action of a seat, with its questions; or one that is denied now, with the reason.

    Attributes:
        name: stays the same from moment to moment, for keys and tests.
        command: the command, filled as far as is known.
        label: the text on the button.
        questions: the choices that are still open.
        drag: the gesture that performs it, besides its button.
        denial: None if it can be taken.
        primary: the natural next step.
        direct: it is done on the table itself, where another control has a button for the same.
        lazy: its default answers take time to calculate, so that happens when it is taken (`Game.complete_offer`).
        rare: needed so rarely that it appears only in the list of all offers.
        group: its heading in that list.
        at_cost_of: the seat that pays for it: with luck or chips, or with something decided or begun. Such an offer is
            never on the first key, and on no key at all for anybody else.
        explained_as: the key of the label that the explanation belongs to, if the label was replaced.
    """

    name: str
    command: Command
    label: Message
    questions: tuple[Question, ...] = ()
    drag: Drag | None = None
    denial: Denial | None = None
    primary: bool = False
    direct: bool = False
    lazy: bool = False
    rare: bool = False
    group: Message | None = None
    at_cost_of: str = ""
    explained_as: str = ""

    @property
    def base_name(self) -> str:
        """The name up to a colon, which the offers of several characters share."""
        return self.name.partition(":")[0]

    @property
    def costs_others(self) -> bool:
        """True if another seat pays for it than the one that takes it."""
        return self.at_cost_of not in ("", self.command.seat)

    @property
    def is_far_reaching(self) -> bool:
        """True if it destroys, hides or widely changes something; taken by name, it always needs a confirmation."""
        return self.command.is_far_reaching()

    @property
    def explanation(self) -> Message | None:
        """The sentence that explains what the offer does: `explain.<name>` beside the label `offer.<name>`, if any."""
        game, colon, key = (self.explained_as or self.label.key).rpartition(":")
        explained = f"{game}{colon}explain.{key.removeprefix('offer.')}"
        return Message(key=explained) if template_of(explained) is not None else None

    def unless(self, denial: Denial | None) -> Offer:
        """Return the offer with a denial, or unchanged without one; a denied offer is never the natural next step."""
        return self if denial is None else replace(self, denial=denial, primary=False)


def in_display_order(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Return offers as a seat sees them: the natural next steps first, those that others pay for last.

    The very first is free, if any offer is.
    """
    ranked = sorted(offers, key=lambda offer: (offer.costs_others, not offer.primary))
    free = next((offer for offer in ranked if offer.denial is None and not offer.at_cost_of), None)
    return tuple(ranked) if free is None else (free, *(offer for offer in ranked if offer is not free))


def denial(check: Callable[..., object], *arguments: object) -> Denial | None:
    """Return the reason for which a check refuses, or None."""
    try:
        check(*arguments)
    except Refused as refused:
        return Denial.of(refused)
    return None


def with_denial(table: Table, offer: Offer, verify: Callable[[Table, Any], object] | None = None) -> Offer:
    """Return an offer, denied if its command, or `verify` for a command without a check of its own, refuses it."""
    try:
        if verify is not None:
            verify(table, offer.command)
        elif isinstance(offer.command, Request):
            offer.command.verify(table)
    except Refused as refused:
        return offer.unless(Denial.of(refused))
    return offer


def make_offer(
    name: str,
    command: Command,
    check: Callable[[], object] | None = None,
    *,
    questions: tuple[Question, ...] = (),
    drag: Drag | None = None,
    primary: bool = False,
    direct: bool = False,
    lazy: bool = False,
    rare: bool = False,
    at_cost_of: str = "",
    **params: Json,
) -> Offer:
    """Return an offer, with a denial if its check raises Refused.

    Args:
        name: the offer's name; its label is the sentence `offer.<name up to a colon>`.
        command: the command as far as it is known.
        check: raises Refused if the offer cannot be taken; None if it always can, or if `with_denial` checks it.
        questions: the choices that are still open.
        drag: the gesture.
        primary: the natural next step.
        direct: it has no button of its own.
        lazy: it is completed when it is taken.
        rare: it appears only in the list of all offers.
        at_cost_of: the seat that pays for it.
        params: the parameters of the label.
    """
    label = Message(key=f"offer.{name.partition(':')[0]}", params=params)
    offer = Offer(
        name=name,
        command=command,
        label=label,
        questions=questions,
        drag=drag,
        primary=primary,
        direct=direct,
        lazy=lazy,
        rare=rare,
        at_cost_of=at_cost_of,
    )
    return offer if check is None else offer.unless(denial(check))


def question(word: str, kind: QuestionKind, choices: tuple[str, ...] = (), **more: Any) -> Question:
    """Return a question with the sentence `ask.<word>`, about the field of that name (or of `field`)."""
    label = Message(key=f"ask.{word}")
    return Question(**{"field": word, "kind": kind, "label": label, "choices": choices, **more})
