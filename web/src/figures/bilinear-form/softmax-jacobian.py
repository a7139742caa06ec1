# Equation 43: d a_i / d s_j = a_i (delta_ij - a_j), and what it predicts of a push.
def softmax(s):
    e = np.exp(s - s.max())
    return e / e.sum()


s = scores[:, 0].astype(float)
j = int(min(pick, len(s))) - 1
before = softmax(s)
jacobian = np.diag(before) - np.outer(before, before)
predicted = before + push * jacobian[:, j]
pushed = s.copy()
pushed[j] += push
after = softmax(pushed)

columns = ["key", "score", "weight before", "weight predicted", "weight after", f"Jacobian, column {j + 1}"]
rows = [[i + 1, s[i], before[i], predicted[i], after[i], jacobian[i, j]] for i in range(len(s))]
