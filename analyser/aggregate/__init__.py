"""From games to answers: sums, intervals, summaries."""
