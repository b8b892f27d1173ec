"""Offers to begin an action while none is in progress: an attempt, a blow, a shot, a hazard, a house action."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, denial, make_offer, question
from engine.rulesets.imaginality.actions import action_commands
from engine.rulesets.imaginality.character_sheet import ATTRIBUTES
from engine.rulesets.imaginality.character_state import foes_first, is_dead, living_first, need_somebody
from engine.rulesets.imaginality.combat import melee_commands, ranged_commands
from engine.rulesets.imaginality.damage import damage_commands
from engine.rulesets.imaginality.deck.deck_commands import holders
from engine.rulesets.imaginality.procedures import noticed
from engine.rulesets.imaginality.settings import bookkeeping_skills, number, word
from engine.rulesets.imaginality.turns.turn_commands import declared_text, need_combat, need_turn

COUNT = question("advantage", QuestionKind.NUMBER, least=0, most=9, optional=True)
AGAINST = question("disadvantage", QuestionKind.NUMBER, least=0, most=9, optional=True)
WHAT = question("what", QuestionKind.TEXT, optional=True)
SKILL = question("skill", QuestionKind.TEXT, optional=True)
ATTRIBUTE = question("attribute", QuestionKind.CHOICE, ATTRIBUTES, optional=True)
AWARE, CLOSE, COVER = (question(field, QuestionKind.FLAG, optional=True) for field in ("aware", "close", "cover"))
FURTHEST = 10_000


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the actions of characters that the viewer knows; what they declared is filled in."""
    there = noticed(table, viewer)
    gm = table.is_gm(seat)
    leaders = {actor: controller_of(table, actor) for actor in there}
    # The default target should be neither a friend nor dead.
    alive_first, strangers_first = living_first(table, there, viewer), foes_first(table, there, seat, viewer)
    dying = [a for a in there if table.actors[a].has_condition("dying") and not is_dead(table, a, viewer)]
    blades, guns = (weapons_of(table, kind) for kind in ("hand_to_hand", "ranged"))
    no_blows = denial(_need_blows, table)
    near = number(table, "close_range_m")
    for actor in (a for a in there if leaders[a] == seat):
        name = actor_name(table, actor)
        others, foes = (tuple(a for a in list_of if a != actor) for list_of in (alive_first, strangers_first))
        character = table.actors[actor]
        skills = table.may_read(character, viewer) and bookkeeping_skills(
            table, character
        )  # its skills are on its record
        not_now = denial(need_turn, table, actor)
        no_fight = denial(_need_fight, table, others, viewer) or not_now
        what = declared_text(table, actor, viewer)
        yield _attempt(seat, gm, actor, name, others, skills, what).unless(not_now)
        if patients := tuple(a for a in dying if a != actor):
            yield _treat(seat, actor, name, patients).unless(not_now)
        yield _strike(seat, gm, actor, name, foes, blades, skills, what).unless(no_blows or no_fight)
        yield _shoot(seat, gm, actor, name, foes, guns, skills, near, what).unless(no_fight)
    if gm:
        yield _hazard(seat, alive_first).unless(denial(need_somebody, table, there, viewer, "IM-DMG-1"))
        yield _house_action(seat, holders(table)).unless(denial(action_commands.need_house_actions, table))


def _need_blows(table: Table) -> None:
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")


def _need_fight(table: Table, others: tuple[str, ...], viewer: str) -> None:
    need_combat(table)
    need_somebody(table, others, viewer, "IM-HTH-1")


def _edges(gm: bool) -> tuple[Question, ...]:
    return (COUNT, AGAINST) if gm else ()


@memoized
def _attempt(seat: str, gm: bool, actor: str, name: str, others: tuple[str, ...], skills: bool, what: str) -> Offer:
    """Offer an attempt; skills are asked for only where they are looked up (IM-SKILL-2)."""
    target = question("target", QuestionKind.CHOICE, others, optional=True)
    asks = (WHAT, target, *((SKILL, ATTRIBUTE) if skills else ()), *_edges(gm))
    command = action_commands.Attempt(seat=seat, actor=actor, what=what, attribute=ATTRIBUTES[0] if skills else "")
    return make_offer(f"attempt:{actor}", command, questions=asks, actor=name)


@memoized
def _treat(seat: str, actor: str, name: str, dying: tuple[str, ...]) -> Offer:
    command = action_commands.Attempt(seat=seat, actor=actor, what="first aid")
    questions = (question("treating", QuestionKind.CHOICE, dying, least=1, most=1),)
    return make_offer(f"treat:{actor}", command, questions=questions, actor=name)


def _target(foes: tuple[str, ...]) -> Question:
    return question("target", QuestionKind.CHOICE, foes, least=1, most=1)


@memoized
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
    command = melee_commands.Strike(seat=seat, actor=actor, target="", what=what)
    asks = (_target(foes), which_weapon(weapons), WHAT, *((SKILL,) if skills else ()), AWARE, *_edges(gm))
    return make_offer(f"strike:{actor}", command, questions=asks, actor=name)


@memoized
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
    """Offer a shot; `near` is the limit of close range in metres, 0 where no distance makes it close."""
    command = ranged_commands.Shoot(seat=seat, actor=actor, target="", what=what)
    by_skill = (SKILL, *((ATTRIBUTE,) if gm else ())) if skills else ()
    target = (_target(foes), which_weapon(weapons), *_distance(near))
    asks = (*target, WHAT, *by_skill, AWARE, COVER, CLOSE, *_edges(gm))
    return make_offer(f"shoot:{actor}", command, questions=asks, actor=name)


def _distance(near: int) -> tuple[Question, ...]:
    """Ask for the distance to the target, where that alone can make the range close (IM-RANGED-2)."""
    label = Message(key="ask.distance_m", params={"metres": near})
    far = Question(field="distance_m", kind=QuestionKind.NUMBER, label=label, most=FURTHEST, optional=True)
    return (far,) if near else ()


@memoized
def _hazard(seat: str, there: tuple[str, ...]) -> Offer:
    hurt = question("hurt", QuestionKind.CHOICE, there, field="target", least=1, most=1)
    cards = question("cards_due", QuestionKind.NUMBER, least=1, most=20, field="cards")
    return make_offer("hazard", damage_commands.Hazard(seat=seat, target="", cards=1), questions=(hurt, cards, WHAT))


@memoized
def _house_action(seat: str, who: tuple[str, ...]) -> Offer:
    questions = (
        WHAT,
        question("holders", QuestionKind.CHOICES, who, least=1, most=len(who)),
        question("count", QuestionKind.NUMBER, least=1, most=9),
    )
    return make_offer("house_action", action_commands.HouseAction(seat=seat, what="", holders=()), questions=questions)


def weapons_of(table: Table, kind: str) -> tuple[str, ...]:
    """Return the weapons of a kind (`hand_to_hand`, `ranged`) on the group's list."""
    return tuple(str(row["name"]) for row in table.lists.get("weapons", ()) if row.get("class") == kind)


def which_weapon(names: tuple[str, ...]) -> Question:
    """Ask for a weapon."""
    return question("weapon", QuestionKind.CHOICE, names, optional=True)
