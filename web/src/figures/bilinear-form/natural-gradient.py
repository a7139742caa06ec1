# The loss -sum t log p, p = softmax(theta): its gradient in theta is p - t, its Fisher matrix diag p - p p^T (equation 34).
t = np.array([0.15, 0.25, 0.6])
theta0 = np.array([start[0][0], start[0][1], -0.5])
stretch = np.array([1.0, 0.25, 4.0])


def softmax(theta):
    e = np.exp(theta - theta.max())
    return e / e.sum()


# The scores themselves, or the other parameters: scores of them, them of scores, and d theta / d phi.
same = (lambda phi: phi, lambda theta: theta, lambda phi: np.ones(3))
other = (
    (lambda phi: stretch * phi, lambda theta: theta / stretch, lambda phi: stretch)
    if coordinates == "stretched"
    else (np.sinh, np.arcsinh, np.cosh)
)


def pseudo_inverse(a, cut=1e-10):
    values, axes = np.linalg.eigh(a)
    kept = np.abs(values) > cut * np.abs(values).max()
    return axes[:, kept] / values[kept] @ axes[:, kept].T


def run(parameters, natural, steps):
    scores, of_scores, slope = parameters
    phi = of_scores(theta0)
    path = [softmax(theta0)]
    for _ in range(steps):
        p, j = softmax(scores(phi)), slope(phi)
        direction = j * (p - t)
        if natural:  # equation 35, with the pseudo-inverse
            fisher = j[:, None] * (np.diag(p) - np.outer(p, p)) * j
            direction = pseudo_inverse(fisher + damping * np.eye(3)) @ direction
        phi = phi - eta * direction
        with np.errstate(over="ignore", invalid="ignore"):
            theta = scores(phi)
        if not np.isfinite(theta).all() or softmax(theta).min() < 1e-12:
            break
        path.append(softmax(theta))
    return path


steps = int(np.ceil(4 / eta - 1e-9))
paths = [run(*kind, steps) for kind in [(same, False), (other, False), (same, True), (other, True)]]
names = ["plain, in θ", "plain, in φ", "natural, in θ", "natural, in φ"]
columns = ["step"] + [f"{name}, p{k}" for name in names for k in (1, 2, 3)]
rows = [[s, *(v for path in paths for v in (path[s] if s < len(path) else ["", "", ""]))] for s in range(steps + 1)]
