"""Games between a person, who types, and plywise: asked and told in words, whatever the game."""
