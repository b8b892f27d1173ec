"""Ready-made heroes: one for a player, a party for the GM, in the games of the program and in a game folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.game_options import complete_options
from engine.kit.conformance.suite import RunLength, check_conformance
from engine.kit.content_editor.content_library import MOST_SHIPPED, shipped_faults
from engine.kit.heroes.hero_commands import ANY, BringHero, BringParty
from engine.kit.heroes.ready_made_heroes import HEROES as HEROES_FILE
from engine.kit.heroes.ready_made_heroes import ReadyMadeHero, heroes_of
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.seats import SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.game_folders import games_folder, write_game

GM = Seat(id="gm", name="Ada", role=Role.GM)
PLAYERS = (Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))


def fresh(ruleset: str = "imaginality", *players: Seat) -> tuple[Game, Table]:
    game = game_of(ruleset)
    return game, game.ruleset.new_table((GM, *players), complete_options(game.ruleset.options, {}))


def after(game: Game, table: Table, command: Command, seed: int = 1) -> Table:
    return game.apply(table, command, SeededChance(seed)).table


def people(table: Table) -> list[tuple[str, str]]:
    return [(actor.name, actor.seat) for actor in table.actors.values()]


def offered(game: Game, table: Table, seat: str, viewer: str = "") -> dict[str, Offer]:
    return {o.name: o for o in game.offers(table, seat, viewer or seat) if o.name.startswith("bring_")}


def refusal(game: Game, table: Table, command: Command) -> str:
    with pytest.raises(Refused) as refused:
        game.apply(table, command, SeededChance(1))
    return refused.value.message.key


def test_a_party_has_a_hero_for_each_player_without_one_and_four_where_nobody_plays() -> None:
    game, table = fresh("imaginality", *PLAYERS)
    assert say(offered(game, table, "gm")["bring_party"].label) == "Add 2 ready-made characters"
    one = after(game, table, BringHero(seat="eva", hero="ottilie"))
    party = after(game, one, BringParty(seat="gm"))
    assert people(party) == [("Ottilie Brandt", "eva"), ("Finch", "tom")], "nobody comes twice"
    assert "bring_party" not in offered(game, party, "gm")
    assert refusal(game, party, BringParty(seat="gm")) == "refused.party_complete"
    alone, empty = fresh()
    assert {seat for _, seat in people(after(alone, empty, BringParty(seat="gm")))} == {"gm"}
    assert len(after(alone, empty, BringParty(seat="gm")).actors) == 4


def test_a_player_takes_one_hero_and_the_gm_gives_one_to_the_next_player() -> None:
    game, table = fresh("imaginality", *PLAYERS)
    offer = offered(game, table, "tom")["bring_hero"]
    (asked,) = offer.questions
    assert asked.choices == (*heroes_of("imaginality"), ANY)
    assert say(asked.told["finch"]) == heroes_of("imaginality")["finch"].about
    table = after(game, table, BringHero(seat="tom", hero="finch"))
    assert offered(game, table, "tom") == {}
    assert people(after(game, table, BringHero(seat="gm", hero="sable")))[-1] == ("Doctor Sable", "eva")
    by_chance = {people(after(game, table, BringHero(seat="eva"), seed))[-1][0] for seed in range(40)}
    assert by_chance == {hero.name for hero in heroes_of("imaginality").values()} - {"Finch"}
    assert refusal(game, table, BringHero(seat="eva", hero="nobody")) == "refused.no_such_hero"
    assert refusal(game, table, BringParty(seat="eva")) == "refused.gm_only"


def test_a_secret_character_changes_no_offer_that_another_viewer_reads() -> None:
    game, table = fresh("imaginality", *PLAYERS)
    hidden = after(game, table, JoinActor(seat="gm", id="x", name="Finch", leader="tom", secret=True))
    for seat in ("gm", "tom", "eva"):
        assert offered(game, hidden, seat, SHARED) == offered(game, table, seat, SHARED)
    shown = after(game, hidden, BringHero(seat="tom", hero="finch"))
    assert [actor.name for actor in shown.actors.values() if not actor.secret] == ["Finch"]
    assert len({actor.name for actor in shown.actors.values()}) == 2


HEROES = """
[[heroes]]
id = "mole"
name = "Mole"
about = "Digs."
sheet = { notes = "Blind." }

