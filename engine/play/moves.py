"""Moves by hand: every piece on the table can be moved at any time, whatever the rules think of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.dice.notation import parse_dice
from engine.play.commands import Move, Request, need_actor, need_gm
from engine.play.draft import Draft
from engine.play.events import (
    ActorLeft,
    ActorSet,
    BodySet,
    CardsAdded,
    CardsRemoved,
    CardsTurned,
    ChipsMoved,
    ClockSet,
    ConditionGone,
    ListSet,
    LocationSet,
    OptionSet,
    Rolled,
    SeatLeft,
    SeatSet,
    SheetEdited,
    TrackSet,
    ZoneShuffled,
)
from engine.play.names import actor_name, seat_name, zone_name
from engine.play.options import OptionSpec, check_option
from engine.play.refusal import Refused
from engine.table.body import Body
from engine.table.cards import face_of, more_cards
from engine.table.conditions import Condition
from engine.table.frozen import Json, replace
from engine.table.seats import Actor, Role, Seat
from engine.table.table import Table
from engine.table.tracks import Track
from engine.table.zones import EVERYONE, Sight

ID_PATTERN = re.compile(r"[\w.-]{1,64}")
ZoneId = Annotated[str, Meta(description="a zone, such as `deck`, `discard` or `hand:tom`")]
CardIds = Annotated[tuple[str, ...], Meta(description="cards, by id (`8H`) or by place (`hand:tom#2`)")]
ActorId = Annotated[str, Meta(description="a character")]
AtLeast0 = Annotated[int, Meta(ge=0)]
SeatId = Annotated[str, Meta(description="a seat")]
FreeId = Annotated[str, Meta(description="an id that is still free: letters, digits, `_`, `.` and `-`")]
Name = Annotated[str, Meta(description="what people read")]
NewName = Annotated[str | None, Meta(description="what people read; null leaves it")]
NewActor = Callable[[Table, Actor, Mapping[str, int]], Actor]


class MoveCards(Request):
    """Lay cards somewhere else by hand."""

    cards: CardIds
    target: ZoneId
    at: Annotated[AtLeast0 | None, Meta(description="0 is the top or the left end, null is the far end")] = None


class TurnCards(Request):
    """Turn cards over where they lie: face up for everyone, or face down, or as the zone has it."""

    cards: CardIds
    face: Annotated[str, Meta(description="`up`, `down` or `as_zone`")]


class ShuffleZone(Request):
    """Shuffle a pile by hand."""

    zone: ZoneId


class ArrangeZone(Request):
    """Put cards of a zone in this order, first on top; the others keep theirs below. Real cards are entered so."""

    zone: ZoneId
    cards: CardIds


class AddCards(Request):
    """Bring new cards to the table, by their faces."""

    zone: ZoneId
    faces: Annotated[tuple[str, ...], Meta(description="what is printed on them; copies are numbered on by themselves")]


class RemoveCards(Request):
    """Take cards off the table for good."""

    cards: CardIds


class MoveChips(Request):
    """Move chips from bag to bag; an empty name is the box."""

    source: Annotated[str, Meta(description="the bag they leave")]
    target: Annotated[str, Meta(description="the bag they go to")]
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour")]


class SetTrack(Request):
    """Set a character's number by hand."""

    actor: ActorId
    track: Annotated[str, Meta(description="the name of the number, such as Health")]
    value: Annotated[int, Meta(description="what it becomes; it must lie within the bounds of the track")]


class SetBody(Request):
    """Give a character a body by the locations of a chart."""

    actor: ActorId
    body: Annotated[Body | None, Meta(description="the chart and its locations; null takes the body away")]


class SetLocation(Request):
    """Set a hit location by hand."""

    actor: ActorId
    location: Annotated[str, Meta(description="the name of the location on the chart")]
    level: Annotated[int, Meta(description="wounds or hit points, as the game reads it")]
    armour: Annotated[int | None, Meta(description="null leaves it")] = None
    bleeding: Annotated[bool | None, Meta(description="null leaves it")] = None


