"""A model of a build on many machines: shards that wait for workers, steps that see the whole corpus, workers that are lost."""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """What a build has to do, in seconds of one core."""

    rounds: Sequence[Sequence[float]]  # of each round the shards, which any worker can do; the next round waits for all
    whole: float  # what one process does for the whole corpus, while all others wait


@dataclass(frozen=True)
class Cluster:
    """Who does it."""

    workers: int
    start: float = 10.0  # seconds until a worker has loaded dictionaries and glossary
    lost: float = 0.0  # how likely a worker is lost while it does a shard, which another then does from the beginning


def seconds(work: Work, cluster: Cluster, seed: int = 0) -> float:
    """How long the build takes from beginning to end."""
    chance = random.Random(seed)
    total = cluster.start + work.whole
    return total + sum(_round(shards, cluster, chance) for shards in work.rounds)


def _round(shards: Sequence[float], cluster: Cluster, chance: random.Random) -> float:
    """Shards are handed out in their order; one that was lost is handed out last."""
    waiting = list(reversed(shards))
    workers = [0.0] * cluster.workers
    ended = 0.0
    while waiting:
        shard, free = waiting.pop(), heapq.heappop(workers)
        if chance.random() < cluster.lost:
            waiting.insert(0, shard)
            heapq.heappush(workers, free + shard * chance.random() + cluster.start)
        else:
            heapq.heappush(workers, free + shard)
            ended = max(ended, free + shard)
    return ended
