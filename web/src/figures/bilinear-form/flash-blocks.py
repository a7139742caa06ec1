# Equations 71 and 72, a block of keys after the other: m, l and o are all that is carried.
s = np.where(np.ravel(mask), np.ravel(scores).astype(float), -np.inf)
v = np.ravel(values).astype(float)


def softmax(s):
    e = np.exp(s - s.max())
    return e / e.sum()


def verdict(x):
    return "a number" if np.isfinite(x) else "not a number"


m, l, o = -np.inf, 0.0, 0.0
printed = [-np.inf, 0.0, 0.0]  # the same without looking whether anything has counted yet
columns = ["block", "m", "factor on what was carried", "ℓ", "o", "o/ℓ"]
columns += ["under softmax, all at once", "plain formula", "update as printed"]
rows = []
with np.errstate(all="ignore"):  # what is no number is the point of two of the columns
    for b, start in enumerate(range(0, len(s), block), 1):
        new, found = s[start : start + block], v[start : start + block]

        before, m_p = printed[0], max(printed[0], new.max())
        shrink, e = np.exp(before - m_p), np.exp(new - m_p)
        printed = [m_p, printed[1] * shrink + e.sum(), printed[2] * shrink + e @ found]

        factor = 1.0
        if new.max() > -np.inf:  # a block that is masked changes nothing
            m_new = max(m, new.max())
            factor = np.exp(m - m_new) if m > -np.inf else 1.0
            e = np.exp(new - m_new)
            m, l, o = m_new, l * factor + e.sum(), o * factor + e @ found

        counts = np.flatnonzero(s[: start + block] > -np.inf)
        at_once = softmax(s[counts]) @ v[counts] if len(counts) else 0.0
        plain = np.exp(s[counts]) @ v[counts] / np.exp(s[counts]).sum() if len(counts) else np.nan
        mean = o / l if l > 0 else 0.0
        shown = m if m > -np.inf else "−∞"
        rows.append([b, shown, factor, l, o, mean, at_once, verdict(plain), verdict(printed[1] + printed[2])])
