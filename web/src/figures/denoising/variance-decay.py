# Section 5: the variance of tokens that were one point before the noise, over twice the matched time T* = sigma2 / 2.
layers = 100
eta = beta * sigma2 / layers
times = np.arange(layers + 1) * eta / beta  # diffusion time t of a layer

limit = np.maximum(sigma2 - 2 * times, 0)  # beta -> infinity
closed_form = variance_flow(sigma2, beta, times)

recursion = [sigma2]  # infinitely many tokens, steps of this size
for layer in range(layers):
    v = recursion[-1]
    recursion.append(v * (1 - eta / (1 + beta * v)) ** 2)

rng = Rng(seed)
variance = []  # (draws x layers + 1)
for draw in range(20):
    z = np.sqrt(sigma2) * rng.normal(count)[:, None]
    own = [np.var(z)]
    for layer in range(layers):
        z = stage1(z, beta, eta)
        own.append(np.var(z))
    variance.append(own)
mean, sd = np.mean(variance, axis=0), np.std(variance, axis=0)

columns = [
    "layer",
    "diffusion time",
    "limit",
    "closed form",
    "layer by layer, infinitely many tokens",
    "mean over draws",
    "standard deviation over draws",
]
rows = [
    [layer, times[layer], limit[layer], closed_form[layer], recursion[layer], mean[layer], sd[layer]]
    for layer in range(layers + 1)
]
