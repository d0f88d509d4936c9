"""La Planche straight from its kernel."""

from tests.games.kernel_play import Games, Kernel, mixed_seats, same_seats, slices

__all__ = ["Games", "mixed_seats", "same_seats", "slices"]

KERNEL = Kernel("la-planche")
GAME, DEFAULTS, BUILT_IN, PLAYERS = KERNEL.game, KERNEL.defaults, KERNEL.built_in, KERNEL.players
GAME_COLUMNS, SEAT_COLUMNS = KERNEL.game_columns, KERNEL.seat_columns
engine_of, play, game_of = KERNEL.engine_of, KERNEL.play, KERNEL.game_of
