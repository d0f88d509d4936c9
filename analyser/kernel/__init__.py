"""What plays games: the loop, random numbers, policies, restrictions, rollouts, and numba behind `backend`.

numba is imported nowhere else. Games and strategies are arguments here; none is known by name.
"""
