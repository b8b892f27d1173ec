"""The offers of all features for a seat, limited to what a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from engine.core.memo import memo_of_moment
from engine.kit.control import controller_of
from engine.kit.offers.merged_offers import merge_offers
from engine.kit.offers.nameable_characters import OffersOfSeat, led
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offer_fault_isolation import isolated_offers
from engine.presentation.offers import Offer, make_offer
from engine.rulesets.classic_fantasy.attacks import attack_offers, bleeding_effect
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.character.character_conditions import PRONE
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.checks import check_offers
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll
from engine.rulesets.classic_fantasy.combat import combat_offers
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.damage import damage_offers
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.editor import deployment_offers
from engine.rulesets.classic_fantasy.hazards import hazard_offers
from engine.rulesets.classic_fantasy.health import health_offers, spell_concentration
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest
from engine.rulesets.classic_fantasy.luck import luck_commands, luck_prompts
from engine.rulesets.classic_fantasy.luck.luck_rules import USES
from engine.rulesets.classic_fantasy.progression import experience_offers, session_commands
from engine.rulesets.classic_fantasy.time import time_advance
from engine.rulesets.classic_fantasy.time.time_advance import StopTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage
from engine.rulesets.classic_fantasy.traps import trap_offers
from engine.rulesets.classic_fantasy.traps.placed_traps import TriggeredTrap
from engine.rulesets.classic_fantasy.travel import party_travel
from engine.rulesets.classic_fantasy.treatment import treatment_offers


def _named(*words: str) -> frozenset[str]:
    """Return the base names of offers, which begin alike in this game."""
    return frozenset([f"d100_{word}" for word in words])


_IN_REST: tuple[tuple[str, OffersOfSeat], ...] = (
    ("clock", time_advance.offers),
    ("clock", health_offers.rest_offers),
    ("clock", party_travel.offers),
    ("clock", session_commands.offers),
    ("care", treatment_offers.offers),
    ("care", health_offers.fatigue_offers),
    ("care", health_offers.gm_fatigue_offers),
    ("care", treatment_offers.gm_offers),
    ("care", health_offers.effort_offers),
    ("evening", experience_offers.offers),
    ("evening", health_offers.ageing_offers),
)


def _character_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what each character of a seat can do in a combat or outside one."""
    combat = current_combat(table)
    for actor in able(table, led(table, seat, viewer)):
        if combat is not None and actor in combat.fighters:
            yield from combat_offers.action_offers(table, seat, actor)
            if pool(table, actor, LUCK):  # without a point, all six offers would be refused
                yield from luck_commands.offers_of_actor(table, seat, viewer, actor)
        yield from spell_concentration.offers_of_actor(table, seat, actor)
        yield from attack_offers.offers_of_actor(table, seat, viewer, actor)
        yield from combat_offers.prone_offers(table, seat, actor)
        yield from combat_offers.stand_up_contest_offers(table, seat, viewer, actor)


_FREELY: tuple[tuple[str, OffersOfSeat], ...] = (
    ("fight", combat_offers.offers),
    ("fight", _character_offers),
    ("luck", luck_prompts.offers),
    ("rolls", check_offers.offers),
    ("harm", damage_offers.offers),
    ("harm", hazard_offers.offers),
    ("places", deployment_offers.offers),
    ("traps", trap_offers.offers),
    *_IN_REST,
    ("made_up", hazard_offers.made_up_offers),
)
"""The offers while nothing waits for an answer, each with its group in the list of all."""
_ELSEWHERE = {
    **dict.fromkeys(("d100_start_session", "d100_end_session", "d100_set_session"), "evening"),
    **{f"d100_luck_{use}": "luck" for use in USES},
}
"""Offers that belong to another group than the feature that makes them."""
_TOGETHER = {
    "d100_roll": Message(key="offer.d100_roll_who"),
    "d100_contest": Message(key="offer.d100_contest_who"),
    "d100_stand_up": Message(key="offer.d100_stand_up_who"),
    "d100_break_free": Message(key="offer.d100_break_free_who"),
    "d100_lie_down": Message(key="offer.d100_lie_down_who"),
}
"""Offers that are shown once for all characters of a seat."""
_ATTACK = "d100_attack"
_CALM_TOGETHER = {**_TOGETHER, _ATTACK: Message(key="offer.d100_attack_who")}
_FIGHT_TOGETHER = {
    **_TOGETHER,
    **{
        name: Message(key=f"offer.{name}_who")
        for name in (
            _ATTACK,
            "d100_act",
            "d100_begin_spell",
            "d100_react",
            "d100_pass_round",
            "d100_give_turn",
            "d100_rule_initiative",
            "d100_leave_fight",
            "d100_luck_prompt",
            *(f"d100_luck_{use}" for use in USES),
        )
    },
}
_OUTSIDE_TOGETHER = {_ATTACK: Message(key="offer.d100_attack_else")}
"""The same for characters that are not in the combat."""
_NATURAL = (
    "d100_stabilise_by",
    "d100_pass_any",
    "d100_begin_rest",
    "d100_go_to_place",
    "d100_roll",
    "d100_start_fight",
    "d100_sleep",
    "d100_walk",
    "d100_start_session",
)
"""The offers that are most likely wanted while nothing is in progress, in their order; all others come after them."""
_NATURAL_IN_COMBAT = (
    "d100_initiative",
    "d100_stand_up",
    "d100_break_free",
    "d100_roll_spell",
    "d100_attack",
    "d100_act",
    "d100_begin_spell",
    "d100_pass_round",
    "d100_end_turn",
    "d100_hold_spell",
    "d100_react",
)
"""The same while a combat waits for somebody to act."""
_SELDOM = _named(
    "attack",
    "stand_up",
    "break_free",
    "lie_down",
    "count_anew",
    "set_session",
    "lower",
    "owe",
    "grow",
    "age_loss",
    "restore",
)
"""The offers that come last while nothing is in progress: those of combat, and of the effects of age."""

