"""Single round on a homogeneous tree: a whole subtree is as good as one worker.

A node keeps a share, sends each child the load of its subtree, one after the other, and computes meanwhile; a child
begins when its message has ended.  All end together, so a subtree that needs w seconds for one unit stands for a
worker of speed 1 / w behind the link of its root, and the recursion of single_round gives the shares of the level
above - with the root as the first worker, to whom nothing has to be sent.

Source: Dutot et al. 2005, section 3.1; Cheng and Robertazzi 1990 (equivalent processors).
"""

from __future__ import annotations

import math

from scheduler.divisible.platform import Tree, Worker
from scheduler.divisible.single_round import shares
from scheduler.divisible.timeline import COMPUTE, SEND, Piece, Timeline


def equivalents(tree: Tree) -> list[float]:
    """[height + 1] units/s: the speed of the one worker a subtree with so many levels below its root stands for."""
    made = [tree.node.speed]
    for _ in range(tree.height):
        kept = shares(_family(tree, made[-1]), 1.0)[0]
        made.append(tree.node.speed / kept)
    return made


def _family(tree: Tree, speed: float) -> list[Worker]:
    """A node, which has its load already, and its children, each standing for its subtree."""
    return [Worker(tree.node.speed, math.inf), *[Worker(speed, tree.node.bandwidth)] * tree.degree]


def plan(tree: Tree, load: float) -> Timeline:
    """The timeline of a single round on a tree."""
    speeds, pieces = equivalents(tree), []
    waiting = [(0, tree.height, 0.0, load)]     # node, levels below it, since when, how much
    while waiting:
        node, below, time, here = waiting.pop()
        parts = shares(_family(tree, speeds[below - 1]), here) if below else [here]
        pieces.append(Piece(node, COMPUTE, time, time + tree.computing(node, parts[0]), parts[0]))
        for child, part in zip(tree.children(node), parts[1:], strict=False):
            arrival = time + tree.sending(child, node, part)
            pieces.append(Piece(child, SEND, time, arrival, part, node))
            waiting.append((child, below - 1, arrival, part))
            time = arrival
    return Timeline(tree, load, tuple(pieces))