class LayCondition(Request):
    """Lay a condition on a character."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the name of the condition")]
    level: Annotated[int, Meta(description="how grave, where the game counts it")] = 0
    note: Annotated[str, Meta(description="free words")] = ""
    until: Annotated[int | None, Meta(description="a time of the clock, in seconds")] = None


class LiftCondition(Request):
    """Lift a condition from a character: one by its id, or all of a name."""

    actor: ActorId
    condition: Annotated[str, Meta(description="the id of one, or the name of all")]


class SetClock(Request):
    """Set the time of the story, in seconds."""

    seconds: Annotated[int, Meta(ge=0, description="since the story began")]


class JoinSeat(Request):
    """A person sits down at the table."""

    id: FreeId
    name: Name
    role: Annotated[Role, Meta(description="`gm` or `player`; a table has one GM")] = Role.PLAYER
    before: Annotated[str | None, Meta(description="the seat in front of which it is put; null is the end")] = None


class EditSeat(Request):
    """Change a person's name or how far their seat is turned."""

    id: SeatId
    name: NewName = None
    turn: Annotated[int | None, Meta(description="0, 90, 180 or 270 degrees; null leaves it")] = None


class LeaveSeat(Request):
    """A person leaves the table for good."""

    id: SeatId


class JoinActor(Request):
    """A character comes into the story."""

    id: FreeId
    name: Name
    leader: Annotated[str, Meta(description="the seat that leads the character")]
    sheet: Annotated[Mapping[str, Json], Meta(description="fields of the record sheet")] = {}
    secret: Annotated[bool, Meta(description="only the leader and the GM may read its record")] = False


class EditActor(Request):
    """Change who a character is to the table: name, leader, secrecy, or put it away in the archive."""

    actor: ActorId
    name: NewName = None
    leader: Annotated[str | None, Meta(description="the seat that leads the character; null leaves it")] = None
    secret: Annotated[bool | None, Meta(description="only the leader and the GM may read it; null leaves it")] = None
    archived: Annotated[bool | None, Meta(description="put away, but not gone; null leaves it")] = None


class RemoveActor(Request):
    """Take a character out of the story for good."""

    actor: ActorId


class EditSheet(Request):
    """Write fields of a record sheet; null clears one."""

    actor: ActorId
    fields: Annotated[Mapping[str, Json], Meta(description="what each field becomes")]


class SetOption(Request):
    """Choose an option, for the whole game or only for the present scene; null ends a scene's exception."""

    option: Annotated[str, Meta(description="the name of the option")]
    value: Annotated[Json, Meta(description="what it becomes")]
    scene: Annotated[bool, Meta(description="for the present scene only")] = False


class SetList(Request):
    """Write one of the group's own lists: weapons, armour and the like."""

    list: Annotated[str, Meta(description="the name of the list")]
    rows: Annotated[tuple[Mapping[str, Json], ...], Meta(description="all its rows; each has a `name` of its own")]


class RollDice(Request):
    """Throw dice for whatever the group likes, or write down how real ones fell."""

    dice: Annotated[str, Meta(description="such as `2d6+1` or `d100`")]
    reason: Annotated[str, Meta(description="what for, in free words")] = ""
    faces: Annotated[
        tuple[int, ...], Meta(description="real dice as they fell, 0 for the highest face; empty throws them here")
    ] = ()


class Say(Request):
    """Write a line into the story, for everybody or as a note to oneself."""

    text: Annotated[str, Meta(description="the line")]
    private: Annotated[bool, Meta(description="only the one who writes it ever reads it")] = False


def _sources(table: Table, command: MoveCards | TurnCards | RemoveCards) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if not command.cards:
        raise Refused("no_cards_named")
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice")
    for card in command.cards:
        zone = table.where(card)
        if zone is None:
            raise Refused("no_such_card")
        found.setdefault(zone, []).append(card)
    for zone in found:
        _need_reach(table, command.seat, zone)
    return found


def _need_reach(table: Table, seat: str, zone: str) -> None:
    lying = table.zones[zone]
    if lying.sight is Sight.OWNERS and seat not in lying.owners and not table.is_gm(seat):
        raise Refused("not_your_cards", zone=zone_name(table, zone))


