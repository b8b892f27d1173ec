"""The sides of an action: where their cards lie, whether they are ready, and what their cards come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.draft import Draft
from engine.play.events import CardsTurned, ZoneGone, ZoneSet
from engine.play.refusal import Refused
from engine.rulesets.imaginality.contest import NO_CARDS, Score, total_of
from engine.rulesets.imaginality.deck import discard
from engine.rulesets.imaginality.procedures import BEFORE_REVEAL, Action, Side, Stage, action
from engine.rulesets.imaginality.settings import flag, word
from engine.table.cards import is_joker
from engine.table.frozen import kept
from engine.table.table import Table
from engine.table.zones import EVERYONE, Sight, Zone

LAID_AT = {Stage.ATTACK: ("actor",), Stage.DAMAGE: ("damage", "resistance")}


SideName = Annotated[
    str, Meta(description="`actor`, `opposition`, `damage`, `resistance`, or another side of the action")
]


def committed(key: str) -> str:
    """Return the zone of the cards a side has played."""
    return f"committed:{key}"


def drawn(key: str) -> str:
    """Return the zone of the cards drawn for a side."""
    return f"drawn:{key}"


def standins(key: str) -> str:
    """Return the zone of the cards that stand in for a side's Jokers."""
    return f"standins:{key}"


@kept
def zones_of(key: str) -> tuple[str, str, str]:
    """Return all zones of a side."""
    return committed(key), drawn(key), standins(key)


def set_places(draft: Draft, sides: Mapping[str, Side]) -> None:
    """Let the places of sides be hidden or open, as the cards of this action are laid (IM-ACT-8).

    Hidden, a difficulty stays face down until the actor has committed (IM-ACT-4): only the reveal turns it over.
    """
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
    # A card that was taken off by hand and laid again came when it came last.
    order = [card for card in reversed(dict.fromkeys(reversed(act.arrival))) if card in where]
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
    played, off_deck, _ = zones_of(key)
    return len(table.zones[played].cards) + len(table.zones[off_deck].cards)


def face_up(table: Table, key: str) -> bool:
    """Say whether everybody may see all cards of a side; by hand some can be hidden again after the reveal."""
    zones = [table.zones[zone] for zone in zones_of(key)]
    return all(zone.may_see(card, EVERYONE) for zone in zones for card in zone.cards)


def ready(table: Table, act: Action, key: str) -> bool:
    """Say whether a side has committed all it wants to (IM-ACT-8)."""
    side = act.sides[key]
    return is_ready(side, laid(table, key))


def is_ready(side: Side, lies: int) -> bool:
    """Say whether a side of which so many cards lie has committed all it wants to."""
    return side.missing == 0 and (side.done or lies >= side.due)


def all_in(table: Table, act: Action) -> bool:
    """Say whether every side that is open has committed."""
    return all(ready(table, act, key) for key in open_keys(act))


def damage_lies_open(table: Table, act: Action) -> bool:
    """Say whether the damage is shown before the target chooses what to resist with (IM-DMG-10)."""
    return act.stage is Stage.DAMAGE and flag(table, "open_damage_reveal") and ready(table, act, "damage")


def open_keys(act: Action) -> tuple[str, ...]:
    """Return the sides whose cards are laid at the present stage."""
    if act.stage is Stage.COMMIT:
        return tuple(act.sides)
    return tuple([key for key in LAID_AT.get(act.stage, ()) if key in act.sides])


def undecided_keys(act: Action) -> tuple[str, ...]:
    """Return the sides whose cards have not been compared yet, laid now or before."""
    return tuple(act.sides) if act.stage in BEFORE_REVEAL else open_keys(act)


def score(table: Table, act: Action, key: str) -> Score:
    """Return what a side's cards come to: all of them added to one total, less the wound penalty once.

    The cards for an advantage are cards of the side like the others (IM-VAL-2, IM-VAL-3, IM-ADV-3). What a Joker means
    depends on how it came (IM-JOKER-0): drawn it spoils the side, played it is worth what stands in for it.
    """
    side = act.sides[key]
    played, off_deck, instead = (table.zones[zone].cards for zone in zones_of(key))
    total = total_of((*played, *off_deck, *instead)) + side.named
    fumble = any(map(is_joker, off_deck))
    if any(map(is_joker, instead)):
        fumble = fumble or word(table, "joker_inside_joker_pair") == "fumble"
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


def turn_over(draft: Draft, keys: Iterable[str]) -> None:
    """Show all cards of some sides to everyone."""
    for key in keys:
        for zone in zones_of(key):
            lying = draft.table.zones[zone]
            if lying.cards and (lying.sight is not Sight.EVERYONE or lying.shown):
                draft.emit(CardsTurned(zone=zone, cards=lying.cards, shown_to=(EVERYONE,)))