_BUTTONS: Mapping[OffersOfSeat, frozenset[str]] = {
    combat_offers.offers: _named("initiative", "end_turn", "pass_round"),
    _character_offers: _named(
        "attack", "act", "begin_spell", "react", "stand_up", "lie_down", *(f"luck_{use}" for use in USES)
    ),
    hazard_offers.offers: _named("smother"),
    trap_offers.offers: _named("disarm_trap"),
    health_offers.rest_offers: _named("choose_rest", "prepare_spell"),
    treatment_offers.offers: _named("tend", "stabilise_by", "cast"),
    health_offers.fatigue_offers: _named("rest", "rise", "fatigue_magic"),
    experience_offers.offers: _named("improve", "study", "learn", "rank"),
}
"""The base names of the offers of each feature that have buttons on a status page."""
_GM_BUTTONS: Mapping[OffersOfSeat, frozenset[str]] = {
    combat_offers.offers: _named("end_round", "give_turn", "act_together", "join_fight", "end_fight"),
    damage_offers.offers: _named("harm"),
    hazard_offers.offers: _named(
        "fall",
        "object",
        "heat",
        "set_alight",
        "hazard",
        "put_out",
        "fire_free",
        "fire_held",
        "end_exposure",
        "end_hazard",
    ),
    hazard_offers.made_up_offers: _named(
        "make_hazard_that_hurts", "make_hazard_that_tires", "make_poison", "poison", "end_poison"
    ),
    deployment_offers.offers: _named("lay_prepared"),
    trap_offers.offers: _named(
        *(f"{act}_trap" for act in ("build", "reveal", "search", "spring", "reset", "hide", "remove"))
    ),
    time_advance.offers: _named("pass", "pass_any"),
    health_offers.rest_offers: _named("sleep", "begin_rest", "rest_on", "set_rest", "end_rest"),
    party_travel.offers: _named("walk", "way", "count_anew"),
    session_commands.offers: _named("start_session", "end_session", "set_session"),
    health_offers.gm_fatigue_offers: _named("weary", "refresh", "end_cause", "lose_breath", "breathe", "set_breath"),
    treatment_offers.gm_offers: _named("stabilise", "set_care", "set_strain", "set_hp"),
    health_offers.effort_offers: _named("effort", "strain"),
    experience_offers.offers: _named("award", "lower", "end_study"),
    health_offers.ageing_offers: _named("skip_years", "grow", "owe", "restore"),
}
"""The same for the offers that only the GM can have."""
_GM_NAMES = frozenset[str]().union(*_GM_BUTTONS.values())
BUTTONS = _GM_NAMES.union(*_BUTTONS.values())
"""The base names that `named_offers` finds without all other offers."""
_BUTTONS_OF_FEATURE = {
    offers: _BUTTONS.get(offers, frozenset()) | _GM_BUTTONS.get(offers, frozenset()) for _, offers in _FREELY
}


@memo_of_moment
def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return the offers of a seat, limited to what the viewer may know."""
    offers = tuple(_current_offers(table, seat, viewer))
    if time_passage(table) is not None and table.is_gm(seat):
        return (*offers, make_offer("d100_stop_time", StopTime(seat=seat)))
    return offers


@memo_of_moment
def named_offers(table: Table, seat: str, viewer: str, names: frozenset[str]) -> Iterator[Offer]:
    """Yield those offers of a seat that have one of these names, which are among `BUTTONS`."""
    wanted = names if table.is_gm(seat) else names - _GM_NAMES
    if wanted:
        offers = _current_offers(table, seat, viewer, wanted)
        yield from (offer for offer in offers if offer.base_name in wanted)


def fight_offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return those offers of a seat that a bot takes in a combat: for characters only those of the one on Turn."""
    match table.procedures[-1] if table.procedures else None:
        case Check() as check:
            steps = check_offers.dice_offers(table, seat, seat, check, luck_commands.possible_offers)
            return (*steps, *luck_prompts.offers(table, seat, seat))
        case DamageProcess() as process:
            steps = damage_offers.damage_steps(table, seat, seat, process, luck_commands.possible_offers)
            return (*steps, *luck_prompts.offers(table, seat, seat))
        case Combat() as combat:
            return tuple(_fight_offers(table, seat, combat))
        case _:
            return tuple(_current_offers(table, seat, seat))


