"""Code that the command lines share: options, progress, messages (they import click), and text for a terminal."""
