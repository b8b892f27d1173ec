"""When the table waits for Luck, as the player of the character has set it (CF-LUCK-7, CF-LUCK-8)."""

from __future__ import annotations

from typing import Literal

import pytest

from engine.core.commands import Command
from engine.core.events import Noted
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.character.session_state import LuckPrompt, session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, current_check
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import React
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.luck.luck_prompts import SetLuckPrompt
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import GAME, dice, laid, names, outcome, play, refused

ATTACK = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", throws=True, goes_on=True)
ATTACKED = DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword", throws=True, goes_on=True)
PARRY = Defend(seat="tom", how="parry", size="Medium", throws=True)


def begun(prompt: LuckPrompt, first: Literal["bran", "orc"], **luck: int) -> Table:
    """Return a combat of Bran, who has Luck, and the orc, at the first Turn."""
    tracks = {actor: {"Luck": points} for actor, points in {"bran": 2, **luck}.items()}
    start = StartFight(seat="gm", fighters=("bran", "orc"))
    faces = [9, 1] if first == "bran" else [1, 9]
    table = play(
        laid(tracks=tracks, options={"luck_npc": "all"}), start, RollInitiative(seat="gm"), chance=dice(d10=faces)
    )
    return play(table, SetLuckPrompt(seat="tom", actor="bran", luck_prompt=prompt))


@pytest.mark.rule("CF-LUCK-7", "CF-LUCK-8", "CF-X-28", "CF-X-33")
@pytest.mark.parametrize(
    ("commands", "faces", "waits"),
    [
        ((ATTACK,), [90], "always failure"),
        ((ATTACK,), [30], "always"),
        ((ATTACKED,), [30], "always failure"),
        ((ATTACKED,), [90], ""),
        ((ATTACKED, PARRY), [30, 90], "always failure"),
        ((ATTACKED, PARRY), [30, 20], "always"),
        ((ATTACKED, replace(PARRY, how="evade")), [30, 20], "always failure"),
        ((ATTACKED, replace(PARRY, how="evade")), [30, 40], "always"),
    ],
    ids=str,
)
@pytest.mark.parametrize("prompt", ["always", "failure", "wound"])
def test_the_table_waits_for_luck_where_its_player_wants_to_be_asked(
    commands: tuple[Command, ...], faces: list[int], waits: str, prompt: LuckPrompt
) -> None:
    """A parry counts by its own level, an evasion by its contest, which the higher die wins."""
    table = begun(prompt, "bran" if commands[0] is ATTACK else "orc")
    table = play(table, *commands, chance=dice(d100=faces, d20=[11], d8=[1]))
    assert (current_check(table) is not None) == (prompt in waits.split())
    if isinstance(table.procedures[-1], Check):
        assert not next(o for o in GAME.offers(table, "tom") if o.base_name == "d100_luck_prompt").rare
        settled = play(table, SetLuckPrompt(seat="tom", actor="bran", luck_prompt="wound"))
        assert current_check(settled) is None, "dice that nobody is asked about any more count"


@pytest.mark.rule("CF-LUCK-5", "CF-LUCK-9", "CF-X-27")
def test_a_target_that_has_bought_an_action_point_can_defend_at_once() -> None:
    """The point was the only one for this attack, so the dice wait for nobody any more."""
    spent = React(seat="tom", actor="bran", points=2)
    table = play(begun("failure", "orc"), spent, ATTACKED, chance=dice(d100=[30]))
    assert "d100_parry" not in names(table, "tom")
    table = play(table, SpendLuck(seat="tom", actor="bran", use="desperate_effort"))
    assert current_check(table) is None
    assert set(names(table, "tom")) >= {"d100_parry", "d100_evade"}
    assert current_damage(play(table, PARRY, chance=dice(d100=[20]))) is None


@pytest.mark.rule("CF-LUCK-7", "CF-HITLOC-1")
@pytest.mark.parametrize(("prompt", "stage"), [("always", "where"), ("failure", "damage")])
def test_a_location_waits_for_luck_only_if_every_roll_does(prompt: LuckPrompt, stage: str) -> None:
    table = play(begun(prompt, "bran"), ATTACK, chance=dice(d100=[30]))
    accepts = (AcceptRoll(seat="tom"),) if prompt == "always" else ()
    process = current_damage(play(table, *accepts, Defend(seat="gm", how="none")))
    assert process is not None
    assert process.stage == stage


@pytest.mark.rule("CF-DMG-5", "CF-LUCK-7")
@pytest.mark.parametrize(
    ("prompt", "luck", "secret", "is_over"),
    [("failure", 1, "", False), ("failure", 0, "", True), ("wound", 1, "", True), ("failure", 0, "orc", False)],
)
def test_a_blow_that_armour_stops_waits_only_for_luck_that_may_change_it(
    prompt: LuckPrompt, luck: int, secret: str, is_over: bool
) -> None:
    armour: dict[str, dict[str, Json]] = {"orc": {"armour": [{"location": "Chest", "worn": 8}]}}
    start = StartFight(seat="gm", fighters=("bran", "orc"), luck_prompt=prompt)
    table = laid(sheets=armour, tracks={"bran": {"Luck": luck}})
    table = play(table, start, RollInitiative(seat="gm"), chance=dice(d10=[9, 1]))
    table = replace(table, actors={n: replace(actor, secret=n == secret) for n, actor in table.actors.items()})
    table = play(table, ATTACK, Defend(seat="gm", how="none"), chance=dice(d100=[30], d20=[11], d8=[6]))
    process = current_damage(table)
    assert (process is None) == is_over
    assert process is None or process.blow.base == 6


