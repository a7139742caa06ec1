# Three patterns, in the basis of their matrices: V_k = sum_l C_kl V*_l, and pattern l is at lag l (seed 003, section 3.1).
heads, lags = int(heads), int(lags)
m = np.array([m1, m2, m3])
target = np.zeros((3, lags))
target[range(3), range(3)] = m


def softmax(q):
    e = np.exp(q - q.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def velocity(c, q):
    """dC/dt = s D^T and dq/dt = Pi(s) (C D), with the residual D = G - P and P = C^T s."""
    s = softmax(q)
    residual = target - c.T @ s
    slope = c @ residual
    return s @ residual.T, s * (slope - np.sum(s * slope, axis=1, keepdims=True))


def runge_kutta(c, q, dt):
    a1, b1 = velocity(c, q)
    a2, b2 = velocity(c + dt / 2 * a1, q + dt / 2 * b1)
    a3, b3 = velocity(c + dt / 2 * a2, q + dt / 2 * b2)
    a4, b4 = velocity(c + dt * a3, q + dt * b3)
    return c + dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4), q + dt / 6 * (b1 + 2 * b2 + 2 * b3 + b4)


c = np.zeros((heads, 3))
q = np.zeros((heads, lags))
if start == "random":
    q = u * (2 * Rng(seed).uniform(heads * lags).reshape(heads, lags) - 1)
ranks = min(heads, 3)
columns = ["time", "loss"] + [f"singular value {i + 1} of P" for i in range(ranks)]
rows = []
for frame in range(241):
    learned = c.T @ softmax(q)
    sigma = np.linalg.svd(learned, compute_uv=False)
    sigma[sigma < 1e-12 * sigma[0]] = 0  # what rounding leaves of a rank that is not there
    rows.append([frame / 2, 0.5 * np.sum((target - learned) ** 2), *sigma[:ranks]])
    for _ in range(10):
        c, q = runge_kutta(c, q, 0.05)
