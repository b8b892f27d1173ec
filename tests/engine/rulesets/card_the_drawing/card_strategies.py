"""Strategies for cards that an editor could hold: of all sorts, sensible or not, most of them without problems."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from engine.rulesets.card_the_drawing.cards.card_records import (
    ATTACHING,
    FIELD_TRIGGERS,
    LIFETIMES,
    MODES,
    OPERATIONS,
    PER_HIT,
    PRIMITIVES,
    SCOPES,
    TRIGGERS,
    Card,
    Effect,
)
from engine.rulesets.card_the_drawing.cards.expressions import SELECTORS

_ODD = ("", "nonsense")
_NUMBERS = st.one_of(
    st.integers(-2, 12),
    st.sampled_from(
        [
            *("2", "1/2", "4 + user.strength", "half(user.lost_health)", "2 * user.intelligence", "n", "-2", "1/0"),
            *("iff(it.stunned, 7, 3) + user.strength", "user.strength / n", "count('all_enemies')", "it.health", "4 +"),
            *("bearer.wisdom", "event.source.strength", "count('close_attackers')", "user.stunned", "foo", "'Close'"),
            "999999999999 * user.strength",
        ]
    ),
)
_TRUTHS = st.sampled_from(
    [
        *("event.is_attack and 'Close' in event.tags", "it.played('Close') > 0", "'Injury' in cond.tags"),
        *("user in event.targets", "count('others_not_targeted') > 0", "'Blast' in card.tags", "not cond.permanent"),
        *("event.from_play and event.source_actor == bearer", "user.strength", "it.health * 2 <= it.max_health"),
        *("event.stage == 'before'", "not (user.health > 3 or it.stunned)", "'Nope' in card.tags"),
        *("card.owner == user", "user.stunned"),
    ]
)
_TAGS = st.sampled_from(
    [
        *("Close", "Condition", "Distant", "Injury", "Interrupt", "Stun", "Fire", "Blast2", "Ritual2"),
        *("Blast", "Cold", "Close3"),
    ]
)


def _some(known: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(known, known, known, st.sampled_from(_ODD))


_SELECTORS = _some(st.sampled_from(sorted(SELECTORS)))
_WILD = st.builds(
    Effect,
    on=_some(st.sampled_from(TRIGGERS)),
    do=_some(st.sampled_from(sorted(PRIMITIVES))),
    if_=st.one_of(st.just(""), _TRUTHS),
    target=st.one_of(st.just(""), _SELECTORS),
    where=st.one_of(st.just(""), _TRUTHS),
    amount=st.one_of(st.none(), _NUMBERS),
    count=st.one_of(st.none(), _NUMBERS),
    optional=st.booleans(),
    attack=st.booleans(),
    stat=_some(st.sampled_from(sorted(OPERATIONS))),
    op=_some(st.sampled_from(("add", "mul", "set", "post_add", "remove"))),
    by=st.one_of(st.none(), _NUMBERS),
    scope=_some(st.sampled_from(SCOPES)),
    uses=st.one_of(st.none(), st.integers(-1, 3)),
    when_spent=st.sampled_from(("", "discard_self", "nonsense")),
    until=_some(st.sampled_from(LIFETIMES)),
    from_=st.one_of(st.just(""), _SELECTORS),
    to=st.one_of(st.just(""), _SELECTORS),
    at_least=st.one_of(st.none(), _NUMBERS),
    mode=_some(st.sampled_from(MODES)),
)
ANY_CARDS = st.builds(
    Card,
    id=st.just("made"),
    name=st.just("Made"),
    lists=st.sampled_from((("Titan",), ("Titan",), ("Titan",), ("Environment",), ("Auto",), ("Environment", "Titan"))),
    cost=st.sampled_from((0, 0, 2, None, -1)),
    init=st.sampled_from((4, 4, 0, None, 100)),
    tags=st.lists(_TAGS, max_size=3, unique=True).map(tuple),
    attach=st.sampled_from((*ATTACHING, "user", "user", "nonsense")),
    permanent=st.booleans(),
    interrupt_when=st.one_of(st.just(""), st.just(""), _TRUTHS),
    out=st.sampled_from(("", "flee", "nonsense")),
    effects=st.lists(_WILD, max_size=4).map(tuple),
)

_AMOUNTS = (1, 3, "2", "4 + user.strength", "half(user.lost_health)", "count('all_enemies') * 2", "it.health / 2")
_SIMPLE = ("all", "all_enemies", "all_allies", "all_others", "user")
_WHERES = ("", "it.health > 3", "it.played('Close') > 0 or it.stunned")


@cache
def _one_of(among: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.sampled_from(among)


def _among(choices: Iterable[Any]) -> st.SearchStrategy[Any]:
    """Return how one of these is drawn; made once for the same ones, for that takes longer than to draw."""
    return _one_of(tuple(choices))


@st.composite
def _sensible(draw: st.DrawFn, *, stays: bool, played: bool, interrupts: bool, surroundings: bool) -> Effect:
    """Draw an effect that goes with its card."""
    moments = {*(("resolve",) if played else ()), *(("while", *FIELD_TRIGGERS) if stays else ())}
    do = draw(_among([key for key, candidate in PRIMITIVES.items() if moments & {*candidate.on} and key != "redirect"]))
    primitive = PRIMITIVES[do]
    on = draw(_among([moment for moment in primitive.on if moment in moments]))
    stat = draw(_among(sorted(OPERATIONS)))
    reacts = on in {"dealt_damage", "damaged"} or (on == "resolve" and interrupts)
    sources = ("attacker",) if reacts else ()
    bearers = ("bearer",) if on != "resolve" and stays and not surroundings else ()
    struck = do in {"damage", "heal", "lose_health"}
    amounts = (1, "2", "7 / 2") if surroundings else _AMOUNTS if struck else _AMOUNTS[:-1]
    given: dict[str, Any] = {
        "target": draw(_among(("all", *sources) if surroundings else (*_SIMPLE, *sources, *bearers))),
        "amount": draw(_among(amounts)),
        "count": draw(_among((1, "2"))),
        "stat": stat,
        "op": draw(_among(OPERATIONS[stat])),
        "by": draw(_among(("Close", "Distant", "Fire") if stat == "tags" else ("1/2", "2", "-1", 3))),
        "scope": "all" if surroundings else draw(_among(("user", "enemies", "all", *bearers))),
        "where": draw(_among(("", "not cond.permanent") if do == "remove_condition" else _WHERES)),
        "optional": draw(st.booleans()),
        "attack": draw(st.booleans()),
        "mode": draw(_among(("", *MODES))),
        "uses": draw(_among((None, 1, 2))) if stat in PER_HIT else None,
        "until": draw(_among(LIFETIMES)) if on == "resolve" else "",
    }
    params = {key: value for key, value in given.items() if key in (*primitive.needs, *primitive.takes)}
    if reacts:
        params["if_"] = draw(_among(("", "event.is_attack and 'Close' in event.tags", "event.from_play")))
    return Effect(on=on, do=do, **params)


@st.composite
def sound_cards(draw: st.DrawFn) -> Card:
    """Draw a card; nearly all have no problem: plain ones, Conditions, Interrupts, surroundings, automatic ones."""
    kind = draw(_among(("plain", "Condition", "Interrupt", "Environment", "Auto")))
    played = kind not in {"Environment", "Auto"}
    effect = _sensible(
        stays=kind in {"Condition", "Environment", "Auto"},
        played=played,
        interrupts=kind == "Interrupt",
        surroundings=kind == "Environment",
    )
    extra = draw(st.lists(_among(("Close", "Distant", "Injury", "Fire", "Stun")), max_size=2, unique=True))
    effects: list[Effect] = draw(st.lists(effect, min_size=1, max_size=3))
    return Card(
        id="made",
        name="Made",
        lists=("Titan",) if played else (kind,),
        cost=draw(st.integers(0, 4)) if played else None,
        init=draw(st.integers(0, 10)) if played else None,
        tags=(*extra, *((kind,) if kind in {"Condition", "Interrupt"} else ())),
        effects=tuple(effects),
    )
