"""Offers of social contests: plain rolls, contests of will, stakes, prices, and fear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.presentation.offers import Offer, Question, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.future_imperfect.actions import plain_roll_commands
from engine.rulesets.future_imperfect.chips import chip_ownership, fate_pot
from engine.rulesets.future_imperfect.chips.fate_chip_rules import fate_tables
from engine.rulesets.future_imperfect.offer_context import (
    MAX_NUMBER,
    Names,
    OfferContext,
    actor_ids,
    actor_question,
    listed_skills,
    others_of,
    rollable_names,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.procedures.stakes_procedure import SocialPrice, Stakes
from engine.rulesets.future_imperfect.rules import social_tables
from engine.rulesets.future_imperfect.social import outcome_interruption, social_contest_commands, stakes_commands
from engine.rulesets.future_imperfect.social.fear_offers import fear_test

WHAT = question("what", QuestionKind.TEXT, optional=True)
TN = question("tn", QuestionKind.NUMBER, most=MAX_NUMBER, optional=True)
MOST_WAYS_TO_PAY = 12
MOST_RAISES = 6
STAKED = (
    question("stake_won", QuestionKind.TEXT, field="success", least=1),
    question("stake_raised", QuestionKind.LINES, field="raises", most=MOST_RAISES, optional=True),
    question("stake_lost", QuestionKind.TEXT, field="failure", least=1),
)


def against(skills: Names) -> Question:
    """Ask for the opponent's skill, if the rules do not name it."""
    return question("against", QuestionKind.CHOICE, skills, optional=True, own_words=True, rare=True)


def answers(context: OfferContext) -> Iterator[Offer]:
    """Yield the answers to stakes or a price under negotiation."""
    match context.table.procedures[-1] if context.table.procedures else None:
        case Stakes() as procedure:
            sides = {controller_of(context.table, procedure.actor), controller_of(context.table, procedure.target)}
            if context.seat in sides or context.gm:
                yield with_denial(context.table, _agree(context.seat), stakes_commands.verify_agree)
                yield _change(context.seat, procedure.success, procedure.failure, procedure.raises)
                yield _drop_stakes(context.seat)
        case SocialPrice() as procedure:
            yield from _price(context, procedure)
        case _:
            pass


def over_stakes(context: OfferContext, check: Check) -> Iterator[Offer]:
    """Yield interruptions of rolled stakes, and the GM's decision after one."""
    if check.halted_by:
        if context.gm:
            yield _stop_outcome(context.seat)
        return
    may = actor_ids(
        [actor for actor in context.mine if denial(outcome_interruption.need_third, context.table, actor.id) is None]
    )
    if may:
        known = tuple(actor for actor in outcome_interruption.sides(check) if actor in context.seen)
        yield _cut_in(context.seat, may, known)


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield plain rolls, contests of will for the acting character, and stakes for a simple contest."""
    if not context.mine:
        return
    alive = tuple([actor for actor in context.others if not context.seen_dead(actor.id)])
    rolls = (*context.mine, *(alive if context.gm else ()))
    actors, others = actor_ids(rolls), actor_ids(alive)
    names = rollable_names(context.table, actors)
    skills = listed_skills(context.table)
    acts = context.turn
    if acts is not None and context.may_act(acts):
        yield _act_by_roll(context.seat, acts.id, acts.name, rollable_names(context.table, (acts.id,)))
        known = {actor.id for actor in context.there}
        foes = tuple(actor for actor in context.foes_first(acts.id) if actor in known)
        targets = tuple(dict.fromkeys((*foes, *context.aimed_at((acts.id,), actor_ids(context.there))[acts.id])))
        if targets:
            yield _wills(context.seat, acts.id, acts.name, targets, skills)
    yield _roll(context.seat, actors, names)
    against = actors if context.gm else others
    if against and len({*actors, *against}) > 1:
        yield _roll_against(context.seat, actors, names, against, skills)
        if denial(stakes_commands.need_quiet, context.table) is None:
            yield _propose(context.seat, actors, against, skills)


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers: fear, and a price."""
    if context.people.minded:
        yield fear_test(context.seat, context.people.minded)
    if context.people.living and denial(stakes_commands.need_quiet, context.table) is None:
        yield _name_price(context.seat, context.people.living)


# ---- rolls -----------------------------------------------------------------------------------------------------------


@memo
def _roll(seat: str, actors: tuple[str, ...], names: tuple[str, ...]) -> Offer:
    rolled = question("rolled", QuestionKind.CHOICE, names, field="name", own_words=True)
    bare = plain_roll_commands.TryRoll(seat=seat, actor=actors[0], name=names[0])
    return make_offer("try_roll", bare, questions=(*actor_question(actors), rolled, TN, WHAT))


@memo
def _roll_against(seat: str, actors: Names, names: Names, others: Names, skills: Names) -> Offer:
    questions = (
        *actor_question(actors),
        question("rolled", QuestionKind.CHOICE, names, field="name", own_words=True),
        _target_question(actors, others),
        against(skills),
        WHAT,
    )
    return make_offer(
        "roll_against", plain_roll_commands.TryRoll(seat=seat, actor=actors[0], name=names[0]), questions=questions
    )


