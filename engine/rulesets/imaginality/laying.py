"""Laying cards for a side: playing, drawing, Jokers for value, and what a side's cards come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import CardsTurned, ZoneGone, ZoneSet
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.contest import Score, total_of
from engine.rulesets.imaginality.hands import DECK, DISCARD, discard, refill_if_empty, take
from engine.rulesets.imaginality.procedures import Action, Extra, Kind, Side, Stage, action
from engine.rulesets.imaginality.settings import flag, number, word
from engine.table.cards import is_joker
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import EVERYONE, Sight, Zone, hand_of

NO_CARDS = Score(total=-(10**6))
SideName = Annotated[
    str, Meta(description="`actor`, `opposition`, `damage`, `resistance`, or another side of the action")
]


class Play(Request):
    """Lay cards of the own hand, face down, for a side of the action; a Joker so laid is two cards off the deck."""

    RULES = ("IM-HAND-3", "IM-ACT-5", "IM-ACT-8", "IM-JOKER-1", "IM-JOKER-3")
    side: SideName
    cards: Annotated[tuple[str, ...], Meta(description="cards of the own hand, by id or by place")]


class Draw(Request):
    """Take the deck's top card for a side instead of playing; the GM's privilege, or by his leave."""

    RULES = ("IM-DRAW-1", "IM-GM-2", "IM-GM-3", "IM-GM-5")
    side: SideName


class Enough(Request):
    """Lay no more for a side, although more would be allowed."""

    RULES = ("IM-ADV-5", "IM-DMG-9")
    side: SideName


class TakeBack(Request):
    """Take cards laid for a side back into the hand, while nothing has been drawn for them."""

    RULES = ("IM-JOKER-3", "IM-GM-3")
    side: SideName


class AllowDraw(Request):
    """The GM lets a player draw for a side of this one action, or takes the leave back."""

    RULES = ("IM-GM-5", "IM-DRAW-3")
    side: SideName
    allow: Annotated[bool, Meta(description="false takes the leave back")] = True


class LookAtDraw(Request):
    """The GM looks at cards drawn for a side and keeps them hidden."""

    RULES = ("IM-GM-4",)
    side: SideName


class GrantCards(Request):
    """The GM gives a side extra cards, or takes some away again, and says what for."""

    RULES = ("IM-ADV-1", "IM-ADV-2", "IM-ADV-4", "IM-ADV-6", "IM-DMG-1", "IM-DMG-7")
    side: SideName
    count: Annotated[int, Meta(description="how many more; negative takes away")] = 1
    reason: Annotated[str, Meta(description="what for; cards for one reason are counted together")] = "advantage"


class ResolveShortage(Request):
    """The GM says how a side gets on whose cards could not be drawn because deck and discard pile are empty."""

    RULES = ("IM-DECK-7",)
    side: SideName
    how: Annotated[str, Meta(description="`draw` (after a deck was added), `without`, or `value`")]
    value: Annotated[int, Meta(ge=0, le=60, description="the value that the GM names")] = 0


def committed(key: str) -> str:
    """Return the zone of the cards a side has played."""
    return f"committed:{key}"


def drawn(key: str) -> str:
    """Return the zone of the cards drawn for a side."""
    return f"drawn:{key}"


def standins(key: str) -> str:
    """Return the zone of the cards that stand in for a side's Jokers."""
    return f"standins:{key}"


def zones_of(key: str) -> tuple[str, str, str]:
    """Return all zones of a side."""
    return committed(key), drawn(key), standins(key)


def open_sides(draft: Draft, sides: Iterable[tuple[str, Side]]) -> None:
    """Make places for sides of the action under way, hidden or open as the group plays (IM-ACT-8)."""
    act = need_action(draft.table)
    added = dict(sides)
    set_places(draft, added)
    draft.become(replace(act, sides={**act.sides, **added}))
    for key in open_keys(need_action(draft.table)):
        if key in added and not added[key].pure and added[key].due:
            feed(draft, key)


