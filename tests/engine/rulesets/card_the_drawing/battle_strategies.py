"""Cards and fights that nobody has thought of, for what must hold of every one."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NOBODY,
    BattleOptions,
    BattleSnapshot,
    Combatant,
    FieldCard,
    FighterBody,
    LastingEffect,
    RoundCard,
    Stats,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import OPERATIONS, SCOPES, Card, Effect, Tag
from engine.rulesets.card_the_drawing.cards.expressions import SELECTORS

WHO = ("A", "B", "M")
BODIES = {"A": ("A",), "B": ("B",), "M": ("M1", "M2", "M3")}
ALL_BODIES = tuple(body for bodies in BODIES.values() for body in bodies)
TAGS = ("Close", "Distant", "Fire", "Injury", "Condition", "Blast2", "Ritual2", "Stun", "Odd", "Interrupt")
FREE = Tag(
    id="Odd",
    effects=(
        Effect(on="while", do="modify", stat="damage_taken", op="add", by=-1, scope="bearer"),
        Effect(on="while", do="modify", stat="tags", op="add", by="Fire", scope="all", if_="'Odd' not in card.tags"),
    ),
)
AMOUNTS: st.SearchStrategy[int | str] = st.sampled_from(
    (
        0,
        3,
        "1/2",
        "-2",
        "2 + user.strength",
        "half(user.lost_health) * it.health",
        "bearer.played('Close') - event.source.health",
        "user.adrenaline / (it.health - it.health)",
        "10 * 10 * 10 * 10 * user.max_health * user.max_health * it.max_health * it.max_health * 1000000",
        "iff(it.stunned, 7, count('close_attackers')) + n",
        "max(count('one'), event.source_actor.minions) / 3",
    )
)
TESTS = st.sampled_from(
    (
        "",
        "",
        "event.is_attack and 'Close' in event.tags",
        "'Distant' in card.tags",
        "'Close' not in card.tags and user.played('Close') > 0",
        "user in event.targets or it == bearer",
        "event.source_actor == bearer and event.card.name != 'x'",
        "it.injuries > 0 or it.side == user.side",
        "cond.permanent or 'Injury' in cond.tags or cond.owner == user",
    )
)
AIMS = st.sampled_from(sorted(SELECTORS))


@st.composite
def _modifies(draw: st.DrawFn, on: str) -> Effect:
    stat = draw(st.sampled_from(tuple(OPERATIONS)))
    by = draw(st.sampled_from(("Close", "Distant", "Blast3", "Odd"))) if stat == "tags" else draw(AMOUNTS)
    limited = draw(st.booleans())
    return Effect(
        on=on,
        do="modify",
        stat=stat,
        op=draw(st.sampled_from(OPERATIONS[stat])),
        by=by,
        scope=draw(st.sampled_from(SCOPES)),
        if_=draw(TESTS),
        uses=1 if limited else None,
        when_spent="discard_self" if limited and draw(st.booleans()) else "",
    )


@st.composite
def _does(draw: st.DrawFn) -> Effect:
    return Effect(
        on=draw(st.sampled_from(("resolve", "resolve", "playing_start", "dealt_damage"))),
        do=draw(st.sampled_from(("damage", "damage", "remove_condition", "stun", "heal"))),
        target=draw(AIMS),
        amount=draw(AMOUNTS),
        count=1,
        where=draw(TESTS),
        if_=draw(TESTS),
        optional=draw(st.booleans()),
        attack=draw(st.booleans()),
    )


_DECLARES = st.sampled_from(
    (
        Effect(on="declare", do="set_targets", count="user.strength"),
        Effect(on="declare", do="require_target", from_="all_enemies", at_least=2),
        Effect(on="declare", do="require_target", from_="all", at_least="n + 1", if_="'Close' in card.tags"),
        Effect(on="declare", do="add_target", target="all_allies"),
    )
)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    name = draw(st.sampled_from("uvwxyz"))
    effects = draw(st.lists(st.one_of(_does(), _modifies("while"), _DECLARES), max_size=4))
    return Card(
        id=name,
        name=name,
        cost=draw(st.integers(0, 4)),
        init=draw(st.one_of(st.none(), st.integers(0, 6))),
        tags=tuple(draw(st.lists(st.sampled_from(TAGS), unique=True, max_size=4))),
        attach=draw(st.sampled_from(("user", "target"))),
        effects=tuple(effects),
    )


@st.composite
def scenes(draw: st.DrawFn) -> BattleSnapshot:
    pool = draw(st.lists(cards(), min_size=3, max_size=6, unique_by=lambda card: card.name))
    some = st.sampled_from(pool)
    who = st.sampled_from(WHO)
    fighters = {
        name: Combatant(
            id=name,
            name=name,
            side=draw(st.sampled_from(("red", "blue"))),
            stats=Stats(strength=draw(st.integers(0, 5)), stamina=draw(st.integers(0, 5)), intelligence=5, speed=2),
            adrenaline=draw(st.integers(0, 9)),
            bodies=BODIES[name],
            is_mob=name == "M",
            stunned=draw(st.booleans()),
            laid=tuple(
                RoundCard(
                    id=f"{name}{step}",
                    card=draw(some),
                    step=step,
                    face_up=draw(st.booleans()),
                    dealt=draw(st.booleans()),
                    fizzled=draw(st.booleans()),
                )
                for step in range(1, draw(st.integers(0, 2)) + 1)
            ),
            discard=tuple(draw(st.lists(some, max_size=3))),
            close_attackers=tuple(draw(st.lists(st.sampled_from(ALL_BODIES), max_size=2, unique=True))),
            resolved=draw(st.integers(0, 3)),
        )
        for name in WHO
    }
    bodies = {
        body: FighterBody(id=body, name=body, fighter=name, health=draw(st.integers(-2, 20)), most=20)
        for name, all_of in BODIES.items()
        for body in all_of
    }
    field = [
        FieldCard(id=f"f{n}", card=draw(some), owner=draw(who), bearer=draw(who), entered=draw(st.integers(0, 5)))
        for n in range(draw(st.integers(0, 4)))
    ]
    timed = [
        LastingEffect(
            id=f"t{n}",
            effect=draw(_modifies("resolve")),
            record=draw(some),
            card=f"c{n}",
            owner=draw(who),
            bearer=draw(who),
            entered=draw(st.integers(0, 5)),
            tag=draw(st.sampled_from(("", "Distant"))),
        )
        for n in range(draw(st.integers(0, 2)))
    ]
    return BattleSnapshot(
        fighters=fighters,
        bodies=bodies,
        field=tuple(field),
        surroundings=tuple(FieldCard(id=f"e{n}", card=draw(some)) for n in range(draw(st.integers(0, 1)))),
        timed=tuple(timed),
        tags={**library_of().tags, FREE.id: FREE},
        options=draw(
            st.builds(
                BattleOptions,
                stack_same_name=st.booleans(),
                untagged_is_distant=st.booleans(),
                stun_scope=st.sampled_from(("step", "round")),
                friendly_fire=st.sampled_from(("confirm", "forbid")),
                counter_target=st.sampled_from(("attacker", "any")),
            )
        ),
    )


events = st.builds(
    TriggerEvent,
    stage=st.sampled_from(("", "before", "after")),
    source=st.sampled_from(("", *ALL_BODIES)),
    source_actor=st.sampled_from((NOBODY, *WHO)),
    targets=st.lists(st.sampled_from(ALL_BODIES), unique=True, max_size=3).map(tuple),
    tags=st.lists(st.sampled_from(("Close", "Distant")), unique=True).map(tuple),
    is_attack=st.booleans(),
    from_play=st.booleans(),
)
