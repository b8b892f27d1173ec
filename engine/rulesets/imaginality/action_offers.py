"""Offers of actions: to begin one, the cards and steps of the one in progress, and the GM's decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from engine.core.audience import may_read_numbers
from engine.core.game_options import OptionKind
from engine.core.memo import memo
from engine.kit.control import controller_of, may_act_for
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Denial, Drag, Offer, Question, QuestionKind, denial, make_offer, question
from engine.rulesets.imaginality.action_resolution import (
    OUTCOMES,
    Cancel,
    Overrule,
    Reveal,
    Settle,
    is_before_reveal,
    overruled_totals,
)
from engine.rulesets.imaginality.actions.action_commands import (
    Attempt,
    ChooseAttribute,
    HouseAction,
    Judge,
    NarrateFumble,
    RuleForAction,
    need_house_actions,
)
from engine.rulesets.imaginality.actions.action_sides import (
    cards_laid,
    committed_zone,
    drawn_zone,
    is_face_up,
    open_keys,
    score,
    side_is_ready,
    side_label,
)
from engine.rulesets.imaginality.actions.card_play_commands import (
    Draw,
    Enough,
    Play,
    TakeBack,
    need_enough,
    need_laying,
    need_leave,
)
from engine.rulesets.imaginality.actions.gm_card_commands import (
    AllowDraw,
    GrantCards,
    LookAtDraw,
    ResolveShortage,
    need_due,
    need_extras,
)
from engine.rulesets.imaginality.character_state import ATTRIBUTES, foes_first, is_dead, living_first, need_somebody
from engine.rulesets.imaginality.combat.attack_commands import ANSWERS, Respond, Shoot, Strike
from engine.rulesets.imaginality.damage import (
    HITS,
    UNARMED,
    CollapseCheck,
    Hazard,
    Inflict,
    check_due,
    is_thrown,
    weapon_in_hand,
)
from engine.rulesets.imaginality.deck.deck_commands import holders
from engine.rulesets.imaginality.deck.deck_offers import hand_places, joker_places, knows_hand, refresh_offer
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    LAID_DOWN,
    TURNED_OVER,
    Action,
    ActionKind,
    ActionSide,
    ActionStage,
    current_action,
    noticed,
)
from engine.rulesets.imaginality.settings import all_in_force, bookkeeping_skills, flag, number, option_specs, word
from engine.rulesets.imaginality.turns.turn_commands import declared_text, need_combat, need_turn

COMMANDS_WITH_ODDS = (Play, Draw, Enough, Respond, Reveal, CollapseCheck)
"""The commands about an action in progress that can have odds; nothing is known of one that has not begun."""
FURTHEST = 10_000
_EDGES = ("advantage", "disadvantage")


def _beginnings(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the actions of characters that the viewer knows; what they declared is filled in."""
    there = noticed(table, viewer)
    gm = table.is_gm(seat)
    # The default target should be neither a friend nor dead.
    alive_first, strangers_first = living_first(table, there, viewer), foes_first(table, there, seat, viewer)
    dying = [a for a in there if table.actors[a].has_condition("dying") and not is_dead(table, a, viewer)]
    mine = [a for a in there if controller_of(table, a) == seat]
    ways, no_combat = _ways_to_attack(table), denial(need_combat, table)
    for actor in mine:
        others, foes = _others(alive_first, actor), _others(strangers_first, actor)
        character, name = table.actors[actor], actor_name(table, actor)
        # The skills are on the record.
        skills = table.may_read(character, viewer) and bookkeeping_skills(table, character)
        not_now = denial(need_turn, table, actor)
        what = declared_text(table, actor, viewer)
        edges = _EDGES if gm else ()
        by_skill = ("skill", "attribute") if skills else ()  # asked for only where they are looked up (IM-SKILL-2)
        attempt = Attempt(seat=seat, actor=actor, what=what, attribute=ATTRIBUTES[0] if skills else "")
        asked = ("what", "target", *by_skill, *edges)
        asks: dict[str, Answers] = {"target": others, "attribute": ATTRIBUTES}
        yield offer_of(None, attempt, fields=asked, asks=asks, actor=name).unless(not_now)
        if patients := tuple([a for a in dying if a != actor]):
            treat = Attempt(seat=seat, actor=actor, what="first aid")
            asks = {"treating": Asks(choices=patients, least=1, most=1, optional=False)}
            treat_offer = offer_of(None, treat, name=f"treat:{actor}", fields=("treating",), asks=asks, actor=name)
            yield treat_offer.unless(not_now)
        no_fight = no_combat or denial(need_somebody, table, others, viewer, "IM-HTH-1") or not_now
        yield from _attacks(ways, attempt, name, foes, by_skill, edges, no_fight, _to_throw(table, actor, viewer))
    if gm:
        hazard = Hazard(seat=seat, target="", cards=1)
        nobody = denial(need_somebody, table, there, viewer, "IM-DMG-1")
        yield offer_of(None, hazard, asks={"target": alive_first}).unless(nobody)
        house, why_not = HouseAction(seat=seat, what="", holders=()), denial(need_house_actions, table)
        yield offer_of(None, house, asks={"holders": holders(table)}).unless(why_not)


