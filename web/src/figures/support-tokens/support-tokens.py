# Each token attends to those before it with logits a x_t x_s; its margin is 1 - a Var_t (equations 7 to 9).
x = np.array(x, dtype=float).ravel()
n = len(x)
margin = np.ones(n)
gradient = np.zeros((n, n))  # of m_t by x_s
for t in range(1, n):
    e = np.exp(a * x[t] * x[:t] - np.max(a * x[t] * x[:t]))
    alpha = e / e.sum()
    # From the first token on: nothing is left where all are alike.
    c = (x[:t] - x[0]) - alpha @ (x[:t] - x[0])
    var = alpha @ c**2
    margin[t] = 1 - a * var
    gradient[t, t] = -(a**2) * (alpha @ c**3)
    gradient[t, :t] = -a * alpha * (2 * c + a * x[t] * (c**2 - var))

force = gradient / np.maximum(np.abs(margin), 1e-12)[:, None]
total = force.sum(axis=0)
lengths = np.sqrt((force**2).sum(axis=1))
share = lengths / lengths.sum() if lengths.sum() > 0 else lengths
support = int(np.argmin(margin)) if margin.min() < 1 else None

columns = ["token", "x", "margin m", "force of all", "force of the support token", "share of its margin"]
rows = [
    [t + 1, x[t], margin[t], total[t], 0 if support is None else force[support, t], share[t]] for t in range(n)
]
