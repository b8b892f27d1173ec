"""What can be done about an action under way: laying cards, its steps, and the GM's words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from engine.play.names import actor_name, seat_name
from engine.play.offers import Ask, AskKind, Drag, Offer, ask, checked, denial, offered
from engine.play.options import OptionKind
from engine.play.refusal import Refused
from engine.rulesets.imaginality import actions, damage, granting, laying, melee, resolving, sides, wounds
from engine.rulesets.imaginality.data import option_specs
from engine.rulesets.imaginality.offering import openings
from engine.rulesets.imaginality.offering.cards import jokers, knows_hand, slots
from engine.rulesets.imaginality.offering.openings import weapons_of, which_weapon
from engine.rulesets.imaginality.people import leader
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    LAID_DOWN,
    TURNED_OVER,
    Action,
    Kind,
    Side,
    Stage,
    action,
)
from engine.rulesets.imaginality.settings import flag, in_force, word
from engine.rulesets.imaginality.sheet import ATTRIBUTES
from engine.table.frozen import Json, kept
from engine.table.table import Table
from engine.table.zones import hand_of

WHY = ask("why", AskKind.TEXT, optional=True)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about actions."""
    act = action(table)
    if act is None:
        yield from openings.offers(table, seat, viewer)
        return
    yield from _sides(table, seat, viewer, act)
    yield from _answers(table, seat, act)
    yield from _steps(table, seat, act)
    if table.is_gm(seat):
        yield from _words(table, seat, act)
    yield from _settling(table, seat, act)


def _sides(table: Table, seat: str, viewer: str, act: Action) -> Iterator[Offer]:
    for key in sides.open_keys(act):
        side = act.sides[key]
        if side.seat != seat or side.pure:
            continue
        who = _whose(table, key, side)
        lies = sides.laid(table, key)
        room = side.due - lies - side.missing
        places = slots(table, seat)
        if not flag(table, "joker_as_value") and knows_hand(table, seat, viewer):
            barred = jokers(table, seat, viewer)
            places = tuple(place for place in places if place not in barred)
        why_not = denial(laying.need_laying, table, seat, key)
        yield _play(seat, key, who, room, places).unless(why_not)
        yield _draw(seat, key, who).unless(why_not or denial(laying.need_leave, table, seat, side))
        if lies or side.least == 0:
            yield _enough(seat, key, who).unless(why_not or denial(laying.need_enough, table, side, lies))
        if table.zones[sides.committed(key)].cards:
            yield checked(table, _take_back(seat, key, who), laying.verify_take_back)


@kept
def _play(seat: str, key: str, who: str, room: int, places: tuple[str, ...]) -> Offer:
    """Offer to play cards of the hand that lie at these places; `room` is how many the side still takes."""

    def check() -> None:
        if not places:
            raise Refused("hand_empty", "IM-HAND-8")

    hand, most = hand_of(seat), max(1, min(room, len(places)))
    return offered(
        f"play:{key}",
        laying.Play(seat=seat, side=key, cards=()),
        check,
        asks=(ask("cards", AskKind.CARDS, places, zone=hand, least=1, most=most),),
        drag=Drag(source=hand, target=sides.committed(key)),
        main=True,
        side=who,
        count=room,
    )


@kept
def _draw(seat: str, key: str, who: str) -> Offer:
    drag = Drag(source="deck", target=sides.committed(key))
    return offered(f"draw:{key}", laying.Draw(seat=seat, side=key), drag=drag, side=who)


@kept
def _enough(seat: str, key: str, who: str) -> Offer:
    return offered(f"enough:{key}", laying.Enough(seat=seat, side=key), side=who)


@kept
def _take_back(seat: str, key: str, who: str) -> Offer:
    drag = Drag(source=sides.committed(key), target=hand_of(seat))
    return offered(f"take_back:{key}", laying.TakeBack(seat=seat, side=key), drag=drag, at_cost_of=seat, side=who)


def _whose(table: Table, key: str, side: Side) -> str:
    """Return what a button calls a side: the character that acts, or the word for what its cards are."""
    return actor_name(table, side.actor) if side.actor and key in {"actor", "opposition"} else key


def _opponent(table: Table, key: str, side: Side) -> str:
    """Return what the GM's buttons call a side: whoever answers an action is no mere difficulty."""
    return actor_name(table, side.actor) if key == "opposition" and side.actor else key


