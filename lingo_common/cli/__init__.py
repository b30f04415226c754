"""Code that the command lines share; it imports click."""
