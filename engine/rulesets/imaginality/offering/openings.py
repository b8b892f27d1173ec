"""What can be begun while no action is under way: trying something, a blow, a shot, a hazard, a house action."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, denial, offered
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.imaginality import actions, damage, melee, ranged
from engine.rulesets.imaginality.deck import holders
from engine.rulesets.imaginality.people import foes_first, is_dead, leader, living_first, need_somebody
from engine.rulesets.imaginality.procedures import noticed
from engine.rulesets.imaginality.settings import bookkeeping_skills, number, word
from engine.rulesets.imaginality.sheet import ATTRIBUTES
from engine.rulesets.imaginality.turns import intention, need_combat, need_turn
from engine.table.frozen import kept
from engine.table.table import Table

COUNT = ask("advantage", AskKind.NUMBER, least=0, most=9, optional=True)
AGAINST = ask("disadvantage", AskKind.NUMBER, least=0, most=9, optional=True)
WHAT = ask("what", AskKind.TEXT, optional=True)
SKILL = ask("skill", AskKind.TEXT, optional=True)
ATTRIBUTE = ask("attribute", AskKind.CHOICE, ATTRIBUTES, optional=True)
AWARE, CLOSE, COVER = (ask(field, AskKind.FLAG, optional=True) for field in ("aware", "close", "cover"))
FURTHEST = 10_000


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what can be begun with those of whom the viewer knows; what they declared need not be said again."""
    there = noticed(table, viewer)
    gm = table.is_gm(seat)
    leaders = {actor: leader(table, actor) for actor in there}
    # What is chosen to begin with should hit no friend and no corpse.
    alive_first, strangers_first = living_first(table, there, viewer), foes_first(table, there, seat, viewer)
    dying = [a for a in there if table.actors[a].has("dying") and not is_dead(table, a, viewer)]
    blades, guns = (weapons_of(table, kind) for kind in ("hand_to_hand", "ranged"))
    no_blows = denial(_need_blows, table)
    near = number(table, "close_range_m")
    for actor in (a for a in there if leaders[a] == seat):
        name = actor_name(table, actor)
        others, foes = (tuple(a for a in list_of if a != actor) for list_of in (alive_first, strangers_first))
        found = table.actors[actor]
        skills = table.may_read(found, viewer) and bookkeeping_skills(table, found)  # which it has is on its record
        not_now = denial(need_turn, table, actor)
        no_fight = denial(_need_fight, table, others, viewer) or not_now
        what = intention(table, actor, viewer)
        yield _attempt(seat, gm, actor, name, others, skills, what).unless(not_now)
        if patients := tuple(a for a in dying if a != actor):
            yield _treat(seat, actor, name, patients).unless(not_now)
        yield _strike(seat, gm, actor, name, foes, blades, skills, what).unless(no_blows or no_fight)
        yield _shoot(seat, gm, actor, name, foes, guns, skills, near, what).unless(no_fight)
    if gm:
        yield _hazard(seat, alive_first).unless(denial(need_somebody, table, there, viewer, "IM-DMG-1"))
        yield _house_action(seat, holders(table)).unless(denial(actions.need_house_actions, table))


def _need_blows(table: Table) -> None:
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")


def _need_fight(table: Table, others: tuple[str, ...], viewer: str) -> None:
    need_combat(table)
    need_somebody(table, others, viewer, "IM-HTH-1")


def _edges(gm: bool) -> tuple[Ask, ...]:
    return (COUNT, AGAINST) if gm else ()


@kept
def _attempt(seat: str, gm: bool, actor: str, name: str, others: tuple[str, ...], skills: bool, what: str) -> Offer:
    """Offer to try something; of skills nothing is asked where they are not looked up (IM-SKILL-2)."""
    target = ask("target", AskKind.CHOICE, others, optional=True)
    asks = (WHAT, target, *((SKILL, ATTRIBUTE) if skills else ()), *_edges(gm))
    command = actions.Attempt(seat=seat, actor=actor, what=what, attribute=ATTRIBUTES[0] if skills else "")
    return offered(f"attempt:{actor}", command, asks=asks, actor=name)


@kept
def _treat(seat: str, actor: str, name: str, dying: tuple[str, ...]) -> Offer:
    command = actions.Attempt(seat=seat, actor=actor, what="first aid")
    asks = (ask("treating", AskKind.CHOICE, dying, least=1, most=1),)
    return offered(f"treat:{actor}", command, asks=asks, actor=name)


def _target(foes: tuple[str, ...]) -> Ask:
    return ask("target", AskKind.CHOICE, foes, least=1, most=1)


@kept
def _strike(
    seat: str,
    gm: bool,
    actor: str,
    name: str,
    foes: tuple[str, ...],
    weapons: tuple[str, ...],
    skills: bool,
    what: str,
) -> Offer:
    command = melee.Strike(seat=seat, actor=actor, target="", what=what)
    asks = (_target(foes), which_weapon(weapons), WHAT, *((SKILL,) if skills else ()), AWARE, *_edges(gm))
    return offered(f"strike:{actor}", command, asks=asks, actor=name)


@kept
def _shoot(
    seat: str,
    gm: bool,
    actor: str,
    name: str,
    foes: tuple[str, ...],
    weapons: tuple[str, ...],
    skills: bool,
    near: int,
    what: str,
) -> Offer:
    """Offer a shot; `near` is up to how many metres the range is close, 0 where no distance makes it so."""
    command = ranged.Shoot(seat=seat, actor=actor, target="", what=what)
    by_skill = (SKILL, *((ATTRIBUTE,) if gm else ())) if skills else ()
    target = (_target(foes), which_weapon(weapons), *_distance(near))
    asks = (*target, WHAT, *by_skill, AWARE, COVER, CLOSE, *_edges(gm))
    return offered(f"shoot:{actor}", command, asks=asks, actor=name)


def _distance(near: int) -> tuple[Ask, ...]:
    """Ask how far away the target is, where that alone can make the range close (IM-RANGED-2)."""
    label = Message(key="ask.distance_m", params={"metres": near})
    far = Ask(field="distance_m", kind=AskKind.NUMBER, label=label, most=FURTHEST, optional=True)
    return (far,) if near else ()


@kept
def _hazard(seat: str, there: tuple[str, ...]) -> Offer:
    hurt = ask("hurt", AskKind.CHOICE, there, field="target", least=1, most=1)
    cards = ask("cards_due", AskKind.NUMBER, least=1, most=20, field="cards")
    return offered("hazard", damage.Hazard(seat=seat, target="", cards=1), asks=(hurt, cards, WHAT))


@kept
def _house_action(seat: str, who: tuple[str, ...]) -> Offer:
    asks = (
        WHAT,
        ask("holders", AskKind.CHOICES, who, least=1, most=len(who)),
        ask("count", AskKind.NUMBER, least=1, most=9),
    )
    return offered("house_action", actions.HouseAction(seat=seat, what="", holders=()), asks=asks)


def weapons_of(table: Table, kind: str) -> tuple[str, ...]:
    """Return the weapons of a kind (`hand_to_hand`, `ranged`) on the group's list."""
    return tuple(str(row["name"]) for row in table.lists.get("weapons", ()) if row.get("class") == kind)


def which_weapon(names: tuple[str, ...]) -> Ask:
    """Ask for a weapon."""
    return ask("weapon", AskKind.CHOICE, names, optional=True)
