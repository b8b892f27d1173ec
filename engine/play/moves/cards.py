"""Cards moved by hand."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import (
    CardsAdded,
    CardsRemoved,
    CardsSwapped,
    CardsTurned,
    ProcedureSet,
    ZoneShuffled,
)
from engine.play.moves.fields import (
    ID_PATTERN,
    AtLeast0,
    CardIds,
    ZoneId,
)
from engine.play.names import seat_name, zone_name
from engine.play.refusal import Refused
from engine.table.cards import copy_of, face_of, more_cards
from engine.table.frozen import with_names
from engine.table.table import Table
from engine.table.zones import EVERYONE, Sight


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


class NameCards(Request):
    """Tell which real cards lie in hidden places: each changes places with the card that was thought to lie there."""

    cards: Annotated[tuple[str, ...], Meta(description="hidden cards, as a rule by place (`deck#0`, `hand:tom#2`)")]
    faces: Annotated[tuple[str, ...], Meta(description="what is really printed on each of them, such as `8H` or `X`")]


class AddCards(Request):
    """Bring new cards to the table, by their faces."""

    zone: ZoneId
    faces: Annotated[tuple[str, ...], Meta(description="what is printed on them; copies are numbered on by themselves")]


class RemoveCards(Request):
    """Take cards off the table for good."""

    FAR_REACHING = True
    cards: CardIds


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
    others = bool(lying.owners) and seat not in lying.owners and lying.sight is not Sight.EVERYONE
    if others and not table.is_gm(seat):
        raise Refused("not_your_cards", zone=zone_name(table, zone))


def _need_say(table: Table, seat: str, zone: str) -> None:
    """Raise Refused unless a seat may say what lies where in a zone: its owner, of what nobody sees only the GM."""
    _need_reach(table, seat, zone)
    if table.zones[zone].sight is Sight.NOBODY and not table.is_gm(seat):
        raise Refused("gm_only")


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
    _need_say(table, command.seat, command.zone)
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


def verify_name_cards(table: Table, command: NameCards) -> None:
    """Only what lies hidden can be named, and only as a card that does not lie open somewhere.

    At a table without a GM anybody tells it, or nobody could.
    """
    if not command.cards:
        raise Refused("no_cards_named")
    if len(command.cards) != len(command.faces):
        raise Refused("faces_for_cards", count=len(command.cards))
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice")
    for card in command.cards:
        zone = table.where(card)
        if zone is None:
            raise Refused("no_such_card")
        if table.gm():
            _need_say(table, command.seat, zone)
        if table.zones[zone].may_see(card, ""):
            raise Refused("lies_open")
    _meant(table, command)


def _meant(table: Table, command: NameCards) -> tuple[str, ...]:
    """Return for each face the card that is meant: its first copy that is hidden and not meant already.

    Where several decks lie apart, each is one copy of every card, and everybody sees by its back which deck a card is
    from; there it is the copy of that deck.

    One that was taken off the table face down is as hidden as any: only now is it known to have been another.

    Which copy it is depends only on what everybody sees, so that nobody learns by it where a hidden card lay.

    Raises:
        Refused: there is no such card, or all of its copies lie open, or it is named too often.
    """
    hidden: dict[str, list[str]] = {}
    open_in: dict[str, str] = {}
    for zone in table.zones.values():
        for card in zone.cards:
            if zone.may_see(card, ""):
                open_in[face_of(card)] = zone.id
            else:
                hidden.setdefault(face_of(card), []).append(card)
    for card in table.away:
        hidden.setdefault(face_of(card), []).append(card)
    meant: list[str] = []
    apart, faces = table.decks_apart(), command.faces
    for face, thought in zip(faces, command.cards, strict=True):
        copies = sorted((card for card in hidden.get(face, ()) if card not in meant), key=copy_of)
        if apart:
            copies = [card for card in copies if copy_of(card) == copy_of(thought)]
        if copies:
            meant.append(copies[0])
        elif face in map(face_of, meant):
            raise Refused("named_too_often", card=face, count=faces.count(face))
        elif face in open_in:
            raise Refused("lies_open_elsewhere", card=face, zone=zone_name(table, open_in[face]))
        else:
            raise Refused("no_such_face", face=face[:40])
    return tuple(meant)


def name_cards(draft: Draft, command: NameCards) -> None:
    """Let each card change places with the one that was thought to lie there."""
    places = [_place(draft.table, card) for card in command.cards]
    for (zone, index), other in zip(places, _meant(draft.table, command), strict=True):
        card = draft.table.zones[zone].cards[index]
        there = draft.table.where(other) or ""
        held = draft.table.zones.get(there)
        draft.emit(CardsSwapped(card=card, zone=zone, other=other, other_zone=there))
        # What is under way spoke of the card that was thought to lie there, and goes on to speak of that place.
        speaks = with_names(draft.table.procedures, {card: other, other: card})
        if speaks != draft.table.procedures:
            draft.emit(ProcedureSet(procedures=speaks))
        holders = tuple(seat for seat in draft.table.seats if held is not None and held.may_see(other, seat))
        if holders and there != zone:
            draft.note("not_held", audience=holders, other=other, zone=zone_name(draft.table, there), card=card)
    who = seat_name(draft.table, command.seat)
    for name in dict.fromkeys(zone for zone, _ in places):
        count = sum(zone == name for zone, _ in places)
        draft.note("named_cards", seat=who, count=count, zone=zone_name(draft.table, name))


def _place(table: Table, card: str) -> tuple[str, int]:
    zone = next(zone for zone in table.zones.values() if card in zone.cards)
    return zone.id, zone.cards.index(card)


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
    cards = more_cards(draft.table.possible_cards(), command.faces)
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
    """Take them away; which those were that lay face down stays open."""
    for zone, cards in _sources(draft.table, command).items():
        lying = draft.table.zones[zone]
        for unseen in (False, True):
            gone = tuple(card for card in cards if lying.may_see(card, "") is not unseen)
            if gone:
                draft.emit(CardsRemoved(zone=zone, cards=gone, unseen=unseen))
        draft.note(
            "removed_cards",
            seat=seat_name(draft.table, command.seat),
            count=len(cards),
            zone=zone_name(draft.table, zone),
        )


MOVES: tuple[Move[Any], ...] = (
    Move(MoveCards, verify_move_cards, move_cards),
    Move(TurnCards, verify_turn_cards, turn_cards),
    Move(ShuffleZone, verify_shuffle, shuffle_zone),
    Move(ArrangeZone, verify_arrange, arrange),
    Move(NameCards, verify_name_cards, name_cards),
    Move(AddCards, verify_add_cards, add_cards),
    Move(RemoveCards, verify_remove_cards, remove_cards),
)
