"""The property machine on every game that there is."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from engine.core.game_options import OptionKind
from engine.kit.game_factory import make_game
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.loader import game_of
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.machine import SEEDS, TableMachine
from tests.engine.tiny import Tiny

TOGETHER = {
    "plan_cards": ("CD-PLAN-1", "CD-PLAN-4", "CD-TAG-RITUAL"),
    "lay_card": ("CD-PLAN-1", "CD-PLAN-3", "CD-PLAN-4", "CD-TAG-RITUAL"),
    "choose_targets": ("CD-TAG-BLAST",),
    "start_battle": ("CD-ROUND-4", "CD-DECK-5", "CD-DECK-6", "CD-DECK-3", "CD-ARCH-5"),
    "begin_encounter": ("CD-ROUND-4", "CD-DECK-5", "CD-DECK-6", "CD-DECK-3", "CD-ARCH-5"),
    "join_battle": ("CD-DECK-5", "CD-DECK-6", "CD-DECK-3"),
}
"""Commands of Card: the Drawing with answers that must fit together, with the rules that refuse others."""
TOGETHER_IN_IMAGINALITY = {"heal": ("IM-WOUND-11",)}
"""The same of Imaginality: whose wounds stay as they are must at least wake up."""
TOGETHER_IN_D100 = {"act_together": ("CF-X-16",), "fall_down": ("CF-X-24",)}
"""The same of Classic d100: somebody who acts together has an initiative; who lands deftly has learned Acrobatics."""
DECKS: tuple[Json, ...] = tuple(
    [{"card": name, "count": count} for name, count in deck.items()]
    for deck in (
        {"Swing Blade": 2, "Counter Strike": 2, "Staggering Blow": 1, "Polearm": 1, "Broad Swing": 1, "Hamstring": 1},
        {"Arcane Lance": 2, "Fireball": 1, "Meteor": 1, "Turn Aside": 2, "Unravel": 1, "Mend": 1, "Punch": 1},
        {"Vanish": 2, "Misdirect": 2, "Poisoned Edge": 1, "Smoke Bomb": 1, "Second Wind": 1, "Thrown Rock": 1},
    )
)
"""By the names of cards: in another world hidden cards, which are called by their ids, have changed places."""


def every_choice(game: Game) -> dict[str, st.SearchStrategy[Json]]:
    """Return every switch and choice of a game with all its values."""
    return {
        name: st.booleans() if spec.kind is OptionKind.FLAG else st.sampled_from(spec.choices)
        for name, spec in game.ruleset.options.items()
        if spec.kind in {OptionKind.FLAG, OptionKind.CHOICE}
    }


class TinyMachine(TableMachine):
    game = make_game(Tiny())
    options: st.SearchStrategy[Mapping[str, Json]] = st.fixed_dictionaries(
        {},
        optional={
            "deck_count": st.sampled_from((1, 2)),
            "hand_size": st.sampled_from((1, 5, 9)),
            "hands_private": st.booleans(),
            "hit_by": st.sampled_from(("die", "torso")),
        },
    )


class ImaginalityMachine(TableMachine):
    game = game_of("imaginality")
    together = TOGETHER_IN_IMAGINALITY

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Enough decks for all (IM-DECK-2), and every choice that changes who sees what or where cards go."""
        return st.fixed_dictionaries({"deck_count": st.sampled_from((2, 3))}, optional=every_choice(self.game))


class FutureImperfectMachine(TableMachine):
    game = game_of("future_imperfect")
    all_chips = 85

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Return every choice there is."""
        return st.fixed_dictionaries({}, optional=every_choice(self.game))


class CardTheDrawingMachine(TableMachine):
    game = game_of("card_the_drawing")
    together = TOGETHER

    @initialize(data=st.data(), holders=st.integers(2, 4), seed=SEEDS)
    def sit_down(self, data: st.DataObject, holders: int, seed: int) -> None:
        """Everybody has a deck, the secret one too; mostly a battle has begun."""
        super().sit_down(data, holders, seed)
        for number, actor in enumerate(tuple(self.history.table.actors)):
            sheet = {"archetype": "Titan", "deck": DECKS[number % len(DECKS)]}
            self.do(EditSheet(seat="gm", actor=actor, fields=sheet), seed)
        if data.draw(st.integers(0, 5)):
            fighters = tuple(self.history.table.actors)[: data.draw(st.integers(2, holders + 1))]
            self.do(StartBattle(seat="gm", fighters=fighters, override=True), seed)

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Return every choice there is."""
        return st.fixed_dictionaries({}, optional=every_choice(self.game))

    @invariant()
    def somebody_can_do_something(self) -> None:
        """A battle always waits for a seat, and that seat has a natural next step (CD-UI-3)."""
        if not hasattr(self, "history"):
            return
        table = self.history.table
        now = current_battle(table)
        if now is None:
            return
        waits = {
            seat for activity_view in self.game.view_for(table, SHARED).under_way for seat in activity_view.waiting_for
        }
        assert waits, "a battle waits for nobody"
        for seat in waits:
            assert any(offer.primary and offer.denial is None for offer in self.game.offers(table, seat)), seat
        lying = {card for card in table.all_cards() if card in now.owners}
        assert lying == {card for card in now.owners if card in {*table.all_cards()}}


class ClassicFantasyMachine(TableMachine):
    game = game_of("classic_fantasy")
    together = TOGETHER_IN_D100

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Return every choice there is."""
        return st.fixed_dictionaries({}, optional=every_choice(self.game))


test_tiny = TinyMachine.TestCase
test_imaginality = ImaginalityMachine.TestCase
test_future_imperfect = FutureImperfectMachine.TestCase
test_card_the_drawing = CardTheDrawingMachine.TestCase
test_classic_fantasy = ClassicFantasyMachine.TestCase
