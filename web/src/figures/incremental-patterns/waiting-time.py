# Four starts, each at four scales u: the same draw between -1 and 1, times u (seed 003, sections 2.4 and 3).
heads, starts = int(heads), 4
scales = 10.0 ** np.array([-2, -4, -6, -8])


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def through_softmax(s, slope):
    """Pi(s) of a slope: from weights to their logits."""
    return s * (slope - np.sum(s * slope, axis=-1, keepdims=True))


def waits(losses, levels, spacing):
    """t2 - t1 of each column: where it is first at or below two levels, on the line between two steps."""
    times = []
    for level in levels:
        below = losses <= level
        i = np.argmax(below, axis=0)
        columns = np.arange(losses.shape[1])
        now, before = losses[i, columns], losses[np.maximum(i - 1, 0), columns]
        rest = np.where(i > 0, (level - now) / np.where(before > now, before - now, 1), 0)
        times.append(np.where(below.any(axis=0), spacing * (i - rest), np.inf))
    return [t2 - t1 if np.isfinite(t2) else np.inf for t1, t2 in zip(*times)]


def flow(draws):
    """Runge-Kutta steps of all runs at once, in the basis of the patterns, until the second stage of each is over."""
    m = np.array([3, m2, 1.4])
    target = np.zeros((3, int(lags)))
    target[range(3), range(3)] = m
    ends = [0.5 * np.sum(np.sort(m)[: 3 - rank] ** 2) for rank in range(3)]
    levels = [(ends[0] + ends[1]) / 2, (ends[1] + ends[2]) / 2]
    q = (scales[None, :, None, None] * draws[:, None]).reshape(-1, heads, int(lags))
    c = np.zeros((len(q), heads, 3))

    def velocity(c, q):
        s = softmax(q)
        d = target - c.swapaxes(1, 2) @ s
        return s @ d.swapaxes(1, 2), through_softmax(s, c @ d)

    losses, dt = [], 0.05
    for _ in range(20001):
        losses.append(0.5 * np.sum((target - c.swapaxes(1, 2) @ softmax(q)) ** 2, axis=(1, 2)))
        if np.all(losses[-1] <= levels[1]):
            break
        a1, b1 = velocity(c, q)
        a2, b2 = velocity(c + dt / 2 * a1, q + dt / 2 * b1)
        a3, b3 = velocity(c + dt / 2 * a2, q + dt / 2 * b2)
        a4, b4 = velocity(c + dt * a3, q + dt * b3)
        c, q = c + dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4), q + dt / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    return np.array(waits(np.array(losses), levels, dt)).reshape(starts, 4).T


# The clues of the classification: each of three groups of four lags votes by a matrix of its own.
maps = np.array([[(x + 1) % 5, 2 * x % 5, 3 * x % 5] for x in range(5)])
features = np.zeros((3, 5, 5))
for k in range(3):
    features[k, maps[:, k], range(5)] = 3 * 1.5 ** (2 - k)
# All counts of four tokens, and how many orders each has.
counts = np.array([n for n in np.ndindex(5, 5, 5, 5, 5) if sum(n) == 4])
orders = np.array([24 / np.prod([[1, 1, 2, 6, 24][n] for n in row]) for row in counts]) / 5**4
number_of = {tuple(row): i for i, row in enumerate(counts)}


def adam(rng):
    """Steps of Adam of one start at all four scales, until the second stage of each is over."""
    tokens = np.floor(5 * rng.uniform(1500 * 12)).astype(int).reshape(1500, 12)
    draw = 2 * rng.uniform(heads * 12).reshape(heads, 12) - 1
    x = np.eye(5)[tokens]  # contexts, lags, tokens
    groups = x.reshape(1500, 3, 4, 5).sum(axis=2).astype(int)
    law = softmax(np.einsum("kyx,nkx->ny", features, groups / 4))
    # The best law of who has read the first groups: the mean over all that the others may hold.
    votes = [counts / 4 @ features[k].T for k in range(3)]
    of_two = np.array(
        [[orders @ softmax(a + b + votes[2]) for b in votes[1]] for a in votes[0]]
    )
    of_one = np.einsum("j,ijy->iy", orders, of_two)
    place = [[number_of[tuple(row)] for row in groups[:, k]] for k in range(2)]
    best = [np.tile(orders @ of_one, (1500, 1)), of_one[place[0]], of_two[place[0], place[1]]]

    def divergence(p):
        return np.mean(np.sum(law * np.log(law / p), axis=-1), axis=-1)

    stairs = [divergence(p) for p in best]
    levels = [(stairs[0] + stairs[1]) / 2, (stairs[1] + stairs[2]) / 2]
    flat = x.reshape(1500, 60)
    weights = [np.zeros((4, heads, 5, 5)), scales[:, None, None] * draw]  # V and q
    mean, squares = [0 * w for w in weights], [0 * w for w in weights]

    def forward():
        s = softmax(weights[1])
        return s, softmax(flat @ np.einsum("ukl,ukyx->ulxy", s, weights[0]).reshape(4, 60, 5))

    excess = []
    for step_taken in range(1501):
        s, p = forward()
        if step_taken % 5 == 0:
            excess.append(divergence(p))
            if np.all(np.min(excess, axis=0) <= levels[1]):
                break
        d = (flat.T @ (p - law) / 1500).reshape(4, 12, 5, 5)
        d_s = np.einsum("ukyx,ulxy->ukl", weights[0], d)
        gradient = [np.einsum("ukl,ulxy->ukyx", s, d), through_softmax(s, d_s)]
        for i in range(2):
            mean[i] = 0.9 * mean[i] + 0.1 * gradient[i]
            squares[i] = 0.999 * squares[i] + 0.001 * gradient[i] ** 2
            m_hat = mean[i] / (1 - 0.9 ** (step_taken + 1))
            v_hat = squares[i] / (1 - 0.999 ** (step_taken + 1))
            weights[i] = weights[i] - 0.02 * m_hat / (np.sqrt(v_hat) + 1e-8)
    return waits(np.array(excess), levels, 5.0)


seeds = Rng(seed).next(starts)
if method == "flow":
    draws = [2 * Rng(s).uniform(heads * int(lags)).reshape(heads, int(lags)) - 1 for s in seeds]
    table = flow(np.array(draws))
    # Ours, with nothing fitted: a difference of u grows as e^(2 sqrt(c t)).
    c = m2**2 * heads / (lags * (9 - m2**2))
    theory = np.log(scales) ** 2 / (4 * c)
else:
    table = np.array([adam(Rng(s)) for s in seeds]).T
    theory = [""] * 4
over = "over 1000" if method == "flow" else "over 1500"
columns = ["u", *[f"wait of start {i + 1}" for i in range(starts)], "median", "scaling law"]
rows = []
for u, row, expected in zip(scales, table, theory):
    middle = np.median(row)
    shown = [wait if np.isfinite(wait) else over for wait in row]
    rows.append([u, *shown, middle if np.isfinite(middle) else "", expected])
