"""Costa Ruana for other people's tools, by the rules and the deck of this project.

``encoding`` and ``observing`` turn decisions and views into numbers and need nothing else; ``openspiel_game`` and
``pettingzoo_env`` need the extras ``openspiel`` and ``pettingzoo``, and are imported only by those who ask for them.
"""
