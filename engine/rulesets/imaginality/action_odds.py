"""The odds of actions: which cards can still come, and what each of them brings (IM-ACT, IM-DRAW, IM-INIT).

The command is tried by the rules themselves. What it takes off the deck, and what was drawn face down before, may be
any card that the viewer does not see; every such draw is counted. A card that a person has chosen is no matter of
chance: while it is face down, there are no odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from engine.core.commands import Request, with_cards_resolved
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.cards import is_joker
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.card_deals import NoDice, every_draw, unseen_cards
from engine.odds.drawn_order import DrawnOrder
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Odds, Outcome, chance_sums, distribution, numbers
from engine.odds.table_after import table_after
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.action_offers import COMMANDS_WITH_ODDS
from engine.rulesets.imaginality.action_resolution import Reveal, comparison_outcome
from engine.rulesets.imaginality.actions.action_sides import (
    accumulated_damage,
    all_committed,
    committed_zone,
    comparison_score,
    open_keys,
    score,
    side_label,
    side_zones,
    standins_zone,
)
from engine.rulesets.imaginality.actions.card_play_commands import Play
from engine.rulesets.imaginality.comparison_rules import (
    NO_CARDS,
    Score,
    acting_groups,
    acting_rank,
    card_value,
    collapse_result,
    net_damage,
)
from engine.rulesets.imaginality.damage import CollapseCheck
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionStage, current_action
from engine.rulesets.imaginality.settings import word

MOST_DEALS = 600
"""The maximum number of different deals that are compared one by one: as many as take a moment."""
COMPARED = (ActionKind.CHECK, ActionKind.MELEE, ActionKind.RANGED)
SUCCESSES = ("success", "hit")
DEFENCES = {"block": ("miss", "fumble"), "dodge": ("miss", "fumble"), "counterattack": ("counter_hit",)}
"""The outcomes with which a response succeeds."""
OUTCOMES = ("success", "hit", "failure", "miss", "nobody", "counter_hit", "fumble")


class DrawnCards(NamedTuple):
    """The cards of an action that its viewer cannot know, because chance brings them.

    Attributes:
        places: for each pile that they may come from, their positions: zones and indexes.
        piles: the cards of these piles.
    """

    places: tuple[tuple[tuple[str, int], ...], ...]
    piles: tuple[tuple[str, ...], ...]


def odds(table: Table, offer: Offer, viewer: str) -> Odds | None:
    """Return the odds of an offer about the action in progress; None if there are none."""
    command = offer.command
    if not isinstance(command, COMMANDS_WITH_ODDS):
        return None
    try:
        return _odds(table, command, viewer)
    except (Refused, TooManyResults):
        return None


def _odds(table: Table, command: Request, viewer: str) -> Odds | None:
    command = with_cards_resolved(table, command)
    unseen = unseen_cards(table, viewer)
    if not {*getattr(command, "cards", ())}.isdisjoint(unseen):
        return None  # odds that use a hand are for those who see it
    chance = NoDice()
    if isinstance(command, Reveal):
        command.verify(table)
    else:
        table = table_after(table, command, chance)
    action = current_action(table)
    if isinstance(command, CollapseCheck):
        return None if action is None else _collapse_odds(table, action, unseen, viewer, chance.shuffled)
    if action is None or not all_committed(table, action) or not _may_read_sides(table, action, viewer):
        return None
    drawn = _drawn_cards(table, open_keys(action), unseen, chance.shuffled)
    if drawn is None:
        return None
    if action.stage is ActionStage.DAMAGE:
        own = getattr(command, "side", "")
        return _damage_odds(table, action, drawn, own, is_play=isinstance(command, Play))
    if action.kind is ActionKind.INITIATIVE and action.stage is ActionStage.COMMIT:
        return _initiative_odds(table, action, drawn, getattr(command, "side", ""))
    compared = action.stage is ActionStage.COMMIT and action.kind in COMPARED and "opposition" in action.sides
    return _comparison_odds(table, action, drawn, own=getattr(command, "side", "")) if compared else None


def _may_read_sides(table: Table, action: Action, viewer: str) -> bool:
    """Say whether a viewer may know all wounds that lower a total (IM-WOUND-4)."""
    actors = (table.actors.get(side.actor) for side in action.sides.values() if side.actor)
    return all(actor is not None and table.may_read(actor, viewer) for actor in actors)


# ---- the cards that chance brings ------------------------------------------------------------------------------------


def _drawn_cards(
    table: Table, keys: tuple[str, ...], unseen: tuple[str, ...], shuffled: list[str]
) -> DrawnCards | None:
    """Return the unknown cards of some sides; None if a person has chosen one, or how many come depends on them."""
    from_deck: list[tuple[str, int]] = []
    from_shuffle: list[tuple[str, int]] = []
    hidden, mixed = frozenset(unseen), frozenset(shuffled)
    for key in keys:
        for zone in side_zones(key):
            for index, card in enumerate(table.zones[zone].cards):
                if card not in hidden and card not in mixed:
                    continue
                if zone == committed_zone(key):
                    return None
                if zone == standins_zone(key) and word(table, "joker_inside_joker_pair") != "fumble":
                    return None
                (from_shuffle if card in mixed else from_deck).append((zone, index))
    if from_shuffle and not mixed.isdisjoint(hidden):
        return None  # cards that were left in the deck are among the discards that were shuffled
    return DrawnCards((tuple(from_deck), tuple(from_shuffle)), (unseen, tuple(shuffled)))


def _every_deal(table: Table, drawn: DrawnCards) -> Iterator[tuple[Table, Fraction]]:
    """Yield the table with every possible draw, with its chance.

    Cards in one zone are as good in any order; a draw for several zones is shared out among them in every way.
    """
    deals = [_draws_for(places, pile) for places, pile in zip(drawn.places, drawn.piles, strict=True)]
    if len(deals[0]) * len(deals[1]) > MOST_DEALS:
        raise TooManyResults
    for parts in product(*deals):
        zones, chance = dict(table.zones), Fraction(1)
        for laid, share in parts:
            chance *= share
            for (zone, index), card in laid.items():
                cards = zones[zone].cards
                zones[zone] = replace(zones[zone], cards=(*cards[:index], card, *cards[index + 1 :]), shown={})
        yield replace(table, zones=zones), chance


def _draws_for(
    places: tuple[tuple[str, int], ...], pile: tuple[str, ...]
) -> list[tuple[Mapping[tuple[str, int], str], Fraction]]:
    """Return every way to put cards of a pile into some places: zone by zone, each from what the others leave."""
    if not places:
        return [({}, Fraction(1))]
    first = [place for place in places if place[0] == places[0][0]]
    rest = tuple(place for place in places if place[0] != places[0][0])
    found: list[tuple[Mapping[tuple[str, int], str], Fraction]] = []
    for cards, chance in every_draw(pile, len(first), _kind):
        left = tuple(card for card in pile if card not in cards)
        for others, share in _draws_for(rest, left):
            if len(found) == MOST_DEALS:
                raise TooManyResults
            found.append(({**dict(zip(first, cards, strict=True)), **others}, chance * share))
    return found


def _kind(card: str) -> tuple[bool, int]:
    return is_joker(card), card_value(card)


# ---- what they come to -----------------------------------------------------------------------------------------------


def _comparison_odds(table: Table, action: Action, drawn: DrawnCards, own: str) -> Odds:
    """Return the odds of a comparison, and in an attempt those of the margin (IM-ACT-6, IM-ACT-7).

    They are those of the one who acts. Where another side chooses, `own` names that side, and a word tells it; one
    who blocks, dodges or counterattacks has the odds of that.
    """
    names = [actor_name(table, actor) if actor else "" for actor in (action.actor, action.target)]
    params: dict[str, Json] = {"actor": names[0], "target": names[1]}
    defends = own == "opposition" and action.response in DEFENCES
    successes = DEFENCES[action.response] if defends else SUCCESSES
    outcomes: list[tuple[str, Fraction]] = []
    margins: list[tuple[int, Fraction]] = []
    for dealt, chance in _every_deal(table, drawn):
        mine, theirs = comparison_score(dealt, action, "actor"), comparison_score(dealt, action, "opposition")
        outcome = comparison_outcome(action, mine, theirs)
        name = "fumble" if mine.fumble and outcome in ("failure", "miss") else outcome
        outcomes.append((name, chance))
        if NO_CARDS not in (mine, theirs) and not mine.fumble and not theirs.fumble:
            margins.append((mine.total - theirs.total, chance))
    chances = chance_sums(outcomes)
    results = distribution(
        Message(key="odds.result"),
        [(_outcome(name, params, successes), chances[name]) for name in OUTCOMES if name in chances],
    )
    parts = [results]
    if action.kind is ActionKind.CHECK and sum(chance for _, chance in margins) == 1:
        parts.append(numbers(Message(key="odds.margin"), chance_sums(margins)))
    name = action.response if defends else "success" if action.kind is ActionKind.CHECK else "hit"
    odds = Odds(
        chance=results.chance,
        success=Message(key=f"odds.{name}", params=params),
        success_word=None if own == "actor" or defends else Message(key=f"odds.word_{name}"),
        distributions=tuple(parts),
    )
    return _with_words(table, action, drawn, odds)


def _initiative_odds(table: Table, action: Action, drawn: DrawnCards, own: str) -> Odds:
    """Return the chances of the places in the order, and of acting first for one side (IM-INIT-2, IM-INIT-3)."""
    places = _places_of_drawers(table, action, drawn) or _places_in_every_deal(table, action, drawn)
    actors = [action.sides[own].actor] if own in action.sides else list(places)
    distributions = tuple(
        numbers(Message(key="odds.place_in_order", params={"actor": actor_name(table, actor)}), places[actor])
        for actor in actors
    )
    first = places[actors[0]].get(1, Fraction(0)) if len(actors) == 1 else None
    odds = Odds(chance=first, success=Message(key="odds.acts_first"), distributions=distributions)
    return _with_words(table, action, drawn, odds)


def _places_in_every_deal(table: Table, action: Action, drawn: DrawnCards) -> dict[str, dict[int, Fraction]]:
    places: dict[str, dict[int, Fraction]] = {side.actor: {} for side in action.sides.values()}
    for dealt, chance in _every_deal(table, drawn):
        scores = {side.actor: comparison_score(dealt, action, key) for key, side in action.sides.items()}
        for place, group in enumerate(acting_groups(scores), start=1):
            for actor in group:
                places[actor][place] = places[actor].get(place, Fraction(0)) + chance
    return places


def _places_of_drawers(table: Table, action: Action, drawn: DrawnCards) -> dict[str, dict[int, Fraction]]:
    """Return the chances of the places, however many have drawn; empty where one side has several unknown cards."""
    (places, shuffled), pile = drawn.places, drawn.piles[0]
    at = dict(places)
    by_side = {key: [zone for zone in side_zones(key) if zone in at] for key in action.sides}
    if shuffled or len(at) < len(places) or any(len(zones) > 1 for zones in by_side.values()):
        return {}
    kinds: dict[tuple[bool, int], list[str]] = {}
    for card in pile:
        kinds.setdefault(_kind(card), []).append(card)

    def rank(key: str, card: str = "") -> tuple[bool, int]:
        zones = {zone: [*table.zones[zone].cards] for zone in by_side[key]}
        for zone, cards in zones.items():
            cards[at[zone]] = card
        dealt = {zone: replace(table.zones[zone], cards=tuple(cards), shown={}) for zone, cards in zones.items()}
        return acting_rank(comparison_score(replace(table, zones={**table.zones, **dealt}), action, key))

    drawing = [key for key, zones in by_side.items() if zones]
    order = DrawnOrder(
        sizes=tuple(map(len, kinds.values())),
        drawers=tuple(tuple(rank(key, cards[0]) for cards in kinds.values()) for key in drawing),
        known=tuple(rank(key) for key in by_side if key not in drawing),
    )
    first = {ranks: index for index, ranks in reversed([*enumerate(order.drawers)])}
    of_ranks = {ranks: order.places_of_drawer(index) for ranks, index in first.items()}
    return {
        action.sides[key].actor: dict(of_ranks[order.drawers[drawing.index(key)]])
        if key in drawing
        else order.places_of_rank(rank(key))
        for key in action.sides
    }


def _damage_odds(table: Table, action: Action, drawn: DrawnCards, own: str, *, is_play: bool) -> Odds:
    """Return the chances of the net damage (IM-DMG-8): of none for the side that resists, of a wound for others.

    On a card that is played it is the success of the one who chooses; elsewhere a word tells it.
    """
    net = chance_sums(
        (net_damage(score(dealt, action, "damage"), score(dealt, action, "resistance")), chance)
        for dealt, chance in _every_deal(table, drawn)
    )
    resists, none = own == "resistance", net.get(0, Fraction(0))
    success = Message(key="odds.no_damage" if resists else "odds.wound")
    odds = Odds(
        chance=none if resists else 1 - none,
        success=success,
        success_word=None if is_play else success,
        distributions=(numbers(Message(key="odds.net_damage"), net),),
    )
    return _with_words(table, action, drawn, odds)


def _collapse_odds(
    table: Table, action: Action, unseen: tuple[str, ...], viewer: str, shuffled: list[str]
) -> Odds | None:
    """Return the chance of staying up, of falling unconscious, and of dying (IM-WOUND-7, IM-WOUND-9)."""
    if not action.collapsed or not _may_read_sides(table, action, viewer):
        return None
    drawn = _drawn_cards(table, ("collapse",), unseen, shuffled)
    if drawn is None:
        return None
    wounds, net = accumulated_damage(table, action.wounded), action.net or 0

    def state(dealt: Table) -> str:
        unconscious, dying = collapse_result(score(dealt, action, "collapse"), wounds, net)
        return "dying" if dying else "unconscious" if unconscious else "stands"

    chances = chance_sums((state(dealt), chance) for dealt, chance in _every_deal(table, drawn))
    outcomes = [
        (Outcome(name=name, label=Message(key=f"odds.collapse_{name}"), succeeds=name == "stands"), chances[name])
        for name in ("stands", "unconscious", "dying")
        if name in chances
    ]
    results = distribution(Message(key="odds.result"), outcomes)
    words = (Message(key="odds.collapse", params={"wounds": wounds, "net": net}),)
    odds = Odds(chance=results.chance, distributions=(results,), explanation=words)
    return _with_words(table, action, drawn, odds)


def _outcome(name: str, params: Mapping[str, Json], successes: tuple[str, ...]) -> Outcome:
    return Outcome(name=name, label=Message(key=f"odds.{name}", params=params), succeeds=name in successes)


def _with_words(table: Table, action: Action, drawn: DrawnCards, odds: Odds) -> Odds:
    """Return odds with the totals that are known, and the piles that unknown cards come from."""
    lines = list(odds.explanation)
    unknown = {zone for places in drawn.places for zone, _ in places}
    for key in open_keys(action):
        if unknown.isdisjoint(side_zones(key)):
            known: Score = comparison_score(table, action, key)
            if known is not NO_CARDS:
                lines.append(_total_in_words(table, action, key, known.total))
    for places, pile in zip(drawn.places, drawn.piles, strict=True):
        if places:
            jokers = sum(map(is_joker, pile))
            params: dict[str, Json] = {"count": len(places), "cards": len(pile), "jokers": jokers}
            lines.append(Message(key="odds.drawn", params=params))
    is_certain = not any(drawn.places)
    assumptions = () if is_certain else (Message(key="odds.equally_likely"),)
    return replace(odds, assumptions=assumptions, explanation=tuple(lines))


def _total_in_words(table: Table, action: Action, key: str, total: int) -> Message:
    if action.kind is ActionKind.INITIATIVE:
        params: dict[str, Json] = {"actor": actor_name(table, action.sides[key].actor), "total": total}
        return Message(key="odds.total_of", params=params)
    return Message(key="odds.total", params={"side": side_label(table, key, action.sides[key]), "total": total})
