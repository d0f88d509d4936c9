"""The statistics behind the answers: arrays in, numbers with their intervals out. No games, no files, no printing."""
