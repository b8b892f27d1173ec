"""The Playing phase: what happens at its start, then the cards step by step, the lowest Initiative first (2.9)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.rulesets.card_the_drawing import facts, settings, zones
from engine.rulesets.card_the_drawing.carrying import stand
from engine.rulesets.card_the_drawing.cleanup import clean_up
from engine.rulesets.card_the_drawing.current import card_record, overflows, slot_of
from engine.rulesets.card_the_drawing.hindering import is_lost
from engine.rulesets.card_the_drawing.order import Turn, next_of, waiting, waiting_last
from engine.rulesets.card_the_drawing.procedures import Battle, Carrying, Phase, Slot, Stand, battle
from engine.rulesets.card_the_drawing.reacting import begin_moment, leave_field, take_next, thrown, use_up
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.stepping import AFTER_MOMENT, STEPS
from engine.table.table import Table

_WAITS = (Stand.DOWN, Stand.CHARGING, Stand.UP)


def begin_playing(draft: Draft) -> None:
    """End Planning: Conditions are dismissed for everybody, then comes what happens first (CD-PLAN-6, CD-PLAY-1)."""
    facts.alter(draft, phase=Phase.PLAYING, step=0, throws=())
    draft.note("drawing_playing", "CD-PLAY-1", round=facts.need_battle(draft.table).round)
    for actor, fighter in facts.need_battle(draft.table).fighters.items():
        gone = tuple(card for card in fighter.dismissed if _may_dismiss(draft.table, actor, card))
        if gone:
            names = [card_record(draft.table, card).name for card in gone]
            draft.note("drawing_dismisses", "CD-PLAN-5", actor=actor_name(draft.table, actor), cards=names)
        for card in gone:
            leave_field(draft, card)
        facts.become(draft, actor, dismissed=())
    begin_moment(draft, "playing_start")


def _may_dismiss(table: Table, actor: str, card: str) -> bool:
    field = reckoner(table).scene.field
    own = any(lies.id == card and lies.owner == actor for lies in field)
    return own and not facts.is_permanent(table, card)


def step(draft: Draft) -> bool:
    """Take the next step of a battle in which nothing is being carried out; say whether there was one."""
    now = battle(draft.table)
    assert now is not None
    if facts.is_over(draft.table):
        return False  # nothing more happens
    if now.due:
        take_next(draft)
        return True
    if now.moment:
        facts.alter(draft, moment="")
        then = AFTER_MOMENT.get(now.moment)
        if then is not None:
            then(draft)
        return True
    if now.phase is not Phase.PLAYING:
        return False
    return _next_card(draft, now)


STEPS[Battle] = step


# ---- which card is next ----------------------------------------------------------------------------------------------


def turns_now(table: Table) -> tuple[Turn, ...]:
    """Return the cards of this step whose turn has not come; after the last step those stunned for the whole round."""
    now, at = facts.need_battle(table), reckoner(table)
    found = tuple(turn for turn in waiting(at, now.step) if _this_round(now, turn))
    if found or _later(now):
        return found
    return tuple(turn for turn in waiting_last(at) if _this_round(now, turn))


def _this_round(now: Battle, turn: Turn) -> bool:
    fighter = now.fighters[turn.fighter]
    slot = slot_of(fighter, turn.card_id)
    return slot is not None and not overflows(fighter, slot)


def _later(now: Battle) -> bool:
    """Say whether a later step of this round has anything to turn up, or to carry out."""
    return any(
        slot.stand in _WAITS and (slot.first > now.step or (slot.last > now.step and not overflows(fighter, slot)))
        for fighter in now.fighters.values()
        for slot in fighter.slots
    )


def _next_card(draft: Draft, now: Battle) -> bool:
    turns = turns_now(draft.table) if now.step else ()
    if not turns:
        if _later(now):
            _begin_step(draft, now.step + 1)
        else:
            facts.alter(draft, phase=Phase.CLEANUP)
            begin_moment(draft, "cleanup")
        return True
    scene = reckoner(draft.table).scene
    coming = next_of(scene, turns, now.throws)
    if coming.turn is None:
        throw = thrown(draft, scene, coming.rolls)
        facts.alter(draft, throws=(*now.throws, throw))
    else:
        _deal_with(draft, coming.turn)
    return True


def _deal_with(draft: Draft, turn: Turn) -> None:
    """Let the turn of a card come; a Stun that moved it is used up with it (CD-TAG-STUN)."""
    now = facts.need_battle(draft.table)
    facts.alter(draft, dealt=(*now.dealt, turn.card_id))
    use_up(draft, turn.initiative.spent)
    if turn.stunned:
        facts.become(draft, turn.fighter, stunned=False)
    if draft.table.where(turn.card_id) == zones.plan_of(turn.fighter):  # the step came to it while nobody looked
        facts.to_open(draft, turn.card_id)
        stand(draft, turn.fighter, turn.card_id, Stand.UP)
    draft.begin(Carrying(card=turn.card_id, actor=turn.fighter))


# ---- steps -----------------------------------------------------------------------------------------------------------


def _begin_step(draft: Draft, number: int) -> None:
    """Turn up every card of the step at once (CD-PLAY-2), and let Rituals go on (CD-PLAY-6)."""
    facts.alter(draft, step=number, throws=())
    draft.note("drawing_step", "CD-PLAY-2", step=number)
    everything = settings.word(draft.table, "reveal") == "all_at_once"
    for actor in facts.need_battle(draft.table).fighters:
        fighter = facts.need_battle(draft.table).fighters[actor]
        if fighter.passing == "step":
            facts.become(draft, actor, passing="")
        for slot in fighter.slots:
            if slot.stand is Stand.DOWN and slot.first and (slot.first <= number or everything):
                _turn_up(draft, actor, slot, number)
            elif slot.stand is Stand.CHARGING and slot.last <= number and not overflows(fighter, slot):
                stand(draft, actor, slot.card, Stand.UP)
    begin_moment(draft, "step_start")


def _turn_up(draft: Draft, actor: str, slot: Slot, step_now: int) -> None:
    table = draft.table
    if table.where(slot.card) not in (zones.plan_of(actor), zones.open_of(actor)):
        return  # it was taken away by hand
    facts.to_open(draft, slot.card)
    fighter = facts.need_fighter(table, actor)
    charging = slot.last > max(step_now, slot.first) or overflows(fighter, slot)
    charges = charging and slot.last > slot.first
    stand(draft, actor, slot.card, Stand.CHARGING if charges else Stand.UP)
    card = card_record(table, slot.card)
    key = "drawing_charges" if charges else "drawing_turns_up"
    draft.note(key, "CD-PLAY-6" if charges else "CD-PLAY-2", actor=actor_name(table, actor), card=card.name)
    if charges and settings.word(table, "ritual_pay") == "on_reveal":
        _pay_now(draft, actor, slot)


def _pay_now(draft: Draft, actor: str, slot: Slot) -> None:
    """Pay a Ritual as it is turned up (CD-AMB-21); who cannot sees it fizzle, the defeated lose it at its turn."""
    at, name = reckoner(draft.table), actor_name(draft.table, actor)
    card = card_record(draft.table, slot.card)
    cost, has = at.cost(card, actor).value, at.scene.fighters[actor].adrenaline
    if is_lost(at.scene, actor, slot.last):
        return
    if cost <= has:
        facts.set_adrenaline(draft, actor, has - cost)
        stand(draft, actor, slot.card, Stand.CHARGING, paid=True)
        draft.note("drawing_pays", "CD-TAG-RITUAL", actor=name, card=card.name, cost=cost)
    else:
        stand(draft, actor, slot.card, Stand.FIZZLED)
        draft.note("drawing_fizzles", "CD-PLAY-9", actor=name, card=card.name)


AFTER_MOMENT["cleanup"] = clean_up
