"""What can be done about an action: opening one, laying cards, and the GM's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.play.names import actor_name, seat_name
from engine.play.offers import Ask, AskKind, Drag, Offer, ask, offered
from engine.play.options import OptionKind
from engine.play.refusal import Refused
from engine.rulesets.imaginality import actions, damage, granting, laying, melee, ranged, resolving, sides, wounds
from engine.rulesets.imaginality.data import option_specs
from engine.rulesets.imaginality.deck import holders
from engine.rulesets.imaginality.offering.cards import jokers, knows_hand, slots
from engine.rulesets.imaginality.people import leader
from engine.rulesets.imaginality.procedures import Action, Kind, Side, Stage, action, noticed
from engine.rulesets.imaginality.settings import flag, in_force, word
from engine.rulesets.imaginality.sheet import ATTRIBUTES
from engine.rulesets.imaginality.turns import need_turn
from engine.table.frozen import Json
from engine.table.table import Table
from engine.table.zones import hand_of

COUNT = ask("advantage", AskKind.NUMBER, least=0, most=9, optional=True)
AGAINST = ask("disadvantage", AskKind.NUMBER, least=0, most=9, optional=True)
WHAT = ask("what", AskKind.TEXT, optional=True)
SKILL = ask("skill", AskKind.TEXT, optional=True)
ATTRIBUTE = ask("attribute", AskKind.CHOICE, ATTRIBUTES, least=1, most=1)
OTHER_ATTRIBUTE = ask("attribute", AskKind.CHOICE, ATTRIBUTES, optional=True)
AWARE, CLOSE, COVER = (ask(field, AskKind.FLAG, optional=True) for field in ("aware", "close", "cover"))


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about actions."""
    act = action(table)
    if act is None:
        yield from _openings(table, seat, noticed(table, viewer))
        return
    yield from _sides(table, seat, viewer, act)
    yield from _answers(table, seat, act)
    yield from _steps(table, seat, act)
    if table.is_gm(seat):
        yield from _words(table, seat, act)
    yield from _settling(table, seat, act)


def _check_strike(table: Table, check_blow: Callable[[], None]) -> None:
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")
    check_blow()


def _openings(table: Table, seat: str, there: tuple[str, ...]) -> Iterator[Offer]:
    """Yield what can be begun; `there` are the characters that the viewer knows to be there."""
    gm = table.is_gm(seat)
    edges: tuple[Ask, ...] = (COUNT, AGAINST) if gm else ()
    melee_weapon, ranged_weapon = (_weapon(_weapons(table, kind)) for kind in ("hand_to_hand", "ranged"))
    for actor in there:
        if leader(table, actor) != seat:
            continue
        name = actor_name(table, actor)
        others = tuple(a for a in there if a != actor)

        def check(actor: str = actor) -> None:
            need_turn(table, actor)

        def check_blow(actor: str = actor, others: tuple[str, ...] = others) -> None:
            if not flag(table, "combat_module"):
                raise Refused("no_combat_rules", "IM-TURN-1")
            if not others:
                raise Refused("nobody_else", "IM-HTH-1")
            need_turn(table, actor)

        # Whom the other side leads comes first: what is chosen to begin with should hit no friend.
        foes = sorted(others, key=lambda other: table.is_gm(leader(table, other)) == gm)
        target = ask("target", AskKind.CHOICE, tuple(foes), least=1, most=1)
        yield offered(
            f"attempt:{actor}",
            actions.Attempt(seat=seat, actor=actor),
            check,
            asks=(WHAT, ask("target", AskKind.CHOICE, others, optional=True), SKILL, ATTRIBUTE, *edges),
            actor=name,
        )
        dying = tuple(a for a in there if table.actors[a].has("dying") and a != actor)
        if dying:
            yield offered(
                f"treat:{actor}",
                actions.Attempt(seat=seat, actor=actor, what="first aid"),
                check,
                asks=(ask("treating", AskKind.CHOICE, dying, least=1, most=1),),
                actor=name,
            )
        yield offered(
            f"strike:{actor}",
            melee.Strike(seat=seat, actor=actor, target=""),
            partial(_check_strike, table, check_blow),
            asks=(target, melee_weapon, WHAT, SKILL, AWARE, *edges),
            actor=name,
        )
        stands_in = (OTHER_ATTRIBUTE,) if gm else ()
        yield offered(
            f"shoot:{actor}",
            ranged.Shoot(seat=seat, actor=actor, target=""),
            check_blow,
            asks=(target, ranged_weapon, WHAT, SKILL, *stands_in, AWARE, COVER, CLOSE, *edges),
            actor=name,
        )
    if gm:

        def check_hazard() -> None:
            if not there:
                raise Refused("nobody_else", "IM-DMG-1")

        yield offered(
            "hazard",
            damage.Hazard(seat=seat, target="", cards=1),
            check_hazard,
            asks=(
                ask("hurt", AskKind.CHOICE, there, field="target", least=1, most=1),
                ask("cards_due", AskKind.NUMBER, least=1, most=20, field="cards"),
                WHAT,
            ),
        )
        yield offered(
            "house_action",
            actions.HouseAction(seat=seat, what="", holders=()),
            lambda: actions.need_house_actions(table),
            asks=(
                ask("what", AskKind.TEXT, optional=True),
                ask("holders", AskKind.CHOICES, holders(table), least=1, most=len(holders(table))),
                ask("count", AskKind.NUMBER, least=1, most=9),
            ),
        )