def _need_zone(table: Table, zone: str) -> None:
    if zone not in table.zones:
        raise Refused("no_such_zone", zone=zone)


def verify_move_cards(table: Table, command: MoveCards) -> None:
    """The cards must be in reach and the place must exist."""
    _need_zone(table, command.target)
    _sources(table, command)


def move_cards(draft: Draft, command: MoveCards) -> None:
    """Move them zone by zone, in the order named."""
    table = draft.table
    named = sorted(command.cards) if len(command.cards) > 1 else command.cards
    for zone, cards in _sources(table, command).items():
        if zone == command.target:
            left = [c for c in draft.table.zones[zone].cards if c not in cards]
            at = len(left) if command.at is None else command.at  # beyond the end is the end
            draft.emit(ZoneShuffled(zone=zone, order=(*left[:at], *cards, *left[at:])))
        else:
            draft.move(cards, zone, command.target, command.at)
        who = seat_name(table, command.seat)
        source, target = zone_name(table, zone), zone_name(table, command.target)
        draft.note(
            "arranged_by_hand" if zone == command.target else "moved_by_hand",
            seat=who,
            count=len(cards),
            source=source,
            target=target,
        )
        after = draft.table.zones[command.target]
        knowing = tuple(
            s for s in table.seats if all(table.zones[zone].may_see(c, s) or after.may_see(c, s) for c in cards)
        )
        if knowing:
            audience = None if all(after.may_see(c, "") or table.zones[zone].may_see(c, "") for c in cards) else knowing
            draft.note("cards_were", audience=audience, cards=[c for c in named if c in cards])


def verify_turn_cards(table: Table, command: TurnCards) -> None:
    """The cards must be in reach."""
    if command.face not in {"up", "down", "as_zone"}:
        raise Refused("face_word", face=command.face)
    _sources(table, command)


def turn_cards(draft: Draft, command: TurnCards) -> None:
    """Turn them where they lie."""
    shown_to = {"up": (EVERYONE,), "down": (), "as_zone": None}[command.face]
    for zone, cards in _sources(draft.table, command).items():
        draft.emit(CardsTurned(zone=zone, cards=tuple(cards), shown_to=shown_to))
        draft.note(
            f"turned_{command.face}",
            seat=seat_name(draft.table, command.seat),
            count=len(cards),
            zone=zone_name(draft.table, zone),
        )
        if command.face == "up":
            draft.note("cards_were", cards=cards)


def verify_shuffle(table: Table, command: ShuffleZone) -> None:
    """The pile must exist and be in reach."""
    _need_zone(table, command.zone)
    _need_reach(table, command.seat, command.zone)


def shuffle_zone(draft: Draft, command: ShuffleZone) -> None:
    """Shuffle it."""
    draft.shuffle(command.zone)
    draft.note("shuffled", seat=seat_name(draft.table, command.seat), zone=zone_name(draft.table, command.zone))


def verify_arrange(table: Table, command: ArrangeZone) -> None:
    """Everybody may order the own hand; other zones with hidden cards are the GM's."""
    _need_zone(table, command.zone)
    zone = table.zones[command.zone]
    _need_reach(table, command.seat, command.zone)
    if zone.sight is Sight.NOBODY and not table.is_gm(command.seat):
        raise Refused("gm_only")
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice")
    if not command.cards or not set(command.cards) <= set(zone.cards):
        raise Refused("not_in_zone", zone=zone_name(table, command.zone))


def arrange(draft: Draft, command: ArrangeZone) -> None:
    """Lay the named cards first."""
    rest = tuple(c for c in draft.table.zones[command.zone].cards if c not in command.cards)
    draft.emit(ZoneShuffled(zone=command.zone, order=(*command.cards, *rest)))
    draft.note(
        "arranged",
        seat=seat_name(draft.table, command.seat),
        zone=zone_name(draft.table, command.zone),
        count=len(command.cards),
    )


