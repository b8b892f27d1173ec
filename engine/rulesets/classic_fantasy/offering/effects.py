"""What can be done about dice of an effect that lie: luck, letting them stand, and the GM's word (CF-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import AskKind, Offer, ask, denial, offered
from engine.rulesets.classic_fantasy import effects, rolling
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.leading import leader
from engine.rulesets.classic_fantasy.offering.rolls import luck
from engine.rulesets.classic_fantasy.procedures.effect import effect
from engine.table.frozen import kept
from engine.table.table import Table


def under_way(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield it."""
    lying = effect(table)
    assert lying is not None
    yield from luck(table, seat, viewer)
    bare = rolling.AcceptRoll(seat=seat)
    if denial(rolling.verify_accept, table, bare) is None:
        yield offered("d100_let_stand", bare, main=leader(table, lying.actor) == seat)
    if table.is_gm(seat) and table.may_read(table.actors[lying.actor], viewer):
        read = mixed(lying.dice)
        yield _rule(seat, lying.value, read.least, read.most)


@kept
def _rule(seat: str, value: int, least: int, most: int) -> Offer:
    bare = effects.RuleEffect(seat=seat, value=value)
    asks = (ask("number", AskKind.NUMBER, field="value", least=least, most=most),)
    return offered("d100_rule_effect", bare, asks=asks, seldom=True)
