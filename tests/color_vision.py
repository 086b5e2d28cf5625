"""How far apart colors are for readers with each of the three color deficiencies."""

import itertools

import numpy as np

DEFICIENCIES = {
    "none": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Of linear red, green and blue: Machado, Oliveira & Fernandes, IEEE TVCG 15 (2009), severity 1."""

SEEN = DEFICIENCIES | {"in gray": 3 * [[0.2126, 0.7152, 0.0722]]}
"""What the eyes of readers and a print without colors leave of a color."""

TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def _linear(color):
    parts = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255.0
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(color, deficiency):
    seen = np.clip(np.array(SEEN[deficiency]) @ _linear(color), 0.0, 1.0)
    x, y, z = np.cbrt(np.maximum(TO_XYZ @ seen / TO_XYZ.sum(axis=1), 1e-9))
    return np.array([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])


def alike(looks, deficiency):
    """The pairs of looks that have one shape and colors that hardly differ, by their positions."""
    return [
        (i, j)
        for (i, (a, first)), (j, (b, second)) in itertools.combinations(enumerate(looks), 2)
        if first == second and np.linalg.norm(lab(a, deficiency) - lab(b, deficiency)) < 10.0
    ]
