"""Offers of the action in progress: playing cards, its steps, and the GM's decisions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from engine.core.game_options import OptionKind
from engine.kit.control import controller_of
from engine.kit.memo import memoized
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.offers import Drag, Offer, Question, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.imaginality import action_resolution, new_action_offers, override_commands
from engine.rulesets.imaginality.actions import action_commands, action_sides, card_play_commands, gm_card_commands
from engine.rulesets.imaginality.character_sheet import ATTRIBUTES
from engine.rulesets.imaginality.combat import melee_commands
from engine.rulesets.imaginality.damage import damage_commands, wounds
from engine.rulesets.imaginality.deck.deck_offers import hand_places, joker_places, knows_hand
from engine.rulesets.imaginality.new_action_offers import weapons_of, which_weapon
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    LAID_DOWN,
    TURNED_OVER,
    Action,
    ActionKind,
    ActionSide,
    ActionStage,
    current_action,
)
from engine.rulesets.imaginality.rules_data import option_specs
from engine.rulesets.imaginality.settings import flag, in_force, word

WHY = question("why", QuestionKind.TEXT, optional=True)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers about the action."""
    action = current_action(table)
    if action is None:
        yield from new_action_offers.offers(table, seat, viewer)
        return
    yield from _sides(table, seat, viewer, action)
    yield from _answers(table, seat, action)
    yield from _steps(table, seat, action)
    if table.is_gm(seat):
        yield from _words(table, seat, action)
    yield from _settling(table, seat, action)


def _sides(table: Table, seat: str, viewer: str, action: Action) -> Iterator[Offer]:
    for key in action_sides.open_keys(action):
        side = action.sides[key]
        if side.seat != seat or side.pure:
            continue
        side_name = _side_label(table, key, side)
        laid_count = action_sides.cards_laid(table, key)
        room = side.due - laid_count - side.missing
        places = hand_places(table, seat)
        if not flag(table, "joker_as_value") and knows_hand(table, seat, viewer):
            barred = joker_places(table, seat, viewer)
            places = tuple(place for place in places if place not in barred)
        why_not = denial(card_play_commands.need_laying, table, seat, key)
        yield _play(seat, key, side_name, room, places).unless(why_not)
        yield _draw(seat, key, side_name).unless(why_not or denial(card_play_commands.need_leave, table, seat, side))
        if laid_count or side.least == 0:
            yield _enough_offer(seat, key, side_name).unless(
                why_not or denial(card_play_commands.need_enough, table, side, laid_count)
            )
        if table.zones[action_sides.committed_zone(key)].cards:
            yield with_denial(table, _take_back(seat, key, side_name), card_play_commands.verify_take_back)


@memoized
def _play(seat: str, key: str, side_name: str, room: int, places: tuple[str, ...]) -> Offer:
    """Offer to play cards from these places of the hand; `room` is how many more the side takes."""

    def check() -> None:
        if not places:
            raise Refused("hand_empty", "IM-HAND-8")

    hand, most = hand_of(seat), max(1, min(room, len(places)))
    return make_offer(
        f"play:{key}",
        card_play_commands.Play(seat=seat, side=key, cards=()),
        check,
        questions=(question("cards", QuestionKind.CARDS, places, zone=hand, least=1, most=most),),
        drag=Drag(source=hand, target=action_sides.committed_zone(key)),
        primary=True,
        side=side_name,
        count=room,
    )


@memoized
def _draw(seat: str, key: str, side_name: str) -> Offer:
    drag = Drag(source="deck", target=action_sides.committed_zone(key))
    return make_offer(f"draw:{key}", card_play_commands.Draw(seat=seat, side=key), drag=drag, side=side_name)


@memoized
def _enough_offer(seat: str, key: str, side_name: str) -> Offer:
    return make_offer(f"enough:{key}", card_play_commands.Enough(seat=seat, side=key), side=side_name)


@memoized
def _take_back(seat: str, key: str, side_name: str) -> Offer:
    drag = Drag(source=action_sides.committed_zone(key), target=hand_of(seat))
    return make_offer(
        f"take_back:{key}", card_play_commands.TakeBack(seat=seat, side=key), drag=drag, at_cost_of=seat, side=side_name
    )


def _side_label(table: Table, key: str, side: ActionSide) -> str:
    """Return a side's name on a button: the acting character, or the word for the purpose of its cards."""
    return actor_name(table, side.actor) if side.actor and key in {"actor", "opposition"} else key


def _opponent(table: Table, key: str, side: ActionSide) -> str:
    """Return a side's name on the GM's buttons: a character that answers an action is no mere difficulty."""
    return actor_name(table, side.actor) if key == "opposition" and side.actor else key


