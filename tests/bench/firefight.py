"""A fight of five heroes against a dozen extras, played by nobody: whoever is waited for does what is on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.rules import AppliedCommand
from engine.model.frozen import Json
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, QuestionKind
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import ShareHand, StartConflict
from engine.rulesets.future_imperfect.session.session_commands import StartSession
from tests.bench.evening import filled

Apply = Callable[[Table, str, Command, Chance], AppliedCommand]
HEROES = 5
GROUPS = 3
IN_A_GROUP = 4
TRIES = 4
"""So often something else is answered before an offer is left alone."""
FIRST = ("shoot", "strike")
"""What is done rather than anything else: a fight is what is to be measured."""
LAST = ("accept", "take_harm", "drop_card", "end_turn", "end_round", "call_off")
"""What is done where nothing else goes on."""


def _hero(number: int) -> dict[str, Json]:
    weapon = ("Blast rifle", "Blast pistol", "Double-barrelled shotgun", "Laser pistol", "Vibro knife")[number - 1]
    skills: list[Json] = [
        {"name": "shooting", "concentration": "blast rifle", "level": 3, "trait": "dexterity"},
        {"name": "fighting", "concentration": "knives", "level": 3, "trait": "dexterity"},
        {"name": "fighting", "concentration": "brawling", "level": 2, "trait": "dexterity"},
        {"name": "guts", "level": 2, "trait": "vigor"},
        {"name": "overawe", "level": 2, "trait": "vigor"},
        {"name": "dodge", "level": 2, "trait": "dexterity"},
        {"name": "medicine", "concentration": "general", "level": 1, "trait": "dexterity"},
    ]
    armour: list[Json] = [{"area": "upper torso", "value": 2, "name": "Flak vest"}]
    return {
        "reflex": "2d10",
        "dexterity": "3d8",
        "strength": "2d8",
        "vigor": "3d8",
        "wind_start": 16,
        "aptitudes": skills,
        "weapons": [{"name": weapon, "hand": "both"}, {"name": "Pistol butt or axe handle"}],
        "armour": armour,
    }


def _extra() -> dict[str, Json]:
    return {
        "reflex": "2d6",
        "dexterity": "2d6",
        "strength": "2d6",
        "vigor": "2d6",
        "wind_start": 10,
        "aptitudes": [
            {"name": "shooting", "concentration": "slugthrower", "level": 2, "trait": "dexterity"},
            {"name": "fighting", "concentration": "brawling", "level": 2, "trait": "dexterity"},
        ],
        "weapons": [{"name": ".45 slugthrower", "hand": "right"}],
    }


def groups() -> tuple[tuple[str, ...], ...]:
    """Return who of the extras share a hand of cards."""
    return tuple(tuple(f"extra{g}{n}" for n in range(1, IN_A_GROUP + 1)) for g in range(1, GROUPS + 1))


def fighters() -> tuple[str, ...]:
    """Return everybody who fights."""
    return (*(f"hero{n}" for n in range(1, HEROES + 1)), *(name for group in groups() for name in group))


def battlefield(game: Game, seed: int = 7) -> Table:
    """Return a table on which the session and the fight have begun, and the extras share their hands."""
    numbers = range(1, HEROES + 1)
    heroes = [ActorLine(id=f"hero{n}", seat=f"p{n}", name=f"Hero {n}", sheet=_hero(n)) for n in numbers]
    extras = [ActorLine(id=name, seat="gm", name=name.title(), sheet=_extra()) for g in groups() for name in g]
    script = Script(
        ruleset="future_imperfect",
        seats=(SeatLine(id="gm", name="GM", role=Role.GM), *(SeatLine(id=f"p{n}", name=f"P{n}") for n in numbers)),
        actors=(*heroes, *extras),
    )
    chance = SeededChance(seed)
    table = scripts.starting_table(script, game, chance)
    beginning: list[Command] = [StartSession(seat="gm"), StartConflict(seat="gm", fighters=fighters())]
    beginning += [ShareHand(seat="gm", actors=group) for group in groups()]
    for command in beginning:
        table = game.apply(table, command, chance).table
    return table


def fight_on(game: Game, apply: Apply | None = None, seed: int = 7) -> Iterator[AppliedCommand]:
    """Play on and yield what came of each command, without an end; when a fight is over, another begins.

    Args:
        game: Future Imperfect.
        apply: does a command in place of the game, for whoever measures.
        seed: where chance comes from.
    """
    for number in count(seed):
        random, chance = Random(number), SeededChance(number)
        table = battlefield(game, number)
        while (found := next_command(game, table, random)) is not None:
            seat, command = found
            outcome = apply(table, seat, command, chance) if apply else game.apply(table, command, chance)
            table = outcome.table
            yield outcome


def next_command(game: Game, table: Table, random: Random) -> tuple[str, Command] | None:
    """Return what somebody does now and who, or None if nothing is left to do."""
    under_way = game.view_for(table, "gm").under_way
    waiting = next(
        (activity_view.waiting_for for activity_view in reversed(under_way) if activity_view.waiting_for), ()
    )
    for seat in dict.fromkeys((*waiting, "gm")):
        for offer in _in_order(game.offers(table, seat), random):
            for _ in range(TRIES if offer.questions else 1):
                command = filled(offer, random)
                if game.refusal(table, command) is None:
                    return seat, command
    return None


def _in_order(offers: Sequence[Offer], random: Random) -> list[Offer]:
    """Return what can be done, what a fight is made of before the rest."""
    able = [
        o for o in offers if o.denial is None and not any(a.part or a.kind is QuestionKind.ROWS for a in o.questions)
    ]
    random.shuffle(able)
    names = [(offer, offer.name.partition(":")[0]) for offer in able]
    first = [offer for offer, name in names if name in FIRST]
    main = [offer for offer, name in names if offer.primary and name not in FIRST]
    last = [offer for name in LAST for offer, own in names if own == name and not offer.primary]
    return [*first, *main, *last]
