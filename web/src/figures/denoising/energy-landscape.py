# Equation 2 as a step down a slope: E(q) = -sigma2 log(mean_j exp(-|q - z_j|^2 / (2 sigma2))).
def energy(q, z):
    scores = -0.5 * (q[:, None] - z[None, :]) ** 2 / sigma2
    top = scores.max(axis=1)
    return -sigma2 * (top + np.log(np.mean(np.exp(scores - top[:, None]), axis=1)))


mode, clean, noisy = draw_tokens(Rng(seed), count, centre, sigma2)
z = noisy
for layer in range(step):
    z = stage1(z, beta, eta)

# 241 positions from -reach to reach: the next half beyond everything that is shown.
reach = np.ceil(2 * max(0.5, centre, abs(query), np.abs(noisy).max())) / 2
positions = reach * np.arange(-120, 121) / 120
modes = np.array([-centre, centre])

columns = ["position", "energy of noisy tokens", f"energy at layer {step}", "energy of the true prior"]
rows = np.stack(
    [positions, energy(positions, noisy[:, 0]), energy(positions, z[:, 0]), energy(positions, modes)],
    axis=1,
)
