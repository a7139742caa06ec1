# x'' = -Gamma x' x', by Runge and Kutta: 200 steps of 4 smaller ones, with the speed 1 by the ruler g.
x0 = np.array(start[0], dtype=float)
if space == "polar":  # a radius is positive
    x0[0] = max(0.25, abs(x0[0]))


def softmax3(x):
    e = np.exp(np.array([x[0], x[1], 0.0]) - max(x[0], x[1], 0.0))
    return e / e.sum()


def ruler(x):
    """g at x, and its derivatives dg[c] along the coordinates."""
    if space == "polar":
        return np.diag([1.0, x[0] ** 2]), np.array([[[0.0, 0.0], [0.0, 2 * x[0]]], np.zeros((2, 2))])
    if space == "lens":
        bump = amplitude * np.exp(-(x @ x) / (2 * 0.6**2))
        return (1 + bump) * np.eye(2), np.array([-bump * x[c] / 0.6**2 * np.eye(2) for c in range(2)])
    if space == "softmax":
        a = softmax3(x)[:2]
        da = np.diag(a) - np.outer(a, a)  # a row for each coordinate
        dg = np.array([np.diag(d) - np.outer(d, a) - np.outer(a, d) for d in da])
        return np.diag(a) - np.outer(a, a), dg
    w = np.array([[1.0, 0.6], [0.0, 0.7]])
    return w.T @ w, np.zeros((2, 2, 2))


def acceleration(x, v):
    g, dg = ruler(x)  # equation 31 with both indices contracted with v
    force = np.einsum("adb,a,b->d", dg, v, v) - 0.5 * np.einsum("dab,a,b->d", dg, v, v)
    return -np.linalg.solve(g, force)


def usable(x):
    if np.abs(x).max() > 10 or (space == "polar" and x[0] < 0.2):
        return False
    return space != "softmax" or softmax3(x).min() >= 0.01


x, v = x0, np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
v = v / np.sqrt(v @ ruler(x)[0] @ v)
h = length / 800
path = [x]
while len(path) < 201:
    for _ in range(4):
        k1, l1 = v, acceleration(x, v)
        k2, l2 = v + h / 2 * l1, acceleration(x + h / 2 * k1, v + h / 2 * l1)
        k3, l3 = v + h / 2 * l2, acceleration(x + h / 2 * k2, v + h / 2 * l2)
        k4, l4 = v + h * l3, acceleration(x + h * k3, v + h * l3)
        x, v = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), v + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    if not usable(x):
        break
    path.append(x)
path += [path[-1]] * (201 - len(path))

columns = {
    "polar": ["step", "r", "φ"],
    "softmax": ["step", "score 1", "score 2"],
}.get(space, ["step", "x¹", "x²"])
rows = [[i, *point] for i, point in enumerate(path)]
