"""A tiny second game that keeps the core general: chips, bodies, tracks, conditions, dice, bouts by a clock.

Its rules (TN-…): the GM deals (TN-1). A character challenges another (TN-2); both players play a card face down (TN-3)
and may add blue chips, one point each (TN-4). When both are played, they turn (TN-5): the higher total hits, a d6
selects the location (TN-6), an equal one hits nobody. Each bout takes ten seconds (TN-7) and leaves the loser winded
for thirty (TN-8). Anybody may roll d6 for a surge, and each six is rolled again (TN-9).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Command, Move, Request, need_actor, need_gm
from engine.core.continuation import Continuation
from engine.core.draft import Draft, find_procedure
from engine.core.events import (
    ChipsMoved,
    ClockSet,
    ConditionGone,
    LocationSet,
    SeatLeft,
    SeatSet,
    TrackSet,
    ZoneGone,
    ZoneSet,
)
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.manual_moves import RemoveActor, new_condition
from engine.kit.conformance.game_profile import GameProfile
from engine.messages.display_names import seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.body import Body, Location
from engine.model.cards import RANKS, rank_of, standard_decks
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Procedure, Table
from engine.model.tracks import Track
from engine.model.zones import Sight, Zone, hand_of
from engine.presentation.activity_view import ActivityView, SideView
from engine.presentation.offers import Denial, Drag, Offer, Question, QuestionKind
from engine.presentation.status_pages import (
    OfferButton,
    ProgressBox,
    StatusPage,
    StatusPageCell,
    StatusPageLine,
    StatusPageTab,
)

DECK, DISCARD, POT = "deck", "discard", "pot"
LOCATIONS = {1: "head", 2: "arms", 3: "arms", 4: "torso", 5: "torso", 6: "legs"}
OPTIONS = {
    "deck_count": OptionSpec(kind=OptionKind.NUMBER, default=1, least=1, most=4, label="Decks", help="", group=""),
    "hand_size": OptionSpec(kind=OptionKind.NUMBER, default=5, least=1, most=9, label="Hand", help="", group=""),
    "hands_private": OptionSpec(kind=OptionKind.FLAG, default=True, label="Hidden hands", help="", group=""),
    "hit_by": OptionSpec(
        kind=OptionKind.CHOICE,
        default="die",
        choices=("die", "torso"),
        label="Hits",
        help="",
        group="",
        scopes=("game", "scene"),
    ),
}


class Bout(Frozen, Procedure, tag_field="procedure", tag="bout"):
    """Two characters, the cards that their players have played, and their chips."""

    actor: str
    target: str
    laid: Mapping[str, str] = {}
    chips: Mapping[str, int] = {}

    def leaders(self, table: Table) -> tuple[str, str]:
        return table.actors[self.actor].seat, table.actors[self.target].seat


class Deal(Request):
    """Fill every hand."""

    RULES = ("TN-1",)


class Challenge(Request):
    """Begin a bout."""

    RULES = ("TN-2",)
    actor: Annotated[str, Meta(description="who challenges")]
    target: Annotated[str, Meta(description="who is challenged")]


class Lay(Request):
    """Lay a card face down."""

    RULES = ("TN-3", "TN-5", "TN-6", "TN-7")
    card: Annotated[str, Meta(description="a card of the own hand")]


class Raise(Request):
    """Put in blue chips."""

    RULES = ("TN-4",)
    count: Annotated[int, Meta(ge=1, description="how many")]


class Surge(Request):
    """Throw dice that explode."""

    RULES = ("TN-9",)
    count: Annotated[int, Meta(ge=1, le=9, description="how many")]


def tray_of(seat: str) -> str:
    return f"tray:{seat}"


def _missing(table: Table) -> int:
    size = table.option("hand_size")
    assert isinstance(size, int)
    return min(
        sum(max(0, size - len(table.zones[hand_of(seat)].cards)) for seat in table.seats), len(table.zones[DECK].cards)
    )


def verify_deal(table: Table, command: Deal) -> None:
    need_gm(table, command, "TN-1")
    if not _missing(table):
        raise Refused("hands_full", "TN-1")


def deal(draft: Draft, command: Deal) -> None:
    size = draft.table.option("hand_size")
    assert isinstance(size, int)
    for seat in draft.table.seats:
        hand = draft.table.zones[hand_of(seat)]
        cards = draft.table.zones[DECK].cards[: max(0, size - len(hand.cards))]
        if cards:
            draft.move(cards, DECK, hand.id, at=None)
            draft.note("dealt", "TN-1", seat=seat_name(draft.table, seat), count=len(cards))
            draft.note("dealt_faces", "TN-1", audience=(seat,), cards=cards)


def verify_challenge(table: Table, command: Challenge) -> None:
    need_actor(table, command.actor)
    need_actor(table, command.target)
    actor, target = table.actors[command.actor], table.actors[command.target]
    if find_procedure(table, Bout) is not None:
        raise Refused("bout_runs", "TN-2")
    if command.seat != actor.seat:
        raise Refused("not_your_actor", "TN-2", actor=actor.name)
    if actor.seat == target.seat:
        raise Refused("no_opponent", "TN-2")
    if actor.has_condition("down"):
        raise Refused("actor_down", "TN-2", actor=actor.name)


def challenge(draft: Draft, command: Challenge) -> None:
    names = draft.table.actors
    draft.push_procedure(Bout(actor=command.actor, target=command.target))
    draft.note("challenged", "TN-2", actor=names[command.actor].name, target=names[command.target].name)


def _need_bout(table: Table, seat: str, rule: str) -> Bout:
    bout = find_procedure(table, Bout)
    if bout is None:
        raise Refused("no_bout", rule)
    if seat not in bout.leaders(table):
        raise Refused("not_in_bout", rule, seat=seat_name(table, seat))
    return bout


def verify_lay(table: Table, command: Lay) -> None:
    bout = _need_bout(table, command.seat, "TN-3")
    if command.seat in bout.laid:
        raise Refused("has_laid", "TN-3")
    if command.card not in table.zones[hand_of(command.seat)].cards:
        raise Refused("not_in_hand", "TN-3")


def lay(draft: Draft, command: Lay) -> None:
    bout = draft.procedure(Bout)
    assert bout is not None
    draft.move((command.card,), hand_of(command.seat), tray_of(command.seat))
    draft.note("laid", "TN-3", seat=seat_name(draft.table, command.seat))
    draft.note("laid_face", "TN-3", audience=(command.seat,), card=command.card)
    bout = replace(bout, laid={**bout.laid, command.seat: command.card})
    draft.replace_procedure(bout)
    if all(seat in bout.laid for seat in bout.leaders(draft.table)):
        _resolve(draft, bout)


def _worth(card: str) -> int:
    rank = rank_of(card)
    return RANKS.index(rank) + 2 if rank in RANKS else 20 if rank == "X" else 0


def _resolve(draft: Draft, bout: Bout) -> None:
    totals: list[int] = []
    for seat in bout.leaders(draft.table):
        tray = draft.table.zones[tray_of(seat)]
        totals.append(sum(map(_worth, tray.cards)) + bout.chips.get(seat, 0))
        draft.move(tray.cards, tray.id, DISCARD)
        draft.note("shown", "TN-5", seat=seat_name(draft.table, seat), cards=tray.cards)
    draft.record_results(totals=totals, margin=totals[0] - totals[1])
    if totals[0] != totals[1]:
        _strike(draft, bout.target if totals[0] > totals[1] else bout.actor)
    else:
        draft.note("parried", "TN-5")
    draft.pop_procedure(Bout)
    draft.emit(ClockSet(seconds=draft.table.clock + 10))


def _strike(draft: Draft, hit: str) -> None:
    name = LOCATIONS[draft.roll(6)[0]] if draft.table.option("hit_by") == "die" else "torso"
    actor = draft.table.actors[hit]
    if actor.body is not None and name in actor.body.locations:
        old = actor.body.locations[name]
        draft.emit(LocationSet(actor=hit, name=name, location=replace(old, level=min(3, old.level + 1), bleeding=True)))
    health = actor.tracks["Health"]
    draft.emit(TrackSet(actor=hit, name="Health", track=replace(health, value=health.clamped(health.value - 1))))
    draft.lay_condition(hit, new_condition(actor, "winded", until=draft.table.clock + 30))
    now = draft.table.actors[hit].tracks["Health"].value
    everybody = None if not actor.secret else (actor.seat,)
    draft.note("struck", "TN-6", audience=everybody, actor=actor.name, location=name, health=now)
    if now == 0 and not actor.has_condition("down"):
        draft.lay_condition(hit, new_condition(draft.table.actors[hit], "down"))
        draft.note("fell", "TN-6", audience=everybody, actor=actor.name)


def verify_raise(table: Table, command: Raise) -> None:
    _need_bout(table, command.seat, "TN-4")
    held = table.chips.get(command.seat, {}).get("blue", 0)
    if held < command.count:
        raise Refused("no_blue", "TN-4", held=held)


def raise_stake(draft: Draft, command: Raise) -> None:
    bout = draft.procedure(Bout)
    assert bout is not None
    draft.emit(ChipsMoved(source=command.seat, target=POT, chips={"blue": command.count}))
    draft.replace_procedure(
        replace(bout, chips={**bout.chips, command.seat: bout.chips.get(command.seat, 0) + command.count})
    )
    draft.note("raised", "TN-4", seat=seat_name(draft.table, command.seat), count=command.count)


def surge(draft: Draft, command: Surge) -> None:
    due = command.count
    faces: list[int] = []
    while due:
        faces += draft.roll(6, due)
        due = sum(face == 6 for face in faces[-due:])
    draft.record_results(faces=faces, total=sum(faces))
    draft.note("surged", "TN-9", seat=seat_name(draft.table, command.seat), faces=faces, total=sum(faces))


class TinyProfile(GameProfile):
    """Surges are made by scripts alone."""

    made_elsewhere = frozenset({"Surge"})


class Tiny:
    """The tiny game."""

    id = "tiny"
    moves: tuple[Move[Any], ...] = (
        Move(Deal, verify_deal, deal),
        Move(Challenge, verify_challenge, challenge),
        Move(Lay, verify_lay, lay),
        Move(Raise, verify_raise, raise_stake),
        Move(Surge, lambda table, command: None, surge),
    )
    procedures: tuple[type[Procedure], ...] = (Bout,)
    continuations: tuple[type[Continuation[Any]], ...] = ()
    options: Mapping[str, OptionSpec] = OPTIONS

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        copies, hidden = options["deck_count"], options["hands_private"]
        assert isinstance(copies, int)
        table = Table(
            ruleset=self.id,
            options=options,
            seats={seat.id: seat for seat in seats},
            zones={
                DECK: Zone(id=DECK, cards=standard_decks(copies, ("XR", "XB")), sight=Sight.NOBODY),
                DISCARD: Zone(id=DISCARD),
            },
            chips={POT: {"white": 20, "blue": 10, "red": 5}},
            lists={"weapons": ({"name": "Sword"},)},
        )
        for seat in seats:
            zones = {zone.id: zone for zone in self._places(seat.id, bool(hidden))}
            table = replace(table, zones={**table.zones, **zones}, chips={**table.chips, seat.id: {"blue": 2}})
        return table

    def _places(self, seat: str, hidden: bool) -> tuple[Zone, Zone]:
        sight = Sight.OWNERS if hidden else Sight.EVERYONE
        return Zone(id=hand_of(seat), sight=sight, owners=(seat,)), Zone(
            id=tray_of(seat), sight=Sight.OWNERS, owners=(seat,)
        )

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        known = {"Health": Track(value=5, most=5), "Honour": Track(value=0, least=None)}
        for name in tracks:
            if name not in known:
                raise Refused("no_tiny_track", "TN-6", track=name)
        body = Body(chart="human", locations={name: Location(most=3) for name in dict.fromkeys(LOCATIONS.values())})
        return replace(
            actor,
            tracks={name: replace(track, value=tracks.get(name, track.value)) for name, track in known.items()},
            body=body,
        )

    def conformance_profile(self) -> GameProfile:
        return TinyProfile()

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        found = [self._offer(table, "deal", Deal(seat=seat), main=True)]
        if found[0].denial is not None and not table.is_gm(seat):
            found.clear()
        others = tuple(a.id for a in table.actors.values() if a.seat != seat and not a.secret)
        for actor in table.actors.values():
            if actor.seat == seat and others and table.may_read(actor, viewer):
                ask = Question(field="target", kind=QuestionKind.CHOICE, label=Message(key="tiny.whom"), choices=others)
                command = Challenge(seat=seat, actor=actor.id, target=others[0])
                found.append(self._offer(table, "challenge", command, ask, name=f"challenge:{actor.id}"))
        bout = find_procedure(table, Bout)
        hand = table.zones.get(hand_of(seat))
        if bout is not None and seat in bout.leaders(table) and hand is not None and hand.cards:
            places = tuple(f"{hand.id}#{i}" for i in range(len(hand.cards)))
            seen = tuple(c if hand.may_see(c, viewer) else p for c, p in zip(hand.cards, places, strict=True))
            ask = Question(
                field="card", kind=QuestionKind.CARD, label=Message(key="tiny.which"), zone=hand.id, choices=seen
            )
            drag = Drag(source=hand.id, target=tray_of(seat))
            found.append(self._offer(table, "lay", Lay(seat=seat, card=places[0]), ask, drag=drag, main=True))
            held = table.chips.get(seat, {}).get("blue", 0)
            ask = Question(
                field="count", kind=QuestionKind.NUMBER, label=Message(key="tiny.how_many"), least=1, most=max(1, held)
            )
            found.append(self._offer(table, "raise", Raise(seat=seat, count=1), ask))
        return tuple(found)

    def _offer(
        self,
        table: Table,
        key: str,
        command: Any,
        *asks: Question,
        name: str = "",
        drag: Drag | None = None,
        main: bool = False,
    ) -> Offer:
        move = next(m for m in self.moves if m.command is type(command))
        denial = None
        try:
            # A place is checked as the card that lies there.
            move.verify(
                table, command if not isinstance(command, Lay) else replace(command, card=_first(table, command))
            )
        except Refused as refused:
            denial = Denial.of(refused)
        return Offer(
            name=name or key,
            command=command,
            label=Message(key=f"tiny.{key}"),
            questions=asks,
            drag=drag,
            denial=denial,
            primary=main,
        )

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        bout = find_procedure(table, Bout)
        if bout is None:
            return ()
        sides = tuple(
            SideView(
                name=table.actors[actor].id,
                label=Message(key="tiny.laying"),
                seat=table.actors[actor].seat,
                zones=(tray_of(table.actors[actor].seat),),
                due=1,
                laid=int(table.actors[actor].seat in bout.laid),
                figures={"chips": bout.chips.get(table.actors[actor].seat, 0)},
            )
            for actor in (bout.actor, bout.target)
        )
        names = {"actor": table.actors[bout.actor].name, "target": table.actors[bout.target].name}
        return (
            ActivityView(title=Message(key="tiny.bout", params=names), sides=sides, actors=(bout.actor, bout.target)),
        )

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Nobody is taken out of a bout."""
        bout = find_procedure(table, Bout)
        if bout is not None and isinstance(command, RemoveActor) and command.actor in {bout.actor, bout.target}:
            raise Refused("bout_runs", "TN-2")

    def after_command(self, draft: Draft, command: Command) -> None:
        for event in tuple(draft.events):
            match event:
                case SeatSet(seat=seat) if hand_of(seat.id) not in draft.table.zones:
                    for zone in self._places(seat.id, bool(draft.table.option("hands_private"))):
                        draft.emit(ZoneSet(zone=zone))
                case SeatLeft(seat=seat_id):
                    for zone in self._places(seat_id, hidden=True):
                        draft.move(draft.table.zones[zone.id].cards, zone.id, DISCARD)
                        draft.emit(ZoneGone(zone=zone.id))
                case ClockSet():
                    self._recover(draft)
                case _:
                    pass
        bout = draft.procedure(Bout)
        if bout is not None and len(set(bout.leaders(draft.table))) < 2:
            draft.pop_procedure(Bout)

    def _recover(self, draft: Draft) -> None:
        """A breath comes back when its time is over (TN-8)."""
        for actor in draft.table.actors.values():
            over = [c for c in actor.conditions if c.until is not None and c.until <= draft.table.clock]
            for condition in over:
                draft.emit(ConditionGone(actor=actor.id, id=condition.id))
            if over:
                audience = None if not actor.secret else (actor.seat,)
                draft.note("recovered", "TN-8", audience=audience, actor=actor.name)