def verify_add_cards(table: Table, command: AddCards) -> None:
    """Only the GM brings cards, and every card has a face."""
    need_gm(table, command)
    _need_zone(table, command.zone)
    if not command.faces:
        raise Refused("no_cards_named")
    for face in command.faces:
        if face != face_of(face) or not ID_PATTERN.fullmatch(face):
            raise Refused("card_face", face=face[:40])


def add_cards(draft: Draft, command: AddCards) -> None:
    """Number them on from the copies that are there."""
    cards = more_cards(draft.table.all_cards(), command.faces)
    draft.emit(CardsAdded(zone=command.zone, cards=cards))
    draft.note(
        "added_cards",
        seat=seat_name(draft.table, command.seat),
        count=len(cards),
        zone=zone_name(draft.table, command.zone),
    )


def verify_remove_cards(table: Table, command: RemoveCards) -> None:
    """Only the GM takes cards off the table."""
    need_gm(table, command)
    _sources(table, command)


def remove_cards(draft: Draft, command: RemoveCards) -> None:
    """Take them away."""
    for zone, cards in _sources(draft.table, command).items():
        draft.emit(CardsRemoved(zone=zone, cards=tuple(cards)))
        draft.note(
            "removed_cards",
            seat=seat_name(draft.table, command.seat),
            count=len(cards),
            zone=zone_name(draft.table, zone),
        )


def verify_chips(table: Table, command: MoveChips) -> None:
    """The bag must hold the chips."""
    if command.source == command.target or not command.chips or any(n < 1 for n in command.chips.values()):
        raise Refused("no_chips_named")
    held = table.chips.get(command.source, {})
    if command.source and any(held.get(colour, 0) < n for colour, n in command.chips.items()):
        raise Refused("not_so_many_chips", bag=command.source)


def move_chips(draft: Draft, command: MoveChips) -> None:
    """Move them."""
    draft.emit(ChipsMoved(source=command.source, target=command.target, chips=command.chips))
    chips = ", ".join(f"{n} {colour}" for colour, n in command.chips.items())
    draft.note("moved_chips", seat=seat_name(draft.table, command.seat), chips=chips)


def _need_record(
    table: Table, command: SetTrack | SetBody | SetLocation | LayCondition | LiftCondition | EditActor
) -> None:
    """Nobody moves by hand what they may not see: of a secret character, only its leader and the GM."""
    need_actor(table, command.actor)
    actor = table.actors[command.actor]
    if not table.may_read(actor, command.seat):
        raise Refused("not_your_sheet", actor=actor.name)


def verify_track(table: Table, command: SetTrack) -> None:
    """The character must have the track, and the number must fit it."""
    _need_record(table, command)
    track = table.actors[command.actor].tracks.get(command.track)
    if track is None:
        raise Refused("no_such_track", track=command.track)
    if track.clamped(command.value) != command.value:
        raise Refused("track_bounds", track=command.track, value=command.value)


def set_track(draft: Draft, command: SetTrack) -> None:
    """Set it."""
    actor = draft.table.actors[command.actor]
    old = actor.tracks[command.track]
    draft.emit(TrackSet(actor=actor.id, name=command.track, track=replace(old, value=command.value)))
    draft.note(
        "set_by_hand",
        audience=_audience(draft.table, actor),
        actor=actor.name,
        what=command.track,
        value=command.value,
        old=old.value,
    )


def _audience(table: Table, actor: Actor) -> tuple[str, ...] | None:
    """Who may read a number of this character's in the log: everybody, or of a secret one its leader and the GM."""
    return tuple(sorted({actor.seat, table.gm()} - {""})) if actor.secret else None


def verify_body(table: Table, command: SetBody) -> None:
    """The character must be there."""
    _need_record(table, command)


def set_body(draft: Draft, command: SetBody) -> None:
    """Give it."""
    actor = draft.table.actors[command.actor]
    draft.emit(BodySet(actor=actor.id, body=command.body))
    draft.note("body_set", audience=_audience(draft.table, actor), actor=actor.name)


