# Section 6: along each axis of Gamma = Sigma0 + sigma2 I the variance falls as in one dimension.
angle, layers = 0.5, 100
eta = beta * sigma2 / layers  # twice the matched time in all
times = np.arange(layers + 1) * eta / beta  # diffusion time
long_axis = variance_flow(major + sigma2, beta, times)
short_axis = variance_flow(minor + sigma2, beta, times)

# Four normal numbers a token: its clean place along the two axes, then its noise.
g = Rng(seed).normal(4 * count).reshape(count, 4)
along, across = np.sqrt(major) * g[:, 0], np.sqrt(minor) * g[:, 1]
c, s = np.cos(angle), np.sin(angle)
z = np.stack([c * along - s * across, s * along + c * across], axis=1) + np.sqrt(sigma2) * g[:, 2:]


def variances(z):
    """Along the axes of the cloud itself, the larger one first."""
    return np.linalg.eigvalsh(np.cov(z.T, bias=True))[::-1]


simulated = [variances(z)]
for layer in range(step):
    z = stage1(z, beta, eta)
    simulated.append(variances(z))

columns = ["layer", "closed form, long axis", "closed form, short axis", "tokens, larger", "tokens, smaller"]
rows = [
    [layer, long_axis[layer], short_axis[layer], *(simulated[layer] if layer <= step else ["", ""])]
    for layer in range(layers + 1)
]
