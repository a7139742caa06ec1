# ---- Random numbers: the same as in the figure, from the same seed ----


class Rng:
    """splitmix64: a counter, and a hash of it."""

    def __init__(self, seed):
        self.counter = int(seed) % 2**64
        self.kept = None  # the second normal number of a pair, until it is asked for

    def next(self, n):
        """The next n whole numbers of 64 bits."""
        golden = 0x9E3779B97F4A7C15  # 2^64 / golden ratio, odd
        x = np.uint64(self.counter) + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(golden)
        self.counter = (self.counter + n * golden) % 2**64
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))

    def uniform(self, n):
        """n numbers between 0 and 1, both excluded."""
        u = ((self.next(n) >> np.uint64(11)).astype(float) + 0.5) / 2.0**53
        return np.minimum(u, 1 - 2.0**-53)

    def normal(self, n):
        """n numbers of N(0, 1), in pairs from two uniform ones each."""
        before = [] if self.kept is None or n == 0 else [self.kept]
        pairs = (n - len(before) + 1) // 2
        new = box_muller(self.uniform(2 * pairs).reshape(pairs, 2)).ravel()
        if n > 0:
            self.kept = new[-1] if len(before) + 2 * pairs > n else None
        return np.concatenate([before, new])[:n]

    def categorical(self, weights):
        """The first index whose cumulative weight exceeds u times the sum, else the last."""
        cumulative = np.cumsum(weights)
        over = np.flatnonzero(cumulative > cumulative[-1] * self.uniform(1))
        return int(over[0]) if len(over) else int(np.flatnonzero(weights)[-1])

    def permutation(self, n):
        """Fisher and Yates, from the end."""
        order = np.arange(n)
        u = self.uniform(max(n - 1, 0))
        for i in range(n - 1, 0, -1):
            j = int(u[n - 1 - i] * (i + 1))
            order[[i, j]] = order[[j, i]]
        return order


def box_muller(u):
    """Two normal numbers from two uniform ones, along the last axis: the cosine first, then the sine."""
    radius, angle = np.sqrt(-2 * np.log(u[..., 0])), 2 * np.pi * u[..., 1]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
