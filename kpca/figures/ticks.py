"""The numbers at an axis of components: whole numbers from 1."""

from matplotlib.axes import Axes

MOST = 10


def of_components(axes: Axes, d: int) -> None:
    """Numbers 1, 2, … at the horizontal axis of d components, or every second, third, … of them.

    There are at most ``MOST``.
    """
    axes.set_xticks(range(1, d + 1, -(-d // MOST)))