[[heroes]]
id = "Not an id"
name = "Nobody"

[[heroes]]
id = "mole"
name = "Another mole"
"""
ENCOUNTERS = """
[[encounters]]
id = "cave"
name = "The cave"
read_out = "It is dark."

[[encounters]]
id = "pit"
rounds = "many"
triggers = 3
"""


def test_a_game_folder_brings_heroes_and_encounters_and_what_is_broken_is_left_out_and_told(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "heroes.toml").write_text(HEROES, encoding="utf-8")
    (folder / "encounters.toml").write_text(ENCOUNTERS, encoding="utf-8")
    with games_folder(tmp_path):
        game, table = fresh("duel", *PLAYERS)
        assert [*heroes_of("duel")] == ["mole"]
        table = after(game, table, BringParty(seat="gm"))
        assert people(table) == [("Mole", "tom")]
        assert table.actors["mole-1"].sheet["notes"] == "Blind."
        runs = [offer for offer in game.offers(table, "gm") if offer.name.startswith("run_encounter")]
        assert [offer.name for offer in runs] == ["run_encounter:cave"]
        assert after(game, table, runs[0].command) is not None
        report = check_conformance(game, length=RunLength(commands=0, moments=0))
        told = [finding.sentence for finding in report.findings if finding.check == "content"]
        assert [sentence.split(" cannot")[0] for sentence in told] == [
            "heroes.toml: row 2",
            "heroes.toml: row 3",
            "encounters.toml: row 2",
        ]
        assert all(finding.hint for finding in report.findings)


def test_a_game_without_heroes_offers_none_and_a_file_that_cannot_be_read_brings_none(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "heroes.toml").write_text("[[heroes]\nid = ", encoding="utf-8")
    with games_folder(tmp_path):
        game, table = fresh("duel", *PLAYERS)
        assert offered(game, table, "gm") == {}
        assert refusal(game, table, BringHero(seat="tom")) == "refused.no_heroes"
        assert refusal(game, table, BringParty(seat="gm")) == "refused.no_heroes"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('name = "A"\nsheet = { born = 1990-01-01 }', "sheet.born"),
        ('name = "A"\nsheet = { size = inf }', "sheet.size"),
        ('name = "A"\nsheet = { rows = [{ size = 36893488147419103232 }] }', "sheet.rows[0].size"),
        (f'name = "A"\nsheet = {{ notes = "{"x" * 60_000}" }}', "50 kB"),
        (f'name = "A"\nsheet = {{ deep = {"[" * 30}{"]" * 30} }}', "12 deep"),
        ('name = "  "', "Enter a name"),
    ],
    ids=["date", "infinite", "huge", "long", "deep", "nameless"],
)
def test_a_hero_that_a_campaign_cannot_store_is_left_out_and_told(tmp_path: Path, row: str, why: str) -> None:
    folder = write_game(tmp_path)
    (folder / "heroes.toml").write_text(f'[[heroes]]\nid = "a"\n{row}\n', encoding="utf-8")
    with games_folder(tmp_path):
        assert [*heroes_of("duel")] == []
        ((number, told),) = shipped_faults("duel", HEROES_FILE, ReadyMadeHero)
        assert number == 1
        assert why in told


def test_a_file_with_very_many_heroes_brings_as_many_as_a_list_can_offer(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    rows = "".join(f'[[heroes]]\nid = "h{number}"\nname = "Hero {number}"\n' for number in range(MOST_SHIPPED + 20))
    (folder / "heroes.toml").write_text(rows, encoding="utf-8")
    with games_folder(tmp_path):
        assert [*heroes_of("duel")] == [f"h{number}" for number in range(MOST_SHIPPED)]


def test_a_file_with_a_key_of_very_many_parts_is_refused_before_it_is_read(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "heroes.toml").write_text(f"[[heroes]]\n{'a.' * 400}a = 1\n", encoding="utf-8")
    with games_folder(tmp_path):
        assert [*shipped_faults("duel", HEROES_FILE, ReadyMadeHero)] == [(0, "duel/heroes.toml: nested too deep")]
