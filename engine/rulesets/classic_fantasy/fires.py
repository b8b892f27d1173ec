"""Heat and flames at the table: exposure, catching fire, burning, spread and smothering (CF-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Final, get_args

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import at_table, blood, burning, states
from engine.rulesets.classic_fantasy.burning import FireRow, Flame
from engine.rulesets.classic_fantasy.characters import chart_of_actor, folded, rows_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, CallingOff, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.harming import Places
from engine.rulesets.classic_fantasy.leading import figure_of, need_known, need_leader, note_of, thrown_for, word
from engine.rulesets.classic_fantasy.procedures.attack import Kindling
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.procedures.wounding import Harm, Wounding
from engine.rulesets.classic_fantasy.recording import write_row
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.throwing import d100, throw
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.turning import note_smothered, pay, smothered_this_turn
from engine.rulesets.classic_fantasy.wounding import hurt
from engine.table.frozen import Json, replace
from engine.table.table import Table

BURNT_OUT: Final = "burnt_out"
"""A location whose fire went out by itself; forgotten once nothing burns any more (CF-FIRE-17)."""
IN_HEAT: Final = "in_heat"
"""Where something hot touches; its level is the intensity (CF-FIRE-2)."""
KINDLING: Final = "kindling"
"""What will catch fire; its level is how many Rounds more that takes (CF-FIRE-6)."""
CONTROLLED: Final = "fire_controlled"
"""The flames do not spread, for somebody sees to them (CF-FIRE-9)."""
Intensity = Annotated[int, Meta(ge=1, le=5, description="of the fire, 1 a candle to 5 lava")]


class ExposeToHeat(Request):
    """Something hot touches somebody: it hurts now and each Round, and what can burn may catch fire."""

    RULES = ("CF-FIRE-1", "CF-FIRE-2", "CF-FIRE-3", "CF-FIRE-4", "CF-FIRE-5", "CF-FIRE-6")
    actor: ActorId
    intensity: Intensity
    locations: Places = ()
    flammable: Annotated[bool, Meta(description="what is worn there can burn")] = True


class EndExposure(Request):
    """Nothing hot touches somebody any more; what has not caught fire by now will not."""

    RULES = ("CF-FIRE-6",)
    actor: ActorId


class SetAlight(Request):
    """The GM lets locations burn; an intensity of 0 is a fire that an attack has lit."""

    RULES = ("CF-FIRE-7", "CF-FIRE-12")
    actor: ActorId
    locations: Places
    intensity: Annotated[int, Meta(ge=0, le=5, description="of the fire; 0 for one that an attack has lit")] = 0


class PutOut(Request):
    """The GM lets flames be out; those of no location are all of them."""

    RULES = ("CF-FIRE-7", "CF-FIRE-19")
    actor: ActorId
    locations: Places = ()


class ControlFire(Request):
    """The GM says whether the flames on somebody spread."""

    RULES = ("CF-FIRE-9",)
    actor: ActorId
    controlled: Annotated[bool, Meta(description="they do not spread")] = True


class Smother(Request):
    """Somebody who lies prone tries to smother the flames; in a fight that costs an Action Point."""

    RULES = ("CF-FIRE-15", "CF-FIRE-16", "CF-FIRE-17")
    actor: ActorId
    helpers: Annotated[tuple[str, ...], Meta(description="who helps; each pays an Action Point in a fight")] = ()
    location: Annotated[str, Meta(description="which flame, where only one goes out")] = ""


# ---- what burns -----------------------------------------------------------------------------------------------------


def flames(table: Table, actor: str) -> tuple[Flame, ...]:
    """Return what burns on somebody, and what went out by itself."""
    return tuple(_flames(table, actor))


def _flames(table: Table, actor: str) -> Iterator[Flame]:
    for held in table.actors[actor].conditions:
        where = states.place_of(held)
        if held.name == states.BURNING:
            row = _item_row(table, actor, where)
            intensity = burning.nearest_row(held.level).intensity if held.level > 0 else 0
            # Where nothing is left of what is worn and the GM lets it burn, flesh burns, or whatever else there is.
            yield Flame(location=where, intensity=intensity, fuel=None if row is None else row[1] or None)
        elif held.name == BURNT_OUT:
            yield Flame(location=where, out=True, by_itself=True)


def heat_on(table: Table, actor: str) -> tuple[tuple[str, FireRow], ...]:
    """Return where somebody is in the heat, and what that does there."""
    held = table.actors[actor].named(IN_HEAT)
    return tuple((states.place_of(one), burning.nearest_row(one.level)) for one in held)


def _item_row(table: Table, actor: str, location: str) -> tuple[int, int] | None:
    """Return the row and the hit points of what is worn at a location, where the sheet counts them (CF-FIRE-19)."""
    for index, cells in enumerate(rows_of(table.actors[actor], "armour")):
        points = cells.get("item_hp")
        if folded(str(cells.get("location") or "")) == folded(location) and isinstance(points, int):
            return index, points
    return None


def set_alight(draft: Draft, actor: str, locations: Collection[str], intensity: int) -> None:
    """Let locations burn (CF-FIRE-7)."""
    for name in locations:
        states.lay(draft, actor, states.BURNING, name, level=intensity)
        states.lift(draft, actor, KINDLING, name)
    if locations:
        note_of(draft, actor, "d100_catches_fire", "CF-FIRE-6", "CF-FIRE-7", locations=list(locations))


def _out(draft: Draft, actor: str, locations: Collection[str], *, by_itself: bool = False) -> None:
    for name in locations:
        states.lift(draft, actor, states.BURNING, name)
        if by_itself:
            states.lay(draft, actor, BURNT_OUT, name)
    if not draft.table.actors[actor].has(states.BURNING):
        states.lift(draft, actor, BURNT_OUT)
        states.lift(draft, actor, CONTROLLED)


def kindle(draft: Draft, now: Wounding, lucky: tuple[str, ...]) -> None:
    """Throw whether an attack sets alight what it has struck (CF-FIRE-10, CF-FIRE-11, CF-AMB-28).

    Args:
        draft: where it is written down.
        now: the harm; it is over.
        lucky: who has spent a Luck Point on it.
    """
    harm, settings = now.harm, settings_of(draft.table)
    if harm.kindles == "":
        return
    rolled = [max(0, (blow.base or 0) + blow.modifier) for blow in now.blows]
    for index in range(burning.checks_wanted(len(now.blows), settings=settings)):
        each = settings.fire_ignite_check == "per_location"
        damage = rolled[index] if each else max(rolled)
        struck = (now.blows[index],) if each else now.blows
        about: dict[str, Json] = {
            "actor": harm.actor,
            "by": harm.kindles,
            "damage": damage,
            "locations": [blow.location for blow in struck],
        }
        own = harm.by in draft.table.actors
        wanted = Effect(
            purpose="ignites",
            actor=harm.by if own else harm.actor,
            dice="1d100",
            word="d100_ignites",
            params={"what": harm.what},
            about=about,
            lucky=lucky,
        )
        if own:
            throw_for(draft, wanted)
        else:  # the dice of what nobody does are nobody's
            with thrown_for(draft, wanted.actor, wanted.word, what=harm.what):
                _ignites(draft, replace(wanted, value=d100(draft)))


def _ignites(draft: Draft, lying: Effect) -> None:
    actor, by = str(lying.about["actor"]), next(one for one in get_args(Kindling) if one == lying.about["by"])
    damage, named = lying.about["damage"], lying.about["locations"]
    assert isinstance(damage, int)
    assert isinstance(named, list | tuple)
    lit, chance = burning.ignites(damage, lying.value, by), burning.ignition_chance(damage, by)
    rule = "CF-FIRE-10" if by == "fire" else "CF-FIRE-11"
    note_of(draft, actor, "d100_ignites" if lit else "d100_ignites_not", rule, chance=chance, roll=lying.value)
    figure_of(draft, actor, ignites=lit, ignition_chance=chance)
    if lit:
        set_alight(draft, actor, tuple(map(str, named)), 0)


EFFECTS["ignites"] = _ignites


# ---- by the GM ------------------------------------------------------------------------------------------------------


def _need_places(table: Table, actor: str, locations: Collection[str]) -> None:
    for name in locations:
        chart_of_actor(table, actor).place(name)


def verify_expose(table: Table, command: ExposeToHeat) -> None:
    """The GM; where it touches must be known, but for what is everywhere."""
    need_gm(table, command, "CF-FIRE-1")
    need_leader(table, command, command.actor)
    need_free(table)
    _need_places(table, command.actor, command.locations)
    if not command.locations and burning.row_of(command.intensity).locations != burning.ALL:
        raise Refused("d100_locations_named", "CF-FIRE-3", count=1)


def expose(draft: Draft, command: ExposeToHeat) -> None:
    """Find what it touches, and how long that takes to catch fire; it hurts at once."""
    row, actor = burning.row_of(command.intensity), command.actor
    with thrown_for(draft, actor, "d100_heat"):
        count = throw(draft, row.locations) if row.locations != burning.ALL else 0
    chart = chart_of_actor(draft.table, actor)
    where = burning.exposed(chart, command.intensity, command.locations, count)
    if len(command.locations) > count > 0:
        where = command.locations
    instant = "d" not in row.rounds_to_ignite
    with thrown_for(draft, actor, "d100_heat"):
        rounds = 0 if instant or not command.flammable else throw(draft, row.rounds_to_ignite)
    for name in where:
        states.lay(draft, actor, IN_HEAT, name, level=command.intensity)
        if command.flammable and not instant:
            states.lay(draft, actor, KINDLING, name, level=rounds)
    note_of(draft, actor, "d100_in_heat", "CF-FIRE-2", locations=list(where), intensity=command.intensity)
    figure_of(draft, actor, locations=list(where), rounds_to_ignite=rounds)
    if command.flammable and instant:
        set_alight(draft, actor, where, command.intensity)
    _heat(draft, actor)


def verify_gm(table: Table, command: EndExposure | SetAlight | PutOut | ControlFire) -> None:
    """The GM, for a character that is there."""
    need_gm(table, command, "CF-FIRE-7")
    need_leader(table, command, command.actor)
    if isinstance(command, SetAlight | PutOut):
        _need_places(table, command.actor, command.locations)


def end_exposure(draft: Draft, command: EndExposure) -> None:
    """It is out of the heat."""
    states.lift(draft, command.actor, IN_HEAT)
    states.lift(draft, command.actor, KINDLING)
    note_of(draft, command.actor, "d100_out_of_heat", "CF-FIRE-6")


def light(draft: Draft, command: SetAlight) -> None:
    """It burns."""
    set_alight(draft, command.actor, command.locations, command.intensity)


def put_out(draft: Draft, command: PutOut) -> None:
    """It does not burn any more."""
    alight = tuple(flame.location for flame in flames(draft.table, command.actor) if not flame.out)
    _out(draft, command.actor, command.locations or alight)
    note_of(draft, command.actor, "d100_flames_out", "CF-FIRE-7")


def control(draft: Draft, command: ControlFire) -> None:
    """The flames spread, or they do not."""
    if command.controlled:
        states.lay(draft, command.actor, CONTROLLED)
    else:
        states.lift(draft, command.actor, CONTROLLED)
    note_of(draft, command.actor, "d100_fire_held" if command.controlled else "d100_fire_free", "CF-FIRE-9")


# ---- round by round -------------------------------------------------------------------------------------------------


def _alight(table: Table) -> tuple[str, ...]:
    names = (states.BURNING, IN_HEAT)
    return tuple(one for one in states.in_story(table) if any(table.actors[one].has(name) for name in names))


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    if _alight(table):
        at = blood.next_loss(blood.Bleeding(since=0), since("burning:all"))
        if at is not None:
            yield Entry(name="burning:all", at=at, kind="burning")


def _burn_all(draft: Draft, due: Due) -> None:
    """Let all that burns burn, spread, and all heat hurt (2.16)."""
    for actor in _alight(draft.table):
        _burn(draft, actor)
        _heat(draft, actor)
        _catch(draft, actor)


def _burn(draft: Draft, actor: str) -> None:
    settings, given = settings_of(draft.table), dict[str, int]()
    burning_now = [flame for flame in flames(draft.table, actor) if not flame.out]
    for flame in burning_now:
        with thrown_for(draft, actor, "d100_burns", location=flame.location):
            roll = max(0, throw(draft, burning.burn_dice(flame)))
        natural = at_table.armour_at(draft.table, actor, flame.location).natural
        burnt = burning.burn(flame, roll, natural=natural, settings=settings)
        row = _item_row(draft.table, actor, flame.location)
        if row is not None and burnt.flame.fuel is not None:
            write_row(draft, actor, "armour", row[0], item_hp=burnt.flame.fuel)
        if burnt.flame.out:
            _out(draft, actor, (flame.location,), by_itself=burnt.flame.by_itself)
            note_of(draft, actor, "d100_flame_out", "CF-FIRE-13", "CF-FIRE-19", location=flame.location)
        if roll and at_table.has_spot(draft.table, actor, flame.location):
            given[flame.location] = roll
    if given:
        hurt(draft, Harm(actor=actor, source="heat", what=word("flames"), given=given))
    left = flames(draft.table, actor)
    if any(not flame.out for flame in left) and not draft.table.actors[actor].has(CONTROLLED):
        new = burning.spread_to(chart_of_actor(draft.table, actor), left, settings=settings)
        hottest = max(flame.intensity for flame in left if not flame.out)
        if new:
            note_of(draft, actor, "d100_fire_spreads", "CF-FIRE-9", locations=list(new))
            set_alight(draft, actor, new, hottest)


def _heat(draft: Draft, actor: str) -> None:
    """Let what is hot hurt for a Round (CF-FIRE-2)."""
    given = dict[str, int]()
    for where, row in heat_on(draft.table, actor):
        if at_table.has_spot(draft.table, actor, where):
            with thrown_for(draft, actor, "d100_burns", location=where):
                given[where] = throw(draft, row.damage)
    if given:
        hurt(draft, Harm(actor=actor, source="heat", what=word("heat"), given=given, ignited=False))


def _catch(draft: Draft, actor: str) -> None:
    """Count the Rounds until what is exposed burns (CF-FIRE-6)."""
    heat = {where: row.intensity for where, row in heat_on(draft.table, actor)}
    for one in draft.table.actors[actor].named(KINDLING):
        where, left = states.place_of(one), one.level - 1
        if left <= 0 and where in heat:
            set_alight(draft, actor, (where,), heat[where])
        else:
            draft.lay_condition(actor, replace(one, level=left))


# ---- smothering -----------------------------------------------------------------------------------------------------


def verify_smother(table: Table, command: Smother) -> None:
    """Who leads the character, that burns and lies prone; once in a Turn, for an Action Point."""
    need_leader(table, command, command.actor)
    need_free(table)
    state = table.actors[command.actor]
    if not state.has(states.BURNING):
        raise Refused("d100_not_burning", "CF-FIRE-15")
    in_fight = fight(table) is not None
    points = at_table.pool(table, command.actor, at_table.ACTION_POINTS) if in_fight else 1
    tried = smothered_this_turn(table, command.actor)
    burning.check_smother(prone=state.has(states.PRONE), action_points=points, tried=tried)
    roll_of(table, command.actor, burning.numbers().smother.skill)
    for helper in command.helpers:
        need_known(table, command.seat, helper)
        if helper == command.actor or not can_help(table, helper):
            raise Refused("d100_no_action_points", "CF-FIRE-16")


def can_help(table: Table, actor: str) -> bool:
    """Say whether somebody can help to smother flames; in a fight that costs an Action Point (CF-FIRE-16)."""
    in_fight = fight(table)
    return in_fight is None or (actor in in_fight.fighters and at_table.pool(table, actor, at_table.ACTION_POINTS) > 0)


def smother(draft: Draft, command: Smother) -> None:
    """Roll Athletics (CF-FIRE-15)."""
    actor, table = command.actor, draft.table
    for one in (actor, *command.helpers):
        pay(draft, one, 1)
    note_smothered(draft, actor)
    bearings = burning.smother_bearings(helped=bool(command.helpers), burning=flames(table, actor))
    roll = roll_of(table, actor, burning.numbers().smother.skill, bearings=bearings)
    open_check(draft, Check(purpose="smother", rolls=(roll,), about={"location": command.location}))


def _smothered(draft: Draft, result: Decided) -> None:
    actor = result.check.rolls[0].actor
    if not result.succeeded:
        note_of(draft, actor, "d100_smother_fails", "CF-FIRE-15")
        return
    before = flames(draft.table, actor)
    first = str(result.check.about.get("location") or "")
    after = burning.smothered(before, first, settings=settings_of(draft.table))
    gone = tuple(new.location for old, new in zip(before, after, strict=True) if new.out and not old.out)
    _out(draft, actor, gone)
    note_of(draft, actor, "d100_smothered", "CF-FIRE-15", locations=list(gone))


PURPOSES["smother"] = Purpose(_smothered, off=CallingOff.MASTER)
TICKS.append(Tick("burning", _entries, _burn_all, dice=True))
MOVES = (
    Move(ExposeToHeat, verify_expose, expose),
    Move(EndExposure, verify_gm, end_exposure),
    Move(SetAlight, verify_gm, light),
    Move(PutOut, verify_gm, put_out),
    Move(ControlFire, verify_gm, control),
    Move(Smother, verify_smother, smother),
)