def set_places(draft: Draft, sides: Mapping[str, Side]) -> None:
    """Let the places of sides be hidden or open, as the cards of this action are laid (IM-ACT-8)."""
    hidden = flag(draft.table, "face_down_play")
    played = Sight.OWNERS if hidden else Sight.EVERYONE
    other = Sight.NOBODY if hidden else Sight.EVERYONE
    for key, side in sides.items():
        owners = (side.seat,)
        draft.emit(ZoneSet(zone=Zone(id=committed(key), sight=played, owners=owners)))
        draft.emit(ZoneSet(zone=Zone(id=drawn(key), sight=other, owners=owners)))
        # Others see one face-down card for a Joker and its stand-ins, so these are not even counted (IM-JOKER-3).
        draft.emit(ZoneSet(zone=Zone(id=standins(key), sight=other, owners=owners, uncounted=hidden)))


def close_sides(draft: Draft) -> None:
    """Lay every card of the action on the discard pile in the order of arrival and clear the places (IM-ACT-9)."""
    act = need_action(draft.table)
    where = {card: zone for key in act.sides for zone in zones_of(key) for card in draft.table.zones[zone].cards}
    order = [card for card in act.arrival if card in where]
    order += [card for card in where if card not in set(order)]
    run: list[str] = []
    for card in order:
        if run and where[card] != where[run[0]]:
            discard(draft, tuple(run), where[run[0]])
            run = []
        run.append(card)
    if run:
        discard(draft, tuple(run), where[run[0]])
    for key in act.sides:
        for zone in zones_of(key):
            draft.emit(ZoneGone(zone=zone))


def laid(table: Table, key: str) -> int:
    """Return how many cards a side has laid; stand-ins belong to their Joker and do not count."""
    return len(table.zones[committed(key)].cards) + len(table.zones[drawn(key)].cards)


def face_up(table: Table, key: str) -> bool:
    """Say whether everybody may see all cards of a side; by hand some can be hidden again after the reveal."""
    zones = (table.zones[zone] for zone in zones_of(key))
    return all(zone.may_see(card, "") for zone in zones for card in zone.cards)


def ready(table: Table, act: Action, key: str) -> bool:
    """Say whether a side has committed all it wants to (IM-ACT-8)."""
    side = act.sides[key]
    return side.missing == 0 and (side.done or laid(table, key) >= side.due)


def all_in(table: Table, act: Action) -> bool:
    """Say whether every side that is open has committed."""
    return all(ready(table, act, key) for key in open_keys(act))


def damage_lies_open(table: Table, act: Action) -> bool:
    """Say whether the damage is shown before the target chooses what to resist with (IM-DMG-10)."""
    return act.stage is Stage.DAMAGE and flag(table, "open_damage_reveal") and ready(table, act, "damage")


def open_keys(act: Action) -> tuple[str, ...]:
    """Return the sides whose cards are laid at the present stage."""
    match act.stage:
        case Stage.ATTACK:
            return ("actor",)
        case Stage.COMMIT:
            return tuple(act.sides)
        case Stage.DAMAGE:
            return tuple(key for key in ("damage", "resistance") if key in act.sides)
        case _:
            return ()


def score(table: Table, act: Action, key: str) -> Score:
    """Return what a side's cards come to (IM-VAL-2, IM-VAL-3): all cards added, less the wound penalty once."""
    side = act.sides[key]
    played, off_deck, instead = (table.zones[zone].cards for zone in zones_of(key))
    total = total_of((*played, *off_deck, *instead)) + side.named
    spoils = word(table, "joker_inside_joker_pair") == "fumble"
    fumble = any(is_joker(c) for c in off_deck) or (spoils and any(is_joker(c) for c in instead))
    total -= penalty_of(table, act, key)
    if key in {"damage", "resistance"}:
        total = max(0, total)  # these two stop at 0; other totals may sink below it (IM-WOUND-4)
    return Score(total=total if side.ruled is None else side.ruled, fumble=fumble and side.ruled is None)


def brought(table: Table, act: Action, key: str) -> Score:
    """Return what a side brings to a comparison: its score, or less than any card if nothing at all was laid."""
    side = act.sides[key]
    empty = laid(table, key) == 0 and side.ruled is None and not side.named
    return NO_CARDS if empty else score(table, act, key)


def accumulated(table: Table, actor: str, but: str = "") -> int:
    """Return the sum of a character's wounds (IM-WOUND-5), without one of them if its id is given."""
    found = table.actors.get(actor)
    return sum(wound.level for wound in found.named("wound") if wound.id != but) if found else 0


