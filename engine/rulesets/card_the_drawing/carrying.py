"""A card is carried out, stage by stage (CD-PLAY-3, section 5.8).

User and cost, targets, a window, once more user and cost, payment, effects, the field, what damage sets off, and a
window again. What a card in the field does by itself goes the same way, with nothing to pay, and with windows if it is
an attack.
"""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, settings
from engine.rulesets.card_the_drawing.asking import aimed, asked_by, choice_now
from engine.rulesets.card_the_drawing.current import (
    acting_of,
    change,
    doing,
    event_shown,
    in_front,
    laid_of,
    slot_of,
    steps_of,
    tags_now,
)
from engine.rulesets.card_the_drawing.damage import is_attack
from engine.rulesets.card_the_drawing.effects import carry_out
from engine.rulesets.card_the_drawing.hindering import hindrance, persists
from engine.rulesets.card_the_drawing.procedures import Carrying, Stage, Stand, Window
from engine.rulesets.card_the_drawing.reacting import by_itself, fire, lying, prune, take_next, use_up
from engine.rulesets.card_the_drawing.scene import NOBODY, Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner, scene_of
from engine.rulesets.card_the_drawing.scopes import CLOSE, Words, holds
from engine.rulesets.card_the_drawing.selectors import CHOOSING, acting_body
from engine.rulesets.card_the_drawing.stepping import STEPS
from engine.rulesets.card_the_drawing.zones import open_of
from engine.table.frozen import replace
from engine.table.table import Table


def step(draft: Draft) -> bool:
    """Take the next step of what is being carried out; say whether there was one."""
    found = in_front(draft.table)
    assert found is not None
    if found.due:
        take_next(draft)
        return True
    match found.stage:
        case Stage.BODY:
            _begin(draft, found)
        case Stage.TARGETS:
            return _aim(draft, found)
        case Stage.BEFORE:
            _pay(draft, found)
        case Stage.EFFECTS:
            return _effects(draft, found)
        case Stage.REACTIONS:
            change(draft, stage=Stage.AFTER)
            _open_window(draft, "after")
        case Stage.AFTER:
            draft.finish(Carrying)
    return True


STEPS[Carrying] = step


# ---- user, cost, body ------------------------------------------------------------------------------------------------


def _begin(draft: Draft, found: Carrying) -> None:
    if _stopped(draft, found):
        return
    scene = scene_of(draft.table)
    body = acting_body(scene, Acting(card=acting_of(draft.table, found).card, owner=found.actor))
    change(draft, body=body, stage=Stage.TARGETS)


def _stopped(draft: Draft, found: Carrying) -> bool:
    """End a card that comes to nothing (CD-PLAY-3, points 1 and 4); say whether it does."""
    if found.why != "trigger":
        why = hindered(draft.table, found)
        if why is not None:
            come_to_nothing(draft, why)
        return why is not None
    if _falls_silent(draft.table, found):
        table = draft.table
        fallen = found.actor != NOBODY and not scene_of(table).standing(found.actor)
        if fallen and lying(table, found.card) is not None:
            card, name = acting_of(table, found).card.name, actor_name(table, found.actor)
            draft.note("drawing_cancelled_defeated", "CD-COND-6", actor=name, card=card)
        draft.finish(Carrying)
        return True
    return False


def hindered(table: Table, found: Carrying) -> Refused | None:
    """Return why a card that was played does not take effect; None if it does."""
    at, laid = reckoner(table), laid_of(table, found.actor, found.card)
    fighter = facts.need_battle(table).fighters.get(found.actor)
    if fighter is None or found.actor not in at.scene.fighters or table.where(found.card) != open_of(found.actor):
        return Refused("drawing_not_there", "CD-PLAY-3", card=laid.card.name)
    slot = slot_of(fighter, found.card)
    why = hindrance(at, found.actor, laid)
    paid = slot is not None and slot.paid
    return None if why is not None and paid and why.rules == ("CD-PLAY-9",) else why


