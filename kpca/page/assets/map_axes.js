"use strict";
/* The axes of a map: their components, the arrows of variables, and keys. Nothing here needs a page. */

/* The components on the axes at first; null for a second one that a map does not have. */
function first_axes(components) {
  return { x: 0, y: components > 1 ? 1 : null };
}

/* The value and the text of each choice of a component, with what a map shows that has fewer; none where no map has two. */
function axis_choices(maps) {
  const most = Math.max(...maps.map(({ components }) => components.length));
  const instead = (l) => maps.filter(({ components }) => components.length <= l).map(({ title, components }) => ` (${title} shows ${components.length})`).join("");
  return most > 1 ? Array.from({ length: most }, (_, l) => [String(l), `component ${l + 1}${instead(l)}`]) : [];
}

/* What an axis shows: a component, or the last one of a map that has fewer; nothing for null. */
function axis_of(components, chosen) {
  if (chosen === null) return { at: null, label: "" };
  const at = Math.min(chosen, components.length - 1);
  return { at, label: components[at].name };
}

/* The scores (n,) on an axis, 0 without a component. */
function on_axis(scores, at) {
  return at === null ? new Float32Array(scores[0].length) : scores[at];
}

/* Whether arrows are shown at first: of few variables. */
function arrows_at_first(variables) {
  return variables !== null && variables.names.length <= 12;
}

/* What a dashed arrow means, if there is one. */
function of_arrows(variables) {
  return variables?.doubtful.some(Boolean) ? ` Dashed arrows: on the first components ${variables.dashed}.` : "";
}

/* The coefficients of the fit of a variable to one or two standardized components, from its correlations r
  with them and from theirs. Of two that are the same, each has half. */
function coefficients(r, between) {
  if (r.length < 2) return r;
  const rest = 1 - between * between;
  return rest < 1e-6 ? [r[0] / 2, (between * r[0]) / 2] : [0, 1].map((l) => (r[l] - between * r[1 - l]) / rest);
}

/* The arrow of a variable for the components (2,) on the axes: the fit to them alone, whose slopes are
  coefficients over deviations. Its length is the root of R². */
function arrow(correlations, deviations, between, axes) {
  const shown = [...new Set(axes)].filter((l) => l !== null);
  const r = shown.map((l) => correlations[l]);
  // Without numbers the scores are uncorrelated.
  const weights = coefficients(r, between[shown[0] * correlations.length + shown[1]] ?? 0);
  const slopes = shown.map((l, at) => weights[at] / (deviations[l] || 1));
  const root = Math.sqrt(Math.max(0, r.reduce((sum, one, at) => sum + one * weights[at], 0)));
  const scale = root / (Math.hypot(...slopes) || 1);
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
function tips({ correlations, deviations, between, scores }, axes) {
  const arrows = correlations.map((r, j) => arrow(r, deviations[j], between[j], axes));
  const factor = Math.min(...arrows.map((one) => room(one, scores, axes)));
  // A variable without correlations has no arrow, and its name no place.
  return arrows.map((one) => (one.some(Boolean) ? one.map((part) => part * factor) : [NaN, NaN]));
}

/* The height of a map as a part of its width: as its samples are, but neither flat nor higher than wide. */
function shape_of(scores, { x, y }) {
  const [across, up] = [x, y].map((at) => extent(on_axis(scores, at))).map(([low, high]) => high - low);
  return Math.min(1, Math.max(0.5, up / across || 0));
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