def penalty_of(table: Table, act: Action, key: str) -> int:
    """Return what wounds take once from a side's total (IM-WOUND-4): the accumulated damage, in bookkeeping only.

    The wound that this very action dealt does not count: its cards were laid before.
    """
    side = act.sides[key]
    if not side.penalised or side.pure or word(table, "damage_mode") != "bookkeeping":
        return 0
    return accumulated(table, side.actor, but=act.wound)


def need_action(table: Table) -> Action:
    """Return the action under way, or raise Refused."""
    act = action(table)
    if act is None:
        raise Refused("no_action", "IM-ACT-1")
    return act


def need_side(table: Table, key: str) -> tuple[Action, Side]:
    """Return the action and one of its sides, or raise Refused."""
    act = need_action(table)
    if key not in act.sides:
        raise Refused("no_such_side", "IM-ACT-1", side=key[:40], sides=list(act.sides))
    return act, act.sides[key]


def need_laying(table: Table, seat: str, key: str) -> tuple[Action, Side]:
    """Return the action and a side that may lay a card now, or raise Refused with the reason."""
    act, side = need_side(table, key)
    if side.seat != seat:
        raise Refused("not_your_side", "IM-HAND-3")
    if act.stage is Stage.RESPONSE:
        raise Refused("response_first", "IM-HTH-3", "IM-RANGED-3")
    if key not in open_keys(act):
        raise Refused("side_not_open", "IM-ACT-8")
    if side.pure:
        raise Refused("pure_draw", "IM-DRAW-3")
    if side.done or laid(table, key) + side.missing >= side.due:
        raise Refused("side_complete", "IM-ADV-2", due=side.due)
    first = _laid_first(table, act, key)
    if first and not ready(table, act, first):
        raise Refused("other_side_first", "IM-ACT-2", "IM-DMG-10")
    return act, side


def _laid_first(table: Table, act: Action, key: str) -> str:
    """Return the side that must be complete before another may lay, where the order can be seen; mostly none."""
    open_play = not flag(table, "face_down_play")
    if key == "resistance" and "damage" in act.sides and (open_play or flag(table, "open_damage_reveal")):
        return "damage"
    return "opposition" if key == "actor" and act.kind is Kind.CHECK and open_play else ""


def verify_play(table: Table, command: Play) -> None:
    """Cards of the own hand, no more than are due, and a Joker only where it may be played for value."""
    _, side = need_laying(table, command.seat, command.side)
    hand = table.zones[hand_of(command.seat)].cards
    if not command.cards:
        raise Refused("no_cards_named", "IM-ADV-5")
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice", "IM-HAND-3")
    if any(card not in hand for card in command.cards):
        raise Refused("not_your_hand", "IM-HAND-3")
    room = side.due - laid(table, command.side)
    if len(command.cards) > room:
        raise Refused("too_many_cards", "IM-ADV-2", room=room, due=side.due)
    if any(is_joker(card) for card in command.cards) and not flag(table, "joker_as_value"):
        raise Refused("no_joker_value", "IM-JOKER-1")


def play(draft: Draft, command: Play) -> None:
    """Lay the cards; each Joker takes its stand-ins at once (IM-JOKER-1, IM-JOKER-3)."""
    key = command.side
    draft.move(command.cards, hand_of(command.seat), committed(key), at=None)
    act = need_action(draft.table)
    arrival = list(act.arrival)
    taken: dict[str, tuple[str, ...]] = {}
    for card in command.cards:
        arrival.append(card)
        if is_joker(card):
            taken[card] = take_standins(draft, key)
            arrival.extend(taken[card])
    side = act.sides[key]
    short = sum(standins_due(draft.table, cards) for cards in taken.values())
    if short:
        draft.note("nothing_to_draw", "IM-DECK-7", count=short)
    side = replace(side, standins={**side.standins, **taken}, missing=side.missing + short)
    draft.become(replace(act, arrival=tuple(arrival), sides={**act.sides, key: side}))
    open_play = draft.table.zones[committed(key)].sight is Sight.EVERYONE
    name = seat_name(draft.table, command.seat)
    draft.note("lays_open" if open_play else "lays", "IM-ACT-8", seat=name, count=len(command.cards))
    audience = None if open_play else (command.seat,)
    draft.note("laid_cards", "IM-HAND-3", audience=audience, cards=command.cards)
    if taken:
        draft.note("joker_for_value", "IM-JOKER-1", "IM-JOKER-3", audience=audience, count=len(taken))
    after_laying(draft, key, played=True)


