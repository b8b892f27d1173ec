"""Offers made from commands: what a button says, asks and allows is declared on the fields of the command.

>>> from typing import Annotated, Literal
>>> from msgspec import Meta
>>> from engine.core.command_fields import ActorId, SeatId
>>> from engine.core.commands import Request
>>> from engine.model.table import Table

>>> class Bet(Request):
...     actor: ActorId
...     chips: Annotated[int, Meta(ge=1, le=9), Asks()]
...     colour: Annotated[Literal["red", "blue"], Asks("which_colour")] = "red"

>>> made = offer_of(Table(ruleset="example"), Bet(seat="tom", actor="hild", chips=1))
>>> made.name, made.label.key, made.label.params
('bet:hild', 'offer.bet', {'actor': 'hild'})
>>> chips, colour = made.questions
>>> chips.kind.value, chips.label.key, chips.least, chips.most, chips.optional
('number', 'ask.chips', 1, 9, False)
>>> colour.kind.value, colour.label.key, colour.choices, colour.optional
('choice', 'ask.which_colour', ('red', 'blue'), True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from engine.core.command_fields import ActorId, SeatId
from engine.core.commands import CARD_FIELDS, Command, Request, kind_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.offers import Denial, Drag, Offer, Question, QuestionKind

C = TypeVar("C", bound=Command)
ChoicesFor = Callable[[Table, str, str], tuple[str, ...]]
NO_LIMIT = 2**53
"""For `Asks.most`: as many as there are."""
OFFERS_KEPT = 512
"""The maximum number of offers of one kind of command that are kept to be used again."""
_ACTOR, _SEAT = (get_args(kind)[1] for kind in (ActorId, SeatId))


class Asks(msgspec.Struct, frozen=True, gc=False):
    """The question about a field of a command, beside the type, limits and default of the field.

    In the annotation of a field it declares the question; as an argument of `offer_of` it changes it for one offer.
    `Question` documents the attributes that are not named here.

    Attributes:
        word: the question is the sentence `ask.<word>`; by default the name of the field.
        params: the parameters of that sentence.
        kind: by default it follows from the type: text, number, flag, choice, choices, card or cards.
        least, most: by default the limits in the field's `Meta`; without a limit, the number of choices.
        optional: by default it is if the field has a default.
        choices_for: returns the choices on a table, for the seat that acts and a viewer; `engine.kit.automatic_offers`
            uses it.
    """

    word: str | None = None
    params: tuple[tuple[str, Json], ...] | None = None
    kind: QuestionKind | None = None
    choices: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None
    optional: bool | None = None
    zone: str | None = None
    secret: bool | None = None
    own_words: bool | None = None
    ordered: bool | None = None
    rare: bool | None = None
    spot: bool | None = None
    warns: bool | None = None
    by_location: bool | None = None
    by: str | None = None
    among: Mapping[str, tuple[str, ...]] | None = None
    row: str | None = None
    columns: tuple[Question, ...] | None = None
    total: int | None = None
    called: Mapping[str, Message] | None = None
    told: Mapping[str, Message] | None = None
    told_for: Mapping[str, Mapping[str, Message]] | None = None
    instead: Message | None = None
    choices_for: ChoicesFor | None = None

    def __hash__(self) -> int:
        """Hash what mostly differs, as every attribute takes long.

        A question with a mapping has no hash, because the order in a mapping counts.
        """
        return hash(
            (self.word, self.choices, self.most, self.among, self.called, self.told, self.told_for, self.columns)
        )

    @classmethod
    def by_choice(cls, field: str, among: Mapping[str, tuple[str, ...]], word: str | None = None) -> Asks:
        """Return a question whose choices depend on the answer about another field."""
        lists = {id(each): each for each in among.values()}  # many have the same
        choices = tuple(dict.fromkeys(chain.from_iterable(lists.values())))
        return cls(word, choices=choices, by=field, among=among)


Answers = Asks | tuple[str, ...] | range | None
"""Possible answers for one offer: changes of the question, the choices, the range of a number, or no question."""
_ANY = Asks()


def _given(asks: Asks) -> dict[str, Any]:
    """Return what is said about a question, by attribute."""
    return {name: value for name, value in msgspec.structs.asdict(asks).items() if value is not None}


class _Field(NamedTuple):
    """A field of a command, as a question needs it; `details` is what it declares itself."""

    name: str
    kind: QuestionKind | None
    choices: tuple[str, ...]
    least: int
    most: int | None
    optional: bool
    declared: Asks | None
    details: Mapping[str, Any]


@dataclass(slots=True)
class _Shape:
    """A kind of command, as an offer needs it, and its last offers."""

    name: str
    fields: Mapping[str, _Field]
    asked: tuple[str, ...]
    key: tuple[str, ...]
    required: tuple[str, ...]
    named: tuple[str, ...]
    actors: tuple[str, ...]
    seats: tuple[str, ...]
    made: dict[object, Offer]
    questions: dict[object, tuple[Question, Answers]]


_SHAPES: dict[type, _Shape] = {}


def offer_of(
    table: Table | None,
    command: C,
    verify: Callable[[Table, C], object] | None = None,
    *,
    name: str = "",
    fields: tuple[str, ...] | None = None,
    asks: Mapping[str, Answers] | None = None,
    drag: Drag | None = None,
    primary: bool = False,
    direct: bool = False,
    lazy: bool = False,
    rare: bool = False,
    at_cost_of: str = "",
    **params: Json,
) -> Offer:
    """Return the offer of a command, with a denial if `verify`, or else the command's own check, refuses it.

    Args:
        table: the current table; None for an offer without a check and without a character in a required field.
        command: the command as far as it is known.
        verify: raises Refused if the command is not allowed; for a command that does not check itself. `unchecked` is
            for an offer that needs no check of its own.
        name: the offer's name. By default it is the kind of the command, then the values of its required fields that
            are not asked: `lapse:tom`. The label is the sentence `offer.<name up to a colon>`.
        fields: the fields to ask for, in this order; by default those that declare `Asks`.
        asks: for single fields, the possible answers.
        drag: the gesture.
        primary: the natural next step.
        direct: it has no button of its own.
        lazy: it is completed when it is taken.
        rare: it appears only in the list of all offers.
        at_cost_of: the seat that pays for it.
        params: the parameters of the label, besides the names of the characters in required fields.
    """
    shape = _SHAPES.get(type(command)) or _shape(type(command))
    for field in shape.named:
        if field not in params and (asks is None or field not in asks):
            assert table is not None, field
            params[field] = actor_name(table, getattr(command, field))
    key = (
        command,
        name,
        primary,
        fields,
        drag,
        tuple(asks.items()) if asks else None,
        tuple(params.values()) if params else None,
        (direct, lazy, rare, at_cost_of) if direct or lazy or rare or at_cost_of else None,
    )
    made = None
    try:
        made = shape.made.get(key)
        cached = True
    except TypeError:  # there is a mapping among the details
        cached = False
    if made is None:
        asked = _asked(shape, fields, asks)
        name = name or _name_of(shape, command, asked)
        made = Offer(
            name=name,
            command=command,
            label=Message(key=f"offer.{name.partition(':')[0]}", params=params),
            questions=_questions(type(command), asked, asks or {}) if asked else (),
            drag=drag,
            primary=primary,
            direct=direct,
            lazy=lazy,
            rare=rare,
            at_cost_of=at_cost_of,
        )
        if cached:
            if len(shape.made) >= OFFERS_KEPT:
                shape.made.clear()
            shape.made[key] = made
    if table is not None:
        try:
            if verify is not None:
                verify(table, command)
            elif isinstance(command, Request):
                command.verify(table)
        except Refused as refused:
            return made.unless(Denial.of(refused))
    return made


def unchecked(table: Table, command: Command) -> None:
    """Accept a command: for offers that are made only where the command is allowed, or are checked as a whole."""


class FieldRoles(NamedTuple):
    """The fields of a command by their role in its offer.

    Attributes:
        key: required fields that are not asked: the offer is about their values.
        asked: fields that are asked for.
        actors, seats: fields with a character or a seat.
        choices_for: asked fields whose choices are found on the table.
    """

    key: tuple[str, ...]
    asked: tuple[str, ...]
    actors: tuple[str, ...]
    seats: tuple[str, ...]
    choices_for: Mapping[str, ChoicesFor]


def field_roles(command: type[Command]) -> FieldRoles:
    """Return the fields of a command by their role in its offer."""
    shape = _shape(command)
    declared = {name: field.declared for name, field in shape.fields.items()}
    found = {name: asks.choices_for for name, asks in declared.items() if asks is not None and asks.choices_for}
    return FieldRoles(key=shape.key, asked=shape.asked, actors=shape.actors, seats=shape.seats, choices_for=found)


def required_fields(command: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command that have no default, besides the seat."""
    return _shape(command).required


