"""Foes whose numbers are dice: each individual is rolled by itself, secretly, and can be rolled again in time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.events import ListSet, Rolled
from engine.core.redaction import redact
from engine.kit.content_editor.view_models import EditorView, Record
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import QuestionKind
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.combat.combat_commands import EndFight, RollInitiative, RuleInitiative, StartFight
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes, GoToPlace, RollFoesAgain
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.editor.prepared_records import BROUGHT_FOES, FOES, PLACES, VISITED_PLACES
from tests.engine.rulesets.classic_fantasy.editor.test_content_editor import SHOP, parts
from tests.engine.rulesets.classic_fantasy.table import CODEC, GAME, dice, hurt, laid, outcome, play, refused
from tests.properties import examples

GOBLIN: Record = {
    "id": "goblin",
    "name": "Goblin",
    "names": "Grak, Mord",
    "str": "2d6+3",
    "con": "3d6",
    "siz": "1d6+6",
    "dex": "3d6",
    "int": 9,
    "pow": "2d6+1",
    "skills": [{"name": "Evade", "total": "2d6+40"}],
    "notes": "Afraid of Zorbulax.",
}


def prepared(record: Record = GOBLIN) -> Table:
    return play(laid(), KeepPrepared(seat="gm", put={FOES: (record,)}))


def foes(table: Table) -> dict[str, Any]:
    return {id_: actor for id_, actor in table.actors.items() if id_ not in ("ana", "bor", "orc")}


def view(record: Record) -> EditorView:
    return SHOP.editor_view({}, {}, FOES, record)


# ---- the form --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-X-14", "CF-X-16")
def test_the_form_shows_range_average_and_what_follows() -> None:
    shown = view(GOBLIN)
    fields = parts(shown)
    assert shown.can_save
    assert (fields["str"].value, fields["str"].spoken) == ("2d6+3", "5 to 15, average 10")
    assert (fields["int"].value, fields["int"].spoken) == (9, "")
    assert fields["damage_modifier"].placeholder == "-1d4 to +1d2"
    assert fields["initiative_bonus"].placeholder == "6 to 14"
    assert "STR 2d6+3 (5 to 15)" in " ".join(shown.reading)
    assert SHOP.with_value(FOES, GOBLIN, "str", " 13 ")["str"] == 13, "a fixed number is stored as a number"


@pytest.mark.parametrize("dice", ["x", "2d", "d", "0d6", "1d1", "101d6", "99d99", "1d6-9", "3d6 apples", "1d6*2", ""])
def test_text_that_is_no_dice_or_out_of_bounds_cannot_be_saved(dice: str) -> None:
    shown = view(SHOP.with_value(FOES, GOBLIN, "str", dice))
    if not dice:
        assert shown.can_save
        return
    (problem,) = shown.problems
    assert (problem.path, problem.form, problem.place) == ("str", True, "STR")
    why = refused(laid(), KeepPrepared(seat="gm", put={FOES: ({**GOBLIN, "str": dice},)}))
    assert why.message.key == "refused.d100_record_form"
    by_hand = replace(laid(), lists={FOES: ({**GOBLIN, "str": dice},)})
    assert refused(by_hand, BringFoes(seat="gm", foe="goblin")).message.key == "refused.cast_gone"


# ---- on the table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-X-20")
def test_each_individual_has_its_own_numbers_and_name() -> None:
    faces = dice(d6=[*[1] * 13, *[6] * 13])
    table = outcome(prepared(), BringFoes(seat="gm", foe="goblin", count=3), faces).table
    assert [actor.name for actor in foes(table).values()] == ["Grak", "Mord", "Goblin 1"]
    low, high, _ = foes(table).values()
    assert [low.sheet[key] for key in ("str", "con", "siz", "dex", "int", "pow")] == [5, 3, 7, 3, 9, 3]
    assert [high.sheet[key] for key in ("str", "con", "siz", "dex", "int", "pow")] == [15, 18, 12, 18, 9, 13]
    assert (low.sheet["skills"][0]["total"], high.sheet["skills"][0]["total"]) == (42, 52)
    for actor in (low, high):
        head = character_rules.hit_points(actor.sheet["con"], actor.sheet["siz"], "head", 0)
        assert actor.body.locations["Head"].most == head
    assert (low.tracks["Magic"].value, high.tracks["Magic"].value) == (3, 13)
    assert "names" not in low.sheet


def test_each_individual_has_its_own_number_of_an_attack() -> None:
    spear: Record = {"name": "Spear", "damage": "1d8", "count": "1d3-1"}
    spears: Record = {"id": "goblin", "name": "Goblin", "con": 9, "siz": 9, "weapons": [spear]}
    assert "Spear × 1d3-1: damage 1d8." in view(spears).reading
    table = play(laid(), KeepPrepared(seat="gm", put={FOES: (spears,)}))
    table = outcome(table, BringFoes(seat="gm", foe="goblin", count=2), dice(d6=[6, 1])).table  # a d3 is half a d6
    first, second = foes(table).values()
    assert first.sheet["weapons"] == [{"name": "Spear", "damage": "1d8", "count": 2}]
    assert "weapons" not in second.sheet, "none of it: the attack is not there"
    again = RollFoesAgain(seat="gm", foe="goblin", actors=(first.id,))
    assert "weapons" not in outcome(table, again, dice(d6=[1])).table.actors[first.id].sheet, "also when rolled again"


def test_a_foe_without_dice_is_as_before() -> None:
    found = outcome(laid(), BringFoes(seat="gm", foe="hound", count=2))
    assert BROUGHT_FOES not in found.table.lists
    assert not any(offer.name.startswith("d100_roll_foes_again") for offer in GAME.offers(found.table, "gm", "gm"))


@examples(40)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 6))
def test_rolled_numbers_stay_in_their_range_and_repeat_with_the_same_chance(seed: int, count: int) -> None:
    bring = BringFoes(seat="gm", foe="goblin", count=count)
    table = outcome(prepared(), bring, SeededChance(seed)).table
    assert table == outcome(prepared(), bring, SeededChance(seed)).table
    for actor in foes(table).values():
        for key, least, most in (("str", 5, 15), ("con", 3, 18), ("siz", 7, 12), ("pow", 3, 13)):
            assert least <= actor.sheet[key] <= most
        assert 42 <= actor.sheet["skills"][0]["total"] <= 52


def test_a_rolled_number_of_foes_comes_once() -> None:
    place: Record = {"id": "cave", "name": "Cave", "foes": [{"foe": "hound", "count": "1d4+1"}, {"foe": "hound"}]}
    table = play(laid(), KeepPrepared(seat="gm", put={PLACES: (place,)}))
    once = outcome(table, GoToPlace(seat="gm", place="cave"), dice(d4=[3])).table
    assert sorted(actor.name for actor in foes(once).values()) == [f"Hound {number}" for number in range(1, 6)]
    again = outcome(once, GoToPlace(seat="gm", place="cave"), dice(d4=[4])).table
    assert (again.actors, again.lists) == (once.actors, once.lists)
    anew = outcome(once, GoToPlace(seat="gm", place="cave", anew=True), dice(d4=[1])).table
    assert len(foes(anew)) == 5 + 3
    old = replace(once, lists={**once.lists, VISITED_PLACES: ({"id": "cave", "name": "Cave"},)})
    assert len(foes(play(old, GoToPlace(seat="gm", place="cave")))) > 5, "a visit from before is still readable"


# ---- again -----------------------------------------------------------------------------------------------------------


def test_individuals_are_rolled_again_until_they_act_or_are_hurt() -> None:
    table = play(prepared(), BringFoes(seat="gm", foe="goblin", count=3), chance=SeededChance(3))
    (offer,) = (o for o in GAME.offers(table, "gm", "gm") if o.name == "d100_roll_foes_again:goblin")
    (asked,) = offer.questions
    assert (asked.kind, asked.choices) == (QuestionKind.CHOICES, ("goblin-1", "goblin-2", "goblin-3"))
    changed = play(table, RollFoesAgain(seat="gm", foe="goblin", actors=("goblin-2",)), chance=SeededChance(8))
    assert [id_ for id_, actor in table.actors.items() if changed.actors[id_] != actor] == ["goblin-2"]
    new = changed.actors["goblin-2"]
    assert (new.name, new.secret, new.sheet["notes"]) == ("Mord", True, "Afraid of Zorbulax.")
    wounded = hurt(changed, "goblin-2", Head=1)
    again = RollFoesAgain(seat="gm", foe="goblin", actors=("goblin-1", "goblin-2"))
    assert refused(wounded, again).message.key == "refused.cast_changed"
    (offer,) = (o for o in GAME.offers(wounded, "gm", "gm") if o.name == "d100_roll_foes_again:goblin")
    assert offer.questions[0].choices == ("goblin-1", "goblin-3")
    only = RollFoesAgain(seat="gm", foe="goblin", actors=("goblin-1",))
    fight = play(play(changed, StartFight(seat="gm", fighters=("ana", "goblin-1"))), only)
    for begun in (RollInitiative(seat="gm"), RuleInitiative(seat="gm", actor="goblin-1", value=9)):
        late = play(fight, begun)
        assert refused(late, only).message.key == "refused.cast_changed", "the order would be another"
        over = play(late, EndFight(seat="gm"))
        assert refused(over, only).message.key == "refused.cast_changed", "it may have acted"
        play(over, replace(only, actors=("goblin-2",)))
    assert refused(table, replace(again, actors=())).message.key == "refused.cast_nobody"
    assert refused(table, replace(again, seat="tom")).message.key == "refused.gm_only"
    assert refused(table, replace(again, foe="hound")).message.key == "refused.cast_changed"


def test_what_was_spent_or_changed_by_hand_is_never_rolled_over() -> None:
    table = play(prepared(), BringFoes(seat="gm", foe="goblin"), chance=SeededChance(3))
    again = RollFoesAgain(seat="gm", foe="goblin", actors=("goblin-1",))
    play(table, again)
    goblin = table.actors["goblin-1"]
    skills = [{"name": "Evade", "total": 99}]
    changes = [replace(goblin, sheet={**goblin.sheet, "skills": skills})]
    for name, track in goblin.tracks.items():
        changes.append(replace(goblin, tracks={**goblin.tracks, name: replace(track, value=track.value + 1)}))
    assert len(changes) > 3
    for changed in changes:
        late = replace(table, actors={**table.actors, "goblin-1": changed})
        assert refused(late, again).message.key == "refused.cast_changed"
        assert not any("roll_foes_again" in offer.name for offer in GAME.offers(late, "gm", "gm"))
    moved = replace(table, actors={**table.actors, "goblin-1": replace(goblin, name="Grak the Red", secret=False)})
    assert play(moved, again).actors["goblin-1"].name == "Grak the Red"


def test_the_list_is_written_once_and_forgets_who_is_archived() -> None:
    found = outcome(prepared(), BringFoes(seat="gm", foe="goblin", count=5), SeededChance(3))
    assert len([event for event in found.events if isinstance(event, ListSet)]) == 1
    gone = replace(found.table.actors["goblin-1"], archived=True)
    table = replace(found.table, actors={**found.table.actors, "goblin-1": gone})
    more = play(table, BringFoes(seat="gm", foe="goblin"))
    assert "goblin-1" not in [row["id"] for row in more.lists[BROUGHT_FOES]]


# ---- secrecy ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [False, True])
def test_nobody_but_the_gm_learns_dice_or_that_they_were_rolled_again(shown: bool) -> None:
    before = prepared()
    told: dict[int, list[str]] = {}
    drawn: list[Table] = []
    for seed in (1, 2):
        found = outcome(before, BringFoes(seat="gm", foe="goblin", count=2, shown=shown), SeededChance(seed))
        again = RollFoesAgain(seat="gm", foe="goblin", actors=("goblin-1",))
        rolled = outcome(found.table, again, SeededChance(seed))
        assert not [event for one in (found, rolled) for event in one.events if isinstance(event, Rolled)]
        told[seed] = []
        for viewer in ("tom", "shared", "print"):
            assert not {FOES, BROUGHT_FOES} & GAME.view_for(rolled.table, viewer).lists.keys()
            events = (*found.events, *rolled.events)
            seen = repr(redact(rolled.table, events, viewer, GAME.secret_lists))
            assert ("rolled_again" in seen) is shown, "whoever sees the record change reads why"
            assert BROUGHT_FOES not in seen
            names = {offer.name for offer in GAME.offers(rolled.table, "gm", viewer)}
            assert not any("roll_foes_again" in name for name in names)
            told[seed].append(repr((GAME.view_for(rolled.table, viewer), seen)))
        drawn.append(rolled.table)
    assert drawn[0] != drawn[1]
    if not shown:
        assert told[1] == told[2], "other dice, the same view"
        assert not any("Zorbulax" in each for each in told[1])


def test_a_hidden_individual_gives_its_name_to_an_open_one() -> None:
    hidden = play(prepared(), BringFoes(seat="gm", foe="goblin"))
    assert [actor.name for actor in foes(hidden).values()] == ["Grak"]
    both = play(hidden, BringFoes(seat="gm", foe="goblin", shown=True))
    assert {actor.name: actor.secret for actor in foes(both).values()} == {"Grak": False, "Mord": True}


def test_a_stored_table_with_rolled_foes_is_read_again() -> None:
    table = play(prepared(), BringFoes(seat="gm", foe="goblin", count=2))
    assert CODEC.table(CODEC.encode(table)) == table
