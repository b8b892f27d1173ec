"""Attacks, defence and hits: attack_commands < rounds, hits < melee, ranged < offers."""