def _answers(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    if action.stage is not ActionStage.RESPONSE or (
        controller_of(table, action.target) != seat and not table.is_gm(seat)
    ):
        return
    for response in melee_commands.ANSWERS[action.kind]:
        yield with_denial(
            table, _respond(seat, response, actor_name(table, action.target)), melee_commands.verify_respond
        )


@memoized
def _respond(seat: str, response: str, side_name: str) -> Offer:
    command = melee_commands.Respond(seat=seat, response=response)
    return make_offer(f"respond_{response}", command, primary=response in {"block", "dodge"}, actor=side_name)


def _steps(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    if action.stage in LAID_DOWN:
        yield with_denial(table, _reveal(seat, False), action_resolution.verify_reveal)
    elif action.stage is ActionStage.REVEALED and action.outcome in damage_commands.HITS:
        kind = "hand_to_hand" if action.kind is ActionKind.MELEE else "ranged"
        inflict = _inflict(seat)
        why_not = denial(damage_commands.verify_inflict, table, inflict.command)
        yield inflict.unless(why_not)
        yield _inflict_other(seat, weapons_of(table, kind), table.is_gm(seat)).unless(why_not)
    elif action.stage is ActionStage.HARMED and action.net and word(table, "damage_mode") == "bookkeeping":
        collapse = make_offer("collapse_check", wounds.CollapseCheck(seat=seat), primary=True)
        yield with_denial(table, collapse, wounds.verify_collapse)


@memoized
def _inflict(seat: str) -> Offer:
    return make_offer("inflict", damage_commands.Inflict(seat=seat), primary=True)


@memoized
def _inflict_other(seat: str, weapons: tuple[str, ...], gm: bool) -> Offer:
    """Offer damage by another weapon than the named one; the GM may also choose the number of cards."""
    questions: tuple[Question, ...] = (which_weapon(weapons),)
    if gm:
        questions += (question("cards_due", QuestionKind.NUMBER, field="cards", least=0, most=20, optional=True),)
    return make_offer("inflict_other", damage_commands.Inflict(seat=seat), questions=questions)


@memoized
def _reveal(seat: str, force: bool) -> Offer:
    command = action_resolution.Reveal(seat=seat, force=force)
    return make_offer("force_reveal" if force else "reveal", command, primary=not force)


def _settling(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    """Yield the ways to end the action; while damage or a check is due they come last."""
    if action.stage in TURNED_OVER or (action.stage is ActionStage.DAMAGE and table.is_gm(seat)):
        done = action.stage is ActionStage.HARMED and not wounds.check_due(table, action)
        plain = action.stage is ActionStage.REVEALED and action.outcome not in damage_commands.HITS
        yield with_denial(table, _settle(seat, done or plain), action_resolution.verify_settle)


@memoized
def _settle(seat: str, main: bool) -> Offer:
    return make_offer("settle", action_resolution.Settle(seat=seat), primary=main)


def _words(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    waited_for = [key for key in action_sides.open_keys(action) if not action_sides.side_is_ready(table, action, key)]
    before = action.stage in BEFORE_REVEAL
    hidden = before or action.stage is ActionStage.DAMAGE
    for key, side in action.sides.items():
        if key in waited_for and not table.is_gm(side.seat) and not side.pure:
            allow = _allow(seat, key, not side.may_draw, seat_name(table, side.seat))
            yield with_denial(table, allow, gm_card_commands.verify_allow)
        if side.seat == seat and hidden and table.zones[action_sides.drawn_zone(key)].cards:
            look = make_offer(f"look_at_draw:{key}", gm_card_commands.LookAtDraw(seat=seat, side=key), side=key)
            yield with_denial(table, look, gm_card_commands.verify_look)
        if side.missing:
            yield from _shortage(table, seat, key, side.missing)
        side_name = _opponent(table, key, side)
        closed, laid_count = denial(gm_card_commands.need_extras, action, key), action_sides.cards_laid(table, key)
        yield _grant(seat, key, 1, side_name, side.due, laid_count).unless(closed)
        yield _grant(seat, key, -1, side_name, side.due, laid_count).unless(closed)
    if action.stage in LAID_DOWN and waited_for:
        yield with_denial(table, _reveal(seat, True), action_resolution.verify_reveal)
    if action_resolution.is_before_reveal(action):
        yield _cancel(seat)
    if before:
        judgements = _judge_offers(seat)
        why_not = denial(action_commands.verify_judge, table, judgements[0].command)
        yield from (judgement.unless(why_not) for judgement in judgements)
    elif action.stage in TURNED_OVER:
        yield from _overrulings(table, seat, action)
    if action.attribute:
        yield with_denial(table, _choose_attribute(seat, action.attribute), action_commands.verify_attribute)
    if action.fumbled:
        yield _narrate(seat)


@memoized
def _choose_attribute(seat: str, current: str) -> Offer:
    others = tuple(name for name in ATTRIBUTES if name != current)
    command = action_commands.ChooseAttribute(seat=seat, attribute=others[0])
    questions = (question("attribute", QuestionKind.CHOICE, others, least=1, most=1),)
    return make_offer("choose_attribute", command, questions=questions, attribute=current)


@memoized
def _narrate(seat: str) -> Offer:
    return make_offer(
        "narrate_fumble",
        action_commands.NarrateFumble(seat=seat, text=""),
        questions=(question("text", QuestionKind.TEXT),),
    )


@memoized
def _allow(seat: str, key: str, allow: bool, name: str) -> Offer:
    command = gm_card_commands.AllowDraw(seat=seat, side=key, allow=allow)
    return make_offer(f"{'allow' if allow else 'forbid'}_draw:{key}", command, seat=name)


def _shortage(table: Table, seat: str, key: str, missing: int) -> Iterator[Offer]:
    """Yield the GM's offers for cards that could not be drawn (IM-DECK-7)."""
    how = ("draw", "without") if table.zones["deck"].cards or table.zones["discard"].cards else ("without",)
    lacking = make_offer(
        f"resolve_shortage:{key}",
        gm_card_commands.ResolveShortage(seat=seat, side=key, how="without"),
        questions=(question("how", QuestionKind.CHOICE, how, least=1, most=1),),
        primary=True,
        side=key,
        count=missing,
    )
    value = make_offer(
        f"name_value:{key}",
        gm_card_commands.ResolveShortage(seat=seat, side=key, how="value"),
        questions=(question("value", QuestionKind.NUMBER, least=0, most=60),),
        side=key,
    )
    yield with_denial(table, lacking, gm_card_commands.verify_shortage)
    yield with_denial(table, value, gm_card_commands.verify_shortage)


@memoized
def _grant(seat: str, key: str, count: int, side_name: str, due: int, laid_count: int) -> Offer:
    """Offer the GM to give a side a card more than are due, or to take one away."""
    reason, name = ("advantage", "grant") if count > 0 else ("GM", "take")
    command = gm_card_commands.GrantCards(seat=seat, side=key, count=count, reason=reason)
    return make_offer(
        f"{name}_card:{key}", command, partial(gm_card_commands.need_due, key, due + count, laid_count), side=side_name
    )


@memoized
def _cancel(seat: str) -> Offer:
    return make_offer("cancel", action_resolution.Cancel(seat=seat), at_cost_of=seat)


@memoized
def _judge_offers(seat: str) -> tuple[Offer, ...]:
    words = ("success", "failure", "refused")
    return tuple(
        make_offer(f"judge_{word}", action_commands.Judge(seat=seat, outcome=word), questions=(WHY,)) for word in words
    )


def rules_for_action(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the options that the GM can set for this action alone; tables of numbers have offers of their own."""
    if current_action(table) is None or not table.is_gm(seat):
        return
    yield from _rules(seat, tuple([in_force(table, name) for name in _options_of_actions()]))


@cache
def _options_of_actions() -> tuple[str, ...]:
    specs = option_specs().items()
    return tuple(name for name, spec in specs if "action" in spec.scopes and spec.kind is not OptionKind.NUMBERS)


@memoized
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
        action_commands.RuleForAction(seat=seat, option=name, value=value),
        questions=questions,
        option=spec.label,
        value="…" if questions else value,
    )


def _overrulings(table: Table, seat: str, action: Action) -> Iterator[Offer]:
    if action.stage is ActionStage.REVEALED and action.kind in override_commands.OUTCOMES:
        yield _overrule_outcome(seat, action.kind, action.outcome)
    for key in override_commands.overruled_totals(action):
        total = action_sides.score(table, action, key).total if action_sides.is_face_up(table, key) else 0
        yield _overrule(seat, key, _opponent(table, key, action.sides[key]), total)
    if action.stage is ActionStage.HARMED:
        yield _overrule_net(seat, action.net or 0)


@memoized
def _overrule_outcome(seat: str, kind: ActionKind, outcome: str) -> Offer:
    words = tuple(word for word in override_commands.OUTCOMES[kind] if word != outcome)
    choice = question("outcome", QuestionKind.CHOICE, words, field="value", least=1, most=1)
    return make_offer(
        "overrule_outcome", override_commands.Overrule(seat=seat, figure="outcome", value=words[0]), questions=(choice,)
    )


@memoized
def _overrule(seat: str, key: str, side_name: str, total: int) -> Offer:
    command = override_commands.Overrule(seat=seat, figure=key, value=total)
    questions = (question("total", QuestionKind.NUMBER, field="value", least=-99, most=999),)
    return make_offer(f"overrule:{key}", command, questions=questions, side=side_name, value=total)


@memoized
def _overrule_net(seat: str, net: int) -> Offer:
    command = override_commands.Overrule(seat=seat, figure="net", value=net)
    questions = (question("net", QuestionKind.NUMBER, field="value", least=0, most=999),)
    return make_offer("overrule_net", command, questions=questions, value=net)
