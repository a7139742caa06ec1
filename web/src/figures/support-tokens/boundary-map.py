# The least margin over tokens 2 and 5 (equations 9 and 10), and by rays the nearest place where it is 0.
def margins(second, fifth):
    """For many sequences at once: (6, ...) margins."""
    one = np.ones_like(second)
    x = np.stack([1.2 * one, second, 0.9 * one, -1.4 * one, fifth, 1.6 * one])
    out = np.ones_like(x)
    for t in range(1, 6):
        logits = a * x[t] * x[:t]
        e = np.exp(logits - logits.max(axis=0))
        alpha = e / e.sum(axis=0)
        centred = x[:t] - (alpha * x[:t]).sum(axis=0)
        out[t] = 1 - a * (alpha * centred**2).sum(axis=0)
    return out


def least(second, fifth):
    return margins(second, fifth).min(axis=0)


here = np.array(place[0], dtype=float)
own = margins(here[0], here[1])
inside = own.min() > 0


def first_crossings(angles):
    """Where each ray from here first meets the boundary inside of the square; infinity where it does not."""
    ways = np.stack([np.cos(angles), np.sin(angles)])
    steps = np.linspace(0, 12, 601)
    at = here[:, None, None] + ways[:, :, None] * steps
    other = (least(at[0], at[1]) > 0) != inside
    hit = other.any(axis=1)
    k = np.maximum(other.argmax(axis=1), 1)
    low, high = steps[k - 1], steps[k]
    for _ in range(60):
        middle = (low + high) / 2
        at = here[:, None] + ways * middle
        crossed = (least(at[0], at[1]) > 0) != inside
        low, high = np.where(crossed, low, middle), np.where(crossed, middle, high)
    at = here[:, None] + ways * high
    return np.where(hit & (np.abs(at) <= 4 + 1e-9).all(axis=0), high, np.inf)


centre, width = np.pi, np.pi
for _ in range(13):
    angles = centre + width * np.linspace(-1, 1, 361 if width > 1 else 21)
    found = first_crossings(angles)
    centre, width = angles[found.argmin()], width / (90 if width > 1 else 5)
distance = found.min()
nearest = here + distance * np.array([np.cos(centre), np.sin(centre)]) if np.isfinite(distance) else ["", ""]

columns = ["token", "margin", "least margin", "distance", "nearest token 2", "nearest token 5"]
rows = [[1, own[0], own.min(), distance if np.isfinite(distance) else "Infinity", *nearest]]
rows += [[t + 1, own[t], "", "", "", ""] for t in range(1, 6)]
