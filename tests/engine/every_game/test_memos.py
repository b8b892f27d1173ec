"""Every result and view that is reused equals a new one, over random play and changes by hand, for every viewer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.codec import Codec
from engine.core.memo import check_memos, checked_results, clear_memos
from engine.kit.conformance.hidden_changes import another_actor, shown_to
from engine.kit.conformance.rich_tables import play_on, rich_table
from engine.kit.game_factory import make_game
from engine.model.frozen import replace
from engine.model.seats import PRINT, SHARED, Role
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.loader import game_of, ruleset_ids
from engine.sheets.catalogue.game_rows import rows_of_game
from tests.engine.rich import scripts_of
from tests.properties import new_seed

EVENINGS, STEPS = 8, 12
LONG_EVENINGS = 60
WALKS, WALK = 3, 20
CONTENT = ("archetypes", "cards", "foes", "weapons")


@pytest.fixture
def _checking() -> Iterator[None]:
    check_memos(True)
    yield
    check_memos(False)


def with_a_change(game: Game, table: Table, random: Random) -> Table:
    """Return the table with something about a character changed by hand, or with another option or clock."""
    match random.randrange(4):
        case 0:
            return replace(table, clock=table.clock + 3600)
        case 1:
            name = random.choice(sorted(table.options))
            value = table.options[name]
            return replace(table, scene={**table.scene, name: not value}) if isinstance(value, bool) else table
        case _:
            if not table.actors:
                return table
            _, changed = another_actor(game, table, random.choice(list(table.actors.values())), random)
            return replace(table, actors={**table.actors, changed.id: changed})


def play(ruleset: str, evenings: int, seed: int) -> int:
    """Play with the checking mode on, look at everything, and return how many reused results were checked."""
    random, game, before = Random(seed), game_of(ruleset), checked_results()
    histories = [played.history for played in scripts_of(ruleset)]
    for _ in range(evenings):
        for table, _, _ in play_on(game, rich_table(game, histories, random), random, STEPS):
            for moment in (table, with_a_change(game, table, random), table):
                for viewer in random.sample((*table.seats, SHARED), 2):
                    shown_to(game, moment, viewer)
    return checked_results() - before


@pytest.mark.usefixtures("_checking")
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_is_reused_is_what_would_be_made_anew(ruleset: str) -> None:
    seed = new_seed()
    print(f"with seed {seed}")
    assert play(ruleset, EVENINGS, seed) >= (ruleset != "imaginality") * 100


@pytest.mark.long
@pytest.mark.usefixtures("_checking")
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_is_reused_over_many_evenings_is_what_would_be_made_anew(ruleset: str) -> None:
    seed = new_seed()
    print(f"with seed {seed}")
    play(ruleset, LONG_EVENINGS, seed)


def with_another_audience(game: Game, table: Table, random: Random) -> Table:
    """Return the table with other readers of a character or of everything, with other options or lists, or reopened."""
    actor, seat = random.choice(list(table.actors.values())), random.choice(list(table.seats.values()))
    match random.randrange(6):
        case 0:
            actor = replace(actor, secret=not actor.secret)
        case 1:
            actor = replace(actor, seat=seat.id)
        case 2:
            other_role = Role.PLAYER if seat.is_gm else Role.GM
            return replace(table, seats={**table.seats, seat.id: replace(seat, role=other_role)})
        case 3:
            flags = {name: not value for name, value in table.options.items() if isinstance(value, bool)}
            name = random.choice([*flags, ""])
            return replace(table, options={**table.options, name: flags[name]}) if name else table
        case 4:
            rows = {kind: found for kind in CONTENT if (found := rows_of_game(game.ruleset.id, kind))}
            kind = random.choice([*rows, *table.lists, ""])
            if random.random() < 0.3 or kind not in rows:
                return replace(table, lists={name: table.lists[name] for name in table.lists if name != kind})
            others = random.sample(rows[kind], len(rows[kind]))
            pairs = zip(rows[kind], others, strict=True)
            own = tuple([{**other, **{key: row[key] for key in row.keys() & {"id", "name"}}} for row, other in pairs])
            return replace(table, lists={**table.lists, kind: own})
        case _:
            codec = Codec(game)
            return codec.table(codec.encode(table))
    return replace(table, actors={**table.actors, actor.id: actor})


def walk(game: Game, start: Table, random: Random) -> Iterator[Table]:
    """Play on at random, with changes by hand, undo and redo; yield each table that is reached."""
    tables, cursor = [start], 0
    for _ in range(WALK):
        table = tables[cursor]
        match random.randrange(5):
            case 0:
                cursor = random.randrange(len(tables))
            case 1 | 2:
                tables[cursor + 1 :] = [with_another_audience(game, table, random)]
                cursor += 1
            case _:
                tables[cursor + 1 :] = [found for found, _, _ in play_on(game, table, random, 3)[1:]]
                cursor = len(tables) - 1
        yield tables[cursor]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_each_viewer_sees_after_another_table_what_a_first_look_shows(ruleset: str) -> None:
    seed = new_seed()
    print(f"with seed {seed}")
    random, game = Random(seed), game_of(ruleset)
    for _ in range(WALKS):
        seen = []
        for table in walk(game, rich_table(game, [scripts_of(ruleset)[0].history], random), random):
            viewers = random.sample((*table.seats, SHARED, PRINT), random.randint(1, len(table.seats) + 2))
            fighters = snapshot_of(table) if ruleset == "card_the_drawing" else None
            seen.append((table, {viewer: game.view_for(table, viewer) for viewer in viewers}, fighters))
        for table, views, fighters in seen:
            clear_memos()
            assert fighters is None or snapshot_of(table) == fighters
            new = make_game(game.ruleset)
            assert {viewer: new.view_for(table, viewer) for viewer in views} == views
