"""What a map may show, in numbers: a bent component, samples far out, components too close."""

import numpy as np

from kpca.arrays import Array, Indices, Truths

FENCE = 3.0
"""Quartile ranges above the upper quartile: beyond them a value is far out (Tukey 1977)."""

RARE, PART = 3.0, 0.1
"""Numbers that are spread evenly have a gap with a probability of n^(1 - RARE); and the share of
them that lies on each side of it. Fewer may be the tail of a skewed distribution."""


def share_bent(Z: Array) -> float:
    """The share of the variance of the second component that a parabola of the first one explains.

    Z (n, d) are centered scores. Those of different components are uncorrelated, so that a straight
    line explains nothing. A horseshoe, or arch, comes near 1:
    the second component is then the first one bent, and no direction of its own (Podani & Miklós,
    Resemblance coefficients and the horseshoe effect, Ecology 83 (2002)). 0 for a single component,
    and for one that does not vary.

    >>> t = np.linspace(-1.0, 1.0, 9)
    >>> round(share_bent(np.column_stack([t, t**2 - (t**2).mean()])), 12)
    1.0
    """
    return share_of_parabola(Z[:, 0], Z[:, 1]) if Z.shape[1] > 1 else 0.0


def along_circle(Z: Array) -> tuple[float, float, float, float]:
    """How far the first two components (n, 2) are from a circle, its two largest openings, and how
    much of the rest of it the middle half of the samples has.

    The circle is the least-squares one of Kåsa (A circle fitting procedure and its error analysis,
    IEEE Transactions on Instrumentation and Measurement 25 (1976)). The distance is the root mean
    square of the samples to it, as a share of its radius; an opening is an angle in degrees without
    a sample. The middle half, from the lower to the upper quartile of the angles, has half of the
    rest if the samples are spread evenly. A horseshoe that nearly closes is no function of its own
    first component, but it is near a circle with one opening: the Gaussian kernel bends one
    direction to it (Diaconis, Goel & Holmes, Horseshoes in multidimensional scaling and local
    kernel methods, Annals of Applied Statistics 2 (2008)).

    >>> angles = np.radians(np.arange(0.0, 271.0, 10.0))
    >>> [round(x, 9) for x in along_circle(np.column_stack([np.cos(angles), np.sin(angles)]))]
    [0.0, 90.0, 10.0, 0.5]
    """
    plane = Z[:, :2] / np.abs(Z[:, :2]).max()
    design = np.column_stack([2.0 * plane, np.ones(len(plane))])
    x, y, rest = np.linalg.lstsq(design, (plane**2).sum(axis=1), rcond=None)[0]
    away = plane - [x, y]
    radius = np.sqrt(rest + x * x + y * y)
    off = np.hypot(*away.T) - radius
    angles = np.sort(np.degrees(np.arctan2(away[:, 1], away[:, 0])))
    gaps = np.diff(angles, append=angles[0] + 360.0)
    # From the end of the largest opening on.
    along = np.cumsum(np.roll(gaps, -1 - int(gaps.argmax()))[:-1])
    middle = np.ptp(np.quantile(np.append(0.0, along), [0.25, 0.75])) / (along[-1] or 1.0)
    root, (next_one, opening) = np.sqrt((off**2).mean()) / radius, np.sort(gaps)[-2:]
    return float(root), float(opening), float(next_one), float(middle)


def share_of_parabola(t: Array, z: Array) -> float:
    """The share of the variance of z (n,) that a parabola of t (n,) explains; 0 if one is constant.

    >>> t = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    >>> round(share_of_parabola(t, t**2), 12), round(share_of_parabola(t, t**3 - 3.4 * t), 12)
    (1.0, 0.0)
    """
    if not (t.any() and z.any()):
        return 0.0
    # In units of their own size, so that no square overflows or vanishes.
    t, z = (values / np.abs(values).max() for values in (t, z))
    z = z - z.mean()
    if not z.any():
        return 0.0
    design = np.column_stack([np.ones(len(t)), t, t**2])
    left = z - design @ np.linalg.lstsq(design, z, rcond=None)[0]
    return 1.0 - float((left**2).sum()) / float((z**2).sum())


def largest_gap(z: Array) -> float:
    """The largest gap between neighbors among numbers (n,) that vary, as a share of their range.

    >>> largest_gap(np.array([4.0, 0.0, 1.0, 3.0]))
    0.5
    """
    ordered = np.sort(z)
    return float(np.diff(ordered).max() / (ordered[-1] - ordered[0]))


def has_gap(z: Array) -> bool:
    """Whether numbers (n,) have a gap of more than ``RARE`` log n / n of their range.

    At least ``PART`` of them, and three, lie on each side. The chance that one of n uniform
    spacings is larger than x is at most n (1 - x)^(n - 1) (Darling, On a class of problems related
    to the random division of an interval, Annals of Mathematical Statistics 24 (1953)).
    """
    n, ordered = len(z), np.sort(z)
    few = max(3, int(np.ceil(PART * n)))
    inner = np.diff(ordered[few - 1 : n - few + 1])
    return bool(inner.max(initial=0.0) > RARE * np.log(n) / n * (ordered[-1] - ordered[0]))


def far_out(values: Array) -> Indices:
    """Indices of values (n,) far above the others, the largest first (``FENCE``).

    Of a normal distribution 1 value in 850,000 is as far above.

    Values that differ from the upper quartile by less than a millionth are equal to it.

    >>> far_out(np.array([1.0, 2, 30, 3, 2.5, 1.5, 2, 40, 2, 1])).tolist()
    [7, 2]
    """
    lower, upper = np.quantile(values, [0.25, 0.75])
    fence = upper + max(FENCE * (upper - lower), 1e-6 * abs(upper))
    beyond = np.flatnonzero(values > fence)
    return beyond[np.argsort(-values[beyond], kind="stable")]


def largest_shares(values: Array) -> tuple[Indices, Array]:
    """The order of values (n,) by their shares of the sum of squares, largest first; the shares.

    The values are not all 0.

    >>> order, shares = largest_shares(np.array([-1.0, 1.0, 2.0, 0.5]))
    >>> order.tolist(), shares.round(2).tolist()
    ([2, 0, 1, 3], [0.64, 0.16, 0.16, 0.04])
    """
    unit = values / np.abs(values).max()
    shares = unit**2 / (unit**2).sum()
    order = np.argsort(-shares, kind="stable")
    return order, shares[order]


def too_close(variances: Array, n: int, errors: float = 1.0) -> Truths:
    """Which of the descending variances (d,) are as near to the next one as sampling moves them.

    The rule of North et al. (Sampling errors in the estimation of empirical orthogonal functions,
    Monthly Weather Review 110 (1982)): the standard error of a variance is about sqrt(2/n) times
    it, and components of variances that are nearer than that, or than so many ``errors``, are mixed
    with each other in another sample of n.

    >>> too_close(np.array([5.0, 4.5, 1.0]), 50).tolist()
    [True, False]
    """
    return variances[:-1] - variances[1:] < errors * np.sqrt(2.0 / n) * variances[:-1]