def verify_location(table: Table, command: SetLocation) -> None:
    """The body must have the location, and the number must fit it."""
    _need_record(table, command)
    body = table.actors[command.actor].body
    location = body.locations.get(command.location) if body else None
    if location is None:
        raise Refused("no_such_location", location=command.location)
    if Track(value=0, least=location.least, most=location.most).clamped(command.level) != command.level:
        raise Refused("track_bounds", track=command.location, value=command.level)


def set_location(draft: Draft, command: SetLocation) -> None:
    """Set level, armour and bleeding."""
    actor = draft.table.actors[command.actor]
    assert actor.body is not None
    old = actor.body.locations[command.location]
    new = replace(
        old,
        level=command.level,
        armour=old.armour if command.armour is None else command.armour,
        bleeding=old.bleeding if command.bleeding is None else command.bleeding,
    )
    draft.emit(LocationSet(actor=actor.id, name=command.location, location=new))
    draft.note(
        "set_by_hand",
        audience=_audience(draft.table, actor),
        actor=actor.name,
        what=command.location,
        value=new.level,
        old=old.level,
    )


def verify_lay(table: Table, command: LayCondition) -> None:
    """The character must be there, and the condition must have a name."""
    _need_record(table, command)
    if not command.condition.strip():
        raise Refused("no_name")


def lay(draft: Draft, command: LayCondition) -> None:
    """Lay it under an id of its own."""
    actor = draft.table.actors[command.actor]
    condition = new_condition(actor, command.condition, command.level, command.note, command.until)
    draft.lay_condition(actor.id, condition)
    draft.note("laid_condition", audience=_audience(draft.table, actor), actor=actor.name, condition=command.condition)


def new_condition(actor: Actor, name: str, level: int = 0, note: str = "", until: int | None = None) -> Condition:
    """Return a condition with an id that the character does not have yet: `wound`, then `wound-2`."""
    taken = {c.id for c in actor.conditions}
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return Condition(id=found, name=name, level=level, note=note, until=until)


def verify_lift(table: Table, command: LiftCondition) -> None:
    """The condition must lie on the character."""
    _need_record(table, command)
    if not any(command.condition in {c.id, c.name} for c in table.actors[command.actor].conditions):
        raise Refused("no_such_condition", condition=command.condition)


def lift(draft: Draft, command: LiftCondition) -> None:
    """Lift the one of that id, or else all of that name."""
    actor = draft.table.actors[command.actor]
    by_id = [c for c in actor.conditions if c.id == command.condition]
    for condition in by_id or actor.named(command.condition):
        draft.emit(ConditionGone(actor=actor.id, id=condition.id))
    draft.note(
        "lifted_condition", audience=_audience(draft.table, actor), actor=actor.name, condition=command.condition
    )


def verify_clock(table: Table, command: SetClock) -> None:
    """The clock is the GM's."""
    need_gm(table, command)


def set_clock(draft: Draft, command: SetClock) -> None:
    """Set it."""
    draft.emit(ClockSet(seconds=command.seconds))
    draft.note("set_clock", seconds=command.seconds)


def need_id(new: str, taken: Mapping[str, object]) -> None:
    """Raise Refused unless an id is well formed and free."""
    if not ID_PATTERN.fullmatch(new) or new in {"shared", "print"}:
        raise Refused("id_form", id=new[:40])
    if new in taken:
        raise Refused("id_taken", id=new)


def verify_join_seat(table: Table, command: JoinSeat) -> None:
    """One GM, and a free id."""
    need_id(command.id, table.seats)
    if command.role is Role.GM and table.gm():
        raise Refused("one_gm")


def join_seat(draft: Draft, command: JoinSeat) -> None:
    """Sit down."""
    seat = Seat(id=command.id, name=command.name, role=command.role)
    draft.emit(SeatSet(seat=seat, before=command.before))
    draft.note("seat_joined", seat=command.name)


def _need_seat_id(table: Table, seat: str) -> None:
    if seat not in table.seats:
        raise Refused("no_such_seat", seat=seat)