class _WaysToAttack(NamedTuple):
    """The weapons of the group's list for blows and shots, the metres of close range, and why there are no blows."""

    blades: tuple[str, ...]
    guns: tuple[str, ...]
    near: int
    no_blows: Denial | None


def _ways_to_attack(table: Table) -> _WaysToAttack:
    near, no_blows = number(table, "close_range_m"), denial(_need_blows, table)
    return _WaysToAttack(weapons_of(table, "hand_to_hand"), weapons_of(table, "ranged"), near, no_blows)


def _others(actors: tuple[str, ...], actor: str) -> tuple[str, ...]:
    return tuple([other for other in actors if other != actor])


def _to_throw(table: Table, actor: str, viewer: str) -> str:
    """Return the weapon in a hand with which a shot would be a throw, as far as the viewer knows it (IM-DMG-3)."""
    weapon = weapon_in_hand(table, actor, melee=False) if table.may_read(table.actors[actor], viewer) else UNARMED
    return weapon if weapon != UNARMED and is_thrown(table, weapon) else ""


def _attacks(
    ways: _WaysToAttack,
    command: Attempt,
    name: str,
    foes: tuple[str, ...],
    by_skill: tuple[str, ...],
    edges: tuple[str, ...],
    no_fight: Denial | None,
    to_throw: str,
) -> Iterator[Offer]:
    """Yield a blow and a shot of a character, denied if it cannot fight now.

    Args:
        ways: what characters attack with.
        command: the attempt of that character, with what it has declared.
        name: its name.
        foes: its possible targets.
        by_skill: what is asked to look a skill up.
        edges: what the GM may give.
        no_fight: the reason why it cannot fight now, if any.
        to_throw: the weapon in its hand with which a shot would be a throw, if any.
    """
    seat, actor, what = command.seat, command.actor, command.what
    strike = Strike(seat=seat, actor=actor, target="", what=what)
    asked = ("target", "weapon", "what", *by_skill[:1], "aware", *edges)
    asks: dict[str, Answers] = {"target": foes, "weapon": ways.blades}
    yield offer_of(None, strike, fields=asked, asks=asks, actor=name).unless(ways.no_blows or no_fight)
    shoot = Shoot(seat=seat, actor=actor, target="", what=what)
    distance = ("distance_m",) if ways.near else ()  # where that alone can make the range close (IM-RANGED-2)
    skill_asked = by_skill if edges else by_skill[:1]
    asked = ("target", "weapon", *distance, "what", *skill_asked, "aware", "cover", "close", *edges)
    metres = Asks(params=(("metres", ways.near),), most=FURTHEST)
    asks = {"target": foes, "weapon": ways.guns, "distance_m": metres, "attribute": ATTRIBUTES}
    shot = offer_of(None, shoot, fields=asked, asks=asks, actor=name)
    if to_throw:
        shot = replace(shot, label=Message(key="offer.throw", params={"actor": name, "weapon": to_throw}))
    yield shot.unless(no_fight)