def question_about(command: type[Command], field: str, answers: Answers = _ANY) -> Question:
    """Return the question about a field of a command."""
    questions = _shape(command).questions
    key: object = field if answers is _ANY else (field, answers)
    try:
        kept = questions.get(key)
    except TypeError:  # there is a mapping among the answers: they are known as an object, which is kept
        key = (field, id(answers))
        kept = questions.get(key)
    if kept is None:
        if len(questions) >= OFFERS_KEPT:
            questions.clear()
        kept = questions[key] = (_question(command, field, answers), answers)
    return kept[0]


def _question(command: type[Command], field: str, answers: Answers) -> Question:
    found = _shape(command).fields[field]
    details = {**found.details}
    if isinstance(answers, Asks):
        details |= _given(answers)
    elif isinstance(answers, range):
        details |= {"least": answers.start, "most": answers.stop - 1}
    elif isinstance(answers, tuple):
        details["choices"] = answers
    word = details.pop("word", field)
    details.pop("choices_for", None)
    choices = details.setdefault("choices", found.choices)
    chosen = bool(choices) or isinstance(answers, tuple)
    kind = details.setdefault("kind", QuestionKind.CHOICE if chosen and found.kind is QuestionKind.TEXT else found.kind)
    if kind is None:
        raise TypeError(f"{command.__name__}.{field}: its type does not say what kind of question it is")
    details.setdefault("least", 0 if kind in (QuestionKind.CHOICE, QuestionKind.CARD) else found.least)
    details.setdefault("optional", found.optional)
    listed = chosen and kind in (QuestionKind.CHOICES, QuestionKind.CARDS)
    details.setdefault("most", len(choices) if listed and found.most is None else found.most)
    if details["most"] == NO_LIMIT:
        details["most"] = None
    label = Message(key=f"ask.{word}", params=dict(details.pop("params", ())))
    return Question(field=field, label=label, **details)


