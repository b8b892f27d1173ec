"""Offers to begin an action while none is in progress: an attempt, a blow, a shot, a hazard, a house action."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of, unchecked
from engine.presentation.offers import Offer, denial
from engine.rulesets.imaginality.actions.action_commands import Attempt, HouseAction, need_house_actions
from engine.rulesets.imaginality.character_sheet import ATTRIBUTES
from engine.rulesets.imaginality.character_state import foes_first, is_dead, living_first, need_somebody
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.damage import Hazard
from engine.rulesets.imaginality.deck.deck_commands import holders
from engine.rulesets.imaginality.procedures import noticed
from engine.rulesets.imaginality.settings import bookkeeping_skills, number, word
from engine.rulesets.imaginality.turns.turn_commands import declared_text, need_combat, need_turn

FURTHEST = 10_000
_EDGES = ("advantage", "disadvantage")


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
    metres = Asks(params=(("metres", near),), most=FURTHEST)
    for actor in (a for a in there if leaders[a] == seat):
        others, foes = (tuple(a for a in list_of if a != actor) for list_of in (alive_first, strangers_first))
        character, name = table.actors[actor], actor_name(table, actor)
        skills = table.may_read(character, viewer) and bookkeeping_skills(
            table, character
        )  # its skills are on its record
        not_now = denial(need_turn, table, actor)
        no_fight = denial(_need_fight, table, others, viewer) or not_now
        what = declared_text(table, actor, viewer)
        edges = _EDGES if gm else ()
        by_skill = ("skill", "attribute") if skills else ()  # asked for only where they are looked up (IM-SKILL-2)
        attempt = Attempt(seat=seat, actor=actor, what=what, attribute=ATTRIBUTES[0] if skills else "")
        asked = ("what", "target", *by_skill, *edges)
        yield offer_of(
            table, attempt, unchecked, fields=asked, asks={"target": others, "attribute": ATTRIBUTES}
        ).unless(not_now)
        asks: dict[str, Answers]
        if patients := tuple([a for a in dying if a != actor]):
            treat = Attempt(seat=seat, actor=actor, what="first aid")
            asks = {"treating": Asks(choices=patients, least=1, most=1, optional=False)}
            yield offer_of(table, treat, unchecked, name=f"treat:{actor}", fields=("treating",), asks=asks).unless(
                not_now
            )
        strike = Strike(seat=seat, actor=actor, target="", what=what)
        asked = ("target", "weapon", "what", *by_skill[:1], "aware", *edges)
        asks = {"target": foes, "weapon": blades}
        yield offer_of(None, strike, fields=asked, asks=asks, actor=name).unless(no_blows or no_fight)
        shoot = Shoot(seat=seat, actor=actor, target="", what=what)
        distance = ("distance_m",) if near else ()  # where that alone can make the range close (IM-RANGED-2)
        asked = (
            "target",
            "weapon",
            *distance,
            "what",
            *(by_skill if gm else by_skill[:1]),
            "aware",
            "cover",
            "close",
            *edges,
        )
        asks = {"target": foes, "weapon": guns, "distance_m": metres, "attribute": ATTRIBUTES}
        yield offer_of(None, shoot, fields=asked, asks=asks, actor=name).unless(no_fight)
    if gm:
        hazard = Hazard(seat=seat, target="", cards=1)
        nobody = denial(need_somebody, table, there, viewer, "IM-DMG-1")
        yield offer_of(table, hazard, unchecked, asks={"target": alive_first}).unless(nobody)
        house, why_not = HouseAction(seat=seat, what="", holders=()), denial(need_house_actions, table)
        yield offer_of(table, house, unchecked, asks={"holders": holders(table)}).unless(why_not)


def _need_blows(table: Table) -> None:
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")


def _need_fight(table: Table, others: tuple[str, ...], viewer: str) -> None:
    need_combat(table)
    need_somebody(table, others, viewer, "IM-HTH-1")


def weapons_of(table: Table, kind: str) -> tuple[str, ...]:
    """Return the weapons of a kind (`hand_to_hand`, `ranged`) on the group's list."""
    return tuple(str(row["name"]) for row in table.lists.get("weapons", ()) if row.get("class") == kind)
