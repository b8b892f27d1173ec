"""The property machine on every game that there is."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from engine.play.game import Game
from engine.play.options import OptionKind
from engine.rulesets.registry import game_of
from engine.table.cards import face_of, is_joker, rank_of
from engine.table.frozen import Json
from tests.engine.machine import TableMachine
from tests.engine.tiny import Tiny


def every_choice(game: Game) -> dict[str, st.SearchStrategy[Json]]:
    """Return every switch and choice of a game with all its values."""
    return {
        name: st.booleans() if spec.kind is OptionKind.FLAG else st.sampled_from(spec.choices)
        for name, spec in game.ruleset.options.items()
        if spec.kind in {OptionKind.FLAG, OptionKind.CHOICE}
    }


class TinyMachine(TableMachine):
    game = Game(Tiny())
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

    def alike(self, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """Who plays a Joker face down takes its two stand-ins off the deck at once (IM-JOKER-3); all see its count."""
        jokers = frozenset(filter(is_joker, cards))
        return jokers, cards - jokers

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Enough decks for all (IM-DECK-2), and every choice that changes who sees what or where cards go."""
        return st.fixed_dictionaries({"deck_count": st.sampled_from((2, 3))}, optional=every_choice(self.game))


class FutureImperfectMachine(TableMachine):
    game = game_of("future_imperfect")
    all_chips = 85

    def alike(self, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """A card comes up when its rank is called (FI-INIT-10), and what jokers do everybody sees (FI-JOKER-4)."""
        ranks = {face_of(card) if is_joker(card) else rank_of(card) for card in cards}
        return tuple(
            frozenset(card for card in cards if (face_of(card) if is_joker(card) else rank_of(card)) == rank)
            for rank in sorted(ranks)
        )

    def options_for(self, holders: int) -> st.SearchStrategy[Mapping[str, Json]]:
        """Return every choice there is."""
        return st.fixed_dictionaries({}, optional=every_choice(self.game))


class ByHandMachine(TableMachine):
    game = game_of("classic_fantasy")


test_tiny = TinyMachine.TestCase
test_imaginality = ImaginalityMachine.TestCase
test_future_imperfect = FutureImperfectMachine.TestCase
test_by_hand = ByHandMachine.TestCase
