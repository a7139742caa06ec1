# ---- Noisy tokens around two modes ----


def draw_tokens(rng, count, centre, sigma2, dimension=1, variance=0.0):
    """The mode of each token, -1 or +1; the clean tokens around mode * centre; and the same with noise."""
    # A token takes one uniform number for its mode, then normal ones for its place and for its noise.
    u = rng.uniform(count * (1 + 2 * dimension)).reshape(count, 1 + 2 * dimension)
    mode = np.where(u[:, :1] < 0.5, -1.0, 1.0)
    g = box_muller(u[:, 1:].reshape(count, dimension, 2)).reshape(count, 2 * dimension)
    clean = mode * centre + np.sqrt(variance) * g[:, :dimension]
    return mode[:, 0], clean, clean + np.sqrt(sigma2) * g[:, dimension:]
