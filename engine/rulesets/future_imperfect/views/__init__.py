"""Activity views: the procedures in progress as one viewer sees them."""
