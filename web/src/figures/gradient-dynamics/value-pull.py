# Readers g_i = sum_j alpha_ij v_j, read out along w_c; a step v_j - eta ubar_j, ubar_j = sum_i alpha_ij u_i (equations 33 and 37).
side = 0.5 * np.sqrt(3.0)
directions = np.array([[0.0, 1.0], [-side, -0.5], [side, -0.5]])
wanted = [0, 1, 2] if targets == "abc" else [0, 0, 1]


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


weights = softmax(own * np.eye(3))
p = softmax(weights @ v @ directions.T)
losses = -np.log(p[np.arange(3), wanted])
u = (p - np.eye(3)[wanted]) @ directions
ubar = weights.T @ u

step = -eta * weights @ ubar
first_order = np.sum(u * step, axis=1)
moved = weights @ (v - eta * ubar) @ directions.T
changes = -np.log(softmax(moved)[np.arange(3), wanted]) - losses


def clean(x):
    """What is left of numbers near 1 that cancel is rounding."""
    return np.where(np.abs(x) < 1e-15, 0.0, x)


columns = ["row", "wants", "v x", "v y", "ubar x", "ubar y", "u x", "u y", "L", "change of L", "to first order"]
rows = [
    [i + 1, "ABC"[wanted[i]], *v[i], *clean(ubar[i]), *clean(u[i]), losses[i], *clean([changes[i], first_order[i]])]
    for i in range(3)
]
rows.append(["total"] + [""] * 7 + [losses.sum(), *clean([changes.sum(), -eta * np.sum(ubar**2)])])
