"""Output for a person at a screen: text for a terminal."""
