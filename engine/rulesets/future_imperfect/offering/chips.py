"""What can be done about chips and bounty: the session, draws and awards, Wind, and what bounty buys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.play.names import seat_name
from engine.play.offers import AskKind, Offer, ask, checked, offered
from engine.rulesets.future_imperfect import bounty, fate, improving, ledger, people, pot, sessions, spending
from engine.rulesets.future_imperfect.dice_of import level_of
from engine.rulesets.future_imperfect.lists import APTITUDES
from engine.rulesets.future_imperfect.offering.scene import (
    Scene,
    chips_of,
    ids,
    listed_skills,
    rolled_of,
    whom,
)
from engine.rulesets.future_imperfect.procedures.evening import POT, evening
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept
from engine.table.seats import Actor

MOST_AWARD = 999
WHY = ask("why", AskKind.TEXT, optional=True)
HOW = ask("how_come", AskKind.TEXT, field="how", optional=True)
Held = tuple[tuple[str, int], ...]


def start(scene: Scene) -> Iterator[Offer]:
    """Yield the beginning of a session: the natural next step between sessions, once there is anybody to play."""
    if scene.gm and not evening(scene.table).running and scene.conflict is None:
        yield _start(scene.seat, bool(scene.there))


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield what a seat can do with its chips and its bounty."""
    now = evening(scene.table)
    if now.running:
        undrawn = [bag for bag in scene.table.seats if bag not in now.drawn]
        bags = tuple(undrawn) if scene.gm else tuple(bag for bag in undrawn if bag == scene.seat)
        if bags:
            yield _draw(scene.seat, bags)
        for bag in bags:
            due = sessions.due(scene.table, bag)
            if due:
                yield _tell(scene.seat, bag, seat_name(scene.table, bag), _drawable(scene, due), due)
    yield from _wind(scene)
    if not now.running and not scene.gm and scene.mine:
        held = _held(scene, lambda colour: colour.bounty > 0)
        if held:
            yield _convert(scene.seat, ids(scene.mine), held)
    for actor in scene.mine:
        yield from _purchases(scene, actor)


def masters(scene: Scene) -> Iterator[Offer]:
    """Yield what only the Master does, and seldom."""
    now = evening(scene.table)
    if now.running:
        colours = tuple(pot.held_by(scene.table, POT))
        if colours:
            yield _award_chip(scene.seat, tuple(scene.table.seats), tuple(filter(_known, colours)) or colours)
    known = set(ids(scene.there))
    party = tuple(actor for actor in spending.party(scene.table) if actor in known)
    if party:
        yield _award_bounty(scene.seat, party)
    yield _arc(scene.seat)
    if now.running and scene.conflict is None:
        yield checked(scene.table, _end(scene.seat), sessions.verify_end)


def _drawable(scene: Scene, most: int) -> Held:
    """Return how many of each colour may be told to have been drawn from a real pot."""
    in_pot = pot.held_by(scene.table, POT)
    return tuple((colour, min(most, count)) for colour, count in in_pot.items() if _known(colour))


def _known(colour: str) -> bool:
    return any(one.key == colour for one in fate.fate_tables().colours)


def _held(scene: Scene, fits: Callable[[fate.Colour], bool]) -> Held:
    """Return the chips of a seat's bag that are good for something."""
    held = pot.held_by(scene.table, scene.seat)
    return tuple((one.key, held[one.key]) for one in fate.fate_tables().colours if held.get(one.key) and fits(one))


@kept
def _start(seat: str, main: bool) -> Offer:
    asks = (ask("by_hand", AskKind.FLAG, optional=True),)
    return offered("start_session", sessions.StartSession(seat=seat), asks=asks, main=main)


@kept
def _draw(seat: str, bags: tuple[str, ...]) -> Offer:
    asks = (ask("bag", AskKind.CHOICE, bags),) if len(bags) > 1 else ()
    return offered("draw_chips", sessions.DrawChips(seat=seat, bag=bags[0]), asks=asks)


@kept
def _tell(seat: str, bag: str, who: str, told: Held, due: int) -> Offer:
    """Return how chips that were drawn from a real pot are told, colour by colour."""
    bare = sessions.DrawChips(seat=seat, bag=bag)
    return offered(f"tell_chips:{bag}", bare, asks=chips_of(told, due), who=who, count=due)


@kept
def _award_chip(seat: str, bags: tuple[str, ...], colours: tuple[str, ...]) -> Offer:
    asks = (ask("bag", AskKind.CHOICE, bags), ask("colour", AskKind.CHOICE, colours), WHY)
    return offered("award_chip", sessions.AwardChip(seat=seat, bag=bags[0], colour=colours[0]), asks=asks)


@kept
def _award_bounty(seat: str, party: tuple[str, ...]) -> Offer:
    asks = (
        ask("points", AskKind.NUMBER, least=1, most=MOST_AWARD),
        ask("shares_bounty", AskKind.CHOICES, party, field="actors", optional=True),
        WHY,
    )
    return offered("award_bounty", spending.AwardBounty(seat=seat, points=1), asks=asks)


