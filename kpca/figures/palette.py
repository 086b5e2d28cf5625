"""Colors and markers of classes, in pictures and on interactive maps."""

# Okabe & Ito's palette and three more; each class also has its own marker, for gray.
COLORS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#000000",
    "#8C6D00",
    "#882255",
    "#999999",
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")

GRAY = "#767676"
"""The color of samples without a class."""
