"""The effect of prepared content in plain words, made from its data, and the statistics of traps."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.cast_summary import individual_sentences
from engine.kit.content_editor.dice_numbers import between, dice_range, range_text
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.statistics import statistic
from engine.kit.content_editor.view_models import Lists, Note, NoteKind, StatisticBar
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor import foe_ranges
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    FORMS,
    LIBRARY,
    TRAPS,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    editor_text,
    trap_range,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import ALL
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules

_UNITS = (("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


_sentence = FORMS.sentence


def summary_of(record: Record, lists: Lists, settings: Settings) -> tuple[str, ...]:
    """Return a sentence for each effect of a record; effects that cannot be calculated are left out."""
    try:
        match record:
            case PreparedTrap():
                return tuple(_trap_sentences(record, settings))
            case CustomHazard():
                return tuple(_hazard_sentences(record))
            case PreparedFoe():
                return tuple(_foe_sentences(record))
            case PreparedPlace():
                return tuple(_place_sentences(record, lists))
    except (Refused, ValueError):
        return ()


def _trap_sentences(record: PreparedTrap, settings: Settings) -> Iterator[str]:
    """Yield the sentences of a trap (CF-TRAP-3, CF-TRAP-5, CF-TRAP-9, CF-TRAP-11 to CF-TRAP-16)."""
    low, trap = trap_range(record, settings=settings)
    if trap.purposes:
        yield _sentence("purposes", purposes=[FORMS.word("purposes", purpose).casefold() for purpose in trap.purposes])
    if trap.trigger.strip():
        yield _sentence("trigger", trigger=_clause(trap.trigger))
    yield _sentence("difficulty", skill=trap.skill, percent=between(low.difficulty, trap.difficulty))
    for number, resistance in enumerate(trap.resistance):
        key = "resist" if number == 0 else "resist_too"
        yield _sentence(
            key, skill=resistance.skill, grade=FORMS.word("grade", resistance.grade), how=_clause(resistance.how)
        )
    if not trap.resistance:
        yield _sentence("no_way_out")
    least, damage = (trap_rules.damage_dice_of(each, settings=settings) for each in (low, trap))
    if record.depth is not None:
        yield _sentence("pit", feet=range_text(record.depth))
    if damage.damage:
        armour = _sentence("no_armour" if damage.ignores_armour else "armour")
        fewest, most = (least, damage) if record.depth is not None else (damage, least)
        dice, locations = between(least.damage or "0", damage.damage), between(fewest.locations, most.locations)
        yield _sentence("damage_one" if locations == "1" else "damage", dice=dice, locations=locations, armour=armour)
        if trap.depth is None:
            sizes = [trap_rules.force_of(each, settings=settings) for each in (low, trap)]
            yield _sentence("force", size=between(*sizes))
    elif trap.depth is None:
        yield _sentence("no_damage")
    if trap.poison.strip():
        yield _sentence("poison", poison=_clause(trap.poison))
    if trap.effect.strip():
        yield trap.effect.strip()
    yield _sentence("resets_itself" if trap.auto_reset else "reset_by_hand")
    yield _sentence("price", price=price_range(record, settings))


def price_range(record: PreparedTrap, settings: Settings) -> str:
    """Return the price of a trap by its most expensive purpose; its range where its maker's skill is dice."""
    traps = trap_range(record, settings=settings)
    return between(*(say(trap_rules.price_of(trap, settings=settings).words) for trap in traps))


def damage_range(record: PreparedTrap, settings: Settings) -> str:
    """Return the damage dice of a trap for a location; their range where they follow from dice. Empty for none."""
    traps = trap_range(record, settings=settings)
    least, most = (trap_rules.damage_dice_of(trap, settings=settings).damage for trap in traps)
    return between(least or "0", most) if most else ""


def _hazard_sentences(record: CustomHazard) -> Iterator[str]:
    if record.damage:
        everywhere = record.locations == ALL
        place_word = "everywhere" if everywhere else "nearest" if record.near else "somewhere"
        yield _sentence(place_word, dice=record.damage, locations=record.locations)
        yield _sentence("armour_helps", armour=FORMS.word("armour", record.armour).casefold())
    if record.fatigue:
        yield _sentence("tires", dice=record.fatigue, cause=FORMS.word("cause", record.cause).casefold())
        if record.recovery:
            yield _sentence("recovers", time=_times(record.recovery))
    if record.skill.strip():
        on_success = FORMS.word("on_success", record.on_success).casefold()
        yield _sentence("against", skill=record.skill, grade=FORMS.word("grade", record.grade), left=on_success)
    if not record.every:
        yield _sentence("once")
    elif record.steps:
        times = dice_range(record.steps)
        key = "again" if times.least == times.most else "again_rolled"
        yield _sentence(key, time=_times(record.every), steps=times.most, least=times.least)
    else:
        yield _sentence("again_and_again", time=_times(record.every))


