# Six readers of n free values; scores and values step by eq 23 and 33, both by the gradients of one pass.
side = 0.5 * np.sqrt(3.0)
directions = np.array([[0.0, 1.0], [-side, -0.5], [side, -0.5]])
wanted = np.eye(3)[[0, 1, 2, 0, 1, 2]]
content, routing = 0.1 * (on != "routing"), 0.1 * rho * (on != "content")


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


rng = Rng(seed)
n = int(n)
values = eps * rng.normal(2 * n).reshape(n, 2)
scores = eps * rng.normal(6 * n).reshape(6, n)
losses, splits = [], []
for _ in range(401):
    weights = softmax(scores)
    p = softmax(weights @ values @ directions.T)
    losses.append(-np.sum(wanted * np.log(p)))
    between = np.sum((values - values.mean(axis=0)) ** 2)
    splits.append(np.sqrt(between + np.sum((scores - scores.mean(axis=1, keepdims=True)) ** 2)))
    u = (p - wanted) @ directions
    b = u @ values.T
    d_scores = weights * (b - np.sum(weights * b, axis=1, keepdims=True))
    d_values = weights.T @ u
    scores = scores - routing * d_scores
    values = values - content * d_values

# At the tie u_i is minus the direction that reader i wants: the split grows by 1 + sqrt(rho) eta sigma / n a step.
sigma = np.linalg.svd((1 / 3 - wanted) @ directions, compute_uv=False)[0]
growth = 1 + np.sqrt(rho) * 0.1 * sigma / n
columns = ["step", "loss", "split", "predicted split"]
rows = [
    [t, losses[t], splits[t], splits[60] * growth ** (t - 60) if on == "both" else ""] for t in range(401)
]
