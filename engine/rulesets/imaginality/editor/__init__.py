"""Prepared characters, difficulties and adventure seeds of Imaginality, their editor and their use."""