def come_to_nothing(draft: Draft, why: Refused) -> None:
    """Let the card that is being carried out come to nothing; nothing is paid (CD-PLAY-9, CD-DEF-2, CD-MINION-5)."""
    found = change(draft)
    fizzled = why.rules == ("CD-PLAY-9",)
    stand(draft, found.actor, found.card, Stand.FIZZLED if fizzled else Stand.CANCELLED)
    card = acting_of(draft.table, found).card
    name = actor_name(draft.table, found.actor)
    reason = why.message.key.removeprefix("refused.drawing_")
    key = "drawing_fizzles" if fizzled else f"drawing_cancelled_{reason}"
    told = () if draft.table.actors[found.actor].secret else (why.message,)  # which may tell a number of theirs
    draft.note(key, *why.rules, actor=name, card=card.name, reckoning=told)
    draft.finish(Carrying)


def stand(draft: Draft, actor: str, card: str, how: Stand, **changes: object) -> None:
    """Note how far a card of this round has come."""
    fighter = facts.need_battle(draft.table).fighters.get(actor)
    if fighter is not None:
        slots = tuple(replace(slot, stand=how, **changes) if slot.card == card else slot for slot in fighter.slots)
        facts.become(draft, actor, slots=slots)


def _falls_silent(table: Table, found: Carrying) -> bool:
    """Say whether a card in the field does nothing after all: it has left, or the one who must act has fallen."""
    if found.on != "leave" and lying(table, found.card) is None:
        return True
    at, acting = reckoner(table), acting_of(table, found)
    effects = doing(at, acting, found.on)
    needs = any(effect.target in CHOOSING or (effect.do == "damage" and effect.attack) for effect in effects)
    if needs and found.actor != NOBODY and not at.scene.standing(found.actor):
        return True
    return not any(holds(effect.if_, Words(at, acting)) for effect in effects)


# ---- targets, windows ------------------------------------------------------------------------------------------------


def _aim(draft: Draft, found: Carrying) -> bool:
    choice = choice_now(draft.table, found)
    if not choice.chooses:
        aim_at(draft, choice.targets())
        return True
    chosen = _noted(draft.table, found, choice.allowed)
    if chosen is None:
        chosen = choice.only_way()
    if chosen is None:
        return False
    aim_at(draft, choice.targets(chosen))
    return True