def standins_due(table: Table, taken: Sequence[str]) -> int:
    """Return how many cards a Joker for value still lacks, once so many have been taken for it.

    A Joker among them is read as the group has chosen (IM-JOKER-2): it fumbles and counts as one of the two; another
    card is drawn in its place; or it draws two more itself.
    """
    jokers = sum(is_joker(card) for card in taken)
    due = {"redraw": 2 + jokers, "chain": 2 + 2 * jokers}.get(word(table, "joker_inside_joker_pair"), 2)
    return due - len(taken)


def take_standins(draft: Draft, key: str, taken: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Take the cards that a Joker still lacks, and return all that stand in for it (IM-JOKER-1).

    A Joker that another card replaces waits with the side until the clean-up (IM-DECK-3): on the discard pile it would
    tell what lies there face down, and come again for ever where nothing else is left.
    """
    while (due := standins_due(draft.table, taken)) and (got := take(draft, due, standins(key))):
        taken += got
    return taken


def verify_draw(table: Table, command: Draw) -> None:
    """The GM may draw; a player only by the group's custom or the GM's leave (IM-GM-2, IM-GM-5)."""
    _, side = need_laying(table, command.seat, command.side)
    if table.is_gm(command.seat):
        if not flag(table, "gm_may_draw"):
            raise Refused("gm_draws_not", "IM-GM-2")
        return
    custom = word(table, "player_may_draw")
    if custom == "never" or (custom == "ask_gm" and not side.may_draw):
        raise Refused("ask_gm_to_draw", "IM-GM-5")


def draw(draft: Draft, command: Draw) -> None:
    """Take the top card; it counts and cannot be rejected (IM-GM-3)."""
    draw_for(draft, command.side, 1)
    draft.note("draws", "IM-DRAW-1", seat=seat_name(draft.table, command.seat), count=1)
    after_laying(draft, command.side)


def draw_for(draft: Draft, key: str, count: int) -> tuple[str, ...]:
    """Draw cards for a side; what cannot be drawn is remembered, and the GM is asked (IM-DECK-7)."""
    got = take(draft, count, drawn(key))
    act = need_action(draft.table)
    side = act.sides[key]
    if len(got) < count:
        side = replace(side, missing=side.missing + count - len(got))
        draft.note("nothing_to_draw", "IM-DECK-7", count=count - len(got))
    draft.become(replace(act, arrival=(*act.arrival, *got), sides={**act.sides, key: side}))
    return got


def after_laying(draft: Draft, key: str, played: bool = False) -> None:
    """Mark a side that has laid all it may, feed one that must go on with an empty hand, and let the attack go on."""
    act = need_action(draft.table)
    side = act.sides[key]
    if not side.done and laid(draft.table, key) >= side.due and not side.missing:
        draft.become(replace(act, sides={**act.sides, key: replace(side, done=True)}))
    elif not side.done:
        feed(draft, key, played)
    _go_on(draft, key)


def _go_on(draft: Draft, key: str) -> None:
    """Let the target answer once the attack is laid, and show damage first where the group wants that (IM-DMG-10)."""
    act = need_action(draft.table)
    if act.stage is Stage.ATTACK and ready(draft.table, act, "actor"):
        if act.response == "drawn":
            draft.become(replace(act, stage=Stage.COMMIT))
            draw_pure(draft, "opposition", "IM-RANGED-6")
        else:
            draft.become(replace(act, stage=Stage.RESPONSE))
            rule = "IM-HTH-3" if act.kind is Kind.MELEE else "IM-RANGED-1"
            draft.note("attack_laid", rule, actor=actor_name(draft.table, act.actor))
    if key == "damage" and damage_lies_open(draft.table, act):
        turn_over(draft, ("damage",))
        dealt = score(draft.table, act, key)
        draft.figure(damage=0 if dealt.fumble else dealt.total)
        draft.note("damage_open", "IM-DMG-10", damage=0 if dealt.fumble else dealt.total)


def draw_pure(draft: Draft, key: str, *rules: str) -> None:
    """Draw all cards that a side is due, because a rule says that they are drawn and not played (IM-DRAW-3)."""
    act = need_action(draft.table)
    side = act.sides[key]
    draft.become(replace(act, sides={**act.sides, key: replace(side, pure=True)}))
    due = side.due - laid(draft.table, key) - side.missing
    if due > 0:
        draw_for(draft, key, due)
        draft.note("drawn_for", *rules, side=key, count=due)


def give_back_played(draft: Draft, key: str) -> None:
    """Give played cards back to the hand they came from (IM-ACT-11).

    A hand that was filled meanwhile takes back only what fits; the rest is discarded (IM-HAND-1).
    """
    side = need_action(draft.table).sides[key]
    played = draft.table.zones[committed(key)].cards
    room = _room(draft.table, side.seat)
    draft.move(played[:room], committed(key), hand_of(side.seat), at=None)
    if played[room:]:
        discard(draft, played[room:], committed(key))
        draft.note("hand_is_full", "IM-HAND-1", seat=seat_name(draft.table, side.seat), count=len(played) - room)


def _room(table: Table, seat: str) -> int:
    """Return how many cards a seat's hand can still take; none without a hand."""
    hand = table.zones.get(hand_of(seat))
    return max(0, number(table, "hand_size") - len(hand.cards)) if hand is not None else 0


def unlay(draft: Draft, key: str) -> None:
    """Let a side begin anew: played cards go back to the hand, stand-ins to the discard pile (IM-ACT-11, IM-HTH-10)."""
    act = need_action(draft.table)
    side = act.sides[key]
    gone = {*draft.table.zones[committed(key)].cards, *draft.table.zones[standins(key)].cards}
    give_back_played(draft, key)
    discard(draft, draft.table.zones[standins(key)].cards, standins(key))
    short = sum(standins_due(draft.table, cards) for cards in side.standins.values())
    new = replace(side, standins={}, done=False, missing=max(0, side.missing - short))
    arrival = tuple(card for card in act.arrival if card not in gone)
    draft.become(replace(act, arrival=arrival, sides={**act.sides, key: new}))


def feed(draft: Draft, key: str, played: bool = False) -> None:
    """More cards are due of an empty hand: refill and go on, play short, or draw the rest (IM-HAND-8, IM-DMG-12)."""
    act = need_action(draft.table)
    side = act.sides[key]
    hand = draft.table.zones.get(hand_of(side.seat))
    if hand is None or hand.cards or side.done or side.pure:
        return
    if not played and draft.table.is_gm(side.seat) and flag(draft.table, "gm_may_draw"):
        return  # who can draw is not out of cards, and drawing never causes a refill (IM-GM-6)
    name = seat_name(draft.table, side.seat)
    match word(draft.table, "refill_when_empty_mid_action"):
        case "refill_and_continue":
            refill_if_empty(draft, side.seat)
            return
        case "draw_rest":
            due = side.due - laid(draft.table, key) - side.missing
            draw_for(draft, key, due)
            draft.note("draws", "IM-HAND-8", seat=name, count=due)
        case _:
            draft.note("plays_short", "IM-HAND-8", seat=name)
    act = need_action(draft.table)
    draft.become(replace(act, sides={**act.sides, key: replace(act.sides[key], done=True)}))
    _go_on(draft, key)


def verify_enough(table: Table, command: Enough) -> None:
    """At least one card is always needed; damage is exact (IM-ADV-5, IM-DMG-9)."""
    _, side = need_laying(table, command.seat, command.side)
    if laid(table, command.side) < side.least:
        raise Refused("at_least", "IM-ADV-5", least=side.least)
    if side.exact and not flag(table, "fewer_damage_cards"):
        raise Refused("damage_exact", "IM-DMG-9", due=side.due)


def enough(draft: Draft, command: Enough) -> None:
    """Lay no more."""
    act, side = need_side(draft.table, command.side)
    draft.become(replace(act, sides={**act.sides, command.side: replace(side, done=True)}))
    rule = "IM-DMG-9" if command.side in {"damage", "resistance"} else "IM-ADV-5"
    draft.note("lays_no_more", rule, seat=seat_name(draft.table, command.seat))
    after_laying(draft, command.side)


def verify_take_back(table: Table, command: TakeBack) -> None:
    """Played cards come back until something was drawn for them, they were shown, or an attack has been answered."""
    act, side = need_side(table, command.side)
    if side.seat != command.seat:
        raise Refused("not_your_side", "IM-HAND-3")
    if command.side not in open_keys(act):
        raise Refused("side_not_open", "IM-ACT-8")
    if act.response and act.stage is not Stage.ATTACK and command.side == "actor":
        raise Refused("attack_stands", "IM-HTH-3", "IM-RANGED-1")
    if side.standins:
        raise Refused("standins_taken", "IM-JOKER-3")
    lying = table.zones[committed(command.side)]
    played = lying.cards
    if not played:
        raise Refused("nothing_laid", "IM-GM-3")
    if any(lying.may_see(card, EVERYONE) for card in played):
        raise Refused("card_shown", "IM-ACT-8")
    if len(played) > _room(table, side.seat):
        raise Refused("hand_full", "IM-HAND-1", size=number(table, "hand_size"))


def take_back(draft: Draft, command: TakeBack) -> None:
    """Take the played cards back; drawn ones stay, for they cannot be rejected."""
    _, side = need_side(draft.table, command.side)
    cards = draft.table.zones[committed(command.side)].cards
    unlay(draft, command.side)
    draft.note("takes_back", "IM-JOKER-3", seat=seat_name(draft.table, side.seat), count=len(cards))


def verify_allow(table: Table, command: AllowDraw) -> None:
    """The GM's leave, for a player's side."""
    need_gm(table, command, "IM-GM-5")
    _, side = need_side(table, command.side)
    if table.is_gm(side.seat) or side.pure:
        raise Refused("needs_no_leave", "IM-GM-5")
    if side.may_draw == command.allow:
        raise Refused("already_so", "IM-GM-5")
    if word(table, "player_may_draw") == "never":
        raise Refused("players_never_draw", "IM-GM-5")


def allow(draft: Draft, command: AllowDraw) -> None:
    """Give or take the leave."""
    act, side = need_side(draft.table, command.side)
    draft.become(replace(act, sides={**act.sides, command.side: replace(side, may_draw=command.allow)}))
    key = "may_draw" if command.allow else "may_draw_no_more"
    draft.note(key, "IM-GM-5", seat=seat_name(draft.table, side.seat))


def verify_look(table: Table, command: LookAtDraw) -> None:
    """The GM looks at what lies face down for his own side."""
    need_gm(table, command, "IM-GM-4")
    _, side = need_side(table, command.side)
    if side.seat != command.seat:
        raise Refused("not_your_side", "IM-GM-4")
    zone = table.zones[drawn(command.side)]
    if not zone.cards:
        raise Refused("nothing_drawn", "IM-GM-4")
    if all(zone.may_see(card, command.seat) for card in zone.cards):
        raise Refused("already_so", "IM-GM-4")


def look(draft: Draft, command: LookAtDraw) -> None:
    """Look, and keep it hidden from everybody else."""
    zone = draft.table.zones[drawn(command.side)]
    draft.emit(CardsTurned(zone=zone.id, cards=zone.cards, shown_to=(command.seat,)))
    draft.note("gm_looks", "IM-GM-4", seat=seat_name(draft.table, command.seat))
    draft.note("cards_were", "IM-GM-4", audience=(command.seat,), cards=zone.cards)


def verify_grant(table: Table, command: GrantCards) -> None:
    """The GM decides on advantages; nobody loses the first card (IM-ADV-4)."""
    need_gm(table, command, "IM-ADV-1")
    act, side = need_side(table, command.side)
    if command.side not in open_keys(act) and act.stage not in {Stage.ATTACK, Stage.RESPONSE}:
        raise Refused("side_not_open", "IM-ACT-8")
    if act.kind is Kind.MELEE and act.response == "nothing":
        raise Refused("no_extras_against_nothing", "IM-HTH-14")
    floor = 0 if command.side in {"damage", "resistance"} else 1
    if command.count == 0 or not floor <= side.due + command.count <= 20:
        raise Refused("extra_bounds", "IM-ADV-4", "IM-ADV-5")
    if side.due + command.count < laid(table, command.side):
        raise Refused("already_laid", "IM-ADV-5")
    if not command.reason.strip():
        raise Refused("nothing_to_write", "IM-ADV-1")


def grant(draft: Draft, command: GrantCards) -> None:
    """Count them under their reason; cards of different rules add up (IM-ADV-6). Drawn sides draw at once."""
    act, side = need_side(draft.table, command.side)
    extras = [e for e in side.extras if e.reason != command.reason]
    old = sum(e.count for e in side.extras if e.reason == command.reason)
    if old + command.count:
        extras.append(Extra(reason=command.reason, count=old + command.count))
    new = replace(side, extras=tuple(extras), done=False)
    draft.become(replace(act, sides={**act.sides, command.side: new}))
    rules = ("IM-ADV-1", "IM-ADV-6")
    draft.note("extra_cards", *rules, side=command.side, count=command.count, reason=command.reason, due=new.due)
    open_now = command.side in open_keys(need_action(draft.table))
    lacking = new.due - laid(draft.table, command.side) - new.missing
    if new.pure and open_now and lacking > 0:
        draw_for(draft, command.side, lacking)
    if not new.pure:
        after_laying(draft, command.side)


def verify_shortage(table: Table, command: ResolveShortage) -> None:
    """Something must be missing, and a draw needs cards."""
    need_gm(table, command, "IM-DECK-7")
    _, side = need_side(table, command.side)
    if not side.missing:
        raise Refused("nothing_missing", "IM-DECK-7")
    if command.how not in {"draw", "without", "value"}:
        raise Refused("shortage_word", "IM-DECK-7", how=command.how[:40])
    if command.how == "draw" and not table.zones[DECK].cards and not table.zones[DISCARD].cards:
        raise Refused("nothing_to_take", "IM-DECK-7", "IM-DECK-8")


def resolve_shortage(draft: Draft, command: ResolveShortage) -> None:
    """Draw after all, do without, or let the GM name a value."""
    act, side = need_side(draft.table, command.side)
    missing = side.missing
    of_jokers = sum(standins_due(draft.table, cards) for cards in side.standins.values())
    if command.how == "draw":
        new = replace(side, missing=0)
    else:
        # Cards that the side does without are due no more; what a Joker lacks was never a card of the side's own.
        own = missing - of_jokers
        extras = (*side.extras, Extra(reason="shortage", count=-own)) if own else side.extras
        named = side.named + (command.value if command.how == "value" else 0)
        blanks = {joker: (*got, *("",) * standins_due(draft.table, got)) for joker, got in side.standins.items()}
        new = replace(side, missing=0, named=named, extras=extras, standins=blanks)
    draft.become(replace(act, sides={**act.sides, command.side: new}))
    draft.note("shortage_resolved", "IM-DECK-7", how=command.how, count=missing, value=command.value)
    if command.how == "draw":
        _fill_standins(draft, command.side)
        if missing > of_jokers:
            draw_for(draft, command.side, missing - of_jokers)
    after_laying(draft, command.side)


def _fill_standins(draft: Draft, key: str) -> None:
    """Draw what Jokers for value still lack; what lacks even now is missing on."""
    for joker, cards in need_action(draft.table).sides[key].standins.items():
        filled = take_standins(draft, key, cards)
        act, side = need_side(draft.table, key)
        missing = side.missing + standins_due(draft.table, filled)
        new = replace(side, standins={**side.standins, joker: filled}, missing=missing)
        draft.become(replace(act, arrival=(*act.arrival, *filled[len(cards) :]), sides={**act.sides, key: new}))


def turn_over(draft: Draft, keys: Iterable[str]) -> None:
    """Show all cards of some sides to everyone."""
    for key in keys:
        for zone in zones_of(key):
            lying = draft.table.zones[zone]
            if lying.cards and (lying.sight is not Sight.EVERYONE or lying.shown):
                draft.emit(CardsTurned(zone=zone, cards=lying.cards, shown_to=(EVERYONE,)))


MOVES = (
    Move(Play, verify_play, play),
    Move(Draw, verify_draw, draw),
    Move(Enough, verify_enough, enough),
    Move(TakeBack, verify_take_back, take_back),
    Move(AllowDraw, verify_allow, allow),
    Move(LookAtDraw, verify_look, look),
    Move(GrantCards, verify_grant, grant),
    Move(ResolveShortage, verify_shortage, resolve_shortage),
)
