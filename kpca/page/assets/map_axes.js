"use strict";
/* The axes of a map: their components, the arrows of variables, and keys. Nothing here needs a page. */

/* The components on the axes at first; null for a second one that a map does not have. */
function first_axes(components) {
  return { x: 0, y: components > 1 ? 1 : null };
}

/* The value and the text of each choice of a component; none where no map has two. */
function axis_choices(maps) {
  const most = Math.max(...maps.map(({ components }) => components.length));
  return most > 1 ? Array.from({ length: most }, (_, l) => [String(l), `component ${l + 1}`]) : [];
}

/* What an axis shows: a component, or the last one of a map that has fewer; nothing for null. */
function axis_of(components, chosen) {
  if (chosen === null) return { at: null, label: "", reversed: false };
  const at = Math.min(chosen, components.length - 1);
  const { label, reversed } = components[at];
  return { at, label, reversed };
}

/* The scores (n,) on an axis, 0 without a component. */
function on_axis(scores, at) {
  return at === null ? new Float32Array(scores[0].length) : scores[at];
}

/* Whether arrows are shown at first: of few variables. */
function arrows_at_first({ maps, most_arrows }) {
  return maps[0].variables !== null && maps[0].variables.of <= most_arrows;
}

/* The arrow of a variable for the components (2,) on the axes: the fit to them alone, whose slopes are
  correlations over deviations. Its length is the root of R². */
function arrow(correlations, deviations, axes) {
  const shown = [...new Set(axes)].filter((l) => l !== null);
  const slopes = shown.map((l) => correlations[l] / deviations[l]);
  const scale = Math.hypot(...shown.map((l) => correlations[l])) / (Math.hypot(...slopes) || 1);
  return axes.map((l) => (l === null ? 0 : slopes[shown.indexOf(l)] * scale));
}

/* How long an arrow in a direction (2,) is that goes nine tenths of the way to the farthest sample. */
function room(direction, scores, axes) {
  const parts = direction.map((part, axis) => {
    if (!part) return Infinity;
    const farthest = scores[axes[axis]].reduce((far, z) => Math.max(far, z * Math.sign(part)), 0);
    return (0.9 * farthest * Math.hypot(...direction)) / Math.abs(part);
  });
  return Math.min(...parts);
}

/* The tips of the arrows (k, 2), such that one of length 1 would stay within the samples. */
function tips({ correlations, deviations, scores }, axes) {
  const arrows = correlations.map((r) => arrow(r, deviations, axes));
  const factor = Math.min(...arrows.map((one) => room(one, scores, axes)));
  // A variable without correlations has no arrow, and its name no place.
  return arrows.map((one) => (one.some(Boolean) ? one.map((part) => part * factor) : [NaN, NaN]));
}

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ZOOMS = { "+": 0.8, "=": 0.8, "-": 1.25 };

/* The ranges of the two axes after a key: moved by a tenth, or zoomed about the middle; null for another key. */
function after_key(key, ranges) {
  const [move, zoom] = [MOVES[key], ZOOMS[key]];
  if (!move && !zoom) return null;
  return ranges.map(({ start, end }, axis) => {
    const [middle, half] = [(start + end) / 2, ((end - start) / 2) * (zoom ?? 1)];
    const shift = move ? (move[axis] * (end - start)) / 10 : 0;
    return { start: middle - half + shift, end: middle + half + shift };
  });
}
