# ---- The two stages; tokens are rows ----


def attention(queries, z, beta):
    """Softmax over the tokens z of -beta/2 |query - z|^2."""
    scores = np.zeros((len(queries), len(z)))
    for k in range(z.shape[1]):  # coordinate by coordinate: no array is larger than the weights
        scores -= 0.5 * beta * (queries[:, None, k] - z[None, :, k]) ** 2
    scores -= scores.max(axis=1, keepdims=True)
    weights = np.exp(scores, out=scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def stage1(z, beta, eta):
    """Equation 1: every token goes a share eta of the way to the mean that it attends to."""
    return (1 - eta) * z + eta * (attention(z, z, beta) @ z)


def stage2(queries, z, sigma2):
    """Equation 2: the posterior mean of a noisy query under the prior that the particles z stand for."""
    return attention(queries, z, 1 / sigma2) @ z
