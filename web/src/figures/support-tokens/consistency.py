# Two tokens with values x / 2 and e_t = x_t - mu_t / 2, equations 28 to 32; a symbol is 1 with probability 1 / (1 + exp(-2 (x - 1))).
def sigmoid(z):
    return 0.5 * (1 + np.tanh(z / 2))


def residual(coupling, x, y):
    """e of the token x that attends to itself and to y, and its derivatives by both."""
    own = sigmoid(coupling * x * (x - y))
    steep = own * (1 - own) * (x - y)
    return (
        x - 0.5 * (y + own * (x - y)),
        1 - 0.5 * (own + steep * coupling * (2 * x - y)),
        0.5 * (steep * coupling * x - (1 - own)),
    )


def process(coupling, points):
    grid = np.linspace(-16, 16, points)
    step = grid[1] - grid[0]
    x, y = grid[:, None], grid[None, :]
    e2, d22, d21 = residual(coupling, y, x)
    e1, d11, d12 = (0.5 * x, 0.5, 0.0) if mask == "past" else residual(coupling, x, y)
    p = np.abs(d11 * d22 - d12 * d21) * np.exp(-(e1**2 + e2**2) / 2) / (2 * np.pi) * step**2
    symbol = sigmoid(2 * (grid - 1))
    alone = (symbol * np.exp(-grid**2 / 8)).sum() * step / np.sqrt(8 * np.pi)
    return alone, (symbol[:, None] * p).sum(), p.sum()


columns = ["a", "P(1), length 1", "P(1), length 2", "mass"]
rows = [[a, *process(a, 601)]]
rows += [[coupling, "", "", process(coupling, 301)[2]] for coupling in np.linspace(-1, 2, 25)]
