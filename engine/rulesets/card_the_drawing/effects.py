"""What each primitive of section 5.6 does to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.rulesets.card_the_drawing import facts, mobs
from engine.rulesets.card_the_drawing.asking import picks
from engine.rulesets.card_the_drawing.choosing import redirected, redirection, targets_of
from engine.rulesets.card_the_drawing.current import (
    acting_of,
    below,
    card_record,
    change,
    change_at,
    event_shown,
    may_happen,
)
from engine.rulesets.card_the_drawing.damage import damage, told
from engine.rulesets.card_the_drawing.procedures import Carrying, InForce
from engine.rulesets.card_the_drawing.reacting import fire, leave_field, use_up
from engine.rulesets.card_the_drawing.scene import NOBODY, Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.scopes import Words, whole
from engine.rulesets.card_the_drawing.values import Reckoner, TagEffect
from engine.rulesets.card_the_drawing.zones import field_of
from engine.table.frozen import replace
from engine.table.table import Table

MOST_AT_ONCE = 1000
"""How much of anything one effect gives or takes; an expression may come to any number."""


class Doing(NamedTuple):
    """An effect whose turn has come, with all that it goes by."""

    found: Carrying
    one: TagEffect
    at: Reckoner
    acting: Acting

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom it reaches now."""
        return targets_of(self.at, self.acting, self.one.effect)

    @property
    def fighters(self) -> tuple[str, ...]:
        """Whose bodies those are, each once."""
        return tuple(dict.fromkeys(self.at.scene.bodies[body].fighter for body in self.targets))

    def amount(self, it: str = "") -> int:
        """Return what its amount comes to for somebody."""
        words = Words(self.at, self.acting, it=it, number=self.one.number)
        return max(0, min(MOST_AT_ONCE, whole(self.one.effect.amount, words)))


def carry_out(draft: Draft, found: Carrying, one: TagEffect) -> bool:
    """Carry an effect out, once nothing has to be asked; say whether it is done altogether."""
    at, acting = reckoner(draft.table), acting_of(draft.table, found)
    do = _DO.get(one.effect.do)
    if do is None or not may_happen(at, acting, one.effect, one.number):
        return True
    doing = Doing(found, one, at, acting)
    aimed = one.effect.target and one.effect.target != "same" and not one.tag and do not in _OF_THEMSELVES
    if aimed and not found.served and not doing.targets:
        draft.note("drawing_no_target", "CD-PLAY-7", "CD-TGT-5", card=acting.card.name)
    return do(draft, doing) is not False


# ---- Health ----------------------------------------------------------------------------------------------------------


def _damage(draft: Draft, doing: Doing) -> None:
    """Strike everybody together with the state before it, and use up what took part (5.7)."""
    at, acting, effect, number = doing.at, doing.acting, doing.one.effect, doing.one.number
    event = event_shown(draft.table, doing.found)
    done = damage(at, acting, effect, doing.targets, event, count=number)
    for hit in done.hits:
        name = at.scene.bodies[hit.body].name
        if not hit.dealt:
            draft.note("drawing_no_damage", "CD-DMG-1", body=name, reckoning=[part.words for part in hit.parts])
            continue
        facts.lose_health(
            draft,
            hit.body,
            min(MOST_AT_ONCE, hit.amount),
            "drawing_struck",
            "CD-DMG-1",
            reckoning=[part.words for part in hit.parts],
            card=acting.card.name,
            base=told(at, acting, effect, hit.body, count=number),
        )
    use_up(draft, done.spent)
    if done.dealt:
        change(draft, dealt=True)
        hurt = tuple(hit.body for hit in done.hits if hit.dealt)
        fire(draft, "damaged", replace(event, targets=hurt), but=(doing.found.card,))


def _heal(draft: Draft, doing: Doing) -> None:
    for body in doing.targets:
        facts.heal(draft, body, doing.amount(body), "drawing_heals", "CD-STAT-10")


def _lose_health(draft: Draft, doing: Doing) -> None:
    for body, amount in [(body, doing.amount(body)) for body in doing.targets]:
        if amount:
            facts.lose_health(draft, body, amount, "drawing_loses", "CD-DEF-1")


# ---- Adrenaline, cards, Stun -----------------------------------------------------------------------------------------


def _adrenaline(sign: int) -> Callable[[Draft, Doing], None]:
    def change_adrenaline(draft: Draft, doing: Doing) -> None:
        for body in doing.targets:
            actor = doing.at.scene.bodies[body].fighter
            had = reckoner(draft.table).scene.fighters[actor].adrenaline
            changed = facts.set_adrenaline(draft, actor, had + sign * doing.amount(body))
            key = "drawing_adrenaline_gained" if sign > 0 else "drawing_adrenaline_lost"
            facts.note_of(draft, actor, key, "CD-ADR-1", count=abs(changed))

    return change_adrenaline


def _draw(draft: Draft, doing: Doing) -> None:
    for actor in doing.fighters:
        drawn = facts.draw_cards(draft, actor, doing.amount())
        if drawn:
            draft.note("drawing_draws", "CD-DRAW-3", actor=actor_name(draft.table, actor), count=drawn)


