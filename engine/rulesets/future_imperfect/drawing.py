"""Reflex is rolled for action cards; jokers do what they do, and two cards are kept (FI-INIT, FI-JOKER)."""

from __future__ import annotations

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, CardIds
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, initiative, minds, people, shooting, states
from engine.rulesets.future_imperfect import dread as dreads
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import trait_roll
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    cards_of,
    hand_name,
    lay_off_reserve,
    lead_of,
    need_able,
    need_fight,
    need_fighter,
    need_free,
    note_of_hand,
    reserved,
    wait_out,
)
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import MASTER, Fight, Fighter, Phase
from engine.rulesets.future_imperfect.settings import flag, limit, number, word
from engine.table.frozen import replace
from engine.table.table import Table


class RollReflex(Request):
    """Roll Reflex for action cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-4", "FI-INIT-5", "FI-INIT-6", "FI-FATE-21")
    actor: ActorId


class RollForExtras(Request):
    """The Master rolls for every extra that has not drawn; each keeps its two highest cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-15")


class KeepReserve(Request):
    """Give up the draw of this round to keep a reserved card."""

    RULES = ("FI-RES-6", "FI-EXT-6")
    actor: ActorId


class KeepCards(Request):
    """Keep up to two of the drawn cards; the others are laid off. A red joker stays besides."""

    RULES = ("FI-INIT-7", "FI-JOKER-3")
    actor: ActorId
    cards: CardIds


def verify_reflex(table: Table, command: RollReflex) -> None:
    """The one who leads the first of a hand, once a round, while cards are drawn."""
    need_leader(table, command, command.actor, "FI-INIT-2")
    need_free(table)
    _need_draw(table, command.actor)


def _need_draw(table: Table, actor: str) -> Fighter:
    now = need_fight(table)
    _, fighter = need_fighter(table, actor)
    if now.phase is not Phase.DRAW:
        raise Refused("not_drawing", "FI-INIT-2")
    if fighter.drawn:
        raise Refused("has_drawn", "FI-INIT-2", actor=hand_name(table, fighter), why=fighter.why)
    need_able(table, actor)
    return fighter


def roll_reflex(draft: Draft, command: RollReflex) -> None:
    """Open the roll, with what wounds and a weapon at the ready take from it."""
    name, _ = need_fighter(draft.table, command.actor)
    checks.open_check(draft, reflex_check(draft.table, name))


def reflex_check(table: Table, name: str) -> Check:
    """Return the Reflex roll of a hand of cards (FI-INIT-2, FI-INIT-4, FI-INIT-6)."""
    actor = lead_of(table, need_fight(table).fighters[name])
    roll = trait_roll(table, actor, "reflex", *_held(table, name, actor))
    tn = initiative.initiative_tables().tn
    parts = (Part(reason="initiative", value=tn),)
    return Check(purpose="initiative", what="initiative", rolls=(roll,), tn=tn, tn_parts=parts)


def _held(table: Table, name: str, actor: str) -> tuple[Part, ...]:
    aim = need_fight(table).fighters[name].aim
    held = people.readied(table.actors[actor], table.lists)
    ready = [
        shooting.HeldWeapon(
            counters=aim.counters if aim is not None and aim.weapon == weapon.name else 0,
            steps=weapon.aim.steps,
            unaimed=weapon.aim.unaimed,
        )
        for weapon in held
        if weapon.aim is not None
    ]
    part = shooting.initiative_part(ready, initiative_weapon_penalty=word(table, "initiative_weapon_penalty"))
    return counting(part)


def _initiative_decided(draft: Draft, result: Decided) -> None:
    name, _ = need_fighter(draft.table, result.check.rolls[0].actor)
    count = initiative.cards_to_draw(
        result.scores[0], raise_step=number(draft.table, "raise_step"), max_draw=limit(draft.table, "max_draw")
    )
    draw_cards(draft, name, count)


PURPOSES["initiative"] = Purpose(_initiative_decided, called="for_cards")


def draw_cards(draft: Draft, name: str, count: int) -> None:
    """Draw action cards; jokers do what they do before any are kept (FI-INIT-7, FI-JOKER-4 to FI-JOKER-7)."""
    fighter = need_fight(draft.table).fighters[name]
    drawn = decks.draw(draft, fighter.side, count, fighter.hand)
    note_of_hand(draft, fighter, "draws_cards", "FI-INIT-3", count=len(drawn))
    draft.figure(cards_drawn=len(drawn))
    become_fighter(draft, name, replace(fighter, due=len(drawn), drawn=True))
    _mind_jokers(draft, name, drawn)
    keep = initiative.initiative_tables().kept
    fighter = need_fight(draft.table).fighters[name]
    hand = decks.ordinary(cards_of(draft.table, fighter))
    if len(hand) <= keep:
        become_fighter(draft, name, replace(fighter, kept=True))