class TinyWithBooks(Tiny):
    """The tiny game as it is played by people who write down who is hurt, and the bout while there is one.

    The middle of their table is free: the GM has deck and discard before them, and nobody stakes chips.
    """

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        table = super().new_table(seats, options)
        kept = {name: replace(table.zones[name], owners=(seats[0].id,)) for name in (DECK, DISCARD)}
        return replace(table, zones={**table.zones, **kept}, chips={})

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        return ()

    def status_page_tabs(self, table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
        people = [actor for actor in table.actors.values() if table.may_read(actor, viewer)]
        bout = find_procedure(table, Bout)
        found = [
            StatusPageTab(
                key="people",
                label=Message(key="Health"),
                sign="heart",
                count=sum(actor.tracks["Health"].value < 5 for actor in people),
            ),
            StatusPageTab(key="clock", label=Message(key="Clock"), sign="clock"),
        ]
        if bout is not None:
            found.append(StatusPageTab(key="bout", label=Message(key="Bout"), sign="sword", now=True))
        return tuple(found)

    def status_page(self, table: Table, viewer: str, key: str) -> StatusPage:
        if key == "people":
            people = (actor for actor in table.actors.values() if table.may_read(actor, viewer))
            return StatusPage(
                key=key,
                title=Message(key="How everybody is"),
                columns=tuple(Message(key=word) for word in ("Name", "Health", "Breath")),
                lines=tuple(self._line(actor) for actor in people),
                buttons=(
                    OfferButton(offer="deal", label=Message(key="Fill all hands")),
                    OfferButton(offer="nothing_like_it"),
                ),
                empty=Message(key="Nobody is in the story."),
            )
        large = Message(key=f"{table.clock} s") if key == "clock" else None
        return StatusPage(key=key, title=Message(key="Seconds"), large=large)

    def _line(self, actor: Actor) -> StatusPageLine:
        health = actor.tracks["Health"].value
        winded = max((c.until for c in actor.conditions if c.until is not None), default=None)
        boxes = tuple(ProgressBox(filled=n < 5 - health, tone="bad", mark="H") for n in range(5))
        told = (Message(key=f"5 less {5 - health} hits"),)
        return StatusPageLine(
            key=actor.id,
            actor=actor.id,
            cells=(
                StatusPageCell(text=Message(key=actor.name)),
                StatusPageCell(text=Message(key=f"{health} of 5"), boxes=boxes, details=told),
                StatusPageCell(text=Message(key="back in"), until=winded) if winded is not None else StatusPageCell(),
            ),
            buttons=(OfferButton(offer=f"challenge:{actor.id}", label=Message(key="Challenge")),),
            rules=("TN-6",),
        )


def _first(table: Table, command: Lay) -> str:
    return table.zones[hand_of(command.seat)].cards[0]


def seats_of(count: int) -> tuple[Seat, ...]:
    """Return so many seats: a GM, and players `p1`, `p2` …"""
    gm = Seat(id="gm", name="Ada", role=Role.GM)
    return (gm, *(Seat(id=f"p{n}", name=f"Player {n}") for n in range(1, count)))