def _fight_offers(table: Table, seat: str, combat: Combat) -> Iterator[Offer]:
    actor = combat.turn
    yield from luck_prompts.offers(table, seat, seat)
    yield from combat_offers.turn_offers(table, seat, seat, combat)
    if actor and not combat.acted and controller_of(table, actor) == seat and able(table, (actor,)):
        yield from combat_offers.pass_offers(table, seat, seat, actor)
        yield from attack_offers.simple_attacks(table, seat, actor)
        if table.actors[actor].has_condition(PRONE):
            yield from combat_offers.prone_offers(table, seat, actor)
    yield from combat_offers.end_round_offers(table, seat, combat)


def _current_offers(table: Table, seat: str, viewer: str, wanted: frozenset[str] = frozenset()) -> Iterator[Offer]:
    """Yield the offers of a seat; of features that cannot have a wanted one, none are needed."""
    front = table.procedures[-1] if table.procedures else None
    match front:
        case Check() as check:
            in_check = check_offers.check_offers_in_progress(table, seat, viewer, check, luck_commands.offers)
            defences = tuple(attack_offers.defence_offers(table, seat, viewer))
            yield from (*defences, *(attack_offers.without_acceptance(table, seat, in_check) if defences else in_check))
        case EffectRoll() as effect:
            yield from check_offers.effect_roll_offers_in_progress(table, seat, viewer, effect, luck_commands.offers)
        case DamageProcess() as process:
            yield from damage_offers.damage_offers_in_progress(table, seat, viewer, process, luck_commands.offers)
            yield from bleeding_effect.offers(table, seat, viewer, process)
        case Attack():
            yield from attack_offers.defence_offers(table, seat, viewer)
        case TriggeredTrap() as triggered:
            yield from trap_offers.answers(table, seat, viewer, triggered)
        case Rest():
            yield from (
                offer for offer in _grouped_offers(_IN_REST, table, seat, viewer, wanted) if not _is_not_ready(offer)
            )
        case Combat() as combat:
            inside, outside_attacks = list[Offer](), list[Offer]()
            for offer in _grouped_offers(_FREELY, table, seat, viewer, wanted):
                (outside_attacks if _attacks_from_outside(offer, combat) else inside).append(offer)
            fight_offers = merge_offers(inside, _FIGHT_TOGETHER)
            marked = (
                replace(offer, rare=True) if offer.base_name == "d100_lie_down" else offer for offer in fight_offers
            )
            yield from sorted(marked, key=partial(_rank_among, _NATURAL_IN_COMBAT))
            yield from (replace(offer, rare=True) for offer in merge_offers(outside_attacks, _OUTSIDE_TOGETHER))
        case _:
            calm_offers = merge_offers(_grouped_offers(_FREELY, table, seat, viewer, wanted), _CALM_TOGETHER)
            marked = (replace(offer, rare=True) if offer.base_name in _SELDOM else offer for offer in calm_offers)
            yield from sorted(marked, key=partial(_rank_among, _NATURAL))
    if isinstance(front, Check | EffectRoll | DamageProcess | Attack):
        yield from luck_prompts.offers(table, seat, viewer)


def _grouped_offers(
    features: Sequence[tuple[str, OffersOfSeat]], table: Table, seat: str, viewer: str, wanted: frozenset[str]
) -> Iterator[Offer]:
    """Yield the offers of some features, each in its group; not of those that cannot have a wanted one, if any is."""
    for group, offers in features:
        if wanted and wanted.isdisjoint(_BUTTONS_OF_FEATURE[offers]):
            continue
        for offer in isolated_offers(seat, partial(offers, table, seat, viewer)):
            group_name = _ELSEWHERE.get(offer.base_name, group)
            yield replace(offer, group=Message(key=f"d100.group.{group_name}"))


def _attacks_from_outside(offer: Offer, combat: Combat) -> bool:
    """Return whether an offer is the attack of a character that is not in the combat."""
    name, _, actor = offer.name.partition(":")
    return name == _ATTACK and actor not in combat.fighters


def _is_not_ready(offer: Offer) -> bool:
    """Return whether the time for an offer has not been spent in the rest yet; until then it is not shown."""
    return offer.denial is not None and offer.denial.message.key == "refused.d100_not_ready"


def _rank_among(natural: Sequence[str], offer: Offer) -> int:
    """Return the rank of an offer: the natural ones in their order, then the others, then the rare ones."""
    return natural.index(offer.base_name) if offer.base_name in natural else len(natural) + offer.rare


def complete_offer(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return an offer with the details that take time to find, limited to what the viewer may know."""
    return time_advance.complete_offer(table, offer, viewer) if offer.name == time_advance.ANY else offer