def _mind_jokers(draft: Draft, name: str, drawn: tuple[str, ...]) -> None:
    fighter = need_fight(draft.table).fighters[name]
    preparing = fighter.preparation.paid if fighter.preparation else 0
    sorted_ = initiative.sort_draw(
        drawn,
        reserved(draft.table, name),
        preparing,
        black_joker_takes_red=flag(draft.table, "black_joker_takes_red"),
    )
    if not sorted_.reshuffle:
        return
    decks.discard(draft, fighter.side, sorted_.lost, fighter.hand)
    note_of_hand(draft, fighter, "black_joker", "FI-JOKER-4", "FI-JOKER-6", cards=list(sorted_.lost))
    if sorted_.lost_reserve:
        lay_off_reserve(draft, name)
    if sorted_.lost_preparation and fighter.preparation is not None:
        left = replace(fighter.preparation, paid=preparing - sorted_.lost_preparation)
        become_fighter(draft, name, replace(need_fight(draft.table).fighters[name], preparation=left))
        note_of_hand(draft, fighter, "preparation_lost", "FI-JOKER-5", "FI-EXT-8", paid=left.paid, need=left.need)
    now = need_fight(draft.table)
    if fighter.side not in now.reshuffle:
        draft.become(replace(now, reshuffle=(*now.reshuffle, fighter.side)))
    for actor in fighter.members:
        held = states.states_of(draft.table, actor)
        dread = minds.joker_under_terror(
            black_joker=True, failed_terror=states.TERROR_FAILED in held, terrified=states.TERRIFIED in held
        )
        if dread is not None:
            dreads.seize(draft, actor, dread, "FI-JOKER-10", "FI-FEAR-6")


def verify_extras(table: Table, command: RollForExtras) -> None:
    """The Master, while some extra still has to draw."""
    need_gm(table, command, "FI-INIT-15")
    need_free(table)
    now = need_fight(table)
    if now.phase is not Phase.DRAW or not _extras_to_draw(now):
        raise Refused("no_extra_to_draw", "FI-INIT-15")


def _extras_to_draw(now: Fight) -> tuple[str, ...]:
    return tuple(name for name, fighter in now.fighters.items() if fighter.side == MASTER and not fighter.kept)


def roll_for_extras(draft: Draft, command: RollForExtras) -> None:
    """Roll, draw and keep for each, one after the other; no chip is spent."""
    for name in _extras_to_draw(need_fight(draft.table)):
        out = states.why_out(draft.table, lead_of(draft.table, need_fight(draft.table).fighters[name]))
        if out and not need_fight(draft.table).fighters[name].drawn:
            wait_out(draft, name, out)
        elif not need_fight(draft.table).fighters[name].drawn:
            draft.begin(reflex_check(draft.table, name))
            checks.throw_all(draft)
            checks.decide(draft)
        fighter = need_fight(draft.table).fighters[name]
        if not fighter.kept:
            hand = decks.ordinary(cards_of(draft.table, fighter))
            best = initiative.by_rank(hand)[: initiative.initiative_tables().kept]
            keep(draft, KeepCards(seat=command.seat, actor=fighter.members[0], cards=best))


def verify_keep_reserve(table: Table, command: KeepReserve) -> None:
    """Who holds a reserved card and has not drawn."""
    need_leader(table, command, command.actor, "FI-RES-6")
    need_free(table)
    _need_draw(table, command.actor)
    name, _ = need_fighter(table, command.actor)
    if reserved(table, name) is None:
        raise Refused("nothing_reserved", "FI-RES-6")


def keep_reserve(draft: Draft, command: KeepReserve) -> None:
    """Draw nothing."""
    name, fighter = need_fighter(draft.table, command.actor)
    wait_out(draft, name, initiative.KEEPS_RESERVE)
    note_of_hand(draft, fighter, "keeps_reserve", "FI-RES-6")


def verify_keep(table: Table, command: KeepCards) -> None:
    """Who has drawn, of the own cards, up to two."""
    need_leader(table, command, command.actor, "FI-INIT-7")
    _, fighter = need_fighter(table, command.actor)
    if not fighter.drawn or fighter.kept:
        raise Refused("nothing_to_keep", "FI-INIT-7")
    hand = cards_of(table, fighter)
    red = decks.reds(hand)
    draw = initiative.Draw(
        lost=(),
        keepable=tuple(card for card in hand if card not in red),
        red=red,
        lost_reserve=False,
        lost_preparation=0,
        reshuffle=False,
    )
    initiative.need_kept(draw, command.cards)


def keep(draft: Draft, command: KeepCards) -> None:
    """Lay the others off; a red joker stays (FI-JOKER-3)."""
    name, fighter = need_fighter(draft.table, command.actor)
    hand = cards_of(draft.table, fighter)
    gone = tuple(card for card in hand if card not in command.cards and card not in decks.reds(hand))
    decks.discard(draft, fighter.side, gone, fighter.hand)
    become_fighter(draft, name, replace(fighter, kept=True))
    note_of_hand(draft, fighter, "keeps_cards", "FI-INIT-7", count=len(hand) - len(gone))


MOVES = (
    Move(RollReflex, verify_reflex, roll_reflex),
    Move(RollForExtras, verify_extras, roll_for_extras),
    Move(KeepReserve, verify_keep_reserve, keep_reserve),
    Move(KeepCards, verify_keep, keep),
)
