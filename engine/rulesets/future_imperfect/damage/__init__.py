"""Damage of a hit: armour, wounds, Wind, stun."""
