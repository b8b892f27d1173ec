from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight, RollInitiative
from engine.rulesets.classic_fantasy.combat.round_commands import EndTurn
def go(house,c,do,t,f,shot,qtbot):
    do(StartFight(seat="gm",fighters=f)); do(RollInitiative(seat="gm"))
    while t().is_gm(t().actors[t().procedures[-1].turn].seat or "gm"):
        do(EndTurn(seat="gm"))
    turn=t().procedures[-1].turn; seat=t().actors[turn].seat
    shot("l1")
    print(turn, seat)
    offers=c.game.offers(t(),seat,seat)
    for o in offers[:8]: print(o.name,[ (q.field,q.rare) for q in o.questions], o.command)
