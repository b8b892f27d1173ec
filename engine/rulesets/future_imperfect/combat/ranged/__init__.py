"""Shots, throws and bystanders."""
