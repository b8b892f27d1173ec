"""The results of simulated fights as charts, each with the sentence that explains its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.kit.bots.tactical_bot import PARTY
from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar
from engine.presentation.visibility import VisibleTable
from engine.simulate.encounter_fights import EASY, FAIR, HARD, difficulty_of
from engine.simulate.sensitivity import SensitivityRow
from engine.simulate.simulation_results import BodyResults, Proportion, SimulationResults, Spread
from vtt.shared.screen_names import name_of_actor, name_of_seat, word_for
from vtt.shared.simulation.tactic_choices import side_words
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

LONGEST_NAME = 40
MOST_BARS = 10


@dataclass(frozen=True)
class SimulationPage:
    """The charts of a number of fights, and their headline.

    Attributes:
        times: the number of fights.
        certain: no fight depends on chance, so one was enough.
        sides: the sides that fight.
        points: the largest distance of an interval of victories from its middle, in percentage points.
        headline: the difficulty in a word, with the chance that the party wins; empty for a game without a party.
        notes: the charts.
        possible_allies: the names of the GM's characters by their ids; none in a game that knows no allies.
    """

    times: int
    certain: bool
    sides: tuple[str, ...]
    points: float
    headline: str
    notes: tuple[Note, ...]
    possible_allies: Mapping[str, str] = field(default_factory=dict)


def percent(share: Proportion) -> int:
    """Return a share in per cent, rounded."""
    return round(100 * share.count / share.of) if share.of else 0


def chance_words(share: Proportion, *, certain: bool = False) -> str:
    """Return a share with its interval in words; a certain one has none."""
    if certain:
        return ui_text("simulation", "exact", percent=percent(share))
    return ui_text("simulation", "percent", percent=percent(share), low=share.low, high=share.high)


def difficulty_words(results: SimulationResults) -> tuple[str, str] | None:
    """Return the difficulty in a word and the chance that the party wins; None if there is no party.

    While the range of the chance reaches over several difficulties, the easiest and the hardest of them are named.
    """
    share = results.won().get(PARTY)
    if share is None or not share.of:
        return None
    ends = (share.count / share.of,) if results.certain else (share.high / 100, share.low / 100)
    words = dict.fromkeys(ui_text("simulation", f"difficulty.{difficulty_of(end).value}") for end in ends)
    return "–".join(words), chance_words(share, certain=results.certain)


def is_without_end(results: SimulationResults) -> bool:
    """Return whether every fight was abandoned, as where no wound fells anybody: that is no difficulty."""
    return results.times > 0 and results.undecided() == results.times


def difficulty_help() -> str:
    """Return the sentence that explains the difficulty."""
    return ui_text("simulation", "difficulty_help", easy=EASY, fair=FAIR, hard=HARD)


def simulation_page(results: SimulationResults, view: VisibleTable, *, has_allies: bool = False) -> SimulationPage:
    """Return what is shown of fights; `view` has the names of people and characters."""
    words = difficulty_words(results)
    headline = ui_text("simulation", "party_wins", difficulty=words[0], chance=words[1]) if words else ""
    if is_without_end(results):
        headline = ui_text("simulation", "no_winner")
    bodies = results.bodies()
    notes = (
        _victory(results),
        *_falls(results, bodies),
        _rounds(results),
        _health(bodies),
        _spent(results, bodies, view),
        *_wounds(results, bodies, view),
    )
    won = results.won()
    return SimulationPage(
        times=results.times,
        certain=results.certain,
        sides=tuple(won),
        points=max(((share.high - share.low) / 2 for share in won.values()), default=0.0),
        headline=headline,
        notes=tuple(note for note in notes if note.rows),
        possible_allies={id_: _name(body) for id_, body in bodies.items() if has_allies and _is_gms(id_, view)},
    )


def _is_gms(actor: str, view: VisibleTable) -> bool:
    """Return whether a fighter is a character of the GM; those that are not at the table come with an encounter."""
    known = view.actors.get(actor)
    seat = view.seats.get(known.seat) if known is not None else None
    return seat is None or seat.is_gm


def changes_note(results: SimulationResults, rows: Iterable[SensitivityRow]) -> Note:
    """Return the party's chance of victory with one thing changed, for each such thing."""
    before = results.won().get(PARTY)
    return _note("changes", NoteKind.CHANCES, _changes(before, rows) if before is not None else ())


def _changes(before: Proportion, rows: Iterable[SensitivityRow]) -> Iterator[StatisticBar]:
    for changed in rows:
        after = changed.results.won().get(PARTY)
        if after is None or not after.of:
            continue
        numbers = {"before": percent(before), "after": percent(after), "low": after.low, "high": after.high}
        key = "change_exact" if changed.results.certain else "change_row"
        yield StatisticBar(
            label=ui_text("simulation", changed.variant.kind.value, who=short(changed.variant.who, LONGEST_NAME)),
            told=ui_text("simulation", key, **numbers),
            of=after.count,
            among=after.of,
        )


