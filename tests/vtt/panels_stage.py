"""A tiny game for the panels' tests: a GM and two players, private hands, offers that ask everything there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from engine.core.chance import SeededChance
from engine.core.commands import Command, Move, Request
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.history import History
from engine.core.manual_moves import RollDice, Say
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Procedure, Table
from engine.model.tracks import Track
from engine.model.zones import Sight, Zone
from engine.presentation.activity_view import ActivityView, SideView, StepView, TurnView
from engine.presentation.offers import Denial, Offer, Question, QuestionKind
from vtt.campaign.open_campaign import OpenCampaign


def say_as(words: str) -> Message:
    return Message(key=words)


class Try(Request):
    """Try something with cards of the own hand."""

    RULES = ("TI-TRY-1",)
    cards: tuple[str, ...] = ()
    target: str = ""
    force: int = 1
    how: str = ""
    loud: bool = False
    helpers: tuple[str, ...] = ()


class Pass(Request):
    """Let it go."""


class Raise(Request):
    """Make a character stronger."""

    actor: str


def verify_try(table: Table, command: Try) -> None:
    if command.force > 3:
        raise Refused("track_bounds", "TI-TRY-2", track="force", value=command.force)
    hand = table.zones[f"hand:{command.seat}"].cards
    if not command.cards or not set(command.cards) <= set(hand):
        raise Refused("no_cards_named", "TI-TRY-1")


def do_try(draft: Draft, command: Try) -> None:
    draft.move(command.cards, f"hand:{command.seat}", "discard")
    draft.note("cards_were", "TI-TRY-1", cards=command.cards, reckoning=(say_as("six and four"), say_as("ten in all")))


def do_pass(draft: Draft, command: Pass) -> None:
    draft.note("said", seat=draft.table.seats[command.seat].name, text="pass")


def do_raise(draft: Draft, command: Raise) -> None:
    draft.note("said", seat=command.seat, text=f"raise {command.actor}")


class Tiny:
    """The rules."""

    id = "tiny"
    procedures: tuple[type[Procedure], ...] = ()
    continuations: tuple[type[Continuation[Any]], ...] = ()

    def __init__(self) -> None:
        self.many = 0
        self.many_denied = 0
        self.closed = False
        self.under_way: tuple[ActivityView, ...] = ()

    @property
    def moves(self) -> tuple[Move[Any], ...]:
        return (
            Move(Try, verify_try, do_try),
            Move(Pass, lambda table, command: None, do_pass),
            Move(Raise, lambda table, command: None, do_raise),
        )

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        kind = OptionKind
        return {
            "hand_size": OptionSpec(
                kind=kind.NUMBER,
                default=5,
                least=1,
                most=9,
                label="Hand size",
                help="How many cards a hand holds.",
                group="Cards",
                rules=("TI-HAND-1",),
            ),
            "mode": OptionSpec(
                kind=kind.CHOICE,
                default="calm",
                choices=("calm", "pressure"),
                label="Refills",
                group="Cards",
                help="When hands are filled again.",
                scopes=("game", "scene"),
                rules=("TI-HAND-2",),
            ),
            "open": OptionSpec(
                kind=kind.FLAG,
                default=False,
                label="Open hands",
                help="Everybody sees every hand.",
                group="Sight",
            ),
            "source": OptionSpec(
                kind=kind.CHOICE,
                default="deck",
                choices=("deck", "discard"),
                label="Source",
                group="Sight",
                help="Where cards come from.",
                locked=True,
            ),
            "motto": OptionSpec(
                kind=kind.TEXT,
                default="",
                label="Motto",
                help="What the group says.",
                group="Sight",
            ),
            "themes": OptionSpec(
                kind=kind.TAGS,
                default=[],
                choices=("high_fantasy", "punk"),
                label="Themes",
                group="Sight",
                help="What the story is about.",
            ),
            "extra": OptionSpec(
                kind=kind.NUMBERS,
                default={"actor": 0, "opposition": 0},
                label="Extra cards",
                group="Cards",
                help="Cards that each side gets.",
                most=9,
                scopes=("game", "scene"),
            ),
        }

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        cards = {"gm": ("KD", "4S", "9C"), "tom": ("8H", "2C", "X", "10S"), "ann": ("QS", "7D", "AH")}
        zones = {f"hand:{s}": Zone(id=f"hand:{s}", cards=c, sight=Sight.OWNERS, owners=(s,)) for s, c in cards.items()}
        zones["deck"] = Zone(id="deck", cards=("3H", "5H", "6S"), sight=Sight.NOBODY)
        zones["discard"] = Zone(id="discard", cards=("JD",))
        return Table(
            ruleset="tiny",
            options=options,
            seats={s.id: s for s in seats},
            zones=zones,
            lists={
                "weapons": ({"name": "Axe", "cards": 3, "melee": True}, {"name": "Bow", "cards": 1, "melee": False}),
                "skills": (),
            },
        )

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        return replace(actor, tracks={"wind": Track(value=10, most=10)})

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        if seat not in table.seats or self.closed:
            return ()
        zone = table.zones[f"hand:{seat}"]
        choices = tuple(c if zone.may_see(c, viewer) else f"{zone.id}#{n}" for n, c in enumerate(zone.cards))
        offers = [
            Offer(
                name="try",
                command=Try(seat=seat),
                label=say_as("Try something"),
                primary=True,
                questions=(
                    Question(
                        field="cards",
                        kind=QuestionKind.CARDS,
                        label=say_as("Which cards?"),
                        zone=zone.id,
                        choices=choices,
                        least=1,
                        most=2,
                    ),
                    Question(
                        field="target",
                        kind=QuestionKind.CHOICE,
                        label=say_as("Against whom?"),
                        choices=tuple(table.actors),
                    ),
                    Question(
                        field="force",
                        kind=QuestionKind.NUMBER,
                        label=say_as("Which difficulty grade?"),
                        least=1,
                        most=9,
                        optional=True,
                    ),
                    Question(field="how", kind=QuestionKind.TEXT, label=say_as("In what words?"), optional=True),
                    Question(field="loud", kind=QuestionKind.FLAG, label=say_as("Aloud"), optional=True),
                    Question(
                        field="helpers",
                        kind=QuestionKind.CHOICES,
                        label=say_as("Who helps?"),
                        choices=tuple(table.seats),
                        optional=True,
                    ),
                ),
            ),
            Offer(name="pass", command=Pass(seat=seat), label=say_as("Let it go")),
            *(
                Offer(
                    name=name,
                    command=Pass(seat=seat),
                    label=say_as("Run away"),
                    denial=Denial(message=say_as("Nobody runs from a kitchen table"), rules=("TI-RUN-1",)),
                )
                for name in ("flee", *(f"flee_{n + 1}" for n in range(self.many_denied)))
            ),
        ]
        offers += [
            Offer(name=f"raise_{a.id}", command=Raise(seat=seat, actor=a.id), label=say_as(f"Raise {a.name}"))
            for a in table.actors.values()
            if table.is_gm(seat)
        ]
        offers += [
            Offer(name=f"more_{n}", command=Say(seat=seat, text=str(n)), label=say_as(f"Tell story {n}"))
            for n in range(self.many if table.is_gm(seat) else 0)
        ]
        return tuple(offers)

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        return self.under_way

    def verify_manual_move(self, table: Table, command: Command) -> None:
        pass

    def after_command(self, draft: Draft, command: Command) -> None:
        pass


def fight(waiting: tuple[str, ...] = ("tom",)) -> tuple[ActivityView, ...]:
    """A fight with an attack inside it."""
    words = ("Declare", "Cards", "Reveal", "Damage", "Resist")
    state = ("done", "done", "now", "later", "later")
    return (
        ActivityView(
            title=say_as("Turn 2 of the fight in the cellar"),
            order=(
                TurnView(actor="orc", rank=1, state="acted"),
                TurnView(actor="tara", rank=2, state="now"),
                TurnView(actor="ghost", rank=2, state="waiting"),
                TurnView(actor="wil", rank=3, state="lost", label=say_as("counterattacked")),
            ),
        ),
        ActivityView(
            title=say_as("Tara attacks the orc"),
            steps=tuple(StepView(name=w.lower(), label=say_as(w), state=s) for w, s in zip(words, state, strict=True)),
            sides=(
                SideView(
                    name="actor",
                    label=say_as("Tara"),
                    seat="tom",
                    due=2,
                    laid=2,
                    ready=True,
                    total=17,
                    reasons=(say_as("one card"), say_as("advantage +1")),
                ),
                SideView(
                    name="opposition", label=say_as("The orc"), seat="gm", due=1, laid=0, reasons=(say_as("one card"),)
                ),
            ),
            waiting_for=waiting,
        ),
    )


def stage(many: int = 0) -> OpenCampaign:
    """A session with three people and four characters, one of them secret."""
    game = make_game(Tiny())
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann <b>&co</b>"))
    options = {name: spec.default for name, spec in game.ruleset.options.items()}
    table = game.ruleset.new_table(seats, options)
    wind = {"wind": Track(value=7, most=10)}
    actors = (
        Actor(
            id="tara",
            name="Tara",
            seat="tom",
            sheet={"race": "human"},
            tracks=wind,
            conditions=(Condition(id="wound", name="wound", level=4, note="arm"),),
        ),
        Actor(id="wil", name="Wil", seat="ann", tracks=wind),
        Actor(id="orc", name="Orc", seat="gm", tracks=wind),
        Actor(
            id="ghost",
            name="Grey lady",
            seat="gm",
            secret=True,
            sheet={"race": "revenant"},
            tracks=wind,
            conditions=(Condition(id="fury", name="fury"),),
        ),
    )
    table = replace(table, actors={a.id: a for a in actors})
    game.ruleset.many = many  # type: ignore[attr-defined]
    return OpenCampaign(game, History(table), SeededChance(1))


def roll(campaign: OpenCampaign, count: int) -> None:
    """Let so many gestures happen."""
    for _ in range(count):
        campaign.submit(RollDice(seat="tom", dice="2d6"))


def words_in(root: QWidget) -> list[str]:
    """Every word that a widget and what is in it could tell: texts, tips, accessible names, models, actions."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found: list[str] = []
    for widget in (root, *root.findChildren(QWidget)):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
        found += [widget.statusTip(), widget.whatsThis()]
        for name in ("text", "placeholderText", "toPlainText", "title", "suffix", "currentText"):
            told = getattr(widget, name, None)
            if callable(told):
                found.append(str(told()))
        for action in widget.actions():
            found += [action.text(), action.toolTip()]
    roles = Qt.ItemDataRole
    for view in root.findChildren(QAbstractItemView):
        model = view.model()
        for row in range(model.rowCount(QModelIndex())):
            for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
                index = model.index(row, column, QModelIndex())
                found += [
                    str(index.data(role))
                    for role in (roles.DisplayRole, roles.EditRole, roles.ToolTipRole, roles.AccessibleTextRole)
                ]
    return [words for words in found if words and words != "None"]


def permuted(campaign: OpenCampaign) -> OpenCampaign:
    """The same table with the cards that only their holders know dealt otherwise."""
    table = campaign._history.table_at(0)
    hidden = [z for z in table.zones.values() if z.sight is not Sight.EVERYONE]
    cards = [card for zone in hidden for card in zone.cards]
    cards = cards[3:] + cards[:3]
    zones = dict(table.zones)
    for zone in hidden:
        zones[zone.id] = replace(zone, cards=tuple(cards[: len(zone.cards)]))
        cards = cards[len(zone.cards) :]
    return OpenCampaign(campaign.game, History(replace(table, zones=zones)), SeededChance(1))
