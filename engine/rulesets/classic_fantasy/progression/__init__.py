"""Sessions, experience rolls and training."""
