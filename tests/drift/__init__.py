"""The drift gate."""