@memo
def _act_by_roll(seat: str, actor: str, name: str, names: tuple[str, ...]) -> Offer:
    rolled = question("rolled", QuestionKind.CHOICE, names, field="name", own_words=True)
    bare = plain_roll_commands.TryRoll(seat=seat, actor=actor, name=names[0], action=True)
    return make_offer(f"act_by_roll:{actor}", bare, questions=(rolled, TN, WHAT), actor=name)


def _target_question(actors: Names, others: Names) -> Question:
    return question("target", QuestionKind.CHOICE, others, by="actor", among=others_of(actors, others))


# ---- wills, stakes ---------------------------------------------------------------------------------------------------


def _opposed() -> tuple[str, ...]:
    return tuple(social_tables.social_tables().opposition)


@memo
def _wills(seat: str, actor: str, name: str, targets: Names, skills: Names) -> Offer:
    questions = (
        question("aptitude", QuestionKind.CHOICE, _opposed(), own_words=True),
        question("target", QuestionKind.CHOICE, targets),
        question("group", QuestionKind.CHOICES, targets, optional=True, rare=True),
        against(skills),
    )
    bare = social_contest_commands.ContestWills(seat=seat, actor=actor, target=targets[0], aptitude=_opposed()[0])
    return make_offer(f"contest_wills:{actor}", bare, questions=questions, actor=name)


@memo
def _propose(seat: str, actors: Names, others: Names, skills: Names) -> Offer:
    questions = (
        *actor_question(actors),
        _target_question(actors, others),
        question("aptitude", QuestionKind.CHOICE, _opposed(), own_words=True),
        *STAKED,
        against(skills),
    )
    other = next(actor for actor in others if actor != actors[0])
    bare = stakes_commands.ProposeStakes(
        seat=seat, actor=actors[0], target=other, aptitude=_opposed()[0], success="", failure=""
    )
    return make_offer("propose_stakes", bare, questions=questions)


@memo
def _agree(seat: str) -> Offer:
    return make_offer("agree_stakes", stakes_commands.AgreeStakes(seat=seat))


@memo
def _change(seat: str, success: str, failure: str, raises: tuple[str, ...]) -> Offer:
    bare = stakes_commands.ChangeStakes(seat=seat, success=success, failure=failure, raises=raises)
    return make_offer("change_stakes", bare, questions=STAKED)


@memo
def _cut_in(seat: str, actors: Names, sides: Names) -> Offer:
    forestalled = (question("forestalled", QuestionKind.CHOICE, sides, field="against", optional=True, rare=True),)
    questions = (*actor_question(actors), *(forestalled if len(sides) > 1 else ()))
    return make_offer("cut_in", outcome_interruption.CutIn(seat=seat, actor=actors[0]), questions=questions)


@memo
def _stop_outcome(seat: str) -> Offer:
    questions = (question("why", QuestionKind.TEXT, least=1),)
    return make_offer("stop_outcome", outcome_interruption.StopOutcome(seat=seat, why=""), questions=questions)


@memo
def _drop_stakes(seat: str) -> Offer:
    return make_offer("drop_stakes", stakes_commands.DropStakes(seat=seat))


# ---- a price ---------------------------------------------------------------------------------------------------------


def _price(context: OfferContext, price: SocialPrice) -> Iterator[Offer]:
    """Yield each way to pay from the seat's bag, and paying nothing."""
    in_bag = fate_pot.held_by(context.table, context.seat)
    colours = [chip.key for chip in fate_tables().colours if in_bag.get(chip.key)]
    may = (
        colours
        and denial(chip_ownership.need_spendable_chip, context.table, price.actor, context.seat, colours[0]) is None
    )
    each = [range(min(in_bag[colour], price.chips), -1, -1) for colour in colours] if may else []
    ways = (chips for chips in product(*each) if each and sum(chips) == price.chips)
    for chips in islice(ways, MOST_WAYS_TO_PAY):
        yield _pay(context.seat, tuple((colour, n) for colour, n in zip(colours, chips, strict=True) if n))
    if context.gm or controller_of(context.table, price.actor) == context.seat:
        yield _let_stand(context.seat, actor_name(context.table, price.actor))


@memo
def _pay(seat: str, chips: tuple[tuple[str, int], ...]) -> Offer:
    given: Mapping[str, int] = dict(chips)
    name = "-".join(f"{n}{colour}" for colour, n in chips)
    return make_offer(
        f"pay_price:{name}", stakes_commands.PayPrice(seat=seat, chips=given), chips=fate_pot.chip_words(given)
    )


@memo
def _let_stand(seat: str, name: str) -> Offer:
    return make_offer("let_stand", stakes_commands.LetStand(seat=seat), actor=name)


@memo
def _name_price(seat: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        *actor_question(actors),
        question("price", QuestionKind.NUMBER, field="chips", least=1, most=MAX_NUMBER),
        question("threat", QuestionKind.TEXT, field="what", least=1),
    )
    return make_offer(
        "name_price", stakes_commands.NamePrice(seat=seat, actor=actors[0], chips=1, what=""), questions=questions
    )
