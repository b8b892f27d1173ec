"""The sides of an action: the zones of their cards, whether they are ready, their totals, and stand-ins of Jokers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.audience import may_read_numbers, record_readers
from engine.core.draft import Draft
from engine.core.events import CardsTurned, ZoneGone, ZoneSet
from engine.core.memo import memo, memo_of_moment
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused, needed
from engine.model.cards import is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import EVERYONE, Sight, Zone
from engine.rulesets.imaginality.character_state import WOUND
from engine.rulesets.imaginality.comparison_rules import NO_CARDS, Score, total_of
from engine.rulesets.imaginality.deck.deck_commands import DECK, discard_cards, take_cards
from engine.rulesets.imaginality.procedures import BEFORE_REVEAL, Action, ActionSide, ActionStage, current_action
from engine.rulesets.imaginality.settings import flag, word

LAID_AT = {ActionStage.ATTACK: ("actor",), ActionStage.DAMAGE: ("damage", "resistance")}


SideName = Annotated[
    str, Meta(description="`actor`, `opposition`, `damage`, `resistance`, or another side of the action")
]


def committed_zone(key: str) -> str:
    """Return the zone of the cards a side has played."""
    return f"committed:{key}"


def drawn_zone(key: str) -> str:
    """Return the zone of the cards drawn for a side."""
    return f"drawn:{key}"


def standins_zone(key: str) -> str:
    """Return the zone of the cards that replace a side's Jokers."""
    return f"standins:{key}"


@memo
def side_zones(key: str) -> tuple[str, str, str]:
    """Return all zones of a side."""
    return committed_zone(key), drawn_zone(key), standins_zone(key)


def set_side_zones(draft: Draft, sides: Mapping[str, ActionSide]) -> None:
    """Hide or open the zones of sides, as this action's cards are played (IM-ACT-8).

    Hidden, a difficulty stays face down until the actor has committed (IM-ACT-4): only the reveal turns it over.
    """
    hidden = flag(draft.table, "face_down_play")
    played = Sight.OWNERS if hidden else Sight.EVERYONE
    other = Sight.NOBODY if hidden else Sight.EVERYONE
    for key, side in sides.items():
        owners = (side.seat,)
        draft.emit(ZoneSet(zone=Zone(id=committed_zone(key), sight=played, owners=owners)))
        draft.emit(ZoneSet(zone=Zone(id=drawn_zone(key), sight=other, owners=owners)))
        # Others see one face-down card for a Joker and its stand-ins, so these are not even counted (IM-JOKER-3).
        draft.emit(ZoneSet(zone=Zone(id=standins_zone(key), sight=other, owners=owners, uncounted=hidden)))


def close_sides(draft: Draft) -> None:
    """Move every card of the action to the discard pile in the order of arrival and clear the zones (IM-ACT-9)."""
    action = need_action(draft.table)
    where = {card: zone for key in action.sides for zone in side_zones(key) for card in draft.table.zones[zone].cards}
    # A card that was removed by hand and played again counts at its last arrival.
    order = [card for card in reversed(dict.fromkeys(reversed(action.arrival))) if card in where]
    order += [card for card in where if card not in set(order)]
    run: list[str] = []
    for card in order:
        if run and where[card] != where[run[0]]:
            discard_cards(draft, tuple(run), where[run[0]])
            run = []
        run.append(card)
    if run:
        discard_cards(draft, tuple(run), where[run[0]])
    for key in action.sides:
        for zone in side_zones(key):
            draft.emit(ZoneGone(zone=zone))


def cards_laid(table: Table, key: str) -> int:
    """Return how many cards a side has played or drawn; stand-ins belong to their Joker and do not count."""
    played, off_deck, _ = side_zones(key)
    return len(table.zones[played].cards) + len(table.zones[off_deck].cards)


def is_face_up(table: Table, key: str) -> bool:
    """Return whether everybody may see all cards of a side; by hand some can be hidden again after the reveal."""
    zones = [table.zones[zone] for zone in side_zones(key)]
    return all(zone.may_see(card, EVERYONE) for zone in zones for card in zone.cards)


def side_is_ready(table: Table, action: Action, key: str) -> bool:
    """Return whether a side has committed all it wants to (IM-ACT-8)."""
    side = action.sides[key]
    return has_committed(side, cards_laid(table, key))


def has_committed(side: ActionSide, laid_count: int) -> bool:
    """Return whether a side with so many cards has committed all it wants to."""
    return side.missing == 0 and (side.done or laid_count >= side.due)


def all_committed(table: Table, action: Action) -> bool:
    """Say whether every side that is open has committed."""
    return all(side_is_ready(table, action, key) for key in open_keys(action))


