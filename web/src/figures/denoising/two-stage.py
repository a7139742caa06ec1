# Algorithm 1 on 40 draws: the error of each way through the network, in units of the noise.
routes = ["noisy token", "Stage 1 only", "without skip", "with skip", "exact"]


def errors(rng):
    """Of one draw (layers + 1 x routes)."""
    mode, clean, noisy = draw_tokens(rng, count, centre, sigma2)
    # The posterior mean when the prior is known: half of the mass at -centre, half at +centre.
    exact = centre * np.tanh(centre * noisy / sigma2)
    z = noisy
    out = []
    for layer in range(layers + 1):
        if layer > 0:
            z = stage1(z, beta, eta)
        without_skip, with_skip = stage2(z, z, sigma2), stage2(noisy, z, sigma2)
        estimates = noisy, z, without_skip, with_skip, exact
        out.append([np.mean((estimate - clean) ** 2) / sigma2 for estimate in estimates])
    return out


draws = [errors(Rng(own)) for own in Rng(seed).next(40)]  # each has a generator of its own
mean, sd = np.mean(draws, axis=0), np.std(draws, axis=0)

columns = ["layer"]
for route in routes:
    columns += [f"error, {route}", "its standard deviation over draws"]
rows = [[layer, *np.stack([mean[layer], sd[layer]], axis=1).ravel()] for layer in range(layers + 1)]
