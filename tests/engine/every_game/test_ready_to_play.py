"""What comes with each game: heroes, foes and encounters are sound, come to the table, fight and print."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.commands import Command, kind_of
from engine.core.game_options import complete_options
from engine.kit.bots.bot import allowed_offers
from engine.kit.bots.offer_answers import RandomAnswers, UnanswerableQuestion, answered_command
from engine.kit.conformance.sheet_filling import FixedWidthMeasure
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.view_models import Category, RecordOrigin
from engine.kit.encounters.encounter_commands import RevealFoes, hidden_actors
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.encounters.encounter_runs import RUNS
from engine.kit.encounters.encounter_triggers import numbers_of_rounds, round_of
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.heroes.hero_commands import BringHero, BringParty
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import settings as card_settings
from engine.rulesets.classic_fantasy.character.character_rules import numbers, professional_bases
from engine.rulesets.loader import game_of, ruleset_ids
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.layout.page_geometry import A4
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.printing.sheet_printing import sheet_pages

SEATS = (
    Seat(id="gm", name="Ada", role=Role.GM),
    *(Seat(id=name.lower(), name=name) for name in ("Tom", "Eva", "Lea")),
)
STARTS = {"imaginality": "start_fight", "future_imperfect": "start_conflict", "classic_fantasy": "d100_start_fight"}
"""The offers that start a fight; a battle of cards starts with its encounter."""
LEAVES = (
    "leave",
    "call_off",
    "call_attack_off",
    "cancel",
    "stop",
    "reset",
    "pause",
    "remove",
    "run",
    "bring",
    "place",
    "join",
    "force",
)
ENDS = ("end_fight", "end_battle", "end_conflict", "end_session", "end_adventure")
"""The first words of the commands that end or widen what is tested, and others that do."""
SCENES = {"classic_fantasy": "places"}
"""The kind of the prepared encounters, where it is another one."""
MOST_STEPS = 900
NEXT_STEPS = 0.7
"""How often somebody takes the natural next step, and not anything that is offered."""
WHOLE = 48
"""The length up to which a choice is shown whole."""


def fresh(game: Game) -> Table:
    """Return a new table of a game, as a new campaign has it."""
    return game.ruleset.new_table(SEATS, complete_options(game.ruleset.options, {}))


@cache
def editor_of(ruleset: str) -> ContentEditor:
    return content_editor_of(game_of(ruleset))


def included(ruleset: str) -> Iterator[tuple[Category, str]]:
    """Yield each record that comes with a game and can be used at the table, with its category."""
    for category in editor_of(ruleset).categories():
        if category.offers:
            for entry in editor_of(ruleset).entries({}, {}, category.kind):
                if entry.origin is RecordOrigin.HOUSE:
                    yield category, entry.id


def using(game: Game, table: Table, category: Category, id_: str) -> Command:
    """Return the command by which the GM uses a record, as its button in Prep does."""
    offers = {offer.name: offer for offer in game.offers(table, "gm")}
    offer = next(
        offers[name] for name in (*(f"{name}:{id_}" for name in category.offers), *category.offers) if name in offers
    )
    answer: dict[str, Any] = {category.answers: id_}
    return replace(game.complete_offer(table, offer).command, **answer)


def apply(game: Game, table: Table, command: Command) -> Table:
    return game.apply(table, command, SeededChance(7)).table


def sheet_in(game: Game, table: Table, actor: str) -> FilledSheet:
    sheet = sheet_of_actor(game.view_for(table, "gm"), actor)
    assert sheet is not None
    return sheet


def need_sound(sheet: FilledSheet) -> None:
    """Fail for a sheet with errors, warnings or unknown values, and for one that does not print."""
    assert [trouble.text for trouble in sheet.troubles()] == []
    pages = sheet_pages(sheet, A4, FixedWidthMeasure(), game="Game", name=sheet.record.name)
    assert pages


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_six_heroes_join_with_sound_sheets_that_print(ruleset: str) -> None:
    game = game_of(ruleset)
    heroes = heroes_of(ruleset)
    assert len(heroes) >= 6
    assert len({hero.name for hero in heroes.values()}) == len(heroes)
    for hero in heroes.values():
        assert hero.about
        assert len(f"{hero.name} ({hero.about})") <= WHOLE, "it is cut on the screen"
        table = apply(game, fresh(game), BringHero(seat="tom", hero=hero.id))
        (actor,) = table.actors.values()
        assert (actor.name, actor.seat, actor.secret) == (hero.name, "tom", False)
        need_sound(sheet_in(game, table, actor.id))


@pytest.mark.rule("CF-X-22")
def test_each_d100_hero_has_the_five_class_skills_of_the_rank() -> None:
    game = game_of("classic_fantasy")
    for hero in heroes_of("classic_fantasy"):
        table = apply(game, fresh(game), BringHero(seat="tom", hero=hero))
        sheet = sheet_in(game, table, f"{hero}-1")
        good = []
        for key in ("skills", "professional"):
            rows: Any = sheet.value(key)
            totals: Any = [sheet.value(f"{key}[{number}].total") for number in range(len(rows))]
            good += [
                row["name"]
                for row, total in zip(rows, totals, strict=True)
                if row.get("of_class") and total >= 40 and row["name"] not in {"Customs", "Native Tongue"}
            ]
        assert len(good) >= 5, (hero, good)


@pytest.mark.rule("CF-X-23", "CF-X-24", "CF-X-25")
def test_each_skill_of_a_d100_hero_has_the_base_of_the_rules() -> None:
    known = {**numbers().skills.standard, **professional_bases()}
    for hero in heroes_of("classic_fantasy").values():
        for key in ("skills", "professional"):
            rows: Any = hero.sheet[key]
            for row in rows:
                name = re.sub(r"\((?!class).*\)", "(…)", row["name"])
                assert row["base_of"].replace(" ", "") == known[name], (hero.name, row)


@pytest.mark.parametrize("ruleset", ["classic_fantasy", "future_imperfect"])
def test_the_weapons_of_a_hero_are_those_that_the_sheet_proposes(ruleset: str) -> None:
    known = {row["name"]: row for row in rows_of_game(ruleset, "weapons")}
    for hero in heroes_of(ruleset).values():
        weapons: Any = hero.sheet["weapons"]
        for weapon in weapons:
            proposed: Any = known[weapon["name"]]
            assert {**proposed, **weapon} == {**weapon, **proposed}, (hero.name, weapon)


def test_the_armour_of_a_foe_covers_what_the_catalogue_says() -> None:
    path = game_folder("future_imperfect") / "weapons.toml"
    known = {row["name"]: row for row in tomllib.loads(path.read_text(encoding="utf-8"))["armour"]}
    for foe in rows_of_game("future_imperfect", "foes"):
        pieces: Any = foe.get("armour", [])
        for name in {piece["name"] for piece in pieces}:
            worn = {piece["area"].casefold(): piece["value"] for piece in pieces if piece["name"] == name}
            assert worn == dict.fromkeys(known[name]["covers"].split(", "), known[name]["value"]), foe["id"]


@pytest.mark.rule("CD-ARCH-2", "CD-ARCH-3", "CD-ARCH-4", "CD-DECK-2", "CD-DECK-3")
def test_each_deck_of_a_hero_is_made_of_its_lists_with_as_many_copies_as_its_wisdom() -> None:
    game = game_of("card_the_drawing")
    library = card_settings.library(fresh(game))
    cards = {card.name: card for card in library.cards.values()}
    archetypes = {archetype.name: archetype for archetype in library.archetypes.values()}
    for hero in heroes_of("card_the_drawing").values():
        archetype = archetypes[str(hero.sheet["archetype"])]
        rows: Any = hero.sheet["deck"]
        for row in rows:
            assert {*cards[row["card"]].lists} & {*archetype.lists}, (hero.name, row)
            assert row["count"] <= archetype.wisdom, (hero.name, row)


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_each_included_record_is_sound_and_comes_to_the_table_and_prints(ruleset: str) -> None:
    game, editor, table = game_of(ruleset), editor_of(ruleset), fresh(game_of(ruleset))
    table = apply(game, table, BringParty(seat="gm"))
    kinds: dict[str, int] = {}
    for category, id_ in included(ruleset):
        kinds[category.kind] = kinds.get(category.kind, 0) + 1
        record = editor.record(table.lists, table.options, category.kind, id_)
        assert record is not None
        problems = editor.editor_view(table.lists, table.options, category.kind, record).problems
        assert [problem.text for problem in problems] == [], id_
        after = apply(game, table, using(game, table, category, id_))
        came = after.actors.keys() - table.actors.keys()
        assert came, (category.kind, id_)
        for actor in came:
            need_sound(sheet_in(game, after, actor))
    assert kinds[SCENES.get(ruleset, ENCOUNTERS)] >= 2
    assert sum(kinds.values()) - kinds[SCENES.get(ruleset, ENCOUNTERS)] >= 2 or ruleset == "card_the_drawing"


@pytest.mark.parametrize(
    ("ruleset", "id_"),
    [
        (ruleset, id_)
        for ruleset in ruleset_ids()
        for category, id_ in included(ruleset)
        if category.kind == SCENES.get(ruleset, ENCOUNTERS)
    ],
)
def test_three_heroes_fight_a_round_against_each_encounter(ruleset: str, id_: str) -> None:
    game = game_of(ruleset)
    category = next(found for found, record in included(ruleset) if record == id_)
    table = apply(game, fresh(game), BringParty(seat="gm"))
    table = apply(game, table, using(game, table, category, id_))
    for run in RUNS.all(table):
        if hidden := hidden_actors(table, run.id):
            table = apply(game, table, RevealFoes(seat="gm", run=run.id, actors=tuple(foe.id for foe in hidden)))
    if ruleset in STARTS:
        start = next(offer for offer in game.offers(table, "gm") if offer.name == STARTS[ruleset])
        assert start.denial is None
        assert {*start.command.fighters} == table.actors.keys(), "everybody is proposed"  # type: ignore[attr-defined]
        table = apply(game, table, start.command)
    assert round_now(game, table) == 1
    assert round_now(game, played(game, table)) == 2


def round_now(game: Game, table: Table) -> int:
    """Return the number of the round, which a game tells as its view does."""
    number = round_of(game.ruleset, table)
    assert numbers_of_rounds(game.ruleset)(table) == number
    return number


def played(game: Game, table: Table) -> Table:
    """Return the table in the second round, with anybody's choices."""
    random, chance = Random(3), SeededChance(5)
    before = None
    for _ in range(MOST_STEPS):
        if table.procedures is not before and round_now(game, table) > 1:
            break
        before = table.procedures
        offers = [offer for offer in allowed_offers(game, table, table.seats) if goes_on(offer)]
        steps = [offer for offer in offers if offer.primary]
        offer = random.choice(steps if steps and random.random() < NEXT_STEPS else offers)
        try:
            command = answered_command(game.complete_offer(table, offer), table, RandomAnswers(random))
            table = game.apply(table, command, chance).table
        except (Refused, UnanswerableQuestion):
            continue
    return table


def goes_on(offer: Offer) -> bool:
    """Say whether an offer takes the fight on."""
    return not (offer.rare or offer.command.ADDS_CHARACTERS or kind_of(offer.command).startswith((*LEAVES, *ENDS)))
