"""First aid, healing skills and healing spells."""