@pytest.mark.rule("CF-AMB-42")
def test_the_table_always_waits_for_a_secret_character_whatever_is_set() -> None:
    table = begun("failure", "orc", orc=1)
    asked = SetLuckPrompt(seat="gm", actor="orc", luck_prompt="wound")
    (line,) = [event.message for event in outcome(table, asked).events if isinstance(event, Noted)]
    assert say(line).endswith(": the table waits for Luck only for a Major Wound")
    table = play(table, asked)
    assert current_check(play(table, ATTACKED, chance=dice(d100=[90]))) is None
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=True)})
    assert current_check(play(table, ATTACKED, chance=dice(d100=[90]))) is not None
    assert refused(table, asked).message.key == "refused.d100_luck_always_asked"
    assert "d100_luck_prompt:orc" not in names(table, "gm")
    assert refused(table, replace(asked, actor="bran", seat="eve")).message.key == "refused.not_your_character"


@pytest.mark.rule("CF-LUCK-7", "CF-AMB-42")
@pytest.mark.parametrize(
    ("prompt", "secret", "waits"),
    [
        (None, False, [90]),
        ("failure", False, [90]),
        ("always", False, [20, 90]),
        ("wound", False, []),
        (None, True, [20, 90]),
    ],
)
def test_outside_a_combat_the_table_waits_after_a_failure_unless_the_player_sets_something_else(
    prompt: LuckPrompt | None, waits: list[int], *, secret: bool
) -> None:
    """For a secret character it waits after all dice, with or without a Luck Point."""
    for luck in (0, 2):
        table = laid(tracks={"bran": {"Luck": luck}})
        table = replace(table, procedures=(replace(session_state(table), luck_prompts={}),))
        if prompt is not None:
            table = play(table, SetLuckPrompt(seat="tom", actor="bran", luck_prompt=prompt))
        table = replace(table, actors={**table.actors, "bran": replace(table.actors["bran"], secret=secret)})
        rolling = play(table, RollSkill(seat="gm", actor="bran", skill="Athletics"))
        asked = [
            face
            for face in (20, 90)
            if current_check(play(rolling, ThrowDice(seat="gm"), chance=dice(d100=[face]))) is not None
        ]
        assert asked == (waits if luck or secret else [])
        assert ("d100_luck_prompt:bran" in names(table, "tom")) is (luck > 0 and not secret)


@pytest.mark.rule("CF-LUCK-7", "CF-UI-4")
def test_what_is_set_outside_a_combat_is_at_hand_while_dice_wait_and_leaves_a_combat_alone() -> None:
    table = play(laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Athletics"))
    assert "d100_luck_prompt:bran" not in names(table, "tom"), "nobody waits yet"
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[20]))
    [setting] = [offer for offer in GAME.offers(table, "tom") if offer.base_name == "d100_luck_prompt"]
    assert not setting.rare
    settled = play(table, replace(setting.command, luck_prompt="failure"))
    assert current_check(settled) is None
    assert session_state(settled).luck_prompts["bran"] == "failure"
    start = StartFight(seat="gm", fighters=("orc", "mira"))
    waiting = play(laid(tracks={"bran": {"Luck": 2}}), start, RollInitiative(seat="gm"), chance=dice(d10=[9, 1]))
    assert "d100_luck_prompt:bran" not in names(waiting, "tom"), "it does not fight"
    waiting = play(waiting, RollSkill(seat="gm", actor="bran", skill="Athletics"))
    waiting = play(waiting, ThrowDice(seat="gm"), chance=dice(d100=[90]))
    [setting] = [offer for offer in GAME.offers(waiting, "tom") if offer.base_name == "d100_luck_prompt"]
    assert not setting.rare, "the combat waits for a character outside it"
    assert current_check(play(waiting, replace(setting.command, luck_prompt="wound"))) is None
    fight = begun("wound", "bran")
    assert session_state(fight).luck_prompts["bran"] == "always"


@pytest.mark.rule("CF-LUCK-7", "CF-AMB-42", "CF-UI-2")
@pytest.mark.parametrize("hidden", ["", "roll", "character"])
def test_no_viewer_is_told_of_luck_that_a_secret_roll_of_an_outsider_of_the_combat_waits_for(hidden: str) -> None:
    table = laid(tracks={"bran": {"Luck": 2}})
    bran = replace(table.actors["bran"], secret=hidden == "character")
    table = replace(table, actors={**table.actors, "bran": bran})
    table = play(table, StartFight(seat="gm", fighters=("orc", "mira")), RollInitiative(seat="gm"))
    rolling = play(table, RollSkill(seat="gm", actor="bran", skill="Athletics", secret=hidden == "roll"))
    fallen = play(rolling, ThrowDice(seat="gm"), chance=dice(d100=[90]))
    assert (current_check(fallen) is not None) == (hidden != "roll"), "a secret roll waits for nobody"
    told = {
        viewer
        for now in (rolling, fallen)
        for viewer in ("gm", "tom", "eve", SHARED)
        if any(offer.base_name == "d100_luck_prompt" for offer in GAME.offers(now, "tom", viewer))
    }
    assert told == (set() if hidden else {"gm", "tom", "eve", SHARED})
