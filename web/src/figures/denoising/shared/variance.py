# ---- Infinitely many tokens and small steps ----


def variance_flow(v0, beta, t):
    """Theorem F.1: v at diffusion time t of dv/dt = -2 v / (v + 1/beta), v(0) = v0."""
    # With v = v0 exp(-u) this is u - beta v0 exp(-u) = 2 beta t - beta v0. Newton's method from u = 0 stays below the root.
    u = np.zeros_like(t)
    for _ in range(60):
        w = beta * v0 * np.exp(-u)
        u = u - (u - w - (2 * beta * t - beta * v0)) / (1 + w)
    return v0 * np.exp(-u)
