"""Attacks, defence and hits: attack_declaration, attack_commands < rounds, hits < melee, ranged < offers."""