def _answers(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    if act.stage is not Stage.RESPONSE or (leader(table, act.target) != seat and not table.is_gm(seat)):
        return
    for response in melee.ANSWERS[act.kind]:
        yield checked(table, _respond(seat, response, actor_name(table, act.target)), melee.verify_respond)


@kept
def _respond(seat: str, response: str, who: str) -> Offer:
    command = melee.Respond(seat=seat, response=response)
    return offered(f"respond_{response}", command, main=response in {"block", "dodge"}, actor=who)


def _steps(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    if act.stage in LAID_DOWN:
        yield checked(table, _reveal(seat, False), resolving.verify_reveal)
    elif act.stage is Stage.REVEALED and act.outcome in damage.HITS:
        kind = "hand_to_hand" if act.kind is Kind.MELEE else "ranged"
        inflict = _inflict(seat)
        why_not = denial(damage.verify_inflict, table, inflict.command)
        yield inflict.unless(why_not)
        yield _inflict_other(seat, weapons_of(table, kind), table.is_gm(seat)).unless(why_not)
    elif act.stage is Stage.HARMED and act.net and word(table, "damage_mode") == "bookkeeping":
        collapse = offered("collapse_check", wounds.CollapseCheck(seat=seat), main=True)
        yield checked(table, collapse, wounds.verify_collapse)


@kept
def _inflict(seat: str) -> Offer:
    return offered("inflict", damage.Inflict(seat=seat), main=True)


@kept
def _inflict_other(seat: str, weapons: tuple[str, ...], gm: bool) -> Offer:
    """Offer damage by another weapon than the one named; the GM may say how many cards, too."""
    asks: tuple[Ask, ...] = (which_weapon(weapons),)
    if gm:
        asks += (ask("cards_due", AskKind.NUMBER, field="cards", least=0, most=20, optional=True),)
    return offered("inflict_other", damage.Inflict(seat=seat), asks=asks)


@kept
def _reveal(seat: str, force: bool) -> Offer:
    command = resolving.Reveal(seat=seat, force=force)
    return offered("force_reveal" if force else "reveal", command, main=not force)


def _settling(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    """Yield the way to the end; while damage or a check is due it is the last that anybody should click."""
    if act.stage in TURNED_OVER or (act.stage is Stage.DAMAGE and table.is_gm(seat)):
        done = act.stage is Stage.HARMED and not wounds.check_due(table, act)
        plain = act.stage is Stage.REVEALED and act.outcome not in damage.HITS
        yield checked(table, _settle(seat, done or plain), resolving.verify_settle)


@kept
def _settle(seat: str, main: bool) -> Offer:
    return offered("settle", resolving.Settle(seat=seat), main=main)


def _words(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    waited_for = [key for key in sides.open_keys(act) if not sides.ready(table, act, key)]
    before = act.stage in BEFORE_REVEAL
    hidden = before or act.stage is Stage.DAMAGE
    for key, side in act.sides.items():
        if key in waited_for and not table.is_gm(side.seat) and not side.pure:
            allow = _allow(seat, key, not side.may_draw, seat_name(table, side.seat))
            yield checked(table, allow, granting.verify_allow)
        if side.seat == seat and hidden and table.zones[sides.drawn(key)].cards:
            look = offered(f"look_at_draw:{key}", granting.LookAtDraw(seat=seat, side=key), side=key)
            yield checked(table, look, granting.verify_look)
        if side.missing:
            yield from _shortage(table, seat, key, side.missing)
        who = _opponent(table, key, side)
        closed, lies = denial(granting.need_extras, act, key), sides.laid(table, key)
        yield _grant(seat, key, 1, who, side.due, lies).unless(closed)
        yield _grant(seat, key, -1, who, side.due, lies).unless(closed)
    if act.stage in LAID_DOWN and waited_for:
        yield checked(table, _reveal(seat, True), resolving.verify_reveal)
    if resolving.before_reveal(act):
        yield _cancel(seat)
    if before:
        judgements = _judgements(seat)
        why_not = denial(actions.verify_judge, table, judgements[0].command)
        yield from (judgement.unless(why_not) for judgement in judgements)
    elif act.stage in TURNED_OVER:
        yield from _overrulings(table, seat, act)
    if act.attribute:
        yield checked(table, _choose_attribute(seat, act.attribute), actions.verify_attribute)
    if act.fumbled:
        yield _narrate(seat)


@kept
def _choose_attribute(seat: str, now: str) -> Offer:
    others = tuple(name for name in ATTRIBUTES if name != now)
    command = actions.ChooseAttribute(seat=seat, attribute=others[0])
    asks = (ask("attribute", AskKind.CHOICE, others, least=1, most=1),)
    return offered("choose_attribute", command, asks=asks, attribute=now)


@kept
def _narrate(seat: str) -> Offer:
    return offered("narrate_fumble", actions.NarrateFumble(seat=seat, text=""), asks=(ask("text", AskKind.TEXT),))


@kept
def _allow(seat: str, key: str, allow: bool, name: str) -> Offer:
    command = granting.AllowDraw(seat=seat, side=key, allow=allow)
    return offered(f"{'allow' if allow else 'forbid'}_draw:{key}", command, seat=name)


def _shortage(table: Table, seat: str, key: str, missing: int) -> Iterator[Offer]:
    """Yield what the GM can do about cards that could not be drawn (IM-DECK-7)."""
    how = ("draw", "without") if table.zones["deck"].cards or table.zones["discard"].cards else ("without",)
    lacking = offered(
        f"resolve_shortage:{key}",
        granting.ResolveShortage(seat=seat, side=key, how="without"),
        asks=(ask("how", AskKind.CHOICE, how, least=1, most=1),),
        main=True,
        side=key,
        count=missing,
    )
    value = offered(
        f"name_value:{key}",
        granting.ResolveShortage(seat=seat, side=key, how="value"),
        asks=(ask("value", AskKind.NUMBER, least=0, most=60),),
        side=key,
    )
    yield checked(table, lacking, granting.verify_shortage)
    yield checked(table, value, granting.verify_shortage)


@kept
def _grant(seat: str, key: str, count: int, who: str, due: int, lies: int) -> Offer:
    """Offer the GM to give a side a card more than are due, or to take one away."""
    reason, name = ("advantage", "grant") if count > 0 else ("GM", "take")
    command = granting.GrantCards(seat=seat, side=key, count=count, reason=reason)
    return offered(f"{name}_card:{key}", command, partial(granting.need_due, key, due + count, lies), side=who)


@kept
def _cancel(seat: str) -> Offer:
    return offered("cancel", resolving.Cancel(seat=seat), at_cost_of=seat)


@kept
def _judgements(seat: str) -> tuple[Offer, ...]:
    words = ("success", "failure", "refused")
    return tuple(offered(f"judge_{word}", actions.Judge(seat=seat, outcome=word), asks=(WHY,)) for word in words)


def rules_for_action(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the options that the GM can set for this action alone; tables of numbers have offers of their own."""
    if action(table) is None or not table.is_gm(seat):
        return
    yield from _rules(seat, tuple([in_force(table, name) for name in _options_of_actions()]))


@cache
def _options_of_actions() -> tuple[str, ...]:
    specs = option_specs().items()
    return tuple(name for name, spec in specs if "action" in spec.scopes and spec.kind is not OptionKind.NUMBERS)


@kept
def _rules(seat: str, now: tuple[Json, ...]) -> tuple[Offer, ...]:
    return tuple(_rule(seat, name, value) for name, value in zip(_options_of_actions(), now, strict=True))


def _rule(seat: str, name: str, now: Json) -> Offer:
    """Offer to set an option for this action, other than it is now."""
    spec = option_specs()[name]
    asks: tuple[Ask, ...] = ()
    value: Json = now
    match spec.kind:
        case OptionKind.FLAG:
            value = not now
        case OptionKind.CHOICE:
            others = tuple(choice for choice in spec.choices if choice != now)
            value = others[0]
            asks = (ask("rule", AskKind.CHOICE, others, field="value", least=1, most=1),)
        case OptionKind.NUMBER:
            asks = (ask("rule", AskKind.NUMBER, field="value", least=spec.least, most=spec.most),)
        case _:
            asks = (ask("text", AskKind.TEXT, field="value"),)
    return offered(
        f"rule_for_action:{name}",
        actions.RuleForAction(seat=seat, option=name, value=value),
        asks=asks,
        option=spec.label,
        value="…" if asks else value,
    )


def _overrulings(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    if act.stage is Stage.REVEALED and act.kind in resolving.OUTCOMES:
        yield _overrule_outcome(seat, act.kind, act.outcome)
    for key in resolving.overruled_totals(act):
        total = sides.score(table, act, key).total if sides.face_up(table, key) else 0
        yield _overrule(seat, key, _opponent(table, key, act.sides[key]), total)
    if act.stage is Stage.HARMED:
        yield _overrule_net(seat, act.net or 0)


@kept
def _overrule_outcome(seat: str, kind: Kind, outcome: str) -> Offer:
    words = tuple(word for word in resolving.OUTCOMES[kind] if word != outcome)
    choice = ask("outcome", AskKind.CHOICE, words, field="value", least=1, most=1)
    return offered("overrule_outcome", resolving.Overrule(seat=seat, figure="outcome", value=words[0]), asks=(choice,))


@kept
def _overrule(seat: str, key: str, who: str, total: int) -> Offer:
    command = resolving.Overrule(seat=seat, figure=key, value=total)
    asks = (ask("total", AskKind.NUMBER, field="value", least=-99, most=999),)
    return offered(f"overrule:{key}", command, asks=asks, side=who, value=total)


@kept
def _overrule_net(seat: str, net: int) -> Offer:
    command = resolving.Overrule(seat=seat, figure="net", value=net)
    asks = (ask("net", AskKind.NUMBER, field="value", least=0, most=999),)
    return offered("overrule_net", command, asks=asks, value=net)
