# ---- Very many tokens: attention as the slope of a density ----


def log_density_gradient(points, beta):
    """Gradient of log sum_j exp(-beta/2 |x - z_j|^2) at every token x = z_i; (n x d), d small.

    It is beta times the way from the token to the mean that it attends to. The tokens are counted on a grid, each shared out
    among the corners of its cell; the density is the convolution of the counts with the kernel, by FFT.
    """
    d = points.shape[1]
    reach, cells = GRID
    h = 2 * reach / cells
    place = (points + reach) / h
    corner = np.floor(place).astype(int)
    offset = place - corner
    shares = []  # of each corner: where it is in the flattened grid, and the token's share of it
    for which in np.ndindex(*(2,) * d):
        at = np.ravel_multi_index(tuple((corner + which).T), (cells,) * d, mode="wrap")
        shares.append((at, np.prod(np.where(which, offset, 1 - offset), axis=1)))
    counts = sum(np.bincount(at, share, cells**d) for at, share in shares).reshape((cells,) * d)

    # Sharing out and reading back blur by a triangle each: sinc^2 in frequency, divided out again.
    k = [2 * np.pi * np.fft.fftfreq(cells, h)] * (d - 1) + [2 * np.pi * np.fft.rfftfreq(cells, h)]
    k = np.meshgrid(*k, indexing="ij", sparse=True)
    kernel = 1.0
    for one in k:
        kernel = kernel * np.exp(-(one**2) / (2 * beta)) / np.sinc(one * h / (2 * np.pi)) ** 4
    spectrum = np.fft.rfftn(counts) * kernel

    def read(spectrum):
        field = np.fft.irfftn(spectrum, counts.shape).ravel()
        return sum(field[at] * share for at, share in shares)

    density = read(spectrum)
    return np.stack([read(1j * one * spectrum) / density for one in k], axis=1)
