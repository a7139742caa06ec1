# Equations 64 to 69: what both rules make of a damaged picture. +1 is ink.
glyphs = [  # A C E H K L T X Z ?, eight rows of eight pixels each
    "183c66667e666600", "3c66606060663c00", "7e60607c60607e00", "6666667e66666600", "666c7870786c6600",
    "6060606060607e00", "7e18181818181800", "c3663c183c66c300", "ff060c183060ff00", "3c66060c18001800",
]
rng = Rng(seed)
if store == "letters":
    K = np.array([[int(b) for b in f"{int(glyph, 16):064b}"] for glyph in glyphs[:count]]) * 2.0 - 1
else:  # the lowest bit of a number is the first sign
    words = rng.next(count)
    K = np.array([[(int(w) >> i) & 1 for i in range(64)] for w in words]) * 2.0 - 1
pattern = K[min(letter, count) - 1]

x = pattern.copy()
if damage == "flips":
    x[rng.permutation(64)[:flips]] *= -1
elif damage == "half":
    x[32:] = 0
else:
    x = -x
by_hand = np.array(painted, dtype=bool).ravel()
x = np.where(by_hand, np.where(x == 0, pattern, -x), x)

W = K.T @ K / 64  # equation 64, without the diagonal
np.fill_diagonal(W, 0)


def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def lse(z):
    return z.max() + np.log(np.exp(z - z.max()).sum())


modern, classical = [x], [x]
for _ in range(5):
    modern.append(K.T @ softmax(beta * K @ modern[-1]))  # equation 69
    y = classical[-1].copy()
    for i in rng.permutation(64):  # one pixel after another; a sum of whole numbers, so that 0 is 0
        y[i] = 1.0 if np.rint(64 * W[i] @ y) >= 0 else -1.0
    classical.append(y)


def wrong(state):
    return int((state * pattern <= 0).sum())


columns = [
    "step",
    "wrong pixels, softmax",
    "wrong pixels, classical",
    "largest weight",
    "energy with 1/β",
    "energy as printed",
]
rows = []
for s, (xi, y) in enumerate(zip(modern, classical)):
    half = xi @ xi / 2
    rows.append(
        [s, wrong(xi), wrong(y), softmax(beta * K @ xi).max(), half - lse(beta * K @ xi) / beta, half - lse(beta * K @ xi)]
    )