@kept
def _arc(seat: str) -> Offer:
    return offered("next_arc", improving.NextArc(seat=seat))


@kept
def _end(seat: str) -> Offer:
    return offered("end_session", sessions.EndSession(seat=seat))


# ---- chips -----------------------------------------------------------------------------------------------------------


def _wind(scene: Scene) -> Iterator[Offer]:
    """Yield help with Wind, for those who lack it and whom the seat may help (FI-FATE-17, FI-FATE-18)."""
    held = _held(scene, lambda colour: colour.wind > 0)
    if not held:
        return
    short = scene.people.short_of_wind
    if short:
        yield _help(scene.seat, short, scene.name(short[0]) if len(short) == 1 else "", held)


@kept
def _help(seat: str, actors: tuple[str, ...], name: str, held: Held) -> Offer:
    """Return it; where one alone lacks Wind nobody is asked who, so it is told who that is."""
    bare = spending.HelpWithWind(seat=seat, actor=actors[0], chips={})
    return offered("help_with_wind", bare, asks=(*whom(actors), *chips_of(held)), actor=name)


@kept
def _convert(seat: str, actors: tuple[str, ...], held: Held) -> Offer:
    bare = spending.ConvertChips(seat=seat, actor=actors[0], chips={})
    return offered("convert_chips", bare, asks=(*whom(actors), *chips_of(held)))


# ---- purchases -------------------------------------------------------------------------------------------------------


_SHOPS = Remembered[tuple[Offer, ...]]()


def _purchases(scene: Scene, actor: Actor) -> tuple[Offer, ...]:
    """Return what a character has bounty enough for (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    points = ledger.points(actor)
    if points <= 0:
        return ()
    table, rule = scene.table, word(scene.table, "aptitude_raise_limit")
    raised = evening(table).raised.get(actor.id, ())
    made_of = (scene.seat, actor.name, actor.sheet, table.lists.get(APTITUDES), raised, rule)
    return _SHOPS.get(actor.id, made_of, lambda: tuple(_shop(scene, actor, points, rule)))


def _shop(scene: Scene, actor: Actor, points: int, rule: bounty.AptitudeRaiseLimit) -> Iterator[Offer]:
    table, rolled = scene.table, rolled_of(actor)
    raised = improving.raised_in_arc(table, actor.id)
    if bounty.may_raise(raised=False, raised_in_arc=len(raised), aptitude_raise_limit=rule) is None:
        levels = {name: level_of(table, actor.id, name) for name in rolled.skills if name not in raised}
        payable = tuple(name for name, level in levels.items() if bounty.aptitude_cost(level).value <= points)
        if payable:
            yield _buy_aptitude(scene.seat, actor.id, actor.name, points, payable)
        new = tuple(name for name in listed_skills(table) if name not in raised and not level_of(table, actor.id, name))
        if new and bounty.aptitude_cost(0).value <= points:
            yield _learn_aptitude(scene.seat, actor.id, actor.name, points, new)
    for reckon, make in ((bounty.more_dice, _buy_coordination), (bounty.larger_die, _buy_die)):
        found = ((name, people.trait(actor, name)) for name in rolled.traits)
        traits = tuple(name for name, trait in found if trait is not None and reckon(trait).cost.value <= points)
        if traits:
            yield make(scene.seat, actor.id, actor.name, points, traits)


@kept
def _buy_aptitude(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    bare = improving.BuyAptitude(seat=seat, actor=actor, aptitude=skills[0])
    asks = (ask("aptitude", AskKind.CHOICE, skills), HOW)
    return offered(f"buy_aptitude:{actor}", bare, asks=asks, actor=name, points=points)


@kept
def _learn_aptitude(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    bare = improving.BuyAptitude(seat=seat, actor=actor, aptitude=skills[0])
    asks = (ask("new_aptitude", AskKind.CHOICE, skills, field="aptitude", own_words=True), HOW)
    return offered(f"learn_aptitude:{actor}", bare, asks=asks, actor=name, points=points)


@kept
def _buy_coordination(seat: str, actor: str, name: str, points: int, traits: tuple[str, ...]) -> Offer:
    bare = improving.BuyCoordination(seat=seat, actor=actor, trait=traits[0])
    asks = (ask("trait", AskKind.CHOICE, traits), HOW)
    return offered(f"buy_coordination:{actor}", bare, asks=asks, actor=name, points=points)


@kept
def _buy_die(seat: str, actor: str, name: str, points: int, traits: tuple[str, ...]) -> Offer:
    bare = improving.BuyDie(seat=seat, actor=actor, trait=traits[0])
    asks = (ask("trait", AskKind.CHOICE, traits), HOW)
    return offered(f"buy_die:{actor}", bare, asks=asks, actor=name, points=points)
