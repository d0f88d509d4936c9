"""A Monte Carlo strategy analyser for board games."""