def _times(seconds: int | str) -> str:
    """Return an amount of time, or the range of one that is dice, in the largest unit without a remainder."""
    least, most = dice_range(seconds)
    unit, size = next((unit, size) for unit, size in _UNITS if least % size == most % size == 0)
    if least == most:
        return _sentence(f"time_{unit}", count=most // size)
    return _sentence(f"times_{unit}", least=least // size, most=most // size)


def _foe_sentences(record: PreparedFoe) -> Iterator[str]:
    yield _sentence("build", build=FORMS.word("build", record.build).casefold())
    if foe_ranges.hit_points(record, "head") and record.build != "own":
        regions: tuple[character_rules.Region, ...] = ("head", "chest", "abdomen", "arm", "leg")
        yield _sentence("hit_points", **{str(region): foe_ranges.hit_points(record, region) for region in regions})
    if record.build == "own":
        for location in record.locations:
            yield _sentence(
                "location",
                first=location.first,
                last=location.last,
                name=location.name,
                most=range_text(location.most or 1),
                armour=range_text(location.armour or 0),
            )
    modifier = "" if record.damage_modifier else foe_ranges.damage_modifier(record)
    if modifier:
        yield _sentence("damage_modifier", dice=modifier.replace("-", "−"))
    if record.natural_armour:
        yield _sentence("hide", armour=record.natural_armour)
    for armour in record.armour:
        yield _sentence("worn", location=armour.location, armour=armour.worn)
    for attack in (attack for attack in record.weapons if attack.count != 0):
        yield _sentence("attack", name=attack.name, count=attack.count, dice=attack.damage or "–", size=attack.size)
    if record.skills:
        yield _sentence("skills", skills=[f"{skill.name} {skill.total} %" for skill in record.skills])
        rank = foe_ranges.rank(record)
        if rank:
            yield _sentence("rank", rank=rank)
    yield from individual_sentences(FORMS, FOES, record)


def _place_sentences(record: PreparedPlace, lists: Lists) -> Iterator[str]:
    for trap in record.traps:
        yield _sentence("trap_here", name=_record_name(lists, TRAPS, trap.trap), where=_clause(trap.place))
    for foe in record.foes:
        key = "foes_seen" if foe.shown else "foes_hidden"
        yield _sentence(key, count=foe.count, name=clipped(foe.name) or _record_name(lists, FOES, foe.foe))
    for hazard in record.hazards:
        yield _sentence("hazard_here", name=hazard.hazard, where=_clause(hazard.place))
    for fire in record.fires:
        yield _sentence("fire_here", intensity=range_text(fire.intensity), where=_clause(fire.place))


def _record_name(lists: Lists, kind: str, id_: str) -> str:
    record = LIBRARY.records(lists, kind).get(id_)
    return clipped(record.name) if record is not None else id_


def _clause(text: str) -> str:
    """Return a text as part of a sentence."""
    return " ".join(text.split()).rstrip(".")


def statistics_of(record: PreparedTrap, settings: Settings) -> tuple[Note, ...]:
    """Return the statistics of a trap: the choices of its maker, and its price (CF-TRAP-2, CF-TRAP-11).

    Where the maker's skill is dice, the choices are those of the lowest result.
    """
    trap, highest = trap_range(record, settings=settings)
    options = trap_rules.damage_options(trap.maker, settings=settings)
    most = max(mixed(option.damage).most for option in options)
    rows = tuple(
        StatisticBar(
            label=editor_text("note.row", spread=option.spread),
            told=editor_text("note.row_told", damage=option.damage, locations=option.locations, size=option.size),
            of=mixed(option.damage).most,
            among=most,
        )
        for option in options
    )
    prices = (
        StatisticBar(
            label=FORMS.word("purposes", purpose),
            told=between(
                *(
                    say(trap_rules.price(maker, purpose, settings=settings).words)
                    for maker in (trap.maker, highest.maker)
                )
            ),
        )
        for purpose in trap.purposes
    )
    limits = statistic(FORMS, "rows", NoteKind.BARS, rows, explanation=editor_text("note.rows_help"))
    costs = statistic(FORMS, "price", NoteKind.FIGURES, prices, explanation=editor_text("note.price_help"))
    return (limits, costs) if trap.depth is None else (costs,)