def _attacks_now(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the blows and shots of those characters of a seat that can fight now."""
    there = noticed(table, seat)
    acting = [a for a in there if controller_of(table, a) == seat and denial(need_turn, table, a) is None]
    if not acting:
        return
    alive_first, strangers_first = living_first(table, there, seat), foes_first(table, there, seat, seat)
    for actor in acting:
        others, foes = _others(alive_first, actor), _others(strangers_first, actor)
        if denial(_need_fight, table, others, seat) is None:
            what, blows = declared_text(table, actor, seat), denial(_need_blows, table) is None
            yield from _simple_attacks(seat, actor, actor_name(table, actor), foes, what, blows)


@memo
def _simple_attacks(seat: str, actor: str, name: str, foes: tuple[str, ...], what: str, blows: bool) -> Iterator[Offer]:
    """Yield a blow, if there are any, and a shot, and ask for the target alone."""
    strike, shoot = (kind(seat=seat, actor=actor, target="", what=what) for kind in (Strike, Shoot))
    for attack in (strike, shoot) if blows else (shoot,):
        yield offer_of(None, attack, fields=("target",), asks={"target": foes}, actor=name)


def _need_blows(table: Table) -> None:
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")


def _need_fight(table: Table, others: tuple[str, ...], viewer: str) -> None:
    need_combat(table)
    need_somebody(table, others, viewer, "IM-HTH-1")


def weapons_of(table: Table, kind: str) -> tuple[str, ...]:
    """Return the weapons of a kind (`hand_to_hand`, `ranged`) on the group's list."""
    return _listed_weapons(table.lists, kind)


@memo
def _listed_weapons(lists: Mapping[str, tuple[Mapping[str, Json], ...]], kind: str) -> tuple[str, ...]:
    return tuple([str(row["name"]) for row in lists.get("weapons", ()) if row.get("class") == kind])


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers about the action."""
    action = current_action(table)
    if action is None:
        yield from _beginnings(table, seat, viewer)
        return
    yield from _sides(table, seat, viewer, action)
    yield from _answers(table, seat, viewer, action)
    yield from _steps(table, seat, action)
    if table.is_gm(seat):
        yield from _words(table, seat, viewer, action)
    yield from _settling(table, seat, action)


def fight_offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield those of these offers that a bot takes in a fight."""
    action = current_action(table)
    if action is None:
        yield from _attacks_now(table, seat)
        return
    yield from _ways_to_lay(table, seat, action)
    yield from _answers(table, seat, seat, action)
    yield from _steps(table, seat, action)
    for key, side in action.sides.items() if table.is_gm(seat) else ():
        if side.missing:
            yield from _shortage(table, seat, key, side)
    yield from _settling(table, seat, action)


def _sides(table: Table, seat: str, viewer: str, action: Action) -> Iterator[Offer]:
    for key in open_keys(action):
        side = action.sides[key]
        if side.seat != seat or side.pure:
            continue
        name, zone = side_label(table, key, side), committed_zone(key)
        laid_count = cards_laid(table, key)
        places = _playable_places(table, seat, viewer)
        why_not = denial(need_laying, table, seat, key)
        yield _play(table, seat, key, name, side.due - laid_count - side.missing, places).unless(why_not)
        draw = offer_of(None, Draw(seat=seat, side=key), drag=Drag(source="deck", target=zone), side=name)
        yield draw.unless(why_not or denial(need_leave, table, seat, side))
        for enough in _enough(table, seat, key, side, name, laid_count):
            yield enough.unless(why_not)
        if table.zones[zone].cards:
            back, drag = TakeBack(seat=seat, side=key), Drag(source=zone, target=hand_of(seat))
            yield offer_of(table, back, drag=drag, at_cost_of=seat, side=name)


def _ways_to_lay(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    """Yield those ways to lay down cards for the open sides of a seat that a bot takes: to play them, if it can."""
    for key in open_keys(action):
        side = action.sides[key]
        if side.seat == seat and not side.pure and denial(need_laying, table, seat, key) is None:
            places, laid_count = _playable_places(table, seat, seat), cards_laid(table, key)
            name = side_label(table, key, side)
            if joker_places(table, seat, seat):
                yield refresh_offer(table, seat, seat)
            if places:
                yield _play(table, seat, key, name, side.due - laid_count - side.missing, places)
            else:
                yield from _ways_without_a_hand(table, seat, key, side, name, laid_count)


def _ways_without_a_hand(
    table: Table, seat: str, key: str, side: ActionSide, name: str, laid_count: int
) -> Iterator[Offer]:
    if denial(need_leave, table, seat, side) is None:
        yield offer_of(None, Draw(seat=seat, side=key), side=name)
    yield from _enough(table, seat, key, side, name, laid_count)


def _enough(table: Table, seat: str, key: str, side: ActionSide, name: str, laid_count: int) -> Iterator[Offer]:
    """Yield the offer to play no more cards for a side, or none at all."""
    if laid_count or side.least == 0:
        words = "enough" if laid_count else "play_none"
        enough = offer_of(None, Enough(seat=seat, side=key), name=f"{words}:{key}", side=name)
        yield enough.unless(denial(need_enough, table, side, laid_count))


def _playable_places(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the places of a hand, without the Jokers that have no value, where the viewer sees them."""
    places = hand_places(table, seat)
    if not flag(table, "joker_as_value") and knows_hand(table, seat, viewer):
        barred = joker_places(table, seat, viewer)
        places = tuple([place for place in places if place not in barred])
    return places


def _words_for(most: int) -> str | None:
    """Return the word of the question for so many cards; None for the usual one, about several."""
    return "one_card" if most == 1 else None


def _play(table: Table, seat: str, key: str, side_name: str, room: int, places: tuple[str, ...]) -> Offer:
    """Offer to play cards from these places of the hand; `room` is how many more the side takes."""

    def check(table: Table, command: Play) -> None:
        if not places:
            raise Refused("hand_empty", "IM-HAND-8")

    hand = hand_of(seat)
    most = max(1, min(room, len(places)))
    asks = {"cards": Asks(_words_for(most), choices=places, zone=hand, most=most)}
    play, drag = Play(seat=seat, side=key, cards=()), Drag(source=hand, target=committed_zone(key))
    return offer_of(table, play, check, asks=asks, drag=drag, primary=True, side=side_name, count=room)


def _answers(table: Table, seat: str, viewer: str, action: Action) -> Iterator[Offer]:
    """Yield the responses of a target; a denial would reveal to others what state a secret one is in."""
    if action.stage is not ActionStage.RESPONSE or not may_act_for(table, seat, action.target):
        return
    known = table if table.may_read(table.actors[action.target], viewer) else None
    for response in ANSWERS[action.kind]:
        answer, target = Respond(seat=seat, response=response), actor_name(table, action.target)
        main = response in {"block", "dodge"}
        offer = offer_of(known, answer, name=f"respond_{response}", primary=main, actor=target)
        yield offer
        side = action.sides["opposition"]
        if main and side.seat == seat:
            places = _playable_places(table, seat, viewer)
            yield _respond_with_cards(answer, target, places, side.due).unless(offer.denial)


def _respond_with_cards(answer: Respond, target: str, places: tuple[str, ...], due: int) -> Offer:
    """Offer the usual response together with its cards, by moving them from the hand to the side of the target."""
    hand, room = hand_of(answer.seat), max(1, min(due, len(places)))
    asks = {"cards": Asks(_words_for(room), choices=places, zone=hand, least=1, most=room, optional=False)}
    return offer_of(
        None,
        answer,
        name=f"respond_{answer.response}_with",
        fields=("cards",),
        asks=asks,
        drag=Drag(source=hand, target=committed_zone("opposition")),
        primary=True,
        direct=True,
        actor=target,
    ).unless(None if places else Denial.of(Refused("hand_empty", "IM-HAND-8")))


def _steps(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    if action.stage in LAID_DOWN:
        yield offer_of(table, Reveal(seat=seat), primary=True)
    elif action.stage is ActionStage.REVEALED and action.outcome in HITS:
        kind = "hand_to_hand" if action.kind is ActionKind.MELEE else "ranged"
        inflict = Inflict(seat=seat)
        yield offer_of(table, inflict, fields=(), primary=True)
        # By another weapon than the named one; the GM may also choose the number of cards.
        fields, asks = ("weapon", "cards") if table.is_gm(seat) else ("weapon",), {"weapon": weapons_of(table, kind)}
        yield offer_of(table, inflict, name="inflict_other", fields=fields, asks=asks)
    elif action.stage is ActionStage.HARMED and action.net and word(table, "damage_mode") == "bookkeeping":
        yield offer_of(table, CollapseCheck(seat=seat), primary=True)


def _settling(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    """Yield the ways to end the action; while damage or a check is due they come last."""
    if action.stage in TURNED_OVER or (action.stage is ActionStage.DAMAGE and table.is_gm(seat)):
        done = action.stage is ActionStage.HARMED and not check_due(table, action)
        plain = action.stage is ActionStage.REVEALED and action.outcome not in HITS
        yield offer_of(table, Settle(seat=seat), primary=done or plain)


def _words(table: Table, seat: str, viewer: str, action: Action) -> Iterator[Offer]:
    waited_for = [key for key in open_keys(action) if not side_is_ready(table, action, key)]
    before = action.stage in BEFORE_REVEAL
    hidden = before or action.stage is ActionStage.DAMAGE
    for key, side in action.sides.items():
        if key in waited_for and not table.is_gm(side.seat) and not side.pure:
            allow = AllowDraw(seat=seat, side=key, allow=not side.may_draw)
            name = f"{'forbid' if side.may_draw else 'allow'}_draw:{key}"
            yield offer_of(table, allow, name=name, seat=seat_name(table, side.seat))
        if side.seat == seat and hidden and table.zones[drawn_zone(key)].cards:
            yield offer_of(table, LookAtDraw(seat=seat, side=key), side=side_label(table, key, side))
        if side.missing:
            yield from _shortage(table, seat, key, side)
        side_name = side_label(table, key, side)
        closed, laid_count = denial(need_extras, action, key), cards_laid(table, key)
        for offer in _grants(seat, key, side_name, side.due, laid_count):
            yield offer.unless(closed)
    if action.stage in LAID_DOWN and waited_for:
        yield offer_of(table, Reveal(seat=seat, force=True), name="force_reveal")
    if is_before_reveal(action):
        yield offer_of(None, Cancel(seat=seat), at_cost_of=seat)
    if before:
        why_not = denial(Judge(seat=seat, outcome="success").verify, table)
        for offer in _judgements(seat):
            yield offer.unless(why_not)
    elif action.stage in TURNED_OVER:
        yield from _overrulings(table, seat, viewer, action)
    if action.attribute:
        others = tuple([name for name in ATTRIBUTES if name != action.attribute])
        choose, asks = ChooseAttribute(seat=seat, attribute=others[0]), {"attribute": others}
        yield offer_of(table, choose, asks=asks, attribute=action.attribute)
    if action.fumbled:
        yield offer_of(None, NarrateFumble(seat=seat, text=""))


@memo
def _grants(seat: str, key: str, side_name: str, due: int, laid_count: int) -> Iterator[Offer]:
    """Offer to grant a side a card more than are due, and to take one away."""
    for count, reason, word_ in ((1, "advantage", "grant"), (-1, "GM", "take")):
        grant = GrantCards(seat=seat, side=key, count=count, reason=reason)
        offer = offer_of(None, grant, name=f"{word_}_card:{key}", side=side_name)
        yield offer.unless(denial(need_due, key, due + count, laid_count))


@memo
def _judgements(seat: str) -> Iterator[Offer]:
    """Offer to decide an action without cards."""
    for outcome in ("success", "failure", "refused"):
        yield offer_of(None, Judge(seat=seat, outcome=outcome), name=f"judge_{outcome}")


def _shortage(table: Table, seat: str, key: str, side: ActionSide) -> Iterator[Offer]:
    """Yield the GM's offers for cards that could not be drawn (IM-DECK-7)."""
    how = ("draw", "without") if table.zones["deck"].cards or table.zones["discard"].cards else ("without",)
    lacking, named = (ResolveShortage(seat=seat, side=key, how=word) for word in ("without", "value"))
    name, asks, label = f"resolve_shortage:{key}", {"how": how}, side_label(table, key, side)
    yield offer_of(table, lacking, name=name, fields=("how",), asks=asks, primary=True, side=label, count=side.missing)
    yield offer_of(table, named, name=f"name_value:{key}", fields=("value",), side=label)


def rules_for_action(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the options that the GM can set for this action alone; tables of numbers have offers of their own."""
    if current_action(table) is None or not table.is_gm(seat):
        return
    yield from _rules(seat, all_in_force(table, _options_of_actions()))


@cache
def _options_of_actions() -> tuple[str, ...]:
    specs = option_specs().items()
    return tuple(name for name, spec in specs if "action" in spec.scopes and spec.kind is not OptionKind.NUMBERS)


@memo
def _rules(seat: str, current: tuple[Json, ...]) -> tuple[Offer, ...]:
    return tuple(_rule(seat, name, value) for name, value in zip(_options_of_actions(), current, strict=True))


def _rule(seat: str, name: str, current: Json) -> Offer:
    """Offer another value of an option, for this action only."""
    spec = option_specs()[name]
    questions: tuple[Question, ...] = ()
    value: Json = current
    match spec.kind:
        case OptionKind.FLAG:
            value = not current
        case OptionKind.CHOICE:
            others = tuple(choice for choice in spec.choices if choice != current)
            value = others[0]
            questions = (question("rule", QuestionKind.CHOICE, others, field="value", least=1, most=1),)
        case OptionKind.NUMBER:
            questions = (question("rule", QuestionKind.NUMBER, field="value", least=spec.least, most=spec.most),)
        case _:
            questions = (question("text", QuestionKind.TEXT, field="value"),)
    return make_offer(
        f"rule_for_action:{name}",
        RuleForAction(seat=seat, option=name, value=value),
        questions=questions,
        option=spec.label,
        value="" if questions else value,
    )


def _overrulings(table: Table, seat: str, viewer: str, action: Action) -> Iterator[Offer]:
    if action.stage is ActionStage.REVEALED and action.kind in OUTCOMES:
        words = tuple([word for word in OUTCOMES[action.kind] if word != action.outcome])
        choice = Asks("outcome", kind=QuestionKind.CHOICE, choices=words, least=1, most=1)
        outcome = Overrule(seat=seat, figure="outcome", value=words[0])
        yield offer_of(None, outcome, name="overrule_outcome", asks={"value": choice})
    for key in overruled_totals(action):
        is_known = is_face_up(table, key) and may_read_numbers(table, viewer, action.sides[key].actor)
        total = score(table, action, key).total if is_known else 0
        overrule, side_name = Overrule(seat=seat, figure=key, value=total), side_label(table, key, action.sides[key])
        asks = {"value": Asks("total", kind=QuestionKind.NUMBER, least=-99, most=999)}
        yield offer_of(None, overrule, asks=asks, side=side_name, value=total)
    if action.stage is ActionStage.HARMED:
        net = Overrule(seat=seat, figure="net", value=action.net or 0)
        asks = {"value": Asks("net", kind=QuestionKind.NUMBER, most=999)}
        yield offer_of(None, net, name="overrule_net", asks=asks, value=action.net or 0)