def _weapons(table: Table, kind: str) -> tuple[str, ...]:
    return tuple(str(row["name"]) for row in table.lists.get("weapons", ()) if row.get("class") == kind)


def _weapon(names: tuple[str, ...]) -> Ask:
    return ask("weapon", AskKind.CHOICE, names, optional=True)


def _sides(table: Table, seat: str, viewer: str, act: Action) -> Iterator[Offer]:
    for key in sides.open_keys(act):
        side = act.sides[key]
        if side.seat != seat or side.pure:
            continue
        hand = hand_of(seat)
        who = _whose(table, key, side)
        room = side.due - sides.laid(table, key) - side.missing
        places = slots(table, seat)
        if not flag(table, "joker_as_value") and knows_hand(table, seat, viewer):
            barred = jokers(table, seat, viewer)
            places = tuple(place for place in places if place not in barred)

        def may_play(key: str = key, places: tuple[str, ...] = places) -> None:
            laying.need_laying(table, seat, key)
            if not places:
                raise Refused("hand_empty", "IM-HAND-8")

        play = laying.Play(seat=seat, side=key, cards=())
        most = max(1, min(room, len(places)))
        cards = ask("cards", AskKind.CARDS, places, zone=hand, least=1, most=most)
        yield offered(
            f"play:{key}",
            play,
            may_play,
            asks=(cards,),
            drag=Drag(source=hand, target=sides.committed(key)),
            main=True,
            side=who,
            count=room,
        )
        draw = laying.Draw(seat=seat, side=key)
        yield offered(
            f"draw:{key}",
            draw,
            partial(laying.verify_draw, table, draw),
            drag=Drag(source="deck", target=sides.committed(key)),
            side=who,
        )
        if sides.laid(table, key) or side.least == 0:
            enough = laying.Enough(seat=seat, side=key)
            yield offered(f"enough:{key}", enough, partial(laying.verify_enough, table, enough), side=who)
        if table.zones[sides.committed(key)].cards:
            back = laying.TakeBack(seat=seat, side=key)
            yield offered(
                f"take_back:{key}",
                back,
                partial(laying.verify_take_back, table, back),
                drag=Drag(source=sides.committed(key), target=hand),
                side=who,
            )


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
        command = melee.Respond(seat=seat, response=response)
        yield offered(
            f"respond_{response}",
            command,
            partial(melee.verify_respond, table, command),
            main=response in {"block", "dodge"},
            actor=actor_name(table, act.target),
        )


