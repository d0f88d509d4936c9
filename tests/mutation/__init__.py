"""Mutation testing of rules and of shared code: see docs/explanation/mutation.md."""
