# Algorithm 1 on 40 draws: the error of each way through the network, in units of the noise.
draws = 40
seeds = Rng(seed).next(draws)  # each draw has a generator of its own
drawn = [draw_tokens(Rng(own), count, centre, sigma2) for own in seeds]
clean = np.stack([one for _, one, _ in drawn])  # (draws x count x 1)
noisy = np.stack([one for _, _, one in drawn])


def error(estimate):
    return np.mean((estimate - clean) ** 2, axis=(1, 2)) / sigma2


# The posterior mean when the prior is known: half of the mass at -centre, half at +centre.
exact = centre * np.tanh(centre * noisy / sigma2)

routes = ["noisy token", "Stage 1 only", "without skip", "with skip", "exact"]
errors = []  # (layers + 1 x routes x draws)
z = noisy
for layer in range(layers + 1):
    if layer > 0:
        z = stage1(z, beta, eta)
    without_skip, with_skip = stage2(z, z, sigma2), stage2(noisy, z, sigma2)
    errors.append([error(x) for x in (noisy, z, without_skip, with_skip, exact)])

columns = ["layer"]
for route in routes:
    columns += [f"error, {route}", "its standard deviation over draws"]
table = np.stack([np.mean(errors, axis=2), np.std(errors, axis=2)], axis=2)
rows = [[layer, *table[layer].ravel()] for layer in range(layers + 1)]
