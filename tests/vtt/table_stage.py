"""A small game for the table's tests: duels of one or two cards, played face down, on tables of any size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.chance import SeededChance
from engine.core.commands import Command, Move, Request
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import ZoneSet
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.history import History
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.cards import standard_decks
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Procedure, Table
from engine.model.zones import EVERYONE, Sight, Zone, hand_of
from engine.presentation.activity_view import ActivityView, SideView, StepView, TurnView
from engine.presentation.offers import Denial, Drag, Offer, Question, QuestionKind
from vtt.campaign.open_campaign import OpenCampaign

NAMES = ("Ada", "Tom", "Mirjam", "Ben", "Yusuf", "Kirsten", "Lou", "Philippa", "Noor", "Olga")
SIDES = ("actor", "opposition")


def word(text: str) -> Message:
    return Message(key=text)


class Duel(Frozen, Procedure, tag_field="procedure", tag="duel"):
    """A duel of two seats: at most two cards each."""

    seats: tuple[str, str]
    ready: tuple[str, ...] = ()
    outcome: str = ""
    order: bool = False


class Lay(Request):
    """Play cards of one's hand face down."""

    cards: tuple[str, ...] = ()


class Refresh(Request):
    """Play a Joker to change cards."""

    joker: str = ""


class Take(Request):
    """Take the top card of the deck into the hand."""


class Deal(Request):
    """Give everybody but the GM so many cards, one after the other."""

    each: int = 7


class Burn(Request):
    """Throw a card away, with a reason."""

    card: str = ""
    why: str = ""


class Turn(Request):
    """Make the table wait for another seat."""

    to: str = ""


class Reveal(Request):
    """Turn all played cards up."""


def _duel(table: Table) -> Duel | None:
    return next((p for p in table.procedures if isinstance(p, Duel)), None)


def _side(table: Table, seat: str) -> str:
    duel = _duel(table)
    if duel is None or seat not in duel.seats:
        raise Refused("not_now", "TS-LAY-1")
    return SIDES[duel.seats.index(seat)]


def verify_lay(table: Table, command: Lay) -> None:
    side = _side(table, command.seat)
    if not set(command.cards) <= set(table.zones[hand_of(command.seat)].cards):
        raise Refused("not_your_cards", "TS-LAY-2", zone="hand")
    if len(table.zones[f"committed:{side}"].cards) + len(command.cards) > 2:
        raise Refused("too_many", "TS-LAY-3", most=2)


def lay(draft: Draft, command: Lay) -> None:
    draft.move(command.cards, hand_of(command.seat), f"committed:{_side(draft.table, command.seat)}", None)
    draft.note("laid", seat=command.seat)


def verify_refresh(table: Table, command: Refresh) -> None:
    if not command.joker.startswith("X"):
        raise Refused("not_a_joker", "TS-JOKER-1")


def refresh(draft: Draft, command: Refresh) -> None:
    draft.move((command.joker,), hand_of(command.seat), "discard")
    draft.move(draft.table.zones["deck"].cards[:1], "deck", hand_of(command.seat), None)


def verify_take(table: Table, command: Take) -> None:
    if len(table.zones[hand_of(command.seat)].cards) >= 12:
        raise Refused("hand_full", "TS-HAND-1")


def take(draft: Draft, command: Take) -> None:
    draft.move(draft.table.zones["deck"].cards[:1], "deck", hand_of(command.seat), None)
    draft.note("took", seat=command.seat)


def deal(draft: Draft, command: Deal) -> None:
    for _ in range(command.each):
        for seat in draft.table.seats:
            if seat != "gm":
                draft.move(draft.table.zones["deck"].cards[:1], "deck", hand_of(seat), None)
    draft.note("dealt")


def nothing(table: Table, command: Command) -> None:
    """Anything goes."""


def burn(draft: Draft, command: Burn) -> None:
    draft.move((command.card,), hand_of(command.seat), "discard")


