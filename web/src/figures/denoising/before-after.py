# Equation 2 for one query, on the tokens as they came and on the particles that Stage 1 makes of them.
mode, clean, noisy = draw_tokens(Rng(seed), count, centre, sigma2)
z = noisy
for layer in range(step):
    z = stage1(z, beta, eta)

q = np.array([[query]])
before = attention(q, noisy, 1 / sigma2)[0]
after = attention(q, z, 1 / sigma2)[0]
# The estimates: before @ noisy and after @ z.

columns = ["token", "noisy position", "weight", f"position at layer {step}", f"weight at layer {step}"]
rows = [[i + 1, noisy[i, 0], before[i], z[i, 0], after[i]] for i in range(count)]