def _discard(draft: Draft, doing: Doing) -> bool:
    """Take cards out of hands, one hand after the other: those that were chosen, or such as chance picks."""
    asked = next(picks(draft.table, doing.found, doing.one), None)
    if asked is None:
        return True
    cards = doing.found.chosen or (asked.only_cards() or ())
    if doing.one.effect.mode == "random" and not cards:
        cards = _picked_by_dice(draft, asked.cards, asked.count)
    _take(draft, doing, asked.served, tuple(cards), "drawing_discards")
    return False


def _picked_by_dice(draft: Draft, cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Let a die say which cards of a hand go: it has as many sides as there are cards, counted from the left."""
    left, found = list(cards), list[str]()
    while left and len(found) < count:
        (face,) = draft.roll(len(left)) if len(left) > 1 else (1,)
        found.append(left.pop(face - 1))
    return tuple(found)


def _remove_condition(draft: Draft, doing: Doing) -> bool:
    """Take Conditions out of play, one bearer after the other (CD-COND-4)."""
    asked = next(picks(draft.table, doing.found, doing.one), None)
    if asked is None:
        return True
    cards = doing.found.chosen or asked.only_cards() or ()
    _take(draft, doing, asked.served, tuple(cards), "drawing_removes")
    return False


def _take(draft: Draft, doing: Doing, served: str, cards: tuple[str, ...], key: str) -> None:
    change(draft, chosen=(), served=(*doing.found.served, served))
    if not cards:
        return
    names = [card_record(draft.table, card).name for card in cards]
    draft.note(key, "CD-COND-4", actor=actor_name(draft.table, served), cards=names)
    for card in cards:
        if key == "drawing_removes":
            leave_field(draft, card)
        else:
            facts.to_discard(draft, card)


def _stun(draft: Draft, doing: Doing) -> None:
    for actor in doing.fighters:
        facts.become(draft, actor, stunned=True)
        draft.note("drawing_stunned", "CD-TAG-STUN", actor=actor_name(draft.table, actor))


# ---- the field, places, heads ----------------------------------------------------------------------------------------


def _discard_self(draft: Draft, doing: Doing) -> None:
    where = draft.table.where(doing.found.card) or ""
    if where == field_of(doing.found.bearer) or where == field_of(_bearer(draft.table, doing.found.card)):
        draft.note("drawing_ends", "CD-COND-4", card=doing.acting.card.name)
        leave_field(draft, doing.found.card)


def _bearer(table: Table, card: str) -> str:
    return next((lies.bearer for lies in reckoner(table).scene.field if lies.id == card), NOBODY)


def _redirect(draft: Draft, doing: Doing) -> None:
    """Let a place among the targets of what is interrupted pass to another."""
    ways = redirection(doing.at, doing.acting, doing.one.effect)
    if not ways.sources or not ways.takers:
        return
    source, taker = doing.found.chosen if len(doing.found.chosen) == 2 else (ways.sources[0], ways.takers[0])
    place = below(draft.table, doing.found) if doing.found.why == "interrupt" else -1
    event = doing.acting.event
    if place < 0 or event.stage != "before" or ways.fault(source, taker) is not None:
        return
    change_at(draft, place, targets=redirected(event, source, taker))
    bodies = doing.at.scene.bodies
    draft.note("drawing_redirected", "CD-TGT-5", source=bodies[source].name, taker=bodies[taker].name)


def _add_minion(draft: Draft, doing: Doing) -> None:
    for actor in doing.fighters:
        if doing.at.scene.fighters[actor].is_mob:
            mobs.add_minions(draft, actor, doing.amount())


def _modify(draft: Draft, doing: Doing) -> None:
    """Put a change in force that a card makes when it takes effect, for whom it is meant (5.2 `until`)."""
    effect, found = doing.one.effect, doing.found
    bearers = doing.fighters if effect.target else ()
    if not effect.target:
        struck = (doing.at.scene.bodies[body].fighter for body in found.targets if body in doing.at.scene.bodies)
        meant = next(struck, None) if doing.acting.card.attach == "target" and not doing.one.tag else None
        bearers = (meant or found.bearer or found.actor,)
    for bearer in bearers:
        now = facts.need_battle(draft.table)
        made = InForce(
            id=f"force:{now.entered}",
            effect=effect,
            card=found.card,
            owner=found.actor,
            bearer=bearer,
            entered=now.entered,
            tag=doing.one.tag,
            index=doing.one.index,
            number=doing.one.number,
            until=effect.until or "cleanup",
        )
        facts.alter(draft, in_force=(*now.in_force, made), entered=now.entered + 1)


_DO: Mapping[str, Callable[[Draft, Doing], bool | None]] = {
    "damage": _damage,
    "heal": _heal,
    "lose_health": _lose_health,
    "gain_adrenaline": _adrenaline(1),
    "lose_adrenaline": _adrenaline(-1),
    "draw": _draw,
    "discard": _discard,
    "stun": _stun,
    "remove_condition": _remove_condition,
    "discard_self": _discard_self,
    "redirect": _redirect,
    "add_minion": _add_minion,
    "modify": _modify,
}
_OF_THEMSELVES = (_discard_self, _redirect)
"""What works on a card, not on whoever is a target."""
