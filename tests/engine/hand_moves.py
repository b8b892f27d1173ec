"""Random moves by hand: most of them possible, some of them not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import strategies as st

from engine.core.commands import Command
from engine.core.manual_moves import (
    AddCards,
    ArrangeZone,
    EditActor,
    EditCondition,
    EditSeat,
    JoinSeat,
    LayCondition,
    LeaveSeat,
    LiftCondition,
    MoveCards,
    MoveChips,
    NameCards,
    RemoveActor,
    RemoveCards,
    RollDice,
    Say,
    SetBody,
    SetClock,
    SetList,
    SetLocation,
    SetOption,
    SetTrack,
    ShuffleZone,
    TurnCards,
)
from engine.model.body import Body, Location
from engine.model.cards import face_of
from engine.model.table import Table
from engine.presentation.game import Game
from engine.sheets.catalogue.sheet_customisation import AddField, AddSection, HideItem, RenameItem
from engine.sheets.editing.new_character_moves import CopyActor, JoinActor
from engine.sheets.editing.record_moves import ConditionLine, EditSheet, LocationLine, WriteRecord
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from engine.sheets.model.sheet_description import NumberField

CONDITIONS = ("stunned", "blind", "winded")


@st.composite
def hand_moves(draw: Any, table: Table, game: Game) -> Command:
    """Return a move by hand by any seat, with any pieces."""
    seat = draw(st.sampled_from(sorted(table.seats)))
    make = draw(st.sampled_from(_MAKERS))
    return make(draw, table, game, _mostly(draw, ("gm",), seat) if make in _GM_ONLY else seat)


def _mostly(draw: Any, good: Iterable[Any], *bad: Any) -> Any:
    """One of the good ones; now and then, or where there are none, one of the others."""
    found = list(good)
    return draw(st.sampled_from(list(bad) if not found or (bad and draw(st.integers(0, 11)) == 7) else found))


def _zone(draw: Any, table: Table) -> str:
    return str(_mostly(draw, table.zones, "nowhere"))


def _cards(draw: Any, table: Table, zone: str | None = None) -> tuple[str, ...]:
    """Some cards of a zone that has any, by id or by place."""
    filled = [z.id for z in table.zones.values() if z.cards and zone in {None, z.id}]
    if not filled:
        return ()
    chosen = table.zones[draw(st.sampled_from(filled))]
    indices = draw(st.lists(st.integers(0, len(chosen.cards) - 1), min_size=1, max_size=4, unique=True))
    by_place = draw(st.booleans())
    return tuple(f"{chosen.id}#{i}" if by_place else chosen.cards[i] for i in indices)


def _actor(draw: Any, table: Table) -> str:
    return str(_mostly(draw, table.actors, "nobody"))


def _move(draw: Any, table: Table, game: Game, seat: str) -> Command:
    cards = _cards(draw, table) + (_cards(draw, table) if draw(st.booleans()) else ())
    return MoveCards(seat=seat, cards=cards, target=_zone(draw, table), at=draw(st.sampled_from((None, 0, 1, 70))))


def _turn(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return TurnCards(seat=seat, cards=_cards(draw, table), face=draw(st.sampled_from(("up", "down", "as_zone"))))


def _shuffle(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return ShuffleZone(seat=seat, zone=_zone(draw, table))


def _arrange(draw: Any, table: Table, game: Game, seat: str) -> Command:
    zone = _zone(draw, table)
    return ArrangeZone(seat=seat, zone=zone, cards=_cards(draw, table, zone))


def _name(draw: Any, table: Table, game: Game, seat: str) -> Command:
    """Tell what real cards some of the believed ones are, now and then such as this table has not."""
    cards = _cards(draw, table)
    faces = sorted({face_of(card) for card in table.all_cards()}) or ["8H"]
    told = [_mostly(draw, [draw(st.sampled_from(faces))], "9Z") for _ in cards]
    return NameCards(seat=seat, cards=cards, faces=tuple(told[: _mostly(draw, (len(told),), 0)]))


def _add(draw: Any, table: Table, game: Game, seat: str) -> Command:
    faces = {face_of(card) for card in table.all_cards()}
    chosen = draw(st.lists(st.sampled_from(sorted({*faces, "Other"})), max_size=2))
    return AddCards(seat=seat, zone=_zone(draw, table), faces=tuple(chosen))


def _remove(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return RemoveCards(seat=seat, cards=_cards(draw, table)[:1])


def _chips(draw: Any, table: Table, game: Game, seat: str) -> Command:
    source = draw(st.sampled_from(["", *table.chips]))
    colour = _mostly(draw, table.chips.get(source, {"blue": 1}), "blue", "mauve")
    count = _mostly(draw, (1, 2), 0, 30)
    return MoveChips(seat=seat, source=source, target=_mostly(draw, table.chips, "", source), chips={colour: count})


def _track(draw: Any, table: Table, game: Game, seat: str) -> Command:
    actor = _actor(draw, table)
    names = table.actors[actor].tracks if actor in table.actors else ()
    return SetTrack(seat=seat, actor=actor, track=_mostly(draw, names, "Nothing"), value=draw(st.integers(-1, 6)))


def _body(draw: Any, table: Table, game: Game, seat: str) -> Command:
    body = draw(st.sampled_from((None, Body(chart="beast", locations={"head": Location(), "paws": Location(most=2)}))))
    return SetBody(seat=seat, actor=_actor(draw, table), body=body)


def _location(draw: Any, table: Table, game: Game, seat: str) -> Command:
    actor = _actor(draw, table)
    body = table.actors[actor].body if actor in table.actors else None
    name = _mostly(draw, body.locations if body else (), "fin")
    level, bleeding = _mostly(draw, range(3), -1, 99), draw(st.sampled_from((None, True, False)))
    return SetLocation(seat=seat, actor=actor, location=name, level=level, armour=2, bleeding=bleeding)


def _lay(draw: Any, table: Table, game: Game, seat: str) -> Command:
    until = draw(st.sampled_from((None, table.clock + 5)))
    return LayCondition(seat=seat, actor=_actor(draw, table), condition=_mostly(draw, CONDITIONS, " "), until=until)


def _edit(draw: Any, table: Table, game: Game, seat: str) -> Command:
    laid = [(a.id, c.id) for a in table.actors.values() for c in a.conditions]
    actor, condition = _mostly(draw, laid, ("nobody", "stunned"), (_actor(draw, table), "stunned"))
    level, note = _mostly(draw, (None, 0, 3), -1, 10_000), draw(st.sampled_from((None, "", "left arm")))
    return EditCondition(seat=seat, actor=actor, condition=condition, level=level, note=note)


def _lift(draw: Any, table: Table, game: Game, seat: str) -> Command:
    laid = [(a.id, word) for a in table.actors.values() for c in a.conditions for word in (c.id, c.name)]
    actor, condition = _mostly(draw, laid, ("nobody", "stunned"), (_actor(draw, table), "stunned"))
    return LiftCondition(seat=seat, actor=actor, condition=condition)


def _clock(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return SetClock(seat=seat, seconds=draw(st.integers(0, 90)))


def _join_seat(draw: Any, table: Table, game: Game, seat: str) -> Command:
    free = [name for name in ("new", "p1", "p8") if name not in table.seats]
    new = _mostly(draw, free, "shared", "a b", *table.seats)
    return JoinSeat(seat=seat, id=new, name="New", before=draw(st.sampled_from((None, "p1"))))


def _edit_seat(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return EditSeat(seat=seat, id=_mostly(draw, table.seats, "new"), name="Renamed", turn=_mostly(draw, (None, 90), 1))


def _leave(draw: Any, table: Table, game: Game, seat: str) -> Command:
    free = set(table.seats) - {actor.seat for actor in table.actors.values()} - {"gm"}
    leaving = _mostly(draw, sorted(free), "new", *table.seats)
    return LeaveSeat(seat=_mostly(draw, sorted({"gm", leaving} & set(table.seats)), seat), id=leaving)


def _join(draw: Any, table: Table, game: Game, seat: str) -> Command:
    new = _mostly(draw, {"wolf", "bear"} - set(table.actors), "spy", "")
    leader = _mostly(draw, table.seats, "nobody")
    return JoinActor(seat=seat, id=new, name=f"The {new}", leader=leader, secret=draw(st.booleans()))


def _edit_actor(draw: Any, table: Table, game: Game, seat: str) -> Command:
    leader = _mostly(draw, (None, *table.seats), "nobody")
    secret = draw(st.sampled_from((None, True, False)))
    return EditActor(seat=seat, actor=_actor(draw, table), leader=leader, secret=secret, archived=draw(st.booleans()))


def _remove_actor(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return RemoveActor(seat=seat, actor=_actor(draw, table))


def _sheet(draw: Any, table: Table, game: Game, seat: str) -> Command:
    fields = _mostly(draw, ({"note": "scar"}, {"note": None}), {})
    return EditSheet(seat=seat, actor=_actor(draw, table), fields=fields)


def _record(draw: Any, table: Table, game: Game, seat: str) -> Command:
    """Write any part of a record."""
    actor = _actor(draw, table)
    found = table.actors.get(actor)
    track = _mostly(draw, found.tracks if found else (), "Nothing")
    place = _mostly(draw, found.body.locations if found and found.body else (), "fin")
    condition = ConditionLine(name=_mostly(draw, CONDITIONS, " "), level=draw(st.integers(-1, 4)))
    parts: dict[str, Any] = {
        "name": _mostly(draw, (f"Renamed {actor}",), " "),
        "fields": {"note": "scar", "rank": draw(st.integers(0, 2)), "gone": None},
        "tracks": {track: draw(st.integers(-1, 6))},
        "locations": {place: LocationLine(level=_mostly(draw, range(3), 99), bleeding=draw(st.booleans()))},
        "chips": {"blue": _mostly(draw, (0, 1, 5), -1)},
        "conditions": _mostly(draw, ((), (condition,), (condition, condition))),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(parts)), min_size=1, max_size=3, unique=True))
    leader = found.seat if found else seat
    return WriteRecord(seat=_mostly(draw, (leader, "gm"), seat), actor=actor, **{key: parts[key] for key in chosen})


def _copy(draw: Any, table: Table, game: Game, seat: str) -> Command:
    new = _mostly(draw, {"twin", "double"} - set(table.actors), "spy", "")
    leader = _mostly(draw, (None, seat), "nobody")
    return CopyActor(
        seat=seat, actor=_actor(draw, table), id=new, name=f"The {new}", leader=leader, conditions=draw(st.booleans())
    )


def _tailor(draw: Any, table: Table, game: Game, seat: str) -> Command:
    ops = (
        AddSection(key="own_part", title="Ours"),
        AddField(section="own_part", added=NumberField(key="own_luck", label="Luck")),
        HideItem(field=_mostly(draw, ("own_luck", "name"), "nothing")),
        RenameItem(section="own_part", label="Yours"),
    )
    return TailorSheet(seat=seat, sheet=_mostly(draw, ("hero",), "No Sheet"), ops=ops[: draw(st.integers(0, 4))])


def _option(draw: Any, table: Table, game: Game, seat: str) -> Command:
    """Any option, with a value that it may take, may not take, or none at all."""
    name = _mostly(draw, game.ruleset.options, "no_option")
    spec = game.ruleset.options.get(name)
    fitting: list[Any] = [] if spec is None else [*spec.choices, spec.default, None]
    value = _mostly(draw, fitting, True, False, 0, 1, 2, "word")
    return SetOption(seat=seat, option=name, value=value, scene=draw(st.booleans()))


def _list(draw: Any, table: Table, game: Game, seat: str) -> Command:
    name = _mostly(draw, table.lists, "no_list")
    rows = table.lists.get(name, ())
    return SetList(seat=seat, list=name, rows=(*rows, _mostly(draw, ({"name": "Club"},), {"name": ""}, *rows[:1])))


def _roll(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return RollDice(seat=seat, dice=_mostly(draw, ("d20", "2d6+1"), "0d6", "dice"))


def _say(draw: Any, table: Table, game: Game, seat: str) -> Command:
    return Say(seat=seat, text=_mostly(draw, ("They wait.", "{seat} <b>"), " "))


_Maker = Callable[[Any, Table, Game, str], Command]
_GM_ONLY: tuple[_Maker, ...] = (_add, _remove, _clock, _join, _remove_actor, _option, _list, _tailor)
_MAKERS: tuple[_Maker, ...] = (
    *(_move, _move, _move, _turn, _shuffle, _arrange, _name, _chips, _track, _body, _location, _lay, _edit, _lift),
    *(_join_seat, _edit_seat, _leave, _edit_actor, _sheet, _record, _copy, _roll, _say),
    *_GM_ONLY,
)
