x, *weights, y = draw_toy(Rng(seed), 0.5)
weights, right, scale = [*weights, np.zeros(3)], np.eye(3)[y], 1 / np.sqrt(2)


def loss_and_gradient(weights):
    """Equations 1 to 32, of W_Q, W_K, W_V, W_O and the bias."""
    w_q, w_k, w_v, w_o, bias = weights
    q, k, v = x @ w_q.T, x @ w_k.T, x @ w_v.T
    alpha = softmax(scale * q @ k.T)
    g = alpha @ v
    p = softmax(g @ w_o.T + bias)
    logits = g @ w_o.T + bias
    most = logits.max(axis=1, keepdims=True)
    log_p = logits - most - np.log(np.exp(logits - most).sum(axis=1, keepdims=True))
    u = (p - right) @ w_o
    b = u @ v.T
    d_s = alpha * (b - (alpha * b).sum(axis=1, keepdims=True))
    d_q, d_k, d_v = scale * d_s @ k, scale * d_s.T @ q, alpha.T @ u
    gradient = [d_q.T @ x, d_k.T @ x, d_v.T @ x, (p - right).T @ g, (p - right).sum(axis=0)]
    return -(log_p * right).sum(), gradient


for _ in range(age):
    weights = [w - 0.05 * d for w, d in zip(weights, loss_and_gradient(weights)[1])]
loss, gradient = loss_and_gradient(weights)


def ratio(moving, size):
    """What the loss falls by, over what is predicted, when some of the weights take a step."""
    after, _ = loss_and_gradient([w - size * d * (i in moving) for i, (w, d) in enumerate(zip(weights, gradient))])
    return (loss - after) / (size * sum((gradient[i] ** 2).sum() for i in moving))


columns = ["step η", "all weights", "W_V", "W_Q and W_K"]
sizes = [eta, *10 ** (np.arange(81) / 16 - 4)]
rows = [[size, ratio(range(5), size), ratio([2], size), ratio([0, 1], size)] for size in sizes]
