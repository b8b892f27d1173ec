"""Simulated fights on screen: the dialog with its charts, tactics to choose, and the difficulty of a fight."""
