"""Initiative, melee and ranged combat."""
