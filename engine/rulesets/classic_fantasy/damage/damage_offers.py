"""Offers for damage in progress, and the GM's offer to harm a character (CF-UI-10, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.character.offer_targets import OffersOfSeat, alive, led
from engine.rulesets.classic_fantasy.damage import damage_commands
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.wounds.wound_tables import numbers


def damage_offers_in_progress(table: Table, seat: str, viewer: str, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield the offers of a seat for the harm at the front, stage by stage.

    Args:
        table: the table.
        seat: the seat.
        viewer: who reads the offers.
        luck: the offers of luck, which come between those of the damage.
    """
    process = table.procedures[-1]
    assert isinstance(process, DamageProcess)
    if not may_follow(table, viewer, audience_for(table, process.harm.actor)):
        return
    gm, name = table.is_gm(seat), actor_name(table, process.harm.actor)
    may_throw = damage_commands.throws_for_harm(table, seat, process.harm)
    names = hit_chart_of(table, process.harm.actor).names
    if process.stage == "where" and (gm or may_throw):
        yield with_denial(table, _find_offer(seat, name, may_throw), damage_commands.verify_find)
        yield _choose_offer(seat, name, names, 1, len(names))
    if process.stage == "damage":
        if not process.blow.lies and (gm or may_throw):
            yield with_denial(table, _throw_offer(seat, name, may_throw), damage_commands.verify_damage)
        yield from luck(table, seat, viewer)
        if gm:
            yield from _damage_offers(table, seat, viewer, process, names)
    if process.stage == "luck":
        # The last act is offered later, with the consequences.
        yield from (option for option in luck(table, seat, viewer) if "last_act" not in option.name)
        if gm or may_throw or table.actors[process.harm.actor].seat == seat:
            yield with_denial(
                table,
                make_offer("d100_waive_luck", damage_commands.WaiveLuck(seat=seat), primary=True, actor=name),
                damage_commands.verify_waive,
            )
    if process.stage == "consequences":
        yield from luck(table, seat, viewer)
        if gm:
            may_read = table.may_read(table.actors[process.harm.actor], viewer)
            yield from _consequence_offers(seat, process if may_read else replace(process, proposed=()), name)
    if gm:
        yield make_offer("d100_stop_harm", damage_commands.StopHarm(seat=seat), rare=True, actor=name)


def _damage_offers(
    table: Table, seat: str, viewer: str, process: DamageProcess, names: tuple[str, ...]
) -> Iterator[Offer]:
    blow = process.blow
    yield with_denial(table, _accept_offer(seat, blow.location), damage_commands.verify_accept)
    if not process.at and len(process.blows) <= len(names):  # with more hits than locations there is no choice
        yield _choose_offer(seat, actor_name(table, process.harm.actor), names, len(process.blows), len(process.blows))
    steps: dict[damage_commands.BlowStep, int] = {
        "base": blow.base or 0,
        "modifier": blow.modifier,
        "magic": blow.magic,
        "worn": blow.worn,
        "natural": blow.natural,
        "damage": blow.ruled or 0,
    }
    knows_blow = _knows_blow(table, process, viewer)
    for step, value in steps.items():
        least, most = _dice_bounds(process) if step == "base" and knows_blow else (-99, 999)
        yield _rule_offer(seat, step, max(least, min(most, value)) if knows_blow else 0, least, most)
    yield make_offer(
        "d100_rule_parry",
        damage_commands.RuleParry(seat=seat, parry=blow.parry),
        questions=(question("parry", QuestionKind.CHOICE, ("all", "half", "none")),),
        rare=True,
    )


def _dice_bounds(process: DamageProcess) -> tuple[int, int]:
    """Return the least and the highest total of the damage dice; only dice of hazards have known bounds."""
    damage_dice = process.harm.step.damage if process.harm.source == "hazard" and process.harm.step is not None else ""
    if not damage_dice:
        return -99, 999
    dice = mixed(damage_dice)
    return dice.least, dice.most


def _knows_blow(table: Table, process: DamageProcess, viewer: str) -> bool:
    """Say whether a viewer may read of both sides of a blow: else one part of it could be taken from the sum."""
    actors = (table.actors.get(actor) for actor in (process.harm.actor, process.harm.by))
    return all(table.may_read(actor, viewer) for actor in actors if actor is not None)


