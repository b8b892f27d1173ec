"""The group's options: every key of section 6.2 with its default, its alternatives, and its effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.continuation import name_of
from engine.core.game_options import OptionKind, check_option, complete_options
from engine.core.manual_moves import LayCondition, SetLocation, SetOption, SetTrack
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, CallOff, SpendChip
from engine.rulesets.future_imperfect.combat.defence_commands import Defend
from engine.rulesets.future_imperfect.combat.hit_commands import SetCover, ShiftHit
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import BreakFree, Entangle
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.aimed_shot_commands import ShootFromAim
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import StartConflict
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.damage.wound_commands import ANYWHERE, SaveSkin
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import Fall
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime
from engine.rulesets.future_imperfect.health.treatment_commands import TreatWound
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep, called_rank
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from engine.rulesets.future_imperfect.session.bounty_commands import BuyAptitude
from engine.rulesets.future_imperfect.settings import option_specs
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear
from engine.rulesets.future_imperfect.social.stakes_commands import AgreeStakes, ProposeStakes
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    ACCEPT,
    DAMAGE,
    TAKE,
    THROW,
    Played,
    acting,
    armed,
    brawler,
    goes,
    needs,
    values,
)
from tests.engine.rulesets.future_imperfect.damage.test_wound_commands import hurt, scarred
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    laid,
    play,
    running_conflict,
    stacked,
)

# Section 6.2: the default, then what else it may be; 0 is how a number says none, or no limit.
CATALOGUE: Mapping[str, tuple[Json, ...]] = {
    "raise_step": (5, 1, 4, 6),
    "bust_rule": ("more_than_half", "half_or_more", "all"),
    "bust_recheck_on_added_dice": (False, True),
    "blue_cancels_bust": (True, False),
    "blue_per_action": (1, 0),
    "chips_per_save": (0, 1),
    "chips_on_strength_damage": (False, True),
    "trait_plus": ("once", "per_die"),
    "default_halve": ("before_modifiers", "after_modifiers"),
    "opposed_tie": ("initiator_loses", "initiator_wins", "reroll"),
    "opposed_min_tn": (0, 5),
    "round_seconds": (5, 10),
    "max_draw": (0, 5),
    "initiative_weapon_penalty": ("readied_unaimed", "readied", "none"),
    "black_joker_takes_red": (True, False),
    "prepared_no_draw": (True, False),
    "aim_interrupt_cost": ("reserve_or_aim_card", "needs_reserve"),
    "prep_card_aims": ("if_declared", "always", "never"),
    "unnerved_passive": ("floor0", "subtract4"),
    "fear_broken_chip": ("master", "none"),
    "simple_contest_gap": ("steps", "numeric"),
    "burst_raises_shift": ("surplus_only", "all", "none"),
    "scatter_cap": ("none", "thrown_distance"),
    "db_mode": ("net", "absolute"),
    "entangle_break": ("fragile_only", "any"),
    "active_defense_scope": ("action", "single_roll"),
    "side_parity": ("final", "natural"),
    "armor_min_step": (1, 0),
    "equal_pn_stops": (False, True),
    "armor_layers": ("sequential", "sum"),
    "unarmed_damage": ("strength_check", "coordination_of_step_die"),
    "darkness_table": ({"full": 0, "dim": -2, "dark": -4, "pitch": -4}, {"full": 0, "dim": -1, "fog": -3}),
    "overflow": ("lost", "to_guts"),
    "stun_level": ("location_after", "wounds_inflicted"),
    "stun_on_wind_only": (False, True),
    "multi_area_stun": ("highest_once", "each_area"),
    "wind_on_negated": (False, True),
    "bleed_stack": ("sum", "worst_only"),
    "blast_roll": ("per_target", "shared"),
    "brawl_min_wind": (0, 1),
    "fall_distinct_areas": (False, True),
    "fire_wind": ("once", "per_area"),
    "heal_attempts": (1, 3, 0),
    "aptitude_raise_limit": ("per_aptitude", "one_total"),
}


OWN = {"rolls_wait": False, "count_by_itself": True}
"""Options of this program with their defaults: none changes a rule of the catalogue."""


def test_every_choice_of_the_catalogue_is_there_with_its_default_and_no_other() -> None:
    assert len(CATALOGUE) == 44
    assert complete_options(option_specs(), {}) == {name: values[0] for name, values in CATALOGUE.items()} | OWN


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_option_allows_only_the_values_of_the_catalogue(name: str) -> None:
    spec, values = option_specs()[name], CATALOGUE[name]
    for value in values:
        check_option(option_specs(), name, value)
    if spec.kind is OptionKind.CHOICE:
        assert spec.choices == values
    for wrong in ("no such word", None, -100, ["once"], {"dim": "dark"}):
        with pytest.raises(Refused):
            check_option(option_specs(), name, wrong)


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_option_has_texts_and_names_its_rule(name: str) -> None:
    spec, known = option_specs()[name], texts()
    assert spec.rules
    assert all(re.fullmatch(r"FI-[A-Z]+-\d+", rule) for rule in spec.rules)
    assert spec.label
    assert spec.group
    assert spec.help.endswith(".")
    labels = [known[f"choice.{name}.{choice}"] for choice in spec.choices]
    assert len(set(labels)) == len(labels)


def faces(table: Table, viewer: str, zone: str) -> list[str | None]:
    """Return the cards of a zone as a viewer sees them; none where all of them are hidden."""
    return list(GAME.view_for(table, viewer).zones[zone].cards)


@pytest.mark.rule("FI-INIT-10")
def test_hands_are_private_or_open_from_the_moment_that_the_group_says_so() -> None:
    table = dealt(conflict(laid()), frost="AS KS", thug="QS/2")
    hidden: dict[str, list[str | None]] = {zone: faces(table, "eve", zone) for zone in ("hand:tom", "cards:thug")}
    assert hidden == {"hand:tom": [], "cards:thug": []}
    opened = play(table, SetOption(seat="gm", option="hands_private", value=False))
    assert {zone: faces(opened, "eve", zone) for zone in hidden} == {"hand:tom": ["AS", "KS"], "cards:thug": ["QS/2"]}
    closed = play(opened, SetOption(seat="gm", option="hands_private", value=True))
    assert {zone: faces(closed, "eve", zone) for zone in hidden} == hidden
    later = conflict(laid(options={"hands_private": False}))
    assert faces(dealt(later, thug="QS/2"), "eve", "cards:thug") == ["QS/2"]


# ---- what each does at a table ---------------------------------------------------------------------------------------

Options = Mapping[str, Json]
CHIPS = {"tom": {"white": 3, "red": 2, "blue": 2}}
RIFLE = armed("Blast rifle", hands=["right"])
SHOT = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3)
STRIKE = Strike(seat="gm", actor="frost", target="thug")
TRY = TryRoll(seat="tom", actor="frost", name="reflex", tn=5)
DARK: Options = {"darkness_table": {"full": 0, "dim": -1, "fog": -3}}


def why_not(played: Table | Played, command: Command) -> str:
    """Return the key of what refuses a command; empty if nothing does."""
    denied = GAME.refusal(played.table if isinstance(played, Played) else played, command)
    return denied.message.key.removeprefix("refused.") if denied else ""


def rolled(options: Options, faces: list[int], *then: Command, **sheet: Json) -> Played:
    """Frost rolls against 5, and this happens once the dice have fallen."""
    table = laid(options=options, sheets={"frost": sheet}, chips=CHIPS)
    sides = "d12" if "d12" in str(sheet.get("reflex")) else "d8"
    return goes(table, TRY, THROW, *then, **{sides: faces})


def bust(options: Options, faces: list[int], *then: Command, **sheet: Json) -> object:
    played = rolled(options, faces, *then, **sheet)
    return (goes(played, ACCEPT) if current_check(played.table) else played).figures["bust"]


def against_thug(options: Options, mine: list[int], thugs: list[int]) -> Played:
    asked = TryRoll(seat="tom", actor="frost", name="reflex", target="thug")
    return goes(laid(options=options), asked, THROW, d8=[*mine, *thugs])


def drawn(options: Options, top: str, *faces: int, **sheet: Json) -> Played:
    """Frost draws cards off a deck that is known."""
    table = stacked(conflict(laid(options=options, sheets={"frost": sheet}), "frost"), "crew", top)
    return goes(table, RollReflex(seat="tom", actor="frost"), THROW, d8=faces)


def slowed(options: Options, *, aims: bool) -> object:
    """Return what a rifle in hand takes from the Reflex roll of the next round."""
    table = counted(dealt(conflict(laid(options=options, sheets={"frost": RIFLE}), "frost"), frost="AS"), "A")
    if aims:
        table = counted(play(table, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle")), "2")
    else:
        table = play(table, PlayCard(seat="tom", actor="frost"), EndTurn(seat="tom", actor="frost"))
    table = play(table, EndRound(seat="gm"))
    return values(goes(table, RollReflex(seat="tom", actor="frost")).check).get("unaimed", 0)


def prepared(options: Options) -> object:
    """Return the reason why a character draws no cards while its prepared action waits for the trigger."""
    table = counted(dealt(conflict(laid(options=options), "frost"), frost="JD 10D"), "J")
    plan = PrepareCard(seat="tom", actor="frost", what="blow the bridge", need=2, trigger="Chuk has passed")
    table = play(counted(play(table, plan), "10"), PrepareCard(seat="tom", actor="frost"))
    return running_conflict(play(counted(table, "2"), EndRound(seat="gm"))).fighters["frost"].why


def fires_out_of_aim(options: Options) -> object:
    """Return the refusal for an aiming character, without a reserve, to shoot at a moving target."""
    table = counted(dealt(conflict(laid(options=options, sheets={"frost": RIFLE})), frost="AS", thug="QS/2"), "A")
    table = play(table, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    return why_not(
        play(counted(table, "Q"), PlayCard(seat="gm", actor="thug")), ShootFromAim(seat="tom", actor="frost")
    )


def lays_aside(options: Options, *, aims: bool) -> object:
    """Return the counters and the cards of a card laid aside for a slow weapon, or to aim it."""
    slow = conflict(laid(options=options, sheets={"frost": armed("Blast MMG", hands=["both"])}), "frost", "thug")
    lays = PrepareCard(seat="tom", actor="frost", what="Blast MMG", target="thug")
    aim = AimCard(seat="tom", actor="frost", target="thug", weapon="Blast MMG")
    table = play(counted(dealt(slow, frost="KD QD"), "K"), aim if aims else lays, CallStep(seat="gm"))
    fighter = running_conflict(table).fighters["frost"]
    return fighter.aim.counters if fighter.aim else None, fighter.preparation.paid if fighter.preparation else None


def shot_twice(options: Options) -> object:
    """Return the target number of a second shot after a defence against the first."""
    sheets = {"frost": armed("Laser pistol"), "thug": armed()}
    table = acting(sheets, {"frost": "AS", "thug": "KS/2"}, "frost", options=options)
    shot = Shoot(seat="tom", actor="frost", target="thug", weapon="Laser pistol", distance=20)
    return goes(table, shot, Defend(seat="gm", actor="thug"), THROW, THROW, shot, d8=[7, 4, 2, 3]).check.tn


def feared(options: Options) -> object:
    """Return the chips that the GM holds once fear has broken Frost."""
    table = goes(laid(options=options), FaceFear(seat="gm", actor="frost", tn=9), THROW, d6=[2, 3], d8=[2, 3])
    return table.figures["fear"], sum(table.table.chips["gm"].values())


def staked(options: Options, mine: str, other: str) -> object:
    """Return the target number of a contest out of a fight, by the dice of both."""
    minds = {who: {"traits": [{"name": "Spirit", "dice": die}]} for who, die in (("frost", mine), ("thug", other))}
    known: Json = [{"name": name, "level": 2, "trait": "Spirit"} for name in ("overawe", "guts")]
    table = laid(options=options, sheets={who: {**sheet, "aptitudes": known} for who, sheet in minds.items()})
    wish = ProposeStakes(
        seat="tom", actor="frost", target="thug", aptitude="overawe", success="he goes", failure="he stays"
    )
    return goes(table, wish, AgreeStakes(seat="gm")).check.tn


def raises_of_burst(options: Options) -> object:
    burst = FireBurst(seat="gm", actor="frost", weapon="Blast rifle", targets=("thug",))
    return goes(
        laid(options=options, sheets={"frost": RIFLE}), burst, THROW, d8=[8, 4, 1, 8, 8, 1], d20=[9]
    ).attack.raises


def scattered(options: Options) -> object:
    table = laid(options=options, sheets={"frost": armed("Plasma grenade")})
    throws = ThrowWeapon(seat="gm", actor="frost", weapon="Plasma grenade", distance=15)
    return goes(table, throws, THROW, d8=[1], d6=[1, 1, 1, 6, 6, 6, 3], d12=[12]).figures["scatter"]


def reach(options: Options) -> object:
    sword = {**brawler(0), "weapons": [{"name": "Sword", "hand": "right"}]}
    table = laid(options=options, sheets={"frost": {**brawler(1), "size": 7}, "thug": sword})
    return needs(goes(table, STRIKE).check).get("reach", 0)


def caught(options: Options) -> object:
    """Return the refusal to break a chain that holds a character."""
    chain: Json = [{"name": "Chain", "concentration": "fighting: lariat", "properties": "entangle 7", "hand": "right"}]
    table = laid(options=options, sheets={"frost": {**armed(), "weapons": chain}})
    entangled = goes(table, Entangle(seat="gm", actor="frost", target="thug", weapon="Chain"), THROW, d8=[7, 2, 5, 3])
    return why_not(entangled, BreakFree(seat="gm", actor="thug", way="break"))


def lit(options: Options, light: str) -> object:
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", counters=3, distance=30, light=light)
    table = laid(options=options, sheets={"frost": RIFLE})
    return why_not(table, shot) or sum(values(goes(table, shot).check).values())


def unnerved(options: Options) -> object:
    table = laid(options=options, sheets={"frost": brawler(2), "thug": brawler(3)})
    return goes(table, LayCondition(seat="gm", actor="thug", condition="unnerved"), STRIKE).check.tn


def hit(
    options: Options, *commands: Command, place: int = 16, armour: int = 0, pn: str = "3", **dice: list[int]
) -> Played:
    """Frost hits the thug with a rifle."""
    rifle = armed() | {"weapons": [{"name": "Blast rifle", "hand": "right", "pn": pn}]}
    table = laid(options=options, sheets={"frost": rifle, "thug": {"armour_value": armour}})
    return goes(table, SHOT, *commands, THROW, **{"d8": [3, 5, 7], "d20": [place], **dice})


def pierced(options: Options, *commands: Command, armour: int, pn: str = "3") -> object:
    """Return the dice that come through armour, or what stops them."""
    came = goes(hit(options, *commands, armour=armour, pn=pn), DAMAGE, d8=[1] * 9, d6=[1] * 9, d4=[1] * 9)
    return came.figures.get("stopped") or came.figures["damage_die"]


def side_of_a_shifted_hit(options: Options) -> object:
    return goes(hit(options, place=2, d8=[2, 8, 2, 3]), ShiftHit(seat="gm", by=1)).figures["place"]


def punched(options: Options, strength: str = "2d12", armour: int = 1, **dice: list[int]) -> Played:
    table = laid(options=options, sheets={"frost": brawler(2, strength=strength), "thug": {"armour_value": armour}})
    return goes(table, STRIKE, THROW, DAMAGE, **{"d8": [6, 5], "d20": [13], **dice})


def chips_for_strength(options: Options) -> object:
    knife = armed("Vibro knife", hands=["right"], strength="2d8")
    table = laid(options=options, sheets={"frost": knife}, chips={"tom": {"white": 1}, "pot": {"white": 49}})
    came = goes(table, STRIKE, THROW, ACCEPT, DAMAGE, d8=[6, 5, 3, 2], d6=[4, 4], d20=[13])
    return current_check(came.table) is not None and name_of(came.check.then)


def blown_up(options: Options) -> object:
    victims = (Victim(actor="frost", distance=5), Victim(actor="chuk", distance=15))
    return goes(laid(options=options), Explode(seat="gm", dice="3d20", victims=victims), d20=[6, 7, 8, 1, 2]).figures[
        "damage"
    ]


def fallen(options: Options) -> Played:
    chance: dict[str, Any] = {"d6": [5, 5, 1, 1, 1], "d20": [20, 20, 2, 1]}
    played = goes(laid(options=options), Fall(seat="gm", actor="frost", metres=12), d6=[5, 5])
    return goes(played, TAKE, **{**chance, "d6": [1, 1, 1]})


def areas_of_a_fall(options: Options) -> object:
    played = fallen(options)
    return [played.level("frost", area) for area in ("head", "right_leg", "left_leg")]


def checks_after_a_fall(options: Options) -> object:
    """Return how many stun checks a fall asks for that hurts the head and a leg."""
    played, count = fallen(options), 0
    while current_check(played.table) is not None:
        played, count = goes(played, THROW, d6=[6, 5, 4]), count + 1
    return count


def too_much(options: Options) -> object:
    played = scarred(("left_leg", 4), options=options)
    return goes(hurt(played, {"left_leg": 3}), TAKE, d6=[1, 1, 1]).level("frost", "guts")


def stun_tn(options: Options) -> object:
    return goes(hurt(scarred(("guts", 2), options=options), {"guts": 1}), TAKE, d6=[1]).check.tn


def stun_of_wind(options: Options) -> object:
    played = hurt(laid(options=options), {"guts": 0})
    return pending_wounds(played.table) is not None and played.check.tn


def wind_of_a_stopped_shot(options: Options) -> object:
    return 12 - goes(hit(options, armour=6), DAMAGE, d6=[3]).wind("thug")


def wind_of_undone_wounds(options: Options) -> object:
    coming = hurt(laid(options=options, chips=CHIPS), {"guts": 1})
    return 12 - goes(coming, SaveSkin(seat="tom", colour="white"), d6=[3]).wind("frost")


def burnt(options: Options) -> object:
    burning = hurt(laid(options=options), {ANYWHERE: 2}, copied=("left_arm", "guts"), source="continuing")
    return 12 - goes(burning, TAKE, d6=[1, 1, 1, 1]).wind("frost")


def bled(options: Options) -> object:
    """Return the Wind lost in a round by a character that bleeds from an arm and, worse, from a leg."""
    cuts = [
        SetLocation(seat="gm", actor="frost", location=area, level=level, bleeding=True)
        for area, level in (("left_arm", 3), ("left_leg", 4))
    ]
    table = play(dealt(conflict(play(laid(options=options), *cuts))), BeginCount(seat="gm"), EndRound(seat="gm"))
    return 12 - table.actors["frost"].tracks["Wind"].value


def bled_a_minute(options: Options) -> object:
    cut = SetLocation(seat="gm", actor="frost", location="guts", level=3, bleeding=True)
    full = SetTrack(seat="gm", actor="frost", track="Wind", value=12)
    table = play(laid(options=options), cut, full, AdvanceTime(seat="gm", minutes=1))
    return 12 - table.actors["frost"].tracks["Wind"].value


def treatments(options: Options) -> object:
    """Return how often medicine may be tried on an injury, of five times at most."""
    medicine: Json = [{"name": "medicine", "concentration": "general", "level": 2, "trait": "Dexterity"}]
    played = goes(hurt(laid(options=options, sheets={"chuk": {"aptitudes": medicine}}), {"head": 1}), TAKE, d6=[1])
    played, count = goes(played, CallOff(seat="gm")), 0
    treats = TreatWound(seat="eve", actor="chuk", patient="frost", area="head", medicine="general")
    while count < 5 and not why_not(played, treats):
        played, count = goes(played, treats, THROW, d8=[2, 3]), count + 1
    return count


def saved(options: Options) -> object:
    """Return what keeps Frost from spending a second chip against the same wounds."""
    save = SaveSkin(seat="tom", colour="white")
    return why_not(goes(hurt(laid(options=options, chips=CHIPS), {"guts": 3}), save), save)


def learnt(options: Options) -> object:
    table = laid(options=options, sheets={"frost": {"bounty": 9, "bounty_earned": 9}})
    table = play(table, BuyAptitude(seat="tom", actor="frost", aptitude="dodge"))
    return why_not(table, BuyAptitude(seat="tom", actor="frost", aptitude="climbing"))


def second_blue(options: Options) -> object:
    blue = SpendChip(seat="tom", colour="blue")
    return why_not(rolled(options, [2, 3, 4], blue), blue)


def counts_after_the_draw(options: Options) -> object:
    begin = StartConflict(seat="gm", fighters=("frost",), by_itself=True)
    table = stacked(play(laid(options=options), begin), "crew", "KS")
    after = goes(table, RollReflex(seat="tom", actor="frost", at_once=True), d8=[2, 2, 2]).table
    return called_rank(running_conflict(after))


def seen_of_a_hand(options: Options) -> object:
    return faces(dealt(conflict(laid(options=options)), frost="AS KS"), "eve", "hand:tom")


WHITE, RED, BLUE = (SpendChip(seat="tom", colour=colour) for colour in ("white", "red", "blue"))
HARDER = AddModifier(seat="tom", value=-3, why="smoke")

CASES: tuple[tuple[Options, Callable[[Options], object], object, object], ...] = (
    ({"raise_step": 4}, lambda o: drawn(o, "", 7, 2).figures["cards_drawn"], 2, 3),
    ({"bust_rule": "half_or_more"}, lambda o: bust(o, [1, 7]), False, True),
    ({"bust_rule": "all"}, lambda o: bust(o, [1, 1, 7], reflex="3d8"), True, False),
    ({"bust_recheck_on_added_dice": True}, lambda o: bust(o, [1, 5, 1], WHITE), False, True),
    ({"blue_cancels_bust": False}, lambda o: bust(o, [1, 1, 6], BLUE), False, True),
    ({"blue_per_action": 0}, second_blue, "chip_spent", ""),
    ({"chips_per_save": 1}, saved, "", "chips_per_save"),
    ({"chips_on_strength_damage": True}, chips_for_strength, False, "strength_damage"),
    (
        {"trait_plus": "per_die"},
        lambda o: rolled(o, [5, 9, 3], RED, ACCEPT, reflex="2d12+2").figures["total"],
        14,
        16,
    ),
    (
        {"default_halve": "after_modifiers"},
        lambda o: goes(
            laid(options=o), TryRoll(seat="tom", actor="frost", name="throwing", tn=5), HARDER, THROW, d8=[7, 2]
        ).figures["total"],
        0,
        2,
    ),
    (
        {"opposed_tie": "initiator_wins"},
        lambda o: against_thug(o, [5, 3], [5, 2]).figures["winner"],
        "other",
        "initiator",
    ),
    (
        {"opposed_tie": "reroll"},
        lambda o: current_check(against_thug(o, [5, 3], [5, 2]).table) is not None,
        False,
        True,
    ),
    ({"opposed_min_tn": 5}, lambda o: against_thug(o, [7, 3], [2, 1]).figures["successes"], 2, 1),
    ({"round_seconds": 10}, bled_a_minute, 12, 6),
    ({"max_draw": 2}, lambda o: drawn(o, "KS 9S 5S 4S", 8, 5, 5).figures["cards_drawn"], 4, 2),
    ({"initiative_weapon_penalty": "none"}, lambda o: slowed(o, aims=False), -3, 0),
    ({"initiative_weapon_penalty": "readied"}, lambda o: slowed(o, aims=True), 0, -3),
    (
        {"black_joker_takes_red": False},
        lambda o: set(cards(drawn(o, "XR AS KS XB", 8, 5, 5).table, "hand:tom")),
        {"AS", "KS"},
        {"XR", "KS"},
    ),
    ({"prepared_no_draw": False}, prepared, "prepared", ""),
    ({"aim_interrupt_cost": "needs_reserve"}, fires_out_of_aim, "", "nothing_reserved"),
    ({"prep_card_aims": "always"}, lambda o: lays_aside(o, aims=False), (None, 1), (1, 1)),
    ({"prep_card_aims": "never"}, lambda o: lays_aside(o, aims=True), (1, 1), (1, None)),
    ({"active_defense_scope": "single_roll"}, shot_twice, 7, 6),
    ({"unnerved_passive": "subtract4"}, unnerved, 5, 4),
    ({"fear_broken_chip": "none"}, feared, ("broken", 1), ("broken", 0)),
    ({"simple_contest_gap": "numeric"}, lambda o: staked(o, "1d8", "1d12"), 7, 9),
    ({"burst_raises_shift": "all"}, raises_of_burst, 1, 3),
    ({"burst_raises_shift": "none"}, raises_of_burst, 1, 0),
    ({"scatter_cap": "thrown_distance"}, scattered, 21, 15),
    ({"db_mode": "absolute"}, reach, 0, 1),
    ({"entangle_break": "any"}, caught, "cannot_be_broken", ""),
    (DARK, lambda o: (lit(o, "dim"), lit(o, "fog")), (-2, "no_such_light"), (-1, -3)),
    ({"side_parity": "natural"}, side_of_a_shifted_hit, "left_leg", "right_leg"),
    ({"armor_min_step": 0}, lambda o: pierced(o, armour=1), 6, 8),
    ({"equal_pn_stops": True}, lambda o: pierced(o, armour=2, pn="2"), 4, "armour"),
    (
        {"armor_layers": "sum"},
        lambda o: pierced(o, SetCover(seat="gm", target="thug", value=2), armour=2),
        4,
        "armour",
    ),
    (
        {"unarmed_damage": "coordination_of_step_die"},
        lambda o: punched(o, armour=0, strength="2d8", d8=[6, 5, 7, 3], d4=[3, 2]).figures["damage"],
        7,
        5,
    ),
    ({"overflow": "to_guts"}, too_much, 0, 2),
    ({"stun_level": "wounds_inflicted"}, stun_tn, 9, 5),
    ({"stun_on_wind_only": True}, stun_of_wind, False, 3),
    ({"multi_area_stun": "each_area"}, checks_after_a_fall, 1, 2),
    ({"wind_on_negated": True}, wind_of_a_stopped_shot, 0, 3),
    ({"wind_on_negated": True}, wind_of_undone_wounds, 0, 3),
    ({"bleed_stack": "worst_only"}, bled, 3, 2),
    ({"blast_roll": "shared"}, blown_up, [21, 3], [21, 13]),
    ({"brawl_min_wind": 1}, lambda o: 12 - punched(o, "2d6", 0, d6=[3, 2, 4]).wind("thug"), 0, 4),
    ({"fall_distinct_areas": True}, areas_of_a_fall, [2, 1, 0], [1, 1, 1]),
    ({"fire_wind": "per_area"}, burnt, 2, 4),
    ({"heal_attempts": 3}, treatments, 1, 3),
    ({"heal_attempts": 0}, treatments, 1, 5),
    ({"aptitude_raise_limit": "one_total"}, learnt, "", "aptitude_raised_one"),
    (
        {"rolls_wait": True},
        lambda o: current_check(goes(laid(options=o), TRY, THROW, d8=[6, 2]).table) is not None,
        False,
        True,
    ),
    ({"count_by_itself": False}, counts_after_the_draw, "K", ""),
    ({"hands_private": False}, seen_of_a_hand, [], ["AS", "KS"]),
)


@pytest.mark.rule("FI-CORE-3", "FI-CORE-11", "FI-CORE-15", "FI-JOKER-7", "FI-ARMOR-3", "FI-ARMOR-10", "FI-HITLOC-2")
@pytest.mark.parametrize(
    ("options", "observed", "usually", "then"),
    CASES,
    ids=[f"{name}-{value}" for options, *_ in CASES for name, value in options.items()],
)
def test_a_choice_makes_its_difference_at_the_table(
    options: Options, observed: Callable[[Options], object], usually: object, then: object
) -> None:
    assert (observed({}), observed(options)) == (usually, then)


def test_no_choice_and_none_of_its_alternatives_does_nothing() -> None:
    tried = {(name, str(value)) for options, *_ in CASES for name, value in options.items()}
    assert {name for name, _ in tried} == {*GAME.ruleset.options}
    assert all(usually != then for *_, usually, then in CASES)
    for name, spec in GAME.ruleset.options.items():
        others = [choice for choice in spec.choices if choice != spec.default]
        assert {(name, choice) for choice in others} <= tried, name