def damage_is_shown_first(table: Table, action: Action) -> bool:
    """Return whether the damage is shown before the target chooses its resistance (IM-DMG-10)."""
    return (
        action.stage is ActionStage.DAMAGE
        and flag(table, "open_damage_reveal")
        and side_is_ready(table, action, "damage")
    )


def open_keys(action: Action) -> tuple[str, ...]:
    """Return the sides that play cards at the present stage."""
    if action.stage is ActionStage.COMMIT:
        return tuple(action.sides)
    return tuple([key for key in LAID_AT.get(action.stage, ()) if key in action.sides])


def undecided_keys(action: Action) -> tuple[str, ...]:
    """Return the sides with cards that have not been compared yet, played now or before."""
    return tuple(action.sides) if action.stage in BEFORE_REVEAL else open_keys(action)


def cards_total(table: Table, action: Action, key: str) -> int:
    """Return the sum of a side's cards, those in place of Jokers and a value of the GM included, before penalties."""
    cards = [card for zone in side_zones(key) for card in table.zones[zone].cards]
    return total_of(cards) + action.sides[key].named


@memo_of_moment
def score(table: Table, action: Action, key: str) -> Score:
    """Return the total of a side: all its cards added, less the wound penalty once.

    The cards for an advantage are cards of the side like the others (IM-VAL-2, IM-VAL-3, IM-ADV-3). The meaning of a
    Joker depends on how it came (IM-JOKER-0): drawn it spoils the side, played it has the value of its stand-ins.
    """
    side, total = action.sides[key], cards_total(table, action, key)
    _, off_deck, instead = [table.zones[zone].cards for zone in side_zones(key)]
    fumble = any(map(is_joker, off_deck))
    if any(map(is_joker, instead)):
        fumble = fumble or word(table, "joker_inside_joker_pair") == "fumble"
    total -= penalty_of(table, action, key)
    if key in {"damage", "resistance"}:
        total = max(0, total)  # these two stop at 0; other totals may be negative (IM-WOUND-4)
    return Score(total=total if side.ruled is None else side.ruled, fumble=fumble and side.ruled is None)


def comparison_score(table: Table, action: Action, key: str) -> Score:
    """Return a side's score for a comparison: its total, or less than any card if it has no card."""
    side = action.sides[key]
    empty = cards_laid(table, key) == 0 and side.ruled is None and not side.named
    return NO_CARDS if empty else score(table, action, key)


def accumulated_damage(table: Table, actor: str, but: str = "") -> int:
    """Return the sum of a character's wounds (IM-WOUND-5), without one of them if its id is given."""
    character = table.actors.get(actor)
    found = character.conditions if character is not None else ()
    return sum([wound.level for wound in found if wound.name == WOUND and wound.id != but])


def penalty_of(table: Table, action: Action, key: str) -> int:
    """Return the wound penalty of a side's total (IM-WOUND-4): the accumulated damage, in bookkeeping only.

    The wound of this very action does not count: its cards were played before. Ids of wounds are a character's own,
    so this one is left out of the wounded character's alone.
    """
    side = action.sides[key]
    if not _is_penalised(table, side):
        return 0
    return accumulated_damage(table, side.actor, but=action.wound if side.actor == action.wounded else "")


def _is_penalised(table: Table, side: ActionSide) -> bool:
    return side.penalised and not side.pure and word(table, "damage_mode") == "bookkeeping"


def secret_totals(table: Table, action: Action) -> tuple[str, ...]:
    """Return the sides whose total tells of wounds that not everybody may know (IM-WOUND-4).

    Damage that is shown before the resistance is chosen is open to all (IM-DMG-10).
    """
    secret = [key for key, side in action.sides.items() if _is_secret(table, side.actor)]
    if not secret:
        return ()
    shown_first = ("damage",) if flag(table, "open_damage_reveal") else ()
    return tuple([key for key in secret if key not in shown_first and _is_penalised(table, action.sides[key])])


def _is_secret(table: Table, actor: str) -> bool:
    character = table.actors.get(actor)
    return character is not None and character.secret


def keys_with_hidden_penalty(table: Table, viewer: str, action: Action) -> tuple[str, ...]:
    """Return the sides whose total would tell a viewer of wounds that this viewer may not know (IM-WOUND-4)."""
    secret = secret_totals(table, action)
    return tuple([key for key in secret if not may_read_numbers(table, viewer, action.sides[key].actor)])


