"""What a seat can do now: read by buttons, drop targets, keys, scripts, simulations and tests alike."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engine.play.commands import Command
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.table.frozen import Frozen, Json, replace


class AskKind(StrEnum):
    """What still has to be said to make an offer a command."""

    CARD = "card"
    CARDS = "cards"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"
    TEXT = "text"
    FLAG = "flag"


class Ask(Frozen):
    """One thing that an offer still asks for.

    Attributes:
        field: the field of the command that the answer fills.
        kind: what kind of answer.
        label: the question.
        zone: where cards are taken from.
        choices: what may be chosen (ids, words, or places of cards such as `hand:tom#2`); empty means anything fitting.
        least, most: bounds of a number, or of how many are chosen.
        optional: may be left as the command has it.
    """

    field: str
    kind: AskKind
    label: Message
    zone: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    optional: bool = False


class Drag(Frozen):
    """Cards dragged from one zone to another."""

    source: str
    target: str


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
    """

    name: str
    command: Command
    label: Message
    asks: tuple[Ask, ...] = ()
    drag: Drag | None = None
    denial: Denial | None = None
    main: bool = False


def offered(
    name: str,
    command: Command,
    check: Callable[[], object],
    *,
    asks: tuple[Ask, ...] = (),
    drag: Drag | None = None,
    main: bool = False,
    **params: Json,
) -> Offer:
    """Return an offer, with a denial if its check raises Refused.

    Args:
        name: the offer's name; its label is the sentence `offer.<name up to a colon>`.
        command: the command as far as it is known.
        check: raises Refused where the offer cannot be taken; usually the command's own `verify`.
        asks: what must still be said.
        drag: the gesture.
        main: the natural next step.
        params: what the label speaks of.
    """
    denial = None
    try:
        check()
    except Refused as refused:
        denial = Denial.of(refused)
    label = Message(key=f"offer.{name.partition(':')[0]}", params=params)
    return Offer(
        name=name, command=command, label=label, asks=asks, drag=drag, denial=denial, main=main and denial is None
    )


def ask(word: str, kind: AskKind, choices: tuple[str, ...] = (), **more: object) -> Ask:
    """Return a question, worded by the sentence `ask.<word>`, about the field of that name (or of `field`)."""
    return replace(Ask(field=word, kind=kind, label=Message(key=f"ask.{word}"), choices=choices), **more)
