"""What a first run shows: a small project with a story, and the people in it."""