def _consequence_offers(seat: str, process: DamageProcess, name: str) -> Iterator[Offer]:
    yield make_offer(
        "d100_accept_consequences", damage_commands.AcceptConsequences(seat=seat), primary=True, actor=name
    )
    for index, line in enumerate(process.proposed):
        strike = index not in process.struck
        yield make_offer(
            f"d100_strike_line_{'out' if strike else 'in'}:{index}",
            damage_commands.StrikeLine(seat=seat, line=index, out=strike),
            what=say(line.words),
        )
    if any(line.what == "limb_lost" for line in process.proposed):
        questions = (question("limb_kind", QuestionKind.CHOICE, numbers().limbs.kinds),)
        yield make_offer(
            "d100_limb_kind",
            damage_commands.ChooseLimbKind(seat=seat, limb_kind=process.limb_kind),
            questions=questions,
        )
    if any(line.what == "no_offence" for line in process.proposed):
        questions = (question("turns", QuestionKind.NUMBER, least=0, most=99),)
        yield make_offer(
            "d100_rule_turns", damage_commands.RuleTurns(seat=seat, turns=process.turns), questions=questions, rare=True
        )
    if any(line.what in ("incapacitated", "no_offence", "dead") for line in process.proposed):
        yield make_offer(
            f"d100_endurance_{'won' if process.lost else 'lost'}",
            damage_commands.RuleEndurance(seat=seat, lost=not process.lost),
        )
    if any(line.what == "incapacitated" for line in process.proposed):
        allowed = not process.last_act
        yield make_offer(
            f"d100_last_act_{'allow' if allowed else 'deny'}", damage_commands.AllowLastAct(seat=seat, allowed=allowed)
        )


@memoized
def _find_offer(seat: str, name: str, main: bool) -> Offer:
    return make_offer("d100_find_location", damage_commands.FindLocation(seat=seat), primary=main, actor=name)


@memoized
def _choose_offer(seat: str, name: str, places: tuple[str, ...], least: int, most: int) -> Offer:
    questions = (question("locations", QuestionKind.CHOICES, places, least=least, most=most),)
    command = damage_commands.ChooseLocations(seat=seat, locations=())  # none is ticked at first
    return make_offer("d100_choose_locations", command, questions=questions, actor=name)


@memoized
def _throw_offer(seat: str, name: str, main: bool) -> Offer:
    return make_offer("d100_throw_damage", damage_commands.ThrowDamage(seat=seat), primary=main, actor=name)


@memoized
def _accept_offer(seat: str, location: str) -> Offer:
    return make_offer("d100_accept_damage", damage_commands.AcceptDamage(seat=seat), primary=True, location=location)


@memoized
def _rule_offer(seat: str, step: damage_commands.BlowStep, value: int, least: int, most: int) -> Offer:
    questions = (question("number", QuestionKind.NUMBER, field="value", least=least, most=most),)
    return make_offer(
        f"d100_rule_{step}", damage_commands.RuleBlow(seat=seat, step=step, value=value), questions=questions, rare=True
    )


# ---- harm by the GM -------------------------------------------------------------------------------------------------

LocationsByActor = tuple[tuple[str, tuple[str, ...]], ...]
"""Of each character the locations of its body."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield that the GM can harm a character."""
    locations = locations_by_actor(table, led(table, seat, viewer)) if table.is_gm(seat) else ()
    if locations:
        yield _harm_offer(seat, locations)


def locations_by_actor(table: Table, actors: Iterable[str]) -> LocationsByActor:
    """Return the locations of the living characters that have a body, by character."""
    bodies = (actor for actor in alive(table, actors) if table.actors[actor].body is not None)
    return tuple((actor, hit_chart_of(table, actor).names) for actor in bodies)


def actor_question(actors: tuple[str, ...]) -> Question:
    """Ask for the character that is harmed."""
    return question("actor", QuestionKind.CHOICE, actors)


def locations_question(places: LocationsByActor, least: int = 0, field: str = "locations") -> Question:
    """Ask for locations of the chosen character; optional unless there is a minimum."""
    all_locations = tuple(dict.fromkeys(name for _, names in places for name in names))
    most = max(len(names) for _, names in places)
    return question(
        "locations",
        QuestionKind.CHOICES,
        all_locations,
        field=field,
        by="actor",
        among=dict(places),
        least=least,
        most=most,
        optional=not least,
    )


def actors_of(places: LocationsByActor) -> tuple[str, ...]:
    """Return the characters."""
    return tuple(name for name, _ in places)


@memoized
def _harm_offer(seat: str, places: LocationsByActor) -> Offer:
    questions = (
        actor_question(actors_of(places)),
        question(
            "damage_dice", QuestionKind.CHOICE, ("1d4", "1d6", "1d8", "1d10", "2d6"), field="damage", own_words=True
        ),
        question("what", QuestionKind.TEXT, optional=True),
        locations_question(places),
        question("armour_helps", QuestionKind.FLAG, field="armour", optional=True),
        question("parry", QuestionKind.CHOICE, ("all", "half", "none"), optional=True, rare=True),
        question("magic", QuestionKind.NUMBER, least=-9, most=99, optional=True, rare=True),
        question("kindles", QuestionKind.CHOICE, ("fire", "electrical"), optional=True, rare=True),
    )
    return make_offer(
        "d100_harm", damage_commands.HarmSomebody(seat=seat, actor=places[0][0], damage="1d6"), questions=questions
    )
