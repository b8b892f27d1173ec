"""Checks of what a game brings for play: ready-made heroes and encounters can be read, and each hero can join."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.conformance.finding_texts import finding_text
from engine.kit.content_editor.content_library import shipped_faults
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_records import ENCOUNTERS, Encounter
from engine.kit.heroes.ready_made_heroes import HEROES, ReadyMadeHero, heroes_of
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.game import Game


def brought_content_problems(game: Game, table: Table) -> Iterator[str]:
    """Yield a sentence for each row of `heroes.toml` and `encounters.toml` that nobody can use."""
    id_ = game.ruleset.id
    encounters = {} if has_own_encounters(game.ruleset) else {ENCOUNTERS: Encounter}
    for kind, form in {HEROES: ReadyMadeHero, **encounters}.items():
        for number, problem in shipped_faults(id_, kind, form):
            yield finding_text("brought_row", file=f"{kind}.toml", number=number, problem=problem)
    seat = next(iter(table.seats))
    for hero in heroes_of(id_).values():
        try:
            game.new_actor(table, Actor(id=hero.id, name=hero.name, seat=seat, sheet=hero.sheet), {})
        except Refused as refused:
            yield finding_text("hero_refused", hero=hero.name, why=refused.text)
