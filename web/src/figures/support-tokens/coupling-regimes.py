# Sequences of five from N(0, 4) and their density, equations 7 to 12; the first 200 of 4000.
rng = Rng(seed)
columns = ["sequence", "largest Var", "least margin", "log-density"]
rows = []
for i in range(200):
    x = 2 * rng.normal(5)
    log_density, largest, least = 0.0, 0.0, 1.0
    for t in range(5):
        mean = variance = 0.0
        if t > 0:
            scores = a * x[t] * x[:t]
            weights = np.exp(scores - scores.max())
            weights /= weights.sum()
            mean = weights @ x[:t]
            variance = weights @ (x[:t] - mean) ** 2
        margin = 1 - a * variance
        log_density += np.log(abs(margin)) - (x[t] - mean) ** 2 / 2 - np.log(2 * np.pi) / 2
        largest, least = max(largest, variance), min(least, margin)
    excluded = beyond == "excluded" and least <= 0
    rows.append([i + 1, largest, least, "−∞" if excluded else log_density])
