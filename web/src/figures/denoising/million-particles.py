# Sections 2 and 6: with very many tokens a layer of Stage 1 is a step eta / beta up the slope of the log density.
layers = 30
eta = beta * sigma2 / (2 * layers)  # the last layer is at the matched depth

if shape == "ring":
    angle = np.pi * np.arange(8) / 4
    clean = 1.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
elif shape == "spiral":
    share = np.sqrt((np.arange(400) + 0.5) / 400)
    angle = 4 * np.pi * share
    clean = 1.9 * share[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
else:
    row, column = np.divmod(np.arange(25), 5)
    clean = 0.8 * (np.stack([column, row], axis=1) - 2)

# A token takes three uniform numbers: one for the clean point, two for the noise.
u = Rng(seed).uniform(3 * count).reshape(count, 3)
z = clean[(u[:, 0] * len(clean)).astype(int)] + np.sqrt(sigma2) * box_muller(u[:, 1:])


def distance(z):
    """Root mean square distance of the first thousand tokens to the nearest clean point."""
    squares = ((z[:1000, None] - clean) ** 2).sum(axis=2)
    return np.sqrt(squares.min(axis=1).mean())


distances = [distance(z)]
for layer in range(step):
    # At beta = 200 the kernel is nine cells wide.
    z = z + eta / beta * log_density_gradient(z, z, beta, reach=4.0, cells=1024)
    distances.append(distance(z))

columns = ["layer", "distance to the nearest clean point (root mean square)"]
rows = list(enumerate(distances))