def _steps(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    reveal, inflict = resolving.Reveal(seat=seat), damage.Inflict(seat=seat)
    collapse = wounds.CollapseCheck(seat=seat)
    if act.stage in {Stage.COMMIT, Stage.DAMAGE}:
        yield offered("reveal", reveal, partial(resolving.verify_reveal, table, reveal), main=True)
    if act.stage is Stage.REVEALED and act.outcome in damage.HITS:
        kind = "hand_to_hand" if act.kind is Kind.MELEE else "ranged"
        asks: tuple[Ask, ...] = (_weapon(_weapons(table, kind)),)
        if table.is_gm(seat):
            asks += (ask("cards_due", AskKind.NUMBER, field="cards", least=0, most=20, optional=True),)
        check = partial(damage.verify_inflict, table, inflict)
        yield offered("inflict", inflict, check, main=True)
        yield offered("inflict_other", inflict, check, asks=asks)
    if act.stage is Stage.HARMED and act.net and word(table, "damage_mode") == "bookkeeping":
        yield offered("collapse_check", collapse, partial(wounds.verify_collapse, table, collapse), main=True)


def _settling(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    """Yield the way to the end; while damage or a check is due it is the last that anybody should click."""
    settle = resolving.Settle(seat=seat)
    if act.stage in {Stage.REVEALED, Stage.HARMED} or (act.stage is Stage.DAMAGE and table.is_gm(seat)):
        done = act.stage is Stage.HARMED and not wounds.check_due(table, act)
        plain = act.stage is Stage.REVEALED and act.outcome not in damage.HITS
        yield offered("settle", settle, partial(resolving.verify_settle, table, settle), main=done or plain)


def _words(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    for key, side in act.sides.items():
        waited = key in sides.open_keys(act) and not sides.ready(table, act, key)
        if waited and not table.is_gm(side.seat) and not side.pure:
            allow = granting.AllowDraw(seat=seat, side=key, allow=not side.may_draw)
            name = "forbid_draw" if side.may_draw else "allow_draw"
            yield offered(
                f"{name}:{key}",
                allow,
                partial(granting.verify_allow, table, allow),
                seat=seat_name(table, side.seat),
            )
        hidden = act.stage in {Stage.ATTACK, Stage.RESPONSE, Stage.COMMIT, Stage.DAMAGE}
        if side.seat == seat and hidden and table.zones[sides.drawn(key)].cards:
            look = granting.LookAtDraw(seat=seat, side=key)
            yield offered(f"look_at_draw:{key}", look, partial(granting.verify_look, table, look), side=key)
        if side.missing:
            lacking = granting.ResolveShortage(seat=seat, side=key, how="without")
            how = ("draw", "without") if table.zones["deck"].cards or table.zones["discard"].cards else ("without",)
            yield offered(
                f"resolve_shortage:{key}",
                lacking,
                partial(granting.verify_shortage, table, lacking),
                asks=(ask("how", AskKind.CHOICE, how, least=1, most=1),),
                main=True,
                side=key,
                count=side.missing,
            )
            value = granting.ResolveShortage(seat=seat, side=key, how="value")
            yield offered(
                f"name_value:{key}",
                value,
                partial(granting.verify_shortage, table, value),
                asks=(ask("value", AskKind.NUMBER, least=0, most=60),),
                side=key,
            )
        for count in (1, -1):
            grant = granting.GrantCards(seat=seat, side=key, count=count, reason="advantage" if count > 0 else "GM")
            yield offered(
                f"{'grant' if count > 0 else 'take'}_card:{key}",
                grant,
                partial(granting.verify_grant, table, grant),
                side=_opponent(table, key, side),
            )
    force, cancel = resolving.Reveal(seat=seat, force=True), resolving.Cancel(seat=seat)
    if act.stage in {Stage.COMMIT, Stage.DAMAGE} and not sides.all_in(table, act):
        yield offered("force_reveal", force, partial(resolving.verify_reveal, table, force))
    if resolving.before_reveal(act):
        yield offered("cancel", cancel, partial(resolving.verify_cancel, table, cancel))
    if act.stage in {Stage.ATTACK, Stage.RESPONSE, Stage.COMMIT}:
        for outcome in ("success", "failure", "refused"):
            judge = actions.Judge(seat=seat, outcome=outcome)
            why = ask("why", AskKind.TEXT, optional=True)
            yield offered(
                f"judge_{outcome}",
                judge,
                partial(actions.verify_judge, table, judge),
                asks=(why,),
            )
    if act.stage in {Stage.REVEALED, Stage.HARMED}:
        yield from _overrulings(table, seat, act)
    if act.attribute:
        others = tuple(name for name in ATTRIBUTES if name != act.attribute)
        choose = actions.ChooseAttribute(seat=seat, attribute=others[0])
        yield offered(
            "choose_attribute",
            choose,
            partial(actions.verify_attribute, table, choose),
            asks=(ask("attribute", AskKind.CHOICE, others, least=1, most=1),),
            attribute=act.attribute,
        )
    if act.fumbled:
        tell = ask("text", AskKind.TEXT)
        yield offered("narrate_fumble", actions.NarrateFumble(seat=seat, text=""), lambda: None, asks=(tell,))


def rules_for_action(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the options that the GM can set for this action alone; tables of numbers have offers of their own."""
    if action(table) is None or not table.is_gm(seat):
        return
    for name, spec in option_specs().items():
        if "action" not in spec.scopes or spec.kind is OptionKind.NUMBERS:
            continue
        now = in_force(table, name)
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
        rule = actions.RuleForAction(seat=seat, option=name, value=value)
        yield offered(
            f"rule_for_action:{name}",
            rule,
            partial(actions.verify_rule, table, rule),
            asks=asks,
            option=spec.label,
            value="…" if asks else value,
        )


def _overrulings(table: Table, seat: str, act: Action) -> Iterator[Offer]:
    if act.stage is Stage.REVEALED and act.kind in resolving.OUTCOMES:
        words = tuple(w for w in resolving.OUTCOMES[act.kind] if w != act.outcome)
        command = resolving.Overrule(seat=seat, figure="outcome", value=words[0])
        choice = ask("outcome", AskKind.CHOICE, words, field="value", least=1, most=1)
        yield offered("overrule_outcome", command, lambda: None, asks=(choice,))
    keys = ("damage", "resistance") if act.stage is Stage.HARMED else tuple(act.sides)
    for key in keys:
        total = sides.score(table, act, key).total if sides.face_up(table, key) else 0
        command = resolving.Overrule(seat=seat, figure=key, value=total)
        number = ask("total", AskKind.NUMBER, field="value", least=-99, most=999)
        yield offered(
            f"overrule:{key}",
            command,
            lambda: None,
            asks=(number,),
            side=_opponent(table, key, act.sides[key]),
            value=total,
        )
    if act.stage is Stage.HARMED:
        command = resolving.Overrule(seat=seat, figure="net", value=act.net or 0)
        number = ask("net", AskKind.NUMBER, field="value", least=0, most=999)
        yield offered("overrule_net", command, lambda: None, asks=(number,), value=act.net or 0)
