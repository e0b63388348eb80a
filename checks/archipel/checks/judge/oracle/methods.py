"""The methods that a judge answers, over a pipe or over HTTP. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import metadata
from threading import Lock

from archipel.checks.judge.game import Data, Judge, Opened, Refused, State
from archipel.checks.judge.oracle.limits import LIMIT, REFUSED, Budget, Limits, Shares, too_much
from archipel.checks.judge.oracle.rpc import Method, RpcError, Server
from archipel.checks.judge.oracle.sessions import Client, Room, Session, Sessions, client_with
from archipel.checks.judge.perft.counting import Asked, Counter, count_here
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import LANGUAGES

PROTOCOL = 1
"""Games in which something is drawn while they are played need the next version: it has ``chance``."""
INCLUDED = ("legal", "position", "state", "drawn")
COUNTS = frozenset({"perft", "divide"})
"""Methods that may take long, and that a counter answers."""
SHORTEST_OWNER, LONGEST_OWNER = 16, 200


class Oracle:
    """Sessions of one game and what can be asked about them, by one client or by several that share it."""

    def __init__(
        self,
        judge: Judge,
        limits: Limits,
        new_name: Callable[[], str],
        shares: Shares | None = None,
        counter: Counter = count_here,
    ) -> None:
        self.judge = judge
        self.limits = limits
        self.shares = shares
        self.sessions = Sessions(_room(limits, shares), new_name)
        self._counter = counter
        # Reasons may need a solver, and solvers bear only one asker at a time.
        self._reasons = Lock()
        of_session = ("session",)
        # Where there are several clients, only an owner tells them apart.
        of_owner, perhaps = (("owner",), ()) if shares else ((), ("owner",))
        self.methods: Mapping[str, Method] = {
            "info": Method((), (), self.info, "which game and rules, what can be called, and the limits"),
            "new": Method((), (*judge.openings, "include", "owner"), self.new, "begin a session"),
            "state": Method(of_session, (), self.state, "the whole position, hidden parts included"),
            "view": Method((*of_session, "player"), (), self.view, "what one seat may see"),
            "legal": Method(of_session, (), self.legal, "every legal decision"),
            "play": Method((*of_session, "action"), ("include", "lang"), self.play, "take a decision"),
            **self._chance_methods(),
            "undo": Method(of_session, ("moves", "include"), self.undo, "take decisions back"),
            "explain": Method(
                (*of_session, "action"), ("viewer", "lang"), self.explain, "why a decision is legal or not"
            ),
            "ask": Method(("question",), of_session, self.ask, "a rules question, answered with its clauses"),
            "perft": Method((*of_session, "depth"), ("digest",), self.perft, "count sequences of decisions"),
            "divide": Method((*of_session, "depth"), (), self.divide, "count them apart for each decision"),
            "close": Method(of_session, (), self.close, "end a session"),
            "sessions": Method(of_owner, perhaps, self.listed, "the sessions begun with an owner"),
            "close_all": Method(of_owner, perhaps, self.close_all, "end every session begun with an owner"),
        }

    def server(self) -> Server:
        """Answers JSON-RPC messages with these methods."""
        limits = self.limits
        return Server(self.methods, limits.bytes, limits.batch, limits.seconds, LIMIT)

    # Without a session

    def info(self, given: Mapping[str, Field]) -> Data:
        return {
            "archipel": metadata.version("archipel"),
            "protocol": PROTOCOL + bool(self.judge.engine.outcomes),
            "game": self.judge.name,
            "rules": self.judge.version,
            "methods": {name: method.summary for name, method in self.methods.items()},
            "limits": {**self.limits.as_json(), **(self.shares.as_json() if self.shares else {})},
            "sessions": len(self.sessions),
            **self.judge.about(),
        }

    def ask(self, given: Mapping[str, Field]) -> Data:
        state = self._session(given).state if "session" in given else None
        with self._reasons:
            return self.judge.answer(given["question"].value, state)

    # The life of a session

    def new(self, given: Mapping[str, Field]) -> Data:
        client = self._client(given)
        self.sessions.room(client)
        opened = self.judge.opened({name: given[name] for name in self.judge.openings if name in given})
        include = _included(given)
        session = self._begun(opened)
        name = self.sessions.add(session, client)
        return {"session": name, **self._standing(session, include)}

    def _begun(self, opened: Opened) -> Session:
        try:
            return Session(self.judge, opened)
        except Refused as refused:
            raise BadInput(f"params.record.{refused.reason}") from None

    def play(self, given: Mapping[str, Field]) -> Data:
        session, action = self._session(given), self.judge.read_action(given["action"])
        include, lang = _included(given), _language(given)
        with session.lock:
            try:
                session.play(action)
            except Refused as refused:
                with self._reasons:
                    why = self.judge.refusal(session.state, action, refused.reason, lang).data
                raise RpcError(REFUSED, f"Refused: {refused.reason}", why) from None
            return self._standing(session, include)

    def _chance_methods(self) -> Mapping[str, Method]:
        """What there is to ask of games in which something is drawn while they are played."""
        if not self.judge.engine.outcomes:
            return {}
        summary = "tell what chance has brought"
        return {
            "outcomes": Method(("session",), (), self.outcomes, "what chance can bring, with weights"),
            "chance": Method(("session", "outcome"), ("include", "lang"), self.chance, summary),
        }

    def chance(self, given: Mapping[str, Field]) -> Data:
        """An outcome, where one is due."""
        if not self.judge.is_up_to_chance(self._session(given).state):
            raise RpcError(REFUSED, "Refused: nothing is drawn now", {"reason": "nothing is drawn now"})
        return self.play({**given, "action": given["outcome"]})

    def undo(self, given: Mapping[str, Field]) -> Data:
        session, include = self._session(given), _included(given)
        moves = given["moves"].whole(1, 1_000_000) if "moves" in given else 1
        with session.lock:
            session.undo(moves)
            return self._standing(session, include)

    def close(self, given: Mapping[str, Field]) -> Data:
        name = given["session"].text()
        self.sessions.close(name)
        return {"closed": name}

    def listed(self, given: Mapping[str, Field]) -> Data:
        found = self.sessions.of(self._client(given))
        return {
            "sessions": [
                {"session": entry.name, "moves": entry.session.moves, "idle": round(idle, 3)} for entry, idle in found
            ]
        }

    def close_all(self, given: Mapping[str, Field]) -> Data:
        return {"closed": self.sessions.close_all(self._client(given))}

    def _client(self, given: Mapping[str, Field]) -> Client:
        if "owner" not in given:
            return client_with("")
        owner = given["owner"].text()
        if not SHORTEST_OWNER <= len(owner) <= LONGEST_OWNER:
            raise BadInput(f"owner: expected a secret of {SHORTEST_OWNER} to {LONGEST_OWNER} characters")
        return client_with(owner)

    # Looking

    def state(self, given: Mapping[str, Field]) -> Data:
        return {"state": self.judge.state_data(self._session(given).state)}

    def view(self, given: Mapping[str, Field]) -> Data:
        state = self._session(given).state
        return {"view": self.judge.view_data(state, self._seat(given["player"], state))}

    def legal(self, given: Mapping[str, Field]) -> Data:
        session = self._session(given)
        return self._standing(session, ("legal",))

    def outcomes(self, given: Mapping[str, Field]) -> Data:
        return {"outcomes": self.judge.outcomes(self._session(given).state)}

    def explain(self, given: Mapping[str, Field]) -> Data:
        state, action = self._session(given).state, self.judge.read_action(given["action"])
        viewer = self._seat(given["viewer"], state) if "viewer" in given else None
        lang = _language(given)
        with self._reasons:
            return self.judge.explained(state, action, viewer, lang)

    def _seat(self, field: Field, state: State) -> int:
        return field.whole(0, self.judge.engine.players(state) - 1)

    # Counting

    def perft(self, given: Mapping[str, Field]) -> Data:
        return self._counted(given, Asked(self._depth(given, 0), "digest" in given and given["digest"].flag()))

    def divide(self, given: Mapping[str, Field]) -> Data:
        return self._counted(given, Asked(self._depth(given, 1), apart=True))

    def _counted(self, given: Mapping[str, Field], asked: Asked) -> Data:
        entry = self.sessions.entry(given["session"].text())
        return self._counter(self.judge, entry.session.state, asked, Budget(self.limits), entry.client)

    def _depth(self, given: Mapping[str, Field], least: int) -> int:
        depth = given["depth"].whole(least, 1_000_000)
        if depth > self.limits.depth:
            raise too_much("depth", self.limits.depth, f"deeper than {self.limits.depth}")
        return depth

    # What the methods share

    def _session(self, given: Mapping[str, Field]) -> Session:
        return self.sessions[given["session"].text()]

    def _standing(self, session: Session, include: tuple[str, ...]) -> Data:
        """How a game stands, with as much more as was asked for."""
        state, judge = session.state, self.judge
        tell: Mapping[str, Callable[[], object]] = {
            "legal": lambda: [judge.action_data(action) for action in judge.legal(state)],
            "position": lambda: judge.position_data(state),
            "state": lambda: judge.state_data(state),
            "drawn": lambda: judge.drawn(state, LANGUAGES[0]),
        }
        told = {"moves": session.moves, "actor": judge.actor(state), "result": judge.result(state)}
        return {**told, **{name: tell[name]() for name in include}}


def _room(limits: Limits, shares: Shares | None) -> Room:
    if shares is None:
        return Room.for_one(limits.sessions)
    each, there = shares.client_sessions, shares.address_sessions
    return Room(limits.sessions, each, there, shares.idle_seconds, shares.busy_seconds)


def _included(given: Mapping[str, Field]) -> tuple[str, ...]:
    if "include" not in given:
        return ()
    names = [item.text() for item in given["include"].items(0, len(INCLUDED))]
    for name in names:
        if name not in INCLUDED:
            raise BadInput(f"include: expected some of {', '.join(INCLUDED)}")
    return tuple(names)


def _language(given: Mapping[str, Field]) -> str:
    if "lang" not in given:
        return LANGUAGES[0]
    lang = given["lang"].text()
    if lang not in LANGUAGES:
        raise BadInput(f"lang: expected {' or '.join(LANGUAGES)}")
    return lang