def _asked(shape: _Shape, fields: tuple[str, ...] | None, asks: Mapping[str, Answers] | None) -> tuple[str, ...]:
    """Return the fields that are asked for: those that are named, or in their order those that ask by themselves."""
    if fields is not None:
        return fields
    if not asks:
        return shape.asked
    return tuple([field for field in shape.fields if field in shape.asked or field in asks])


def _name_of(shape: _Shape, command: Command, asked: tuple[str, ...]) -> str:
    return ":".join([shape.name, *[str(getattr(command, field)) for field in shape.key if field not in asked]])


def _questions(kind: type[Command], asked: tuple[str, ...], asks: Mapping[str, Answers]) -> tuple[Question, ...]:
    answers = [(field, asks.get(field, _ANY)) for field in asked]
    return tuple([question_about(kind, field, answer) for field, answer in answers if answer is not None])


def _shape(kind: Any) -> _Shape:
    found = _SHAPES.get(kind)
    if found is None:
        found = _SHAPES[kind] = _read_shape(kind)
    return found


def _read_shape(kind: Any) -> _Shape:
    hints = get_type_hints(kind, include_extras=True)
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    fields = {name: _field(name, hints[name], name in required) for name in kind.__struct_fields__ if name != "seat"}
    asked = tuple(name for name, field in fields.items() if field.declared is not None)
    key = tuple(name for name in fields if name in required and name not in asked)
    actors = tuple(name for name in fields if name == "actor" or _ACTOR in _metadata(hints[name]))
    named = tuple(name for name in actors if name in key)
    seats = tuple(name for name in fields if _SEAT in _metadata(hints[name]))
    return _Shape(
        name=kind_of(kind),
        fields=fields,
        asked=asked,
        key=key,
        required=tuple(name for name in fields if name in required),
        named=named,
        actors=actors,
        seats=seats,
        made={},
        questions={},
    )


def _field(name: str, hint: Any, required: bool) -> _Field:
    metadata = tuple(_metadata(hint))
    limits = [part for part in metadata if isinstance(part, Meta)]
    least = next((limit for part in limits for limit in (part.ge, part.min_length) if limit is not None), 0)
    kind, choices = _kind_and_choices(name, hint)
    longest = (part.max_length for part in limits if kind is not QuestionKind.TEXT)
    most = next((limit for limit in (*(part.le for part in limits), *longest) if limit is not None), None)
    declared = next((part for part in metadata if isinstance(part, Asks)), None)
    return _Field(
        name=name,
        kind=kind,
        choices=choices,
        least=int(least),
        most=None if most is None else int(most),
        optional=not required,
        declared=declared,
        details={} if declared is None else _given(declared),
    )


def _metadata(hint: Any) -> Iterator[object]:
    """Yield the annotations of a type, also those of a type that may be None."""
    if get_origin(hint) is Annotated:
        yield from hint.__metadata__
        yield from _metadata(hint.__origin__)
    elif get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _metadata(part)


def _kind_and_choices(name: str, hint: Any) -> tuple[QuestionKind | None, tuple[str, ...]]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind_and_choices(name, arguments[0])
    if origin in (Union, UnionType):
        inner = [part for part in arguments if part is not NoneType]
        return _kind_and_choices(name, inner[0]) if len(inner) == 1 else (None, ())
    if origin is Literal:
        return QuestionKind.CHOICE, arguments
    if origin is tuple:
        _, choices = _kind_and_choices("", arguments[0])
        return QuestionKind.CARDS if name in CARD_FIELDS else QuestionKind.CHOICES, choices
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return QuestionKind.CHOICE, tuple(hint)
    kinds = {str: QuestionKind.TEXT, int: QuestionKind.NUMBER, float: QuestionKind.NUMBER, bool: QuestionKind.FLAG}
    return QuestionKind.CARD if name in CARD_FIELDS and hint is str else kinds.get(hint), ()