def readers_of_totals(table: Table, action: Action, keys: Iterable[str]) -> tuple[str, ...] | None:
    """Return the seats that may read the totals of all these sides; None for everybody."""
    secret = set(secret_totals(table, action)).intersection(keys)
    readers = [record_readers(table, table.actors[action.sides[key].actor]) or () for key in secret]
    return tuple(sorted(set.intersection(*map(set, readers)))) if readers else None


def need_action(table: Table) -> Action:
    """Return the action under way, or raise Refused."""
    return needed(current_action(table), "no_action", "IM-ACT-1")


def need_side(table: Table, key: str) -> tuple[Action, ActionSide]:
    """Return the action and one of its sides, or raise Refused."""
    action = need_action(table)
    if key not in action.sides:
        raise Refused("no_such_side", "IM-ACT-1", side=key[:40], sides=list(action.sides))
    return action, action.sides[key]


def side_of(table: Table, actor: str, **details: object) -> ActionSide:
    """Return a side that the controller of a character plays, with some of its fields; without one it is the GM's."""
    return replace(ActionSide(seat=controller_of(table, actor), actor=actor), **details)


def player_name(table: Table, side: ActionSide) -> str:
    """Return the name of the character that acts on a side, or of the seat that plays it."""
    return actor_name(table, side.actor) if side.actor else seat_name(table, side.seat)


def side_label(table: Table, key: str, side: ActionSide) -> str:
    """Return a side's name in a sentence: the acting character, or the word for the purpose of its cards."""
    names_actor = key in {"actor", "opposition"} or key.startswith("init-")
    return actor_name(table, side.actor) if side.actor and names_actor else key


def set_side(draft: Draft, key: str, side: ActionSide, **changes: object) -> None:
    """Set a side of the action in progress, together with other fields of the action."""
    action = need_action(draft.table)
    draft.replace_procedure(replace(action, sides={**action.sides, key: side}, **changes))


def turn_over(draft: Draft, keys: Iterable[str]) -> None:
    """Show all cards of some sides to everyone."""
    for key in keys:
        for zone in side_zones(key):
            lying = draft.table.zones[zone]
            if lying.cards and (lying.sight is not Sight.EVERYONE or lying.shown):
                draft.emit(CardsTurned(zone=zone, cards=lying.cards, shown_to=(EVERYONE,)))


def standins_due(table: Table, taken: Sequence[str]) -> int:
    """Return how many stand-ins a Joker for value still lacks, once so many have been taken for it.

    A Joker among them follows the group's option (IM-JOKER-2): it fumbles and counts as one of the two; another
    card is drawn in its place; or it draws two more itself.
    """
    jokers = sum(is_joker(card) for card in taken)
    due = {"redraw": 2 + jokers, "chain": 2 + 2 * jokers}.get(word(table, "joker_inside_joker_pair"), 2)
    return due - len(taken)


def take_standins(draft: Draft, key: str, taken: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Take the cards that a Joker still lacks, and return all its stand-ins (IM-JOKER-1).

    A Joker that another card replaces waits with the side until the clean-up (IM-DECK-3): on the discard pile it would
    reveal the face-down cards, and come again for ever where nothing else is left.
    """
    while (due := standins_due(draft.table, taken)) and (got := take_cards(draft, due, standins_zone(key))):
        taken += got
    return taken


def complete_standins(draft: Draft, keys: Iterable[str]) -> None:
    """Give exactly the Jokers among the cards that are about to be turned up their stand-ins.

    With real cards a Joker played face down is known only now. With cards on the screen there is nothing to do.
    """
    if not flag(draft.table, "joker_as_value"):
        return
    for key in keys:
        action = need_action(draft.table)
        old = action.sides[key].standins
        lying = draft.table.zones[standins_zone(key)].cards
        jokers = [card for card in draft.table.zones[committed_zone(key)].cards if is_joker(card)]
        back: list[str] = []
        new: dict[str, tuple[str, ...]] = {}
        for joker, cards in old.items():
            due = standins_due(draft.table, cards) if joker in jokers else -len(cards)
            back += [card for card in (cards[due:] if due < 0 else ()) if card in lying]
            if joker in jokers:
                new[joker] = cards[:due] if due < 0 else cards
        draft.move(back, standins_zone(key), DECK)
        for joker in jokers:
            got = take_standins(draft, key, new.get(joker, ()))
            new[joker] = (*got, *("",) * standins_due(draft.table, got))  # cards that cannot be drawn now are left out
        if new != old:
            came = [card for cards in new.values() for card in cards if card and card not in action.arrival]
            arrival = (*(card for card in action.arrival if card not in back), *came)
            set_side(draft, key, replace(action.sides[key], standins=new), arrival=arrival)
