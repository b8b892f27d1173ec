"""What can be done about minds: rolls of anything, contests of will, stakes, prices, and fear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import (
    contests,
    counting,
    cutting_in,
    decks,
    dread,
    fears,
    limbs,
    minds,
    pot,
    purse,
    stakes,
)
from engine.rulesets.future_imperfect.fate import fate_tables
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.offering.scene import (
    MOST_NUMBER,
    Scene,
    ids,
    listed_skills,
    others_of,
    rolled_by,
    whom,
)
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check
from engine.rulesets.future_imperfect.procedures.conflict import fighter_of
from engine.rulesets.future_imperfect.procedures.stakes import Price, Stakes
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept

WHAT = ask("what", AskKind.TEXT, optional=True)
TN = ask("tn", AskKind.NUMBER, most=MOST_NUMBER, optional=True)
MOST_WAYS_TO_PAY = 12
MOST_RAISES = 6
STAKED = (
    ask("stake_won", AskKind.TEXT, field="success", least=1),
    ask("stake_raised", AskKind.LINES, field="raises", most=MOST_RAISES, optional=True),
    ask("stake_lost", AskKind.TEXT, field="failure", least=1),
)
Names = tuple[str, ...]
_ROLLED = Remembered[Names]()


def against(skills: Names) -> Ask:
    """Ask what the other one rolls, where the rules do not say so."""
    return ask("against", AskKind.CHOICE, skills, optional=True, own_words=True, seldom=True)


def answers(scene: Scene) -> Iterator[Offer]:
    """Yield the answers to stakes or a price that are being talked over."""
    match scene.table.procedures[-1] if scene.table.procedures else None:
        case Stakes() as found:
            sides = {leader(scene.table, found.actor), leader(scene.table, found.target)}
            if scene.seat in sides or scene.gm:
                yield checked(scene.table, _agree(scene.seat), stakes.verify_agree)
                yield _change(scene.seat, found.success, found.failure, found.raises)
                yield _drop(scene.seat)
        case Price() as found:
            yield from _price(scene, found)
        case _:
            pass


def over_stakes(scene: Scene, found: Check) -> Iterator[Offer]:
    """Yield who can come between stakes that have been rolled for, and the Master's word once somebody has."""
    if HALTED_BY in found.about:
        if scene.gm:
            yield _stop_outcome(scene.seat)
        return
    may = ids([actor for actor in scene.mine if denial(cutting_in.need_third, scene.table, actor.id) is None])
    if may:
        known = tuple(actor for actor in cutting_in.sides(found) if actor in scene.seen)
        yield _cut_in(scene.seat, may, known)


