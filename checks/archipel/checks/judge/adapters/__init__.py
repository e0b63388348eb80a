"""Any game for other people's tools, by the terms of its rulebook.

``encoding``, ``observing`` and ``learning`` turn decisions and views into numbers and need nothing else;
``openspiel_game`` and ``pettingzoo_env`` need the extras ``openspiel`` and ``pettingzoo``, and are imported only by
those who ask for them.
"""
