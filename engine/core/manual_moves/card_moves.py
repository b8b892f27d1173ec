"""Cards that people move by hand."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.command_fields import ID_PATTERN, AtLeast0, CardIds, ZoneId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved, CardsSwapped, CardsTurned, ZoneShuffled
from engine.messages.display_names import seat_name, zone_name
from engine.messages.refusal import Refused
from engine.model.cards import copy_of, face_of, new_copies
from engine.model.frozen import with_words_replaced
from engine.model.table import Table
from engine.model.zones import EVERYONE, Sight


class MoveCards(Request):
    """Move cards to another place by hand."""

    cards: CardIds
    target: ZoneId
    at: Annotated[AtLeast0 | None, Meta(description="0 is the top or the left end, null is the far end")] = None


class TurnCards(Request):
    """Turn cards over in their place: face up for everyone, face down, or as the zone has it."""

    cards: CardIds
    face: Annotated[str, Meta(description="`up`, `down` or `as_zone`")]


class ShuffleZone(Request):
    """Shuffle a pile by hand."""

    zone: ZoneId


class ArrangeZone(Request):
    """Put cards of a zone in this order, first on top; the others follow in theirs. It also enters real cards."""

    zone: ZoneId
    cards: CardIds


class NameCards(Request):
    """Enter which real cards are in hidden places: each swaps places with the card that was assumed to be there."""

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
        zone = table.zone_of(card)
        if zone is None:
            raise Refused("no_such_card")
        found.setdefault(zone, []).append(card)
    for zone in found:
        _need_access(table, command.seat, zone)
    return found


def _need_access(table: Table, seat: str, zone: str) -> None:
    zone_state = table.zones[zone]
    others = bool(zone_state.owners) and seat not in zone_state.owners and zone_state.sight is not Sight.EVERYONE
    if others and not table.is_gm(seat):
        raise Refused("not_your_cards", zone=zone_name(table, zone))


def _need_right_to_name(table: Table, seat: str, zone: str) -> None:
    """Raise Refused unless a seat may say which card is where: its owner, or the GM in a zone that nobody sees."""
    _need_access(table, seat, zone)
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
    """Move them zone by zone, in the named order."""
    table = draft.table
    named = sorted(command.cards) if len(command.cards) > 1 else command.cards
    for zone, cards in _sources(table, command).items():
        if zone == command.target:
            left = [c for c in draft.table.zones[zone].cards if c not in cards]
            at = len(left) if command.at is None else command.at  # a position beyond the end means the end
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
        viewers = tuple(
            s for s in table.seats if all(table.zones[zone].may_see(c, s) or after.may_see(c, s) for c in cards)
        )
        if viewers:
            audience = None if all(after.may_see(c, "") or table.zones[zone].may_see(c, "") for c in cards) else viewers
            draft.note("cards_were", audience=audience, cards=[c for c in named if c in cards])


def verify_turn_cards(table: Table, command: TurnCards) -> None:
    """The cards must be in reach."""
    if command.face not in {"up", "down", "as_zone"}:
        raise Refused("face_word", face=command.face)
    _sources(table, command)


def turn_cards(draft: Draft, command: TurnCards) -> None:
    """Turn them in their place."""
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


def verify_shuffle_zone(table: Table, command: ShuffleZone) -> None:
    """The pile must exist and be in reach."""
    _need_zone(table, command.zone)
    _need_access(table, command.seat, command.zone)


def shuffle_zone(draft: Draft, command: ShuffleZone) -> None:
    """Shuffle it."""
    draft.shuffle(command.zone)
    draft.note("shuffled", seat=seat_name(draft.table, command.seat), zone=zone_name(draft.table, command.zone))


def verify_arrange_zone(table: Table, command: ArrangeZone) -> None:
    """A player may arrange their own hand; other zones with hidden cards are for the GM."""
    _need_zone(table, command.zone)
    zone = table.zones[command.zone]
    _need_right_to_name(table, command.seat, command.zone)
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice")
    if not command.cards or not set(command.cards) <= set(zone.cards):
        raise Refused("not_in_zone", zone=zone_name(table, command.zone))


def arrange_zone(draft: Draft, command: ArrangeZone) -> None:
    """Put the named cards first."""
    rest = tuple(c for c in draft.table.zones[command.zone].cards if c not in command.cards)
    draft.emit(ZoneShuffled(zone=command.zone, order=(*command.cards, *rest)))
    draft.note(
        "arranged",
        seat=seat_name(draft.table, command.seat),
        zone=zone_name(draft.table, command.zone),
        count=len(command.cards),
    )


def verify_name_cards(table: Table, command: NameCards) -> None:
    """Only a hidden card can be named, and only as a card that is not visible elsewhere.

    At a table without a GM anybody may do it.
    """
    if not command.cards:
        raise Refused("no_cards_named")
    if len(command.cards) != len(command.faces):
        raise Refused("faces_for_cards", count=len(command.cards))
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice")
    for card in command.cards:
        zone = table.zone_of(card)
        if zone is None:
            raise Refused("no_such_card")
        if table.gm():
            _need_right_to_name(table, command.seat, zone)
        if table.zones[zone].may_see(card, ""):
            raise Refused("lies_open")
    _named_cards(table, command)


def _named_cards(table: Table, command: NameCards) -> tuple[str, ...]:
    """Return the card for each face: its first copy that is hidden and not used yet.

    With separate decks each deck has every card once, and the back of a card shows its deck; then it is the copy of
    that deck.

    A card that was removed face down counts as hidden: only now it is known to have been another.

    The choice of the copy depends only on what everybody sees, so that nobody learns where a hidden card was.

    Raises:
        Refused: there is no such card, or all of its copies are visible, or it is named too often.
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
    named_cards: list[str] = []
    apart, faces = table.has_separate_decks(), command.faces
    for face, assumed in zip(faces, command.cards, strict=True):
        copies = sorted((card for card in hidden.get(face, ()) if card not in named_cards), key=copy_of)
        if apart:
            copies = [card for card in copies if copy_of(card) == copy_of(assumed)]
        if copies:
            named_cards.append(copies[0])
        elif face in map(face_of, named_cards):
            raise Refused("named_too_often", card=face, count=faces.count(face))
        elif face in open_in:
            raise Refused("lies_open_elsewhere", card=face, zone=zone_name(table, open_in[face]))
        else:
            raise Refused("no_such_face", face=face[:40])
    return tuple(named_cards)