def fleeing(scene: Scene) -> Iterator[Offer]:
    """Yield the run of those in terror: the natural next step once the card is called (FI-FEAR-7).

    Whether a red joker is there to run with is told to nobody who does not see the hand.
    """
    now = scene.conflict
    if now is None:
        return
    called = counting.called(scene.table)
    for actor in scene.mine:
        name = fighter_of(now, actor.id) if actor.conditions and dread.must_flee(scene.table, actor.id) else ""
        if not name:
            continue
        hand = scene.table.zones[now.fighters[name].hand]
        if name in called or decks.reds([card for card in hand.cards if hand.may_see(card, scene.viewer)]):
            runs = limbs.gait(scene.table, actor.id) == "runs"
            yield checked(scene.table, _flee(scene.seat, actor.id, actor.name, runs), fears.verify_flee)


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield rolls of anything, contests of will for who acts now, and stakes for a simple contest."""
    if not scene.mine:
        return
    alive = tuple([actor for actor in scene.others if not scene.seen_dead(actor.id)])
    rolls = (*scene.mine, *(alive if scene.gm else ()))
    made_of = (scene.records, scene.table.seats)
    names = _ROLLED.get(scene.key, made_of, lambda: rolled_by(rolls))
    mine, others = ids(rolls), ids(alive)
    skills = listed_skills(scene.table)
    acts = scene.turn
    if acts is not None and scene.may_act(acts):
        yield _act(scene.seat, acts.id, acts.name, rolled_by((acts,)))
        known = {actor.id for actor in scene.there}
        foes = tuple(actor for actor in scene.foes_first(acts.id) if actor in known)
        targets = tuple(dict.fromkeys((*foes, *scene.aimed_at((acts.id,), ids(scene.there))[acts.id])))
        if targets:
            yield _wills(scene.seat, acts.id, acts.name, targets, skills)
    yield _roll(scene.seat, mine, names)
    against = mine if scene.gm else others
    if against and len({*mine, *against}) > 1:
        yield _roll_against(scene.seat, mine, names, against, skills)
        if denial(stakes.need_quiet, scene.table) is None:
            yield _propose(scene.seat, mine, against, skills)


def masters(scene: Scene) -> Iterator[Offer]:
    """Yield what the Master calls for: fear, and a price."""
    if scene.people.minded:
        yield _fear(scene.seat, scene.people.minded)
    if scene.people.living and denial(stakes.need_quiet, scene.table) is None:
        yield _name_price(scene.seat, scene.people.living)


# ---- rolls -----------------------------------------------------------------------------------------------------------


@kept
def _roll(seat: str, actors: tuple[str, ...], names: tuple[str, ...]) -> Offer:
    rolled = ask("rolled", AskKind.CHOICE, names, field="name", own_words=True)
    bare = contests.TryRoll(seat=seat, actor=actors[0], name=names[0])
    return offered("try_roll", bare, asks=(*whom(actors), rolled, TN, WHAT))


@kept
def _roll_against(seat: str, actors: Names, names: Names, others: Names, skills: Names) -> Offer:
    asks = (
        *whom(actors),
        ask("rolled", AskKind.CHOICE, names, field="name", own_words=True),
        _whom(actors, others),
        against(skills),
        WHAT,
    )
    return offered("roll_against", contests.TryRoll(seat=seat, actor=actors[0], name=names[0]), asks=asks)


@kept
def _act(seat: str, actor: str, name: str, names: tuple[str, ...]) -> Offer:
    rolled = ask("rolled", AskKind.CHOICE, names, field="name", own_words=True)
    bare = contests.TryRoll(seat=seat, actor=actor, name=names[0], action=True)
    return offered(f"act_by_roll:{actor}", bare, asks=(rolled, TN, WHAT), actor=name)


def _whom(actors: Names, others: Names) -> Ask:
    return ask("target", AskKind.CHOICE, others, by="actor", among=others_of(actors, others))


# ---- wills, stakes ---------------------------------------------------------------------------------------------------


def _opposed() -> tuple[str, ...]:
    return tuple(minds.mind_tables().opposition)


@kept
def _wills(seat: str, actor: str, name: str, targets: Names, skills: Names) -> Offer:
    asks = (
        ask("aptitude", AskKind.CHOICE, _opposed(), own_words=True),
        ask("target", AskKind.CHOICE, targets),
        ask("group", AskKind.CHOICES, targets, optional=True, seldom=True),
        against(skills),
    )
    bare = contests.ContestWills(seat=seat, actor=actor, target=targets[0], aptitude=_opposed()[0])
    return offered(f"contest_wills:{actor}", bare, asks=asks, actor=name)


@kept
def _propose(seat: str, actors: Names, others: Names, skills: Names) -> Offer:
    asks = (
        *whom(actors),
        _whom(actors, others),
        ask("aptitude", AskKind.CHOICE, _opposed(), own_words=True),
        *STAKED,
        against(skills),
    )
    other = next(one for one in others if one != actors[0])
    bare = stakes.ProposeStakes(
        seat=seat, actor=actors[0], target=other, aptitude=_opposed()[0], success="", failure=""
    )
    return offered("propose_stakes", bare, asks=asks)


@kept
def _agree(seat: str) -> Offer:
    return offered("agree_stakes", stakes.AgreeStakes(seat=seat))


@kept
def _change(seat: str, success: str, failure: str, raises: tuple[str, ...]) -> Offer:
    bare = stakes.ChangeStakes(seat=seat, success=success, failure=failure, raises=raises)
    return offered("change_stakes", bare, asks=STAKED)


@kept
def _cut_in(seat: str, actors: Names, sides: Names) -> Offer:
    forestalled = (ask("forestalled", AskKind.CHOICE, sides, field="against", optional=True, seldom=True),)
    asks = (*whom(actors), *(forestalled if len(sides) > 1 else ()))
    return offered("cut_in", cutting_in.CutIn(seat=seat, actor=actors[0]), asks=asks)


@kept
def _stop_outcome(seat: str) -> Offer:
    asks = (ask("why", AskKind.TEXT, least=1),)
    return offered("stop_outcome", cutting_in.StopOutcome(seat=seat, why=""), asks=asks)


@kept
def _drop(seat: str) -> Offer:
    return offered("drop_stakes", stakes.DropStakes(seat=seat))


# ---- a price ---------------------------------------------------------------------------------------------------------


def _price(scene: Scene, found: Price) -> Iterator[Offer]:
    """Yield each way to pay, out of the seat's bag, and to pay nothing."""
    held = pot.held_by(scene.table, scene.seat)
    colours = [one.key for one in fate_tables().colours if held.get(one.key)]
    may = colours and denial(purse.need_bag, scene.table, found.actor, scene.seat, colours[0]) is None
    each = [range(min(held[colour], found.chips), -1, -1) for colour in colours] if may else []
    ways = (chips for chips in product(*each) if each and sum(chips) == found.chips)
    for chips in islice(ways, MOST_WAYS_TO_PAY):
        yield _pay(scene.seat, tuple((colour, n) for colour, n in zip(colours, chips, strict=True) if n))
    if scene.gm or leader(scene.table, found.actor) == scene.seat:
        yield _let_stand(scene.seat, actor_name(scene.table, found.actor))