def _note(id_: str, kind: NoteKind, rows: Iterable[StatisticBar], **named: str) -> Note:
    return Note(
        id=id_,
        title=ui_text("simulation", id_, **named),
        kind=kind,
        rows=tuple(rows),
        help=ui_text("simulation", f"{id_}_help"),
    )


def _chance(label: str, share: Proportion, results: SimulationResults) -> StatisticBar:
    return StatisticBar(label=label, told=chance_words(share, certain=results.certain), of=share.count, among=share.of)


def _victory(results: SimulationResults) -> Note:
    rows = [_chance(side_words(side), share, results) for side, share in results.won().items()]
    for key, count in (("drawn", results.drawn()), ("undecided", results.undecided())):
        if count:
            told = _count_of(count, results)
            rows.append(StatisticBar(label=ui_text("simulation", key), told=told, of=count, among=results.times))
    return _note("won", NoteKind.SHARES, rows)


def _falls(results: SimulationResults, bodies: Mapping[str, BodyResults]) -> Iterator[Note]:
    for side in results.won():
        rows = [_chance(_name(body), body.fell, results) for body in bodies.values() if body.side == side]
        yield _note("fell", NoteKind.CHANCES, rows, side=side_words(side))


def _rounds(results: SimulationResults) -> Note:
    """Return the numbers of rounds, also those between that no fight had; of many, several make one bar."""
    rounds = results.rounds()
    first, last = min(rounds, default=0), max(rounds, default=0)
    step = -(-(last - first + 1) // MOST_BARS)
    counts = dict.fromkeys(range(first, last + 1, step), 0) if rounds else {}
    for number, count in rounds.items():
        counts[first + (number - first) // step * step] += count
    rows = (
        StatisticBar(
            label=ui_text("simulation", "round", count=start)
            if step == 1
            else ui_text("simulation", "round_range", first=start, last=start + step - 1),
            told=_count_of(count, results),
            of=count,
            among=max(counts.values()),
        )
        for start, count in counts.items()
    )
    return _note("rounds", NoteKind.BARS, rows)


def _count_of(count: int, results: SimulationResults) -> str:
    return ui_text("simulation", "count_of", count=count, of=results.times)


def _health(bodies: Mapping[str, BodyResults]) -> Note:
    rows = [
        StatisticBar(
            label=_name(body),
            # Damage below zero says nothing about the fight.
            told=ui_text(
                "simulation",
                "health_row",
                **{key: max(0, getattr(body, key)) for key in ("least", "middle", "most")},
            ),
            of=max(0, body.middle),
            among=max(1, *(other.most for other in bodies.values())),
        )
        for body in bodies.values()
    ]
    return _note("health", NoteKind.BARS, rows)


def _spent(results: SimulationResults, bodies: Mapping[str, BodyResults], view: VisibleTable) -> Note:
    rows = [
        _change(_person(seat, view), ui_text("simulation", "cards"), spread)
        for seat, spread in results.cards_played().items()
    ]
    for bag, colours in results.chips().items():
        rows += [
            _change(_person(bag, view), word_for(name, "chip", ruleset=view.ruleset), spread)
            for name, spread in colours.items()
        ]
    for actor, tracks in results.changes().items():
        who = _actor(actor, results, bodies, view)
        rows += [_change(who, word_for(name, "track", ruleset=view.ruleset), spread) for name, spread in tracks.items()]
    return _note("spent", NoteKind.FIGURES, rows)


def _change(who: str, what: str, spread: Spread) -> StatisticBar:
    told = ui_text(
        "simulation", "spent_row", average=f"{spread.average:g}".replace("-", "−"), least=spread.least, most=spread.most
    )
    return StatisticBar(label=ui_text("simulation", "who", who=who, what=what), told=told)


def _wounds(results: SimulationResults, bodies: Mapping[str, BodyResults], view: VisibleTable) -> Iterator[Note]:
    for actor, locations in results.wounds().items():
        rows = [
            _chance(word_for(location, "location", ruleset=view.ruleset), share, results)
            for location, share in locations.items()
        ]
        yield _note("wounds", NoteKind.CHANCES, rows, who=_actor(actor, results, bodies, view))


def _name(body: BodyResults) -> str:
    return short(body.name, LONGEST_NAME)


def _actor(actor: str, results: SimulationResults, bodies: Mapping[str, BodyResults], view: VisibleTable) -> str:
    """Return the name of a character, which may only be on the table of the fights, and have several bodies there."""
    body = bodies.get(actor)
    if body is not None:
        return _name(body)
    named = next((fight.names[actor] for fight in results.fights if actor in fight.names), "")
    return short(named, LONGEST_NAME) if named else name_of_actor(view, actor)


def _person(id_: str, view: VisibleTable) -> str:
    if id_ in view.actors:
        return name_of_actor(view, id_)
    return name_of_seat(view, id_) if id_ in view.seats else word_for(id_, "bag", ruleset=view.ruleset)
