"""The few sentences of the referee, and the few words of perft, in every language."""

from __future__ import annotations

PHRASES = {
    "en": {
        "wrong.move": "move {move} is wrong: {action}",
        "wrong.result": "the result is wrong: recorded as {claimed}; it is",
        "early.result": "the result is wrong: recorded as {claimed}, but the game is not over after {moves} moves",
        "unreadable": "unreadable: {problem}",
        "legal.none": "There is no legal move: the game is over.",
        "legal.one": "The only legal move:",
        "legal.many": "There are {count} legal moves, such as:",
        "summary": "Judged: {games} games, {moves} moves of them right. {right} games right ({unfinished} not "
        "finished), {wrong} wrong, {unreadable} unreadable.",
        "diagnose": "What is wrong by one reading may be right by another: archipel diagnose finds out.",
        "perft.depth": "depth",
        "perft.sequences": "sequences",
        "perft.positions": "positions",
        "perft.decision": "first decision",
        "perft.total": "together",
    },
    "fr": {
        "wrong.move": "le coup {move} est faux : {action}",
        "wrong.result": "le résultat est faux : noté {claimed} ; c'est",
        "early.result": "le résultat est faux : noté {claimed}, mais la partie n'est pas finie après {moves} coups",
        "unreadable": "illisible : {problem}",
        "legal.none": "Aucun coup n'est permis : la partie est finie.",
        "legal.one": "Le seul coup permis :",
        "legal.many": "Il y a {count} coups permis, par exemple :",
        "summary": "Jugé : {games} parties, dont {moves} coups justes. Parties justes : {right} (inachevées : "
        "{unfinished}), fausses : {wrong}, illisibles : {unreadable}.",
        "diagnose": "Ce qui est faux selon une lecture peut être juste selon une autre : voir archipel diagnose.",
        "perft.depth": "profondeur",
        "perft.sequences": "suites",
        "perft.positions": "positions",
        "perft.decision": "première décision",
        "perft.total": "ensemble",
    },
}


def say(lang: str, key: str, **values: object) -> str:
    """A sentence in the reader's language."""
    return PHRASES[lang][key].format(**values)
