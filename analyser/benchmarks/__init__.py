"""How fast this machine plays: games and decisions per second, and the page of results.

Benchmarks that need a compiler or minutes are under `tests/benchmarks`.
"""
