"""Screens of the referee: a run that is watched, and a game that a person plays."""
