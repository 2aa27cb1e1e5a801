"""The screens: each draws itself on a canvas and answers the commands of its own keys."""