@kept
def _pay(seat: str, chips: tuple[tuple[str, int], ...]) -> Offer:
    given: Mapping[str, int] = dict(chips)
    name = "-".join(f"{n}{colour}" for colour, n in chips)
    return offered(f"pay_price:{name}", stakes.PayPrice(seat=seat, chips=given), chips=pot.in_words(given))


@kept
def _let_stand(seat: str, name: str) -> Offer:
    return offered("let_stand", stakes.LetStand(seat=seat), actor=name)


@kept
def _name_price(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        *whom(actors),
        ask("price", AskKind.NUMBER, field="chips", least=1, most=MOST_NUMBER),
        ask("threat", AskKind.TEXT, field="what", least=1),
    )
    return offered("name_price", stakes.NamePrice(seat=seat, actor=actors[0], chips=1, what=""), asks=asks)


# ---- fear ------------------------------------------------------------------------------------------------------------


@kept
def _fear(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        *whom(actors),
        ask("tn", AskKind.NUMBER, least=0, most=MOST_NUMBER),
        ask("terror", AskKind.FLAG, optional=True),
        ask("fright_from", AskKind.TEXT, field="cause", optional=True),
        ask("more_fear", AskKind.NUMBER, field="more", least=0, most=MOST_NUMBER, optional=True),
    )
    return offered("face_fear", fears.FaceFear(seat=seat, actor=actors[0], tn=5), asks=asks)


@kept
def _flee(seat: str, actor: str, name: str, runs: bool) -> Offer:
    asks = (ask("pace", AskKind.FLAG, optional=True),) if runs else ()
    return offered(f"flee:{actor}", fears.Flee(seat=seat, actor=actor), asks=asks, main=True, actor=name)