def name_cards(draft: Draft, command: NameCards) -> None:
    """Swap each card with the one that was assumed to be in its place."""
    places = [_place(draft.table, card) for card in command.cards]
    for (zone, index), other in zip(places, _named_cards(draft.table, command), strict=True):
        card = draft.table.zones[zone].cards[index]
        there = draft.table.zone_of(other) or ""
        held = draft.table.zones.get(there)
        draft.emit(CardsSwapped(card=card, zone=zone, other=other, other_zone=there))
        # Procedures referred to the card that was assumed there, and keep referring to that place.
        procedures = with_words_replaced(draft.table.procedures, {card: other, other: card})
        if procedures != draft.table.procedures:
            draft.set_procedures(procedures)
        former_viewers = tuple(seat for seat in draft.table.seats if held is not None and held.may_see(other, seat))
        if former_viewers and there != zone:
            draft.note("not_held", audience=former_viewers, other=other, zone=zone_name(draft.table, there), card=card)
    who = seat_name(draft.table, command.seat)
    for name in dict.fromkeys(zone for zone, _ in places):
        count = sum(zone == name for zone, _ in places)
        draft.note("named_cards", seat=who, count=count, zone=zone_name(draft.table, name))


def _place(table: Table, card: str) -> tuple[str, int]:
    zone = next(zone for zone in table.zones.values() if card in zone.cards)
    return zone.id, zone.cards.index(card)


def verify_add_cards(table: Table, command: AddCards) -> None:
    """Only the GM adds cards, and every card has a face."""
    need_gm(table, command)
    _need_zone(table, command.zone)
    if not command.faces:
        raise Refused("no_cards_named")
    for face in command.faces:
        if face != face_of(face) or not ID_PATTERN.fullmatch(face):
            raise Refused("card_face", face=face[:40])


def add_cards(draft: Draft, command: AddCards) -> None:
    """Number them after the copies that exist."""
    cards = new_copies(draft.table.possible_cards(), command.faces)
    draft.emit(CardsAdded(zone=command.zone, cards=cards))
    draft.note(
        "added_cards",
        seat=seat_name(draft.table, command.seat),
        count=len(cards),
        zone=zone_name(draft.table, command.zone),
    )


def verify_remove_cards(table: Table, command: RemoveCards) -> None:
    """Only the GM removes cards from the table."""
    need_gm(table, command)
    _sources(table, command)


def remove_cards(draft: Draft, command: RemoveCards) -> None:
    """Remove them; the identity of those that were face down stays unknown."""
    for zone, cards in _sources(draft.table, command).items():
        zone_state = draft.table.zones[zone]
        for unseen in (False, True):
            gone = tuple(card for card in cards if zone_state.may_see(card, "") is not unseen)
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
    Move(ShuffleZone, verify_shuffle_zone, shuffle_zone),
    Move(ArrangeZone, verify_arrange_zone, arrange_zone),
    Move(NameCards, verify_name_cards, name_cards),
    Move(AddCards, verify_add_cards, add_cards),
    Move(RemoveCards, verify_remove_cards, remove_cards),
)
