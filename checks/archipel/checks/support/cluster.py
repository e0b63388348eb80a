"""The same work on the workers of a Dask scheduler, on this machine or on many. Nothing here knows any game.

A worker gets work only if it runs the same archipel, and one task at a time: provers and caches are not made for more.
Dask hands what a lost worker had to another one. What is left to do here is to notice that nobody is left.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import platform
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any, TypeVar

from archipel.checks.support.versions import DISTRIBUTIONS, EVERYTHING, code_of
from archipel.reference.strict_json import BadInput

if TYPE_CHECKING:
    from distributed import Client

Found = TypeVar("Found")
Site = Mapping[str, str]

CONNECT = 5
"""Seconds to answer, for a scheduler."""
PATIENCE = 30
"""Seconds to come back, for the last worker that was lost."""
LOOK = 1
"""Seconds between two looks at who is there."""
NOTHING_KEPT = {"distributed.admin.low-level-log-length": 0}
"""Dask would keep the last thousand messages, for whoever looks for mistakes in it; ours carry a corpus."""


# On a worker


class MisfitError(Exception):
    """A worker that came later is not like the others."""


@cache
def site() -> Site:
    """What has to be the same wherever one piece of work is done, so that it gives one result."""
    provers = {prover: metadata.version(name) for prover, name in DISTRIBUTIONS.items()}
    python = ".".join(platform.python_version_tuple()[:2])
    return {"Python": python, "archipel": metadata.version("archipel"), **provers, "code": code_of(*EVERYTHING)}


def performed(expected: Site, packed: bytes) -> Any:
    """Do one piece of work, on a worker; it is unpacked only where it means what it meant."""
    from distributed import get_worker

    worker = get_worker()
    if told := difference(expected, site()) or crowding(worker.state.nthreads):
        raise MisfitError(f"the worker {worker.address} {told}")
    work, arguments = pickle.loads(zlib.decompress(packed))
    return work(*arguments)


def difference(expected: Site, found: Site) -> str:
    """In what a worker is unlike the machine that asks, in a few words; empty if in nothing."""
    for what, here in expected.items():
        if (there := found.get(what)) != here:
            if what == "code":
                return "runs other code of archipel than this machine; install the same and start it anew"
            return f"has {what} {there}, this machine {what} {here}"
    return ""


def crowding(threads: int) -> str:
    if threads == 1:
        return ""
    return f"runs {threads} tasks at a time in one process; start it with --nthreads 1 --nworkers {threads}"


# On the machine that asks


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: Client, address: str) -> None:
        self.size = 1
        self.address = address
        self.given_up = False
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._given: set[Future[Any]] = set()
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._keep_watch, daemon=True)

    def submit(self, work: Callable[..., Found], /, *arguments: Any) -> Future[Found]:
        packed = zlib.compress(pickle.dumps((work, arguments)), level=1)
        if self._ended.is_set():
            raise CancelledError
        future: Future[Found] = self._executor.submit(performed, site(), packed)
        self._given.add(future)
        future.add_done_callback(self._given.discard)
        return future

    def begin(self) -> None:
        """Begin to work, if there are workers and all of them will do."""
        try:
            threads, sites = self._client.nthreads(), self._client.run(site, on_error="return")
        except OSError:
            raise BadInput(self.loss) from None
        if not threads:
            raise BadInput(f"--on: the scheduler at {self.address} has no workers")
        for address, found in sorted(sites.items()):
            if told := _unfit(found) or crowding(threads.get(address, 1)):
                raise BadInput(f"--on: the worker {address} {told}")
        self.size = len(threads)
        self._watch.start()

    def end(self) -> None:
        """Work that nobody waits for any more is not begun; whoever waits all the same is woken, whatever Dask does."""
        self._ended.set()
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        for future in list(self._given):
            future.cancel()

    @property
    def loss(self) -> str:
        """Why nothing more is to be expected."""
        if self.given_up:
            return f"--on: {self.address} lost all its workers, and none came back in {PATIENCE} seconds"
        return f"--on: the scheduler at {self.address} is gone"

    def _keep_watch(self) -> None:
        """Tasks that nobody is left to do are cancelled after a while, which wakes whoever waits for them.

        If it is the scheduler who is gone, nothing can be seen here, and Dask cancels them by itself.
        """
        alone = 0
        while not self._ended.wait(LOOK):
            with suppress(Exception):
                self.size = max(1, present := len(self._client.nthreads()))
                alone = 0 if present else alone + LOOK
            if alone >= PATIENCE:
                self.given_up = True
                self.end()


def _unfit(found: Site | Exception) -> str:
    """Why a worker will not do; one that could not be reached is gone, and gets no work."""
    if isinstance(found, OSError):
        return ""
    if isinstance(found, Exception):
        return f"cannot load this archipel: {' '.join(str(found).split())}"
    return difference(site(), found)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The workers of the scheduler at an address; whatever goes wrong with them is one line."""
    with _quiet():
        client = _connected(address)
        crew = Cluster(client, address)
        try:
            crew.begin()
            yield crew
        except MisfitError as error:
            raise BadInput(f"--on: {error}") from None
        except CancelledError:
            raise BadInput(crew.loss) from None
        except _killed():
            raise BadInput("--on: one piece of work killed every worker it was given to; is memory short?") from None
        finally:
            crew.end()
            client.close()


def _killed() -> type[Exception]:
    from distributed import KilledWorker

    error: type[Exception] = KilledWorker
    return error


def _connected(address: str) -> Client:
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        raise BadInput(f"--on needs {error.name}: pip install 'archipel[cluster]'") from None
    if address.startswith("tls://"):
        _check_certificates()
    try:
        asyncio.run(asyncio.wait_for(_greeted(address), CONNECT))
        with warnings.catch_warnings(action="ignore"), dask.config.set(NOTHING_KEPT):
            return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError):
        raise BadInput(f"--on: no Dask scheduler answers at {address}") from None


async def _greeted(address: str) -> None:
    """Ask who answers before Dask's client does: it would wait for a reply from anything that listens."""
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, timeout=CONNECT, **Security().get_connection_args("client"))
    try:
        await comm.write({"op": "identity", "reply": True})
        if (await comm.read()).get("type") != "Scheduler":
            raise OSError
    finally:
        comm.abort()


def _check_certificates() -> None:
    from distributed.security import Security

    try:
        found = Security().get_connection_args("client").get("ssl_context")
    except OSError as error:
        raise BadInput(f"--on: the certificates that Dask is configured with cannot be read: {error}") from None
    if found is None:
        raise BadInput("--on: tls:// needs certificates: DASK_DISTRIBUTED__COMM__TLS__CA_FILE and so on")


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask has to say about connections is said here, in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
