"""The bot: it plays every seat of a conflict by the tactic of its side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import ClassVar

from engine.core.commands import Command
from engine.core.memo import memo, memo_of_moment
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import OfferHint, OfferUse, best_answer
from engine.kit.calculation import total
from engine.kit.checks.check_commands import throws_at_once
from engine.kit.control import controller_of, controllers_of
from engine.messages.refusal import Refused
from engine.model.cards import is_joker, rank_of
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions.card_turn import table_in_turn
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.bot_turns import action_in_turn, aim_of, average_damage
from engine.rulesets.future_imperfect.character.character_sheet import wind_start, wound_levels
from engine.rulesets.future_imperfect.checks.check_commands import Accept, ThrowDice
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.chips.fate_pot import has_chips_for
from engine.rulesets.future_imperfect.combat.attack_commands import AttackPurpose
from engine.rulesets.future_imperfect.combat.attack_form_offers import USUAL_SHOT
from engine.rulesets.future_imperfect.combat.attack_offers import as_whole_turn
from engine.rulesets.future_imperfect.combat.available_weapons import available_weapons
from engine.rulesets.future_imperfect.combat.damage_commands import RollDamage
from engine.rulesets.future_imperfect.combat.defence_commands import Defend
from engine.rulesets.future_imperfect.combat.hit_offers import ACTED_OUT
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import (
    KeepCards,
    RollForExtras,
    RollReflex,
)
from engine.rulesets.future_imperfect.combat.rounds.conflict_offers import keepable, maybe_red, start_of
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, PlayRedJoker
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import WIND
from engine.rulesets.future_imperfect.damage.wound_commands import TakeHarm
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import hand_leader, need_fighter, reserved
from engine.rulesets.future_imperfect.initiative.action_decks import RED, red_jokers
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep, next_called
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    MASTER,
    Conflict,
    Fighter,
    RoundPhase,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from engine.rulesets.future_imperfect.sheet_lookups import keeps_secrets
from engine.rulesets.future_imperfect.views.activity_view import seats_awaited
from engine.simulate.fight_variants import FightFacts
from engine.simulate.tactical_fights import TacticalFightBot

WORST_WOUND = 5
"""The level of a wound that kills, or takes a limb."""
LEAST_AIM = -2
"""With a smaller penalty, an aim never makes up for a shot less."""
HURT = 50
"""A character with at most this percentage of its Health defends with its only card."""
_STEPS = (
    *("roll_for_extras", "roll_reflex_and_accept", "roll_reflex", "throw_and_accept", "throw_dice", "accept_roll"),
    *("keep_cards", "roll_damage", "take_harm"),
    *("begin_count", "call_to_card", "end_round"),
)


class ConflictBot(TacticalFightBot):
    """Plays both sides of a conflict."""

    FACTS: ClassVar[FightFacts] = FightFacts((WIND,))
    HINTS: ClassVar[Mapping[str, OfferHint]] = {
        "save_skin": OfferHint(OfferUse.SPEND),
        "spend_chip": OfferHint(OfferUse.SPEND),
        "defend_dodge": OfferHint(OfferUse.DEFEND),
        "defend_fighting": OfferHint(OfferUse.DEFEND),
        "recover": OfferHint(OfferUse.RECOVER),
        "play_red": OfferHint(OfferUse.INTERRUPT),
        "aim_card": OfferHint(OfferUse.ATTACK),
        "burst": OfferHint(OfferUse.ATTACK),
        "shoot": OfferHint(OfferUse.ATTACK),
        "reload": OfferHint(OfferUse.ATTACK),
        "strike": OfferHint(OfferUse.ATTACK),
        "play_card": OfferHint(OfferUse.ATTACK),
        **{name: OfferHint(OfferUse.STEP) for name in _STEPS},
        "end_turn": OfferHint(OfferUse.PASS),
        "reserve_card": OfferHint(OfferUse.PASS),
        "drop_card": OfferHint(OfferUse.PASS),
    }

    def opening(self, game: Game, table: Table, run: Command, fighters: tuple[str, ...]) -> Command | None:
        """Return the start of a conflict whose count goes on by itself, if the group wants that."""
        return start_of(table, table.gm(), fighters)

    def awaited_seats(self, game: Game, table: Table) -> Iterable[str]:
        """Yield the seats that the conflict waits for."""
        return seats_awaited(table, SHARED)

    def only_step(self, position: SeatPosition) -> Command | None:
        """Return a step of a roll or a hit for which the seat spends no chip, a draw, or a card to play or to end."""
        table, seat, check = position.table, position.seat, current_check(position.table)
        if check is not None:
            if not check.thrown:
                attacked = seat in self.answering_seats(table)  # perhaps with an active defence
                hand = () if attacked else CHECKS.in_hand(table, seat, check)
                whole = len(hand) == len(CHECKS.unthrown(table, check))  # only then there is something to accept
                accepts = whole and self._accepts(position, *_rolling(check))
                return ThrowDice(seat=seat, accepts=accepts) if hand else None
            spends = self._spends(position, _rolling(check))
            return None if spends else Accept(seat=seat)
        wounds, attack = pending_wounds(table), current_attack(table)
        if wounds is not None:
            saves = any(wounds.wounds.values()) and table.chips.get(seat) and self.may_spend(position, wounds.actor)
            throws = throws_at_once(table, seat, wounds.actor)
            takes = controller_of(table, wounds.actor) == seat and not saves
            return TakeHarm(seat=seat, throws=throws) if takes else None
        if attack is not None:
            return RollDamage(seat=seat) if controller_of(table, attack.actor) == seat else None
        conflict = current_conflict(table)
        if conflict is not None and conflict.turns:
            acts = controller_of(table, conflict.turns[-1].fighter) == seat
            return action_in_turn(self, position, conflict) if acts else None
        if conflict is None or not _is_between_actions(table, conflict) or seat in self.answering_seats(table):
            return None
        if conflict.phase is RoundPhase.DRAW:
            return self._draw(position, conflict)
        called = next_called(table)
        if called:
            return self._play(position, [name for name in called if controller_of(table, name) == seat], conflict)
        if table.is_gm(seat):
            ends = EndRound(seat=seat)
            return ends if position.game.refusal(table, ends) is None else CallStep(seat=seat, to_card=True)
        return None

    def _spends(self, position: SeatPosition, actors: Iterable[str]) -> bool:
        """Return whether the seat has chips, and spends them for somebody who rolls."""
        chips = position.table.chips.get(position.seat)
        return bool(chips) and any(self.may_spend(position, actor) for actor in actors)

    def _accepts(self, position: SeatPosition, *actors: str) -> bool:
        """Return whether the seat accepts dice as they fall: own ones that could wait, on which it spends no chip."""
        table, seat = position.table, position.seat
        own = [actor for actor in actors if controller_of(table, actor) == seat]
        return any(has_chips_for(table, actor) for actor in own) and not self._spends(position, actors)

    def _draw(self, position: SeatPosition, conflict: Conflict) -> Command | None:
        """Return a roll for cards, the cards to keep, or, once everybody has some, the begin of the countdown."""
        table, seat = position.table, position.seat
        if self._draws_for_extras(position, conflict):
            return RollForExtras(seat=seat)
        for name, fighter in conflict.fighters.items():
            if not fighter.drawn and controller_of(table, name) == seat:
                accepts = self._accepts(position, hand_leader(table, fighter))
                return RollReflex(seat=seat, actor=fighter.members[0], at_once=True, accepts=accepts)
        for name, fighter in conflict.fighters.items():
            if not fighter.kept and controller_of(table, name) == seat:
                places = keepable(table.zones[fighter.hand], seat)
                kept = self._highest_cards(position, fighter.hand, places, initiative_rules.initiative_tables().kept)
                return KeepCards(seat=seat, actor=fighter.members[0], cards=kept)
        is_drawn = all(hand.kept for hand in conflict.fighters.values())
        return BeginCount(seat=seat) if is_drawn and table.is_gm(seat) else None

    def _draws_for_extras(self, position: SeatPosition, conflict: Conflict) -> bool:
        """Return whether the seat draws for all extras at once: it spends no chip for those that have not drawn."""
        table, seat = position.table, position.seat
        if not table.is_gm(seat):
            return False
        extras = {name: hand for name, hand in conflict.fighters.items() if hand.side == MASTER and not hand.kept}
        own = all(controller_of(table, name) == seat for name in extras)
        spends = table.chips.get(seat) and any(
            self.may_spend(position, hand.members[0]) for hand in extras.values() if not hand.drawn
        )
        return bool(extras) and own and not spends

    def _highest_cards(self, position: SeatPosition, zone: str, places: Iterable[str], count: int) -> tuple[str, ...]:
        """Return the places of the highest cards that the seat sees."""
        cards = position.cards(zone)
        known = ((place, cards[int(place.partition("#")[2])]) for place in places)
        return _highest({place: card for place, card in known if card}, count)

    def _play(self, position: SeatPosition, called: Sequence[str], conflict: Conflict) -> Command | None:
        """Return what the only called hand of a seat does with its card; None if there are two."""
        if len(called) != 1:
            return None
        table, fighter = position.table, conflict.fighters[called[0]]
        lead = fighter.members[0]
        if all(character_conditions.incapacity(table, member) for member in fighter.members):
            return DropCard(seat=position.seat, actor=lead) if not keeps_secrets(table) else None
        if not self.is_in_tactic(position, _PLAY, lead):
            return None
        aim = self._worthwhile_aim(position, lead)
        return aim if aim is not None else self._whole_turn(position, lead)

    def _whole_turn(self, position: SeatPosition, actor: str) -> Command | None:
        """Return the action for which a called card is played; None if it is none that can be a whole Turn."""
        try:
            table = table_in_turn(position.table, position.seat, actor)
        except Refused:
            return None
        conflict = current_conflict(table)
        assert conflict is not None
        action = action_in_turn(self, SeatPosition(position.game, table, position.seat), conflict)
        return as_whole_turn(table, action) if action is not None else None

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return the characters of all hands."""
        conflict = current_conflict(table)
        hands = conflict.fighters.values() if conflict is not None else ()
        return tuple(chain.from_iterable([fighter.members for fighter in hands]))

    def round(self, table: Table) -> int:
        """Return the number of the round."""
        conflict = current_conflict(table)
        return conflict.number if conflict is not None else 0

    def health(self, table: Table, actor: str) -> int:
        """Return the Wind in per cent, or less by the worst wound; at least 1 while a character can act."""
        conflict = current_conflict(table)
        if conflict is None or actor not in conflict.standing:
            return _health(table.actors[actor])
        if character_conditions.incapacity(table, actor):
            return 0
        return _health_by(table.actors[actor], character_conditions.effective_wound_levels(table, actor))

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether a character can act."""
        return not character_conditions.incapacity(table, actor)

    def danger(self, table: Table, actor: str) -> float:
        """Return the average damage of the best weapon."""
        return max(
            (_damage(table, actor, name) for name in available_weapons(table, table.actors[actor]).by_name), default=0
        )

    def subject(self, position: SeatPosition, offer: Offer) -> str:
        """Return the character that rolls or is hurt."""
        check, wounds = current_check(position.table), pending_wounds(position.table)
        if check is not None:
            return check.rolls[getattr(offer.command, "roll", 0)].actor
        return wounds.actor if wounds is not None else ""

    def answering_seats(self, table: Table) -> tuple[str, ...]:
        """Return the seats of the targets, while an attack is declared and not rolled; those with a red joker."""
        return _answering_seats(table)

    def answer(self, position: SeatPosition) -> Command | None:
        """Return an active defence, or the play of a red joker."""
        table, attack = position.table, current_attack(position.table)
        if attack is None or current_check(table) is None:
            return self._interruption(position)
        hint, seat = self.HINTS["defend_dodge"], position.seat
        own = [actor for actor in attack.targets if controller_of(table, actor) == seat]
        ready = [who for who in own if self.is_in_tactic(position, hint, who) and self._may_defend(position, who)]
        for by, ways in ACTED_OUT.items():
            for actor in ready:
                throws = throws_at_once(table, seat, actor)
                defence = Defend(seat=seat, actor=actor, by=by, how=ways[0], throws=throws)
                if position.game.refusal(table, defence) is None:
                    return defence
        return None

    def _interruption(self, position: SeatPosition) -> PlayRedJoker | None:
        """Return the play of a red joker that the seat sees in one of its hands, between actions; None without one."""
        table, seat, conflict = position.table, position.seat, current_conflict(position.table)
        for fighter in conflict.fighters.values() if conflict is not None else ():
            lead = fighter.members[0]
            if fighter.kept and controller_of(table, lead) == seat and _sees_red(table, lead, fighter):
                red = maybe_red(table.zones[fighter.hand], seat)[0]
                interruption = PlayRedJoker(seat=seat, actor=lead, card=red)
                if position.game.refusal(table, interruption) is None:
                    return interruption
        return None

    def _may_defend(self, position: SeatPosition, actor: str) -> bool:
        """Return whether a fighter would spend its highest card on a defence, whatever its tactic."""
        return _cards_left(position.table, actor) > 1 or self.known_health(position, actor) <= HURT

    def _worthwhile_aim(self, position: SeatPosition, actor: str) -> AimCard | None:
        """Return an aim at the best target with the best gun; None where two shots at once hit as often, or more.

        The next card of the round must come late enough for it. A gun that fires bursts is not aimed.
        """
        table = position.table
        if not self.tactic(self.side(table, actor)).aims:
            return None
        arms = available_weapons(table, table.actors[actor])
        if not arms.aimed:
            return None
        bursts = {gun.weapon for gun in arms.bursts}
        guns = [name for name in arms.guns if name in arms.by_name and name in arms.ready]
        gun = max(guns, key=lambda name: _damage(table, actor, name), default="")
        aim = arms.by_name[gun].aim if gun and gun not in bursts else None
        if aim is None or aim.unaimed > LEAST_AIM or not _comes_late(position, actor, aim.steps):
            return None
        targets = self.opponents(position, actor, self.fighters(table))
        if not targets or not table.may_read(table.actors[targets[0]], position.seat):
            return None
        shot = Shoot(seat=position.seat, actor=actor, target=targets[0], weapon=gun, distance=USUAL_SHOT).attack(table)
        now, aimed = (_chance_to_hit(table, replace(shot, counters=counters)) for counters in (0, aim.steps))
        return AimCard(seat=position.seat, actor=actor, target=targets[0], weapon=gun) if aimed > 2 * now else None

    def is_last_action(self, position: SeatPosition, actor: str) -> bool:
        """Return whether a character has acted in this round, and has one card left."""
        conflict = current_conflict(position.table)
        fighter = conflict.fighters.get(actor) if conflict is not None else None
        acted = fighter is not None and fighter.acted and conflict is not None and not conflict.turns
        return acted and _cards_left(position.table, actor) == 1

    def wants(self, position: SeatPosition, offer: Offer, actor: str) -> bool:
        """Return whether a chip would help: a roll that misses its number, or wounds.

        A burst is fired with a weapon that no other gun of the fighter surpasses.
        A defence takes the highest card: a fighter that is hardly hurt keeps its only card to act.
        """
        check, wounds = current_check(position.table), pending_wounds(position.table)
        match offer.base_name:
            case "spend_chip":
                if check is None or check.tn is None:
                    return False
                score = score_of(position.table, check.rolls[getattr(offer.command, "roll", 0)])
                return score.bust or score.total < check.tn
            case "save_skin":
                return wounds is not None and any(wounds.wounds.values())
            case "aim_card":
                return self._worthwhile_aim(position, actor) is not None
            case "burst":
                if aim_of(position.table, actor) is not None:
                    return False
                guns = available_weapons(position.table, position.table.actors[actor]).guns
                damage = {gun: _damage(position.table, actor, gun) for gun in guns}
                return damage.get(getattr(offer.command, "weapon", ""), 0) >= max(damage.values(), default=0)
            case "defend_dodge" | "defend_fighting":
                return self._may_defend(position, actor)
            case "throw_and_accept":
                return check is not None and self._accepts(position, *_rolling(check))
            case "roll_reflex_and_accept":
                return self._accepts(position, hand_leader(position.table, need_fighter(position.table, actor)[1]))
            case "roll_for_extras":
                conflict = current_conflict(position.table)
                return conflict is not None and self._draws_for_extras(position, conflict)
            case "call_to_card":
                return offer.primary
            case "play_red":  # as soon as nobody acts, so that nothing is lost by it
                conflict = current_conflict(position.table)
                counting = conflict is not None and conflict.phase is not RoundPhase.DRAW and check is None
                return conflict is not None and counting and _is_between_actions(position.table, conflict)
            case _:
                return True

    def chosen_answers(self, position: SeatPosition, offer: Offer, actor: str) -> Mapping[str, object]:
        """Return the best weapon, and the highest cards to keep."""
        aim = aim_of(position.table, actor)
        match offer.base_name:
            case "burst":
                return {"distances": (USUAL_SHOT,)}
            case "aim_card":
                shot = self._worthwhile_aim(position, actor)
                return {"target": shot.target, "weapon": shot.weapon} if shot is not None else {}
            case "shoot" if aim is not None:
                return {"target": aim.target, "weapon": aim.weapon}
            case "shoot" | "strike":
                weapons = [name for asked in offer.questions if asked.field == "weapon" for name in asked.choices]
                own = available_weapons(position.table, position.table.actors[actor]).by_name
                held = (name for name in weapons if name in own)
                return best_answer("weapon", held, lambda name: _damage(position.table, actor, name))
            case "keep_cards":
                [asked] = offer.questions
                return {"cards": self._highest_cards(position, asked.zone, asked.choices, asked.most or 1)}
            case _:
                return {}


def _comes_late(position: SeatPosition, actor: str, steps: int) -> bool:
    """Return whether a character has no aim yet, and no other card before so many more ranks are called (FI-AIM-4)."""
    conflict = current_conflict(position.table)
    fighter = conflict.fighters.get(actor) if conflict is not None else None
    if conflict is None or fighter is None or fighter.aim is not None or len(fighter.members) > 1:
        return False
    ranks = initiative_rules.steps()
    later = [ranks.index(rank_of(card)) for card in position.cards(fighter.hand) if card and not is_joker(card)]
    return all(at <= conflict.step or at >= conflict.step + steps for at in later)


def _chance_to_hit(table: Table, attack: Attack) -> float:
    """Return the chance that the highest of exploding dice reaches the number of a shot; busts are neglected."""
    check = attack.kind.check(table, attack)
    roll = check.rolls[0]
    need = (check.tn or 0) - roll.dice.plus - total(roll.parts)
    aces, face = divmod(max(1, need) - 1, roll.dice.sides)
    per_die: float = (roll.dice.sides - face) / roll.dice.sides ** (aces + 1)
    return 1 - (1 - per_die) ** roll.dice.count


@memo
def _health(character: Actor) -> int:
    """Return the health of a character outside a moment that its wounds and conditions do not affect yet."""
    if character_conditions.incapacity_by(character.conditions):
        return 0
    return _health_by(character, wound_levels(character))


def _health_by(character: Actor, levels: Mapping[str, int]) -> int:
    track, start = character.tracks.get(WIND), wind_start(character)
    wind = 100 * (track.value if track is not None else start) // max(1, start)
    return max(1, min(wind, 100 - 100 * max(levels.values(), default=0) // WORST_WOUND))


_PLAY = ConflictBot.HINTS["play_card"]


def _rolling(check: Check) -> tuple[str, ...]:
    """Return the characters that roll."""
    return tuple([roll.actor for roll in check.rolls])


def _is_between_actions(table: Table, conflict: Conflict) -> bool:
    """Return whether no turn, no attack and no wound is in progress."""
    if conflict.turns or conflict is table.procedures[-1]:
        return not conflict.turns
    return current_attack(table) is None and pending_wounds(table) is None


@memo_of_moment
def _answering_seats(table: Table) -> tuple[str, ...]:
    check = current_check(table)
    if check is not None:
        waits = not check.fallen and isinstance(check.then, AttackPurpose)
        attack = current_attack(table) if waits else None
        return controllers_of(table, attack.targets) if attack is not None else ()
    conflict = current_conflict(table)
    if conflict is None or conflict.phase is RoundPhase.DRAW or not _is_between_actions(table, conflict):
        return ()
    zones, hands = table.zones, conflict.fighters.items()  # the cards first, as hardly any is a red joker
    kept = [name for name, hand in hands if hand.kept for card in zones[hand.hand].cards if card[:2] == RED]
    return controllers_of(table, [name for name in kept if _sees_red(table, name, conflict.fighters[name])])


def _sees_red(table: Table, name: str, fighter: Fighter) -> bool:
    """Return whether the seat of a hand sees a red joker in it."""
    hand, seat = table.zones[fighter.hand], controller_of(table, name)
    return any(hand.may_see(card, seat) for card in red_jokers(hand.cards))


def _cards_left(table: Table, actor: str) -> int:
    """Return the number of action cards of a character, with the one in reserve."""
    conflict = current_conflict(table)
    name = fighter_of(conflict, actor) if conflict is not None else ""
    if conflict is None or not name:
        return 0
    return len(table.zones[conflict.fighters[name].hand].cards) + (reserved(table, name) is not None)


def _highest(cards: Mapping[str, str], count: int) -> tuple[str, ...]:
    """Return the places of the highest cards; each place has a card."""
    left, chosen = dict(cards), list[str]()
    while left and len(chosen) < count:
        best = initiative_rules.highest(left.values(), counts_red=True)  # None if only black jokers are left
        place = next((place for place, card in left.items() if card == best), next(iter(left)))
        chosen.append(place)
        del left[place]
    return tuple(chosen)


def _damage(table: Table, actor: str, weapon: str) -> float:
    return average_damage(available_weapons(table, table.actors[actor]).by_name[weapon])
