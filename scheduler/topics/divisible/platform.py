"""Where a divisible load is computed: a master with workers behind links, or a tree of nodes that are all alike.

Everything is linear with at most a start-up: a message of x units takes latency + x / bandwidth seconds, and x units
take x / speed seconds to compute.  The master does not compute; whoever communicates takes part in one communication
at a time (one port), and may compute meanwhile.

Source: Dutot et al. 2005, section 3.1; star: Charcranoon, Robertazzi and Luryi 2000; bus: Sohn, Robertazzi and Luryi
1998; homogeneous tree: Cheng and Robertazzi 1990.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import ParamError

MASTER = -1  # as partner of a communication
MOST_WORKERS = 50
MOST_NODES = 400


@dataclass(frozen=True)
class Worker:
    """A worker and its link."""

    speed: float  # units of load / s
    bandwidth: float  # units of load / s
    latency: float = 0.0  # s, of each message

    def sending(self, load: float) -> float:
        """Seconds of a message with so much load."""
        return self.latency + load / self.bandwidth

    def computing(self, load: float) -> float:
        """Seconds it computes so much load."""
        return load / self.speed


@dataclass(frozen=True)
class Star:
    """A master and its workers, numbered from 0; all messages pass the one port of the master."""

    workers: tuple[Worker, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the workers are called."""
        return tuple(f"worker {place + 1}" for place in range(len(self.workers)))

    @property
    def sources(self) -> tuple[int, ...]:
        """Who has the load at first."""
        return (MASTER,)

    def there_and_back(self, ratio: float) -> Star:
        """The star whose messages take as long as these and the results for them."""
        return Star(tuple(Worker(w.speed, w.bandwidth / (1 + ratio), 2 * w.latency) for w in self.workers))

    def sending(self, worker: int, partner: int, load: float) -> float:
        """Seconds of a message; one from worker to worker takes both links at the pace of the slower one."""
        there = self.workers[worker]
        if partner == MASTER:
            return there.sending(load)
        other = self.workers[partner]
        return there.latency + other.latency + load / min(there.bandwidth, other.bandwidth)

    def computing(self, worker: int, load: float) -> float:
        """Seconds a worker computes so much load."""
        return self.workers[worker].computing(load)

    def ports(self, worker: int, partner: int) -> tuple[int, ...]:
        """Whose port a communication holds: always the master's, which is in the middle."""
        return (MASTER, worker) if partner == MASTER else (MASTER, worker, partner)


def bus(bandwidth: float, speeds: Sequence[float], latency: float = 0.0) -> Star:
    """Workers behind one shared medium: a star whose links are all alike."""
    return Star(tuple(Worker(speed, bandwidth, latency) for speed in speeds))


@dataclass(frozen=True)
class Tree:
    """A complete tree of equal nodes and equal links; node 0 is the root, has the load, and computes like the others.

    height: levels below the root.  A node forwards only what it has received whole.
    """

    degree: int
    height: int
    node: Worker

    def __post_init__(self) -> None:
        if self.node.latency:
            raise ParamError("The tree is computed without latencies; leave the third number of its node out.")
        if len(self) > MOST_NODES:
            raise ParamError(
                f"A tree of degree {self.degree} and height {self.height} has {len(self):,} nodes; "
                f"wanted: at most {MOST_NODES}, so take a smaller degree or height."
            )

    def __len__(self) -> int:
        return sum(self.degree**level for level in range(self.height + 1))

    @property
    def names(self) -> tuple[str, ...]:
        """The root, then level by level: node 2.1 is the first child of node 2, the second of the root."""
        level, names = [""], ["root"]
        for _ in range(self.height):
            level = [f"{above}.{place + 1}" for above in level for place in range(self.degree)]
            names += [f"node {name[1:]}" for name in level]
        return tuple(names)

    @property
    def sources(self) -> tuple[int, ...]:
        """Who has the load at first."""
        return (0,)

    def there_and_back(self, ratio: float) -> Tree:
        """The tree whose messages take as long as these and the results for them."""
        return Tree(self.degree, self.height, Worker(self.node.speed, self.node.bandwidth / (1 + ratio)))

    def children(self, node: int) -> range:
        """The nodes below a node that has some; nodes are numbered level by level."""
        return range(self.degree * node + 1, self.degree * node + self.degree + 1)

    def sending(self, worker: int, partner: int, load: float) -> float:
        """Seconds of a message: all links are alike."""
        return self.node.sending(load)

    def computing(self, worker: int, load: float) -> float:
        """Seconds a node computes so much load: all nodes are alike."""
        return self.node.computing(load)

    def ports(self, worker: int, partner: int) -> tuple[int, ...]:
        """Whose port a communication holds: those of both ends."""
        return (worker, partner)
