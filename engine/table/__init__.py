"""What lies on a table: frozen, typed pieces that know nothing of rules, chance or screens."""
