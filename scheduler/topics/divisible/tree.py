"""Single round on a homogeneous tree: a whole subtree is as good as one worker.

A node keeps a share, sends each child the load of its subtree, one after the other, and computes meanwhile; a child
begins when its message has ended.  All end together, so a subtree that needs w seconds for one unit stands for a
worker of speed 1 / w behind the link of its root, and the recursion of single_round gives the shares of the level
above - with the root as the first worker, to whom nothing has to be sent.

Where results come back, each subtree returns its own in one message, as soon as its root has them all; w then counts
until it has.  At every level the order is that of the messages backwards (mirrored) or the same, and the shares are
those of returns.py, with the root as a worker whose results are where they belong.

Source: Dutot et al. 2005, section 3.1; Cheng and Robertazzi 1990 (equivalent processors); results level by level are
ours.
"""

from __future__ import annotations

import math

from scheduler.topics.divisible.platform import Tree, Worker
from scheduler.topics.divisible.returns import in_orders
from scheduler.topics.divisible.single_round import shares
from scheduler.topics.divisible.timeline import COMPUTE, RETURN, SEND, Piece, Timeline

RETURNS = ("none", "mirrored", "same")


def equivalents(tree: Tree, returns: str = "none", ratio: float = 0.0) -> list[float]:
    """[height + 1] units/s: the speed of the one worker a subtree with so many levels below its root stands for."""
    speeds = [tree.node.speed]
    for _ in range(tree.height):
        kept = _parts(tree, speeds[-1], 1.0, returns, ratio)[0]
        speeds.append(tree.node.speed / kept)  # the root computes all the time
    return speeds


def _parts(tree: Tree, speed: float, load: float, returns: str, ratio: float) -> list[float]:
    """What a node keeps, which has its load already, and sends each child; each stands for its subtree."""
    there = tree.node.bandwidth / (1 + ratio) if returns == "mirrored" else tree.node.bandwidth
    family = [Worker(tree.node.speed, math.inf), *[Worker(speed, there)] * tree.degree]
    if returns != "same":
        return shares(family, load)
    children = list(range(1, len(family)))
    return in_orders(family, load, ratio, [0, *children], [*children, 0])


def plan(tree: Tree, load: float, returns: str = "none", ratio: float = 0.0) -> Timeline:
    """The timeline of a single round on a tree; ratio: units of result per unit of load, where some come back."""
    speeds, pieces = equivalents(tree, returns, ratio), []
    waiting = [(0, tree.height, 0.0, load)]  # node, levels below it, since when, how much
    while waiting:
        node, below, time, here = waiting.pop()
        parts = _parts(tree, speeds[below - 1], here, returns, ratio) if below else [here]
        pieces.append(Piece(node, COMPUTE, time, time + tree.computing(node, parts[0]), parts[0]))
        sent = []
        for child, part in zip(tree.children(node), parts[1:], strict=False):
            if part > 0:
                arrival = time + tree.sending(child, node, part)
                sent.append(Piece(child, SEND, time, arrival, part, node))
                waiting.append((child, below - 1, arrival, part))
                time = arrival
        pieces += sent
        if returns != "none" and sent:
            pieces += _returned(tree, sent, speeds[below - 1], returns, ratio)
    return Timeline(tree, load, tuple(pieces), 0.0 if returns == "none" else ratio)


def _returned(tree: Tree, sent: list[Piece], speed: float, returns: str, ratio: float) -> list[Piece]:
    """The results of a node's children, each as soon as it and the port of the node are ready."""
    results, time = [], sent[-1].end
    for piece in sent if returns == "same" else sent[::-1]:
        begin = max(time, piece.end + piece.load / speed)
        time = begin + tree.sending(piece.worker, piece.partner, ratio * piece.load)
        results.append(Piece(piece.worker, RETURN, begin, time, piece.load, piece.partner))
    return results
