"""What a picture in a file says of itself: width, resolution, sizes of its texts."""

import re
import struct
import zlib


def width(path):
    """Width of a PDF page in inches."""
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ", path.read_bytes())
    return float(box[1]) / 72


def text_sizes(path):
    """Sizes in points of all texts of a PDF."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", path.read_bytes(), re.DOTALL):
        try:
            found += re.findall(rb"/F\d+ ([\d.]+) Tf", zlib.decompress(stream))
        except zlib.error:
            continue
    return [float(size) for size in found]


def pixels(path):
    """Width in pixels and pixels per inch of a PNG."""
    content = path.read_bytes()
    at = content.index(b"pHYs") + 4
    across, per_meter = (struct.unpack_from(">I", content, place)[0] for place in (16, at))
    return across, per_meter * 0.0254
