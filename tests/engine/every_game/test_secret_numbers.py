"""Nobody can calculate a secret number by subtracting public numbers from a shown total."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.events import Event, Noted, Rolled
from engine.core.redaction import redact
from engine.kit.conformance.game_profile import profile_of
from engine.kit.conformance.hidden_changes import interference_problems
from engine.kit.conformance.other_worlds import difference
from engine.kit.conformance.rich_tables import with_unmet_character
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK
from engine.rulesets.classic_fantasy.checks.check_commands import RollContest, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import EndTurn
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, Harm
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import Refresh, Weary
from engine.rulesets.classic_fantasy.health.healing_commands import SlowHealing
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice as ThrowBoth
from engine.rulesets.loader import game_of
from tests.engine.rich import scripts_of


def a_calm_table(ruleset: str) -> Table:
    """Return the table of the demo with nothing in progress, and the Shade that nobody has noticed."""
    table = scripts_of(ruleset)[0].history.table
    return with_unmet_character(
        game_of(ruleset), replace(table, procedures=table.procedures[:1]), next(iter(table.actors))
    )


def played(table: Table, *commands: Command) -> tuple[Table, list[Event]]:
    """Return the table after some commands, and what the common screen learns of them."""
    game, told = game_of(table.ruleset), list[Event]()
    for command in commands:
        outcome = game.apply(table, command, SeededChance(3))
        told += redact(table, outcome.events, SHARED, game.secret_lists)
        table = outcome.table
    return table, told


def lines(told: list[Event]) -> list[str]:
    """Return the keys of the lines of the log among some facts."""
    return [event.message.key for event in told if isinstance(event, Noted)]


@pytest.mark.rule("CF-X-27")
def test_the_log_reveals_no_action_points_of_a_hidden_foe() -> None:
    table = a_calm_table("classic_fantasy")
    fight = StartFight(seat="gm", fighters=("shade", next(iter(table.actors))))
    table, told = played(table, fight, RollInitiative(seat="gm"))
    if "log.d100_turn_seen" not in lines(told):  # the hero came first
        told += played(table, EndTurn(seat="gm"))[1]
    turns = [event.message for event in told if isinstance(event, Noted) and "d100_turn" in event.message.key]
    assert [turn.params for turn in turns if turn.params["actor"] == "The Shade"] == [{"actor": "The Shade"}]


@pytest.mark.rule("CF-LUCK-4", "CF-LUCK-7")
def test_whether_a_secret_character_has_luck_left_shows_in_nothing() -> None:
    table = a_calm_table("classic_fantasy")
    hero, game = next(iter(table.actors)), game_of("classic_fantasy")
    shade = table.actors["shade"]
    shade = replace(shade, sheet={**shade.sheet, "key_character": True})
    seen = []
    for points in (0, 3):
        tracks = {**shade.tracks, LUCK: replace(shade.tracks[LUCK], value=points, most=9)}
        world = replace(table, actors={**table.actors, "shade": replace(shade, tracks=tracks)})
        contest = RollContest(seat="gm", actor=hero, skill="Evade", other="shade", other_skill="Evade")
        world, told = played(world, contest, ThrowDice(seat="gm"))
        offers = [game.offers(world, seat, SHARED) for seat in world.seats]
        assert not any("shade" in offer.name for some in offers for offer in some if "luck" in offer.name)
        seen.append((game.view_for(world, SHARED), offers, told))
    assert seen[0] == seen[1]


@pytest.mark.rule("CF-LUCK-7", "CF-X-9", "CF-UI-2")
def test_no_number_of_a_noticed_secret_character_shows_in_what_is_in_progress() -> None:
    """The foe in a fight rolls for an effect, rolls a contest before and after the dice, and is harmed."""
    game, codec, table = game_of("classic_fantasy"), Codec(game_of("classic_fantasy")), a_calm_table("classic_fantasy")
    hero = next(iter(table.actors))
    fighting, _ = played(table, StartFight(seat="gm", fighters=("shade", hero)), RollInitiative(seat="gm"))
    contest = RollContest(seat="gm", actor=hero, skill="Evade", other="shade", other_skill="Evade")
    effect = EffectRoll(then=SlowHealing(locations=()), actor="shade", dice="1d6", word="d100_strain_dice", value=3)
    harm = DamageProcess(
        harm=Harm(actor="shade", source="weapon", dice="1d6", by=hero),
        stage="luck",
        blows=(Blow(location="Head", base=5),),
    )
    called = played(fighting, contest)[0]
    check = called.procedures[-1]
    assert isinstance(check, Check)
    half = replace(check, rolls=(check.rolls[0], replace(check.rolls[1], thrown=40)))
    changed = 0
    for world in (
        called,
        replace(called, procedures=(*called.procedures[:-1], half)),
        replace(fighting, procedures=(*fighting.procedures, effect)),
        replace(fighting, procedures=(*fighting.procedures, harm)),
        played(fighting, contest, ThrowDice(seat="gm"))[0],
    ):
        for seed in range(4):
            assert [*interference_problems(game, codec, world, SHARED, Random(seed))] == []
            variants = [
                told
                for procedure in world.procedures
                for told, _ in profile_of(game).hidden_variants(world, procedure, SHARED, Random(seed))
            ]
            changed += len(variants)
    assert changed > 16, "numbers inside procedures were changed"


@pytest.mark.rule("CF-TIME-4")
def test_how_fast_a_secret_member_of_the_party_goes_shows_in_no_offer_and_no_line() -> None:
    """Whether the party can go at all, and who is the slowest: the one that only its player and the GM may read."""
    game, table = game_of("classic_fantasy"), a_calm_table("classic_fantasy")
    slow = table.actors["pell"]
    offered, walked = [], []
    for feet in (0, 5, 6):
        secret = replace(slow, secret=True, sheet={**slow.sheet, "movement": feet})
        world = replace(table, actors={**table.actors, slow.id: secret})
        offered.append({seat: game.offers(world, seat, "mia") for seat in world.seats})
        if feet:
            events = game.apply(world, Walk(seat="gm", feet=4), SeededChance(3)).events
            walked.append([event for event in redact(world, events, "mia") if isinstance(event, Noted)])
    assert offered[0] == offered[1] == offered[2]
    assert walked[0] == walked[1]
    assert walked[0]


@pytest.mark.rule("FI-CORE-8")
def test_only_the_total_of_a_secret_roll_is_public() -> None:
    table = a_calm_table("future_imperfect")
    hero = next(iter(table.actors))
    begun = TryRoll(seat="gm", actor="shade", name="reflex", target=hero)
    world, told = played(table, begun, ThrowBoth(seat="gm"))
    dice = [event for event in told if isinstance(event, Rolled)]
    assert len(dice) == 1, "those of the hero alone"
    assert {"log.dice_fall_seen", "log.dice_bust_seen"} & {*lines(told)}
    by_seat = {
        side.label.params["actor"]: side.dice
        for activity_view in game_of("future_imperfect").view_for(world, SHARED).under_way
        for side in activity_view.sides
    }
    assert not by_seat.get("The Shade", ())


@pytest.mark.rule("CF-FATIGUE-1", "CF-FATIGUE-12", "CF-ASPHYX-1", "CF-ASPHYX-10")
def test_the_log_reveals_no_level_and_no_breath_of_a_hidden_foe() -> None:
    table = a_calm_table("classic_fantasy")
    fight = StartFight(seat="gm", fighters=("shade", next(iter(table.actors))))
    _, told = played(
        table,
        fight,
        Weary(seat="gm", actor="shade", cause="exertion", levels=3),
        Refresh(seat="gm", actor="shade", levels=2),
        LoseBreath(seat="gm", actor="shade"),
        BreatheAgain(seat="gm", actor="shade"),
        RollSkill(seat="gm", actor="shade", skill="Evade"),
    )
    seen = [event.message for event in told if isinstance(event, Noted) and event.message.key.endswith("_seen")]
    assert [line.plain_key.removeprefix("log.") for line in seen] == [
        "d100_tires_seen",
        "d100_freshens_seen",
        "d100_breath_lost_seen",
        "d100_breathes_seen",
        "d100_roll_opens_seen",
    ]
    for line in seen:
        assert line.params.keys() <= {"actor", "cause", "other", "skill", "other_skill", "what"}
    assert len(lines(told)) == len({*lines(told)}), "nobody else reads the lines with the numbers"


@pytest.mark.rule("CF-X-9")
def test_a_secret_skill_above_100_shows_in_no_number_of_the_other_side() -> None:
    """The level of the roll follows the rule; its number is what the others can know, and the GM reads the true one."""
    game, table = game_of("classic_fantasy"), a_calm_table("classic_fantasy")
    hero = next(iter(table.actors))
    contest = RollContest(seat="gm", actor=hero, skill="Evade", other="shade", other_skill="Evade")
    called = played(table, contest)[0]
    check = called.procedures[-1]
    assert isinstance(check, Check)
    shown = []
    for skill, target in ((60, 70), (180, 0)):
        rolls = (replace(check.rolls[0], skill=70, bearings=(), thrown=99), replace(check.rolls[1], skill=skill))
        world = replace(called, procedures=(*called.procedures[:-1], replace(check, rolls=rolls)))
        offers = [game.offers(world, seat, SHARED) for seat in world.seats]
        assert game.view_for(world, "gm").under_way[-1].sides[0].target == target
        shown.append((game.view_for(world, SHARED), offers, game.status_page(world, SHARED, "roll")))
        unthrown = replace(check, rolls=(replace(rolls[0], thrown=None), rolls[1]))
        events = played(replace(world, procedures=(*world.procedures[:-1], unthrown)), ThrowDice(seat="gm"))[1]
        fell = [event.message.params for event in events if isinstance(event, Noted) and "fell" in event.message.key]
        assert [params["value"] for params in fell if "value" in params] == [70]
    assert difference(shown[0], shown[1]) is None
    words = shown[0][0].under_way[-1].sides[0].reasons
    assert "d100.part.over_100_unknown" in [reason.plain_key for reason in words]