def verify_edit_seat(table: Table, command: EditSeat) -> None:
    """The seat must be there."""
    _need_seat_id(table, command.id)
    if command.turn not in {None, 0, 90, 180, 270}:
        raise Refused("seat_turn")


def edit_seat(draft: Draft, command: EditSeat) -> None:
    """Change it."""
    old = draft.table.seats[command.id]
    new = replace(
        old,
        name=old.name if command.name is None else command.name,
        turn=old.turn if command.turn is None else command.turn,
    )
    draft.emit(SeatSet(seat=new))
    draft.note("seat_edited", seat=new.name)


def verify_leave_seat(table: Table, command: LeaveSeat) -> None:
    """Who leads characters hands them on first."""
    _need_seat_id(table, command.id)
    if any(a.seat == command.id for a in table.actors.values()):
        raise Refused("seat_leads", seat=seat_name(table, command.id))
    if table.is_gm(command.id):
        raise Refused("gm_stays")


def leave_seat(draft: Draft, command: LeaveSeat) -> None:
    """Get up."""
    name = seat_name(draft.table, command.id)
    draft.emit(SeatLeft(seat=command.id))
    draft.note("seat_left", seat=name)


def edit_actor(draft: Draft, command: EditActor) -> None:
    """Change it."""
    old = draft.table.actors[command.actor]
    new = replace(
        old,
        name=old.name if command.name is None else command.name,
        seat=old.seat if command.leader is None else command.leader,
        secret=old.secret if command.secret is None else command.secret,
        archived=old.archived if command.archived is None else command.archived,
    )
    draft.emit(ActorSet(actor=new))
    draft.note("actor_edited", audience=_audience(draft.table, new), actor=new.name)


def verify_edit_actor(table: Table, command: EditActor) -> None:
    """Both must be there, and nobody lifts the secrecy of a character who is not theirs."""
    _need_record(table, command)
    if command.leader is not None:
        _need_seat_id(table, command.leader)


def verify_remove_actor(table: Table, command: RemoveActor) -> None:
    """Only the GM takes a character out for good, and never in the middle of something."""
    need_gm(table, command)
    need_actor(table, command.actor)


def remove_actor(draft: Draft, command: RemoveActor) -> None:
    """Take it out."""
    actor = draft.table.actors[command.actor]
    draft.emit(ActorLeft(actor=command.actor))
    draft.note("actor_left", audience=_audience(draft.table, actor), actor=actor.name)


def verify_sheet(table: Table, command: EditSheet) -> None:
    """The GM writes on every sheet, a player on the own ones."""
    need_actor(table, command.actor)
    if not command.fields:
        raise Refused("nothing_to_write")
    if table.actors[command.actor].seat != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_sheet", actor=actor_name(table, command.actor))


def edit_sheet(draft: Draft, command: EditSheet) -> None:
    """Write."""
    actor = draft.table.actors[command.actor]
    draft.emit(SheetEdited(actor=actor.id, fields=command.fields))
    draft.note(
        "sheet_edited",
        audience=None if not actor.secret else _audience(draft.table, actor),
        actor=actor.name,
        fields=list(command.fields),
    )


def verify_list(table: Table, command: SetList) -> None:
    """The lists are the GM's."""
    need_gm(table, command)
    if command.list not in table.lists:
        raise Refused("no_such_list", list=command.list)
    names = [row.get("name") for row in command.rows]
    if not all(isinstance(name, str) and name.strip() for name in names) or len(set(names)) != len(names):
        raise Refused("list_names", list=command.list)


def set_list(draft: Draft, command: SetList) -> None:
    """Write it."""
    draft.emit(ListSet(name=command.list, rows=command.rows))
    draft.note("list_set", list=command.list, count=len(command.rows))


def verify_roll(table: Table, command: RollDice) -> None:
    """The dice must be readable, and real ones must all have fallen on faces that they have."""
    dice = parse_dice(command.dice)
    if command.faces and (len(command.faces) != dice.count or any(not 0 <= f <= dice.sides for f in command.faces)):
        raise Refused("dice_faces", count=dice.count, sides=dice.sides)


