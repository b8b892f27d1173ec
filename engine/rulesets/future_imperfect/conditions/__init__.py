"""Conditions of a character: terror, fear, maimed limbs."""
