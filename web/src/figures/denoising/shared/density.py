# ---- Very many tokens: attention as the slope of a density ----


def log_density_gradient(x, z, beta, reach, cells):
    """Gradient of log sum_j exp(-beta/2 |x - z_j|^2) at the points x, all within +-reach; (n x d), d small.

    It is beta times the way from x to the mean that it attends to. The tokens z are counted on a grid of cells^d, each shared
    out among the corners of its cell; the density is the convolution of these counts with the kernel, by FFT.
    """
    d = z.shape[1]
    h = 2 * reach / cells

    def corners(points):
        """For each corner of the points' cells: where it is in the flattened grid, and the point's share of it."""
        place = (points.T + reach) / h
        below = np.floor(place).astype(int)
        beyond = place - below
        out = []
        for corner in np.ndindex(*(2,) * d):
            at, share = 0, 1
            for k in range(d):
                at = at * cells + below[k] + corner[k]
                share = share * (beyond[k] if corner[k] else 1 - beyond[k])
            out.append((at, share))
        return out

    of_z = corners(z)
    counts = sum(np.bincount(at, share, cells**d) for at, share in of_z).reshape((cells,) * d)
    frequencies = [np.fft.fftfreq(cells, h)] * (d - 1) + [np.fft.rfftfreq(cells, h)]
    frequencies = np.meshgrid(*frequencies, indexing="ij", sparse=True)
    density = np.fft.rfftn(counts)
    for f in frequencies:
        # Sharing out and reading back blur by a triangle each: sinc^2 in frequency, divided out again.
        density *= np.exp(-((2 * np.pi * f) ** 2) / (2 * beta)) / np.sinc(f * h) ** 4
    fields = [density] + [2j * np.pi * f * density for f in frequencies]
    # Side by side: what a point reads stands together.
    fields = np.stack([np.fft.irfftn(field, counts.shape).ravel() for field in fields], axis=1)
    read = sum(fields[at] * share[:, None] for at, share in (of_z if x is z else corners(x)))
    return read[:, 1:] / read[:, :1]