def roll_dice(draft: Draft, command: RollDice) -> None:
    """Throw them, or take real ones as they fell, and add them up."""
    parsed = parse_dice(command.dice)
    if command.faces:
        faces = tuple(face or parsed.sides for face in command.faces)
        draft.emit(Rolled(kind=f"d{parsed.sides}", faces=faces))
    else:
        faces = draft.roll(parsed.sides, parsed.count)
    total = sum(faces) + parsed.plus
    draft.figure(faces=faces, total=total)
    draft.note(
        "rolled",
        seat=seat_name(draft.table, command.seat),
        dice=command.dice,
        faces=faces,
        total=total,
        reason=command.reason,
    )


def verify_say(table: Table, command: Say) -> None:
    """There must be something to say."""
    if not command.text.strip():
        raise Refused("nothing_to_write")


def say_aloud(draft: Draft, command: Say) -> None:
    """Write it down."""
    audience = (command.seat,) if command.private else None
    draft.note("said", audience=audience, seat=seat_name(draft.table, command.seat), text=command.text)


GENERIC_MOVES: tuple[Move[Any], ...] = (
    Move(MoveCards, verify_move_cards, move_cards),
    Move(TurnCards, verify_turn_cards, turn_cards),
    Move(ShuffleZone, verify_shuffle, shuffle_zone),
    Move(ArrangeZone, verify_arrange, arrange),
    Move(AddCards, verify_add_cards, add_cards),
    Move(RemoveCards, verify_remove_cards, remove_cards),
    Move(MoveChips, verify_chips, move_chips),
    Move(SetTrack, verify_track, set_track),
    Move(SetBody, verify_body, set_body),
    Move(SetLocation, verify_location, set_location),
    Move(LayCondition, verify_lay, lay),
    Move(LiftCondition, verify_lift, lift),
    Move(SetClock, verify_clock, set_clock),
    Move(JoinSeat, verify_join_seat, join_seat),
    Move(EditSeat, verify_edit_seat, edit_seat),
    Move(LeaveSeat, verify_leave_seat, leave_seat),
    Move(EditActor, verify_edit_actor, edit_actor),
    Move(RemoveActor, verify_remove_actor, remove_actor),
    Move(EditSheet, verify_sheet, edit_sheet),
    Move(SetList, verify_list, set_list),
    Move(RollDice, verify_roll, roll_dice),
    Move(Say, verify_say, say_aloud),
)


def moves_of_ruleset(options: Mapping[str, OptionSpec], new_actor: NewActor) -> tuple[Move[Any], ...]:
    """Return the moves by hand that need to know the game: options, and what a new character of it is like."""

    def verify_option(table: Table, command: SetOption) -> None:
        need_gm(table, command)
        if not (command.scene and command.value is None):
            check_option(options, command.option, command.value)
        elif command.option not in options:
            raise Refused("no_such_option", option=command.option)
        if command.scene and "scene" not in options[command.option].scopes:
            raise Refused("option_scope", option=command.option)

    def set_option(draft: Draft, command: SetOption) -> None:
        draft.emit(OptionSet(name=command.option, value=command.value, scene=command.scene))
        draft.note(
            "option_set_scene" if command.scene else "option_set",
            *options[command.option].rules,
            option=options[command.option].label,
            value=command.value,
        )

    def verify_join(table: Table, command: JoinActor) -> None:
        need_id(command.id, table.actors)
        _need_seat_id(table, command.leader)
        if command.leader != command.seat:
            need_gm(table, command)
        new_actor(table, Actor(id=command.id, name=command.name, seat=command.leader, sheet=command.sheet), {})

    def join(draft: Draft, command: JoinActor) -> None:
        bare = Actor(id=command.id, name=command.name, seat=command.leader, sheet=command.sheet, secret=command.secret)
        draft.emit(ActorSet(actor=new_actor(draft.table, bare, {})))
        audience = _audience(draft.table, bare)
        draft.note("actor_joined", audience=audience, actor=bare.name, seat=seat_name(draft.table, bare.seat))

    return (Move(SetOption, verify_option, set_option), Move(JoinActor, verify_join, join))
