"""Whatever a user hands in: used, or refused in a sentence."""
