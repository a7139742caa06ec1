# Equation 1: z_i <- (1 - eta) z_i + eta sum_j a_ij z_j with a_ij = softmax_j(-beta/2 |z_i - z_j|^2).
if clock == "equal-time":  # the step with which the last layer is at the matched depth, L* = beta sigma2 / (2 eta)
    eta = min(1.0, beta * sigma2 / (2 * layers))

mode, clean, noisy = draw_tokens(Rng(seed), count, centre, sigma2)
z = noisy
for layer in range(step):
    z = stage1(z, beta, eta)

columns = ["token", "drawn from", "position at layer 0", f"position at layer {step}"]
rows = [[i + 1, "+c" if mode[i] > 0 else "−c", noisy[i, 0], z[i, 0]] for i in range(count)]
