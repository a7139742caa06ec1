# <E> - T H of any weights p, least for softmax; what p costs more is T KL(p || a).
def free_energy_of(p):
    return -p @ s + temperature * np.sum(p * np.log(np.where(p > 0, p, 1.0)))  # 0 log 0 is 0


def divergence(p, a):
    """sum p log(p / a), as a sum of terms >= 0: digits are kept where p is nearly a."""
    x = (p - a) / a
    return np.sum(a * ((1 + x) * np.log1p(np.where(p > 0, x, 0.0)) - x))


s = scores[:, 0]
e = np.exp((s - s.max()) / temperature)
a = e / e.sum()
free_energy = -temperature * np.log(e.sum()) - s.max()
others = np.array([*p[0], max(0.0, 1 - p[0, 0] - p[0, 1])])

columns = ["weights", "key 1", "key 2", "key 3", "<E> - T H", "above F"]
rows = [
    ["softmax", *a, free_energy, 0],
    ["p", *others, free_energy_of(others), temperature * divergence(others, a)],
]
