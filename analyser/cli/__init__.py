"""The commands of `analyse`, one file each; no logic here."""