def reveal(draft: Draft, command: Reveal) -> None:
    duel = _duel(draft.table)
    assert duel is not None
    for side in SIDES:
        zone = draft.table.zones[f"committed:{side}"]
        draft.emit(ZoneSet(zone=replace(zone, sight=Sight.EVERYONE)))
    draft.replace_procedure(replace(duel, ready=duel.seats, outcome="Success by 4: the door gives way"))


def turn(draft: Draft, command: Turn) -> None:
    duel = _duel(draft.table)
    assert duel is not None
    draft.replace_procedure(replace(duel, seats=(command.to, "gm")))
    draft.note("turn")


class Stage:
    """The ruleset."""

    id = "stage"
    procedures = (Duel,)
    continuations: tuple[type[Continuation[Any]], ...] = ()
    moves: tuple[Move[Any], ...] = (
        Move(Lay, verify_lay, lay),
        Move(Refresh, verify_refresh, refresh),
        Move(Take, verify_take, take),
        Move(Deal, nothing, deal),
        Move(Burn, nothing, burn),
        Move(Reveal, nothing, reveal),
        Move(Turn, nothing, turn),
    )
    options: Mapping[str, OptionSpec] = {
        "hands_private": OptionSpec(kind=OptionKind.FLAG, default=True, label="Hidden hands", help="", group="")
    }

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        raise NotImplementedError

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        return actor

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Everything may be moved by hand."""

    def after_command(self, draft: Draft, command: Command) -> None:
        """Nothing follows."""

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        hand = hand_of(seat)
        zone = table.zones[hand]
        names = tuple(card if zone.may_see(card, viewer) else f"{hand}#{i}" for i, card in enumerate(zone.cards))
        offers = []
        duel = _duel(table)
        if duel is not None and seat in duel.seats:
            target = f"committed:{_side(table, seat)}"
            left = 2 - len(table.zones[target].cards)
            full = Denial(message=word("Two cards lie there already."), rules=("TS-LAY-3",)) if left <= 0 else None
            offers.append(
                Offer(
                    name="lay",
                    command=Lay(seat=seat),
                    label=word("Lay cards"),
                    questions=(
                        Question(
                            field="cards", kind=QuestionKind.CARDS, label=word("Which?"), zone=hand, least=1, most=2
                        ),
                    ),
                    drag=Drag(source=hand, target=target),
                    denial=full,
                    primary=True,
                )
            )
        one = Question(field="card", kind=QuestionKind.CARD, label=word("Which?"), zone=hand, choices=names)
        why = Question(field="why", kind=QuestionKind.TEXT, label=word("Why?"))
        joker = Question(field="joker", kind=QuestionKind.CARD, label=word("Which Joker?"), zone=hand)
        discard = Drag(source=hand, target="discard")
        offers += [
            Offer(
                name="take",
                command=Take(seat=seat),
                label=word("Take"),
                drag=Drag(source="deck", target=hand),
                primary=True,
            ),
            Offer(name="burn", command=Burn(seat=seat), label=word("Discard"), questions=(one, why), drag=discard),
        ]
        if seat == "gm":
            offers.append(
                Offer(
                    name="refresh", command=Refresh(seat=seat), label=word("Refresh"), questions=(joker,), drag=discard
                )
            )
        return tuple(offers)

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        duel = _duel(table)
        if duel is None:
            return ()
        sides = tuple(
            SideView(
                name=name,
                label=word(f"{table.seats[seat].name} – {'forces the lock' if i == 0 else 'the old oak door'}"),
                seat=seat,
                zones=(f"committed:{name}", f"drawn:{name}"),
                due=2 if i == 0 else 1,
                laid=len(table.zones[f"committed:{name}"].cards),
                ready=bool(table.zones[f"committed:{name}"].cards) and i == 1,
                reasons=(word("1 card"), word("+1 crowbar")) if i == 0 else (word("1 card"),),
                total=(17, 13)[i] if duel.outcome else None,
            )
            for i, (name, seat) in enumerate(zip(SIDES, duel.seats, strict=True))
        )
        steps = (StepView(name="lay", label=word("Lay"), state="now"),)
        order: tuple[TurnView, ...] = ()
        if duel.order:
            states = ["acted", "lost", "now", *["waiting"] * 9]
            order = tuple(
                TurnView(actor=a, rank=15 - i // 2, state=states[i]) for i, a in enumerate(list(table.actors)[:9])
            )
        outcome = word(duel.outcome) if duel.outcome else None
        waiting = () if duel.outcome else (duel.seats[0],)
        return (
            ActivityView(
                title=word("The locked door"),
                steps=steps,
                sides=sides,
                order=order,
                waiting_for=waiting,
                outcome=outcome,
            ),
        )


def make_table(
    seats: int = 3,
    *,
    hand: int = 7,
    decks: int = 1,
    duel: bool = False,
    laid: int = 0,
    discarded: int = 3,
    order: bool = False,
    actors: bool = True,
    chips: bool = False,
    private: bool = True,
    extra: tuple[Zone, ...] = (),
    names: tuple[str, ...] = NAMES,
    turns: tuple[int, ...] = (),
) -> Table:
    """Return a table with so many seats, the GM among them, every hand dealt."""
    ids = ["gm", *(name.lower() for name in NAMES[1:seats])]
    sitting = {
        key: Seat(
            id=key,
            name=names[i],
            role=Role.GM if i == 0 else Role.PLAYER,
            turn=turns[i] if i < len(turns) else 0,
        )
        for i, key in enumerate(ids)
    }
    cards = list(SeededChance(seats * 7 + hand).shuffle(standard_decks(decks, ("X", "X"))))
    zones = {}
    sight = Sight.OWNERS if private else Sight.EVERYONE
    for key in ids:
        zones[hand_of(key)] = Zone(id=hand_of(key), cards=tuple(cards[:hand]), sight=sight, owners=(key,))
        del cards[:hand]
    zones["discard"] = Zone(id="discard", cards=tuple(cards[:discarded]))
    del cards[:discarded]
    procedures: tuple[Procedure, ...] = ()
    if duel:
        for name in SIDES:
            zones[f"committed:{name}"] = Zone(id=f"committed:{name}", cards=tuple(cards[:laid]), sight=Sight.NOBODY)
            del cards[:laid]
            drawn = tuple(cards[: min(1, laid)]) if name == "actor" else ()
            zones[f"drawn:{name}"] = Zone(id=f"drawn:{name}", cards=drawn, sight=Sight.NOBODY)
            del cards[: len(drawn)]
        procedures = (Duel(seats=(ids[1] if len(ids) > 1 else "gm", "gm"), order=order),)
    zones["deck"] = Zone(id="deck", cards=tuple(cards), sight=Sight.NOBODY)
    for zone in extra:
        zones[zone.id] = zone
    people = {}
    if actors:
        for key in ids[1:]:
            states: tuple[Condition, ...] = ()
            if key == ids[1]:
                states = (Condition(id="c1", name="wound", level=2), Condition(id="c2", name="wound", level=1))
            people[key] = Actor(id=key, name=f"{sitting[key].name[:12]}’s hero", seat=key, conditions=states)
        people["orc"] = Actor(
            id="orc", name="Orc chieftain", seat="gm", conditions=(Condition(id="c3", name="unconscious"),)
        )
        people["rat"] = Actor(id="rat", name="Giant rat", seat="gm")
    bags: dict[str, Mapping[str, int]] = {}
    if chips:
        bags.update((key, {"white": 3, "red": 2, "blue": 1}) for key in ids)
        bags["pot"] = {"white": 20, "red": 9, "blue": 5}
    return Table(
        ruleset="stage",
        options={"hands_private": private},
        seats=sitting,
        actors=people,
        zones=zones,
        chips=bags,
        procedures=procedures,
    )


def make_session(table: Table) -> OpenCampaign:
    """Return a session on a table, with no file."""
    return OpenCampaign(make_game(Stage()), History(table), SeededChance(1))


__all__ = ["EVERYONE", "Deal", "Lay", "Reveal", "Stage", "Take", "Turn", "make_session", "make_table"]