def _noted(table: Table, found: Carrying, allowed: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the targets that were noted while planning, those that may still be struck (CD-AMB-17, CD-TGT-5)."""
    fighter = facts.need_battle(table).fighters.get(found.actor)
    slot = slot_of(fighter, found.card) if fighter is not None and found.why == "plan" else None
    if slot is None or not slot.targets or settings.word(table, "targets") != "in_planning":
        return None
    return tuple(body for body in slot.targets if body in allowed)


def aim_at(draft: Draft, targets: tuple[str, ...]) -> None:
    """Settle whom a card is aimed at, and open the window before it (CD-PLAY-3 points 2 and 3, CD-INT-4)."""
    found = change(draft, targets=targets)
    table = draft.table
    at, acting = reckoner(table), acting_of(table, found)
    effect = aimed(at, acting, found.on)
    effects = doing(at, acting, found.on)
    if found.why == "trigger" and effect is not None and effect.optional and not targets:
        draft.note("drawing_declined", "CD-PLAY-7", actor=_name(draft, found), card=acting.card.name)
        effects = tuple(other for other in effects if other != effect)
        if not effects:
            draft.finish(Carrying)
            return
    names = [at.scene.bodies[body].name for body in targets if body in at.scene.bodies]
    if names:
        draft.note("drawing_aims", "CD-TGT-1", actor=_name(draft, found), card=acting.card.name, targets=names)
    change(draft, stage=Stage.BEFORE, attack=is_attack(effects))
    _open_window(draft, "before")


def _name(draft: Draft, found: Carrying) -> str:
    return actor_name(draft.table, found.actor) or acting_of(draft.table, found).card.name


def _open_window(draft: Draft, stage: str) -> None:
    found = change(draft)
    if found.why == "trigger" and not found.attack:
        return
    if found.why == "interrupt" and not settings.flag(draft.table, "interrupt_chains"):
        return
    if found.undisturbed and stage == "after":
        return
    if not facts.is_over(draft.table):
        draft.begin(Window(stage="before" if stage == "before" else "after"))


# ---- payment and effects ---------------------------------------------------------------------------------------------


def _pay(draft: Draft, found: Carrying) -> None:
    if _stopped(draft, found):
        return
    table = draft.table
    at, acting = reckoner(table), acting_of(table, found)
    own = at.scene.standing(found.actor) if found.actor != NOBODY else ()
    body = found.body
    if own and body not in [one.id for one in own]:  # another minion carries it out (CD-MINION-5)
        body = acting_body(at.scene, Acting(card=acting.card, owner=found.actor))
    cost = at.cost(acting.card, found.actor)
    slot = slot_of(facts.need_battle(table).fighters[found.actor], found.card) if found.why != "trigger" else None
    if slot is not None:
        due = 0 if slot.paid else cost.value
        draft.note(
            "drawing_takes_effect",
            "CD-PLAY-4",
            actor=_name(draft, found),
            card=acting.card.name,
            cost=due,
            reckoning=[part.words for part in cost.parts] if due and len(cost.parts) > 1 else (),
        )
        if due:
            facts.set_adrenaline(draft, found.actor, at.scene.fighters[found.actor].adrenaline - due)
        use_up(draft, cost.spent)
    elif any(effect.do != "discard_self" for effect in doing(at, acting, found.on)):
        draft.note("drawing_acts", "CD-PLAY-1", actor=_name(draft, found), card=acting.card.name)
    targets = tuple(one for one in found.targets if one in at.scene.bodies and at.scene.bodies[one].stands)
    change(draft, body=body, targets=targets, tags=tags_now(at, acting), stage=Stage.EFFECTS, effect=0)


def _effects(draft: Draft, found: Carrying) -> bool:
    table = draft.table
    steps = steps_of(scene_of(table), acting_of(table, found).card, found)
    if found.effect >= len(steps):
        _finish_effects(draft, found)
        return True
    one = steps[found.effect]
    if asked_by(table, found, one) is not None:
        return False
    if carry_out(draft, found, one):
        change(draft, effect=found.effect + 1, agreed=False, chosen=(), served=())
    prune(draft)
    return True


def _finish_effects(draft: Draft, found: Carrying) -> None:
    """Note who attacked at Close range, let a Condition enter the field, and what damage sets off come."""
    event = event_shown(draft.table, found)
    scene = scene_of(draft.table)
    if CLOSE in event.tags and found.attack and found.body:
        for who in dict.fromkeys(scene.bodies[body].fighter for body in found.targets if body in scene.bodies):
            known = facts.need_battle(draft.table).fighters[who].close_attackers
            if found.body not in known:
                facts.become(draft, who, close_attackers=(*known, found.body))
    if found.why != "trigger" and found.actor in facts.need_battle(draft.table).fighters:
        fighter = facts.need_battle(draft.table).fighters[found.actor]
        acted = fighter.acted if found.body in fighter.acted else (*fighter.acted, found.body)
        facts.become(draft, found.actor, resolved=fighter.resolved + 1, acted=acted)
        stand(draft, found.actor, found.card, Stand.DONE)
        _enter(draft, found)
    change(draft, stage=Stage.REACTIONS)
    if found.dealt:
        fire(draft, "dealt_damage", event, but=(found.card,))


def _enter(draft: Draft, found: Carrying) -> None:
    """Let a card with the Condition tag enter the field, if whoever shall bear it still stands (CD-COND-1, 2, 5)."""
    table = draft.table
    at, acting = reckoner(table), acting_of(table, found)
    if not persists(at, acting.card, found.actor) or table.where(found.card) != open_of(found.actor):
        return
    aim = next((at.scene.bodies[body].fighter for body in found.targets if body in at.scene.bodies), NOBODY)
    bearer = aim if acting.card.attach == "target" else found.actor
    if bearer == NOBODY or not at.scene.standing(bearer):
        return
    facts.to_field(draft, found.card, bearer)
    bearer_name = actor_name(draft.table, bearer)
    draft.note("drawing_enters", "CD-COND-1", card=acting.card.name, bearer=bearer_name)
    by_itself(draft, found.card, "enter")
