"use strict";
/* Which names stand on a map, and where, so that none covers another. Nothing here needs a page. */

/* Where a name may stand: in pixels to the right of the middle of its sample and below it, and how it is aligned
  there, from 0 for its left or upper end to 1 for the other one. As kpca/figures/beside.py has them. */
const BESIDE = [
  [6, 0, 0, 0.5], [-6, 0, 1, 0.5], [0, 6, 0.5, 0], [0, -6, 0.5, 1],
  [5, -6, 0, 1], [5, 6, 0, 0], [-5, -6, 1, 1], [-5, 6, 1, 0],
];
const LINE = 14, GAP = 3, REACH = 4;
/* How far a name is from the vertical axis, where it would be read as a number on it. */
const EDGE = 6;
/* Every other mark is at least so many times as far from a name as the mark of its sample. */
const CLEAR = 1.75;
/* What it costs to cover a marker, beside which the name would be read, and to cover a name. */
const OVER_MARKER = 1, OVER_NAME = 2;
/* How far a name of a class may be from the middle of it, as a part of how far it is from the middle of another one: the
  first part is tried before the second. */
const CLOSER = [1 / 3, 2 / 3];
/* The most samples of a class beside which its name is tried. */
const MOST_TRIED = 400;
/* The most names of samples that are not odd, where those of all are not shown. */
const OUTERMOST = 4;
/* The side of a cell in pixels. Only marks in the cells of a box are compared with it. */
const CELL = 40;

/* The samples that may have a name, in the order in which they get it: the selected ones, the odd ones, and the others,
  those that are farthest from the middle first. Without names, the others are the outermost ones where none is odd. None
  is of a hidden class. */
function to_name({ odd, names, class_of }, chosen, hidden, with_names, [x, y]) {
  const middle = [x, y].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  const away = (i) => Math.hypot(x[i] - middle[0], y[i] - middle[1]);
  const shown = (of) => of.filter((i) => !hidden.has(class_of[i]));
  const far = (of) => shown(of).map((i) => [away(i), i]).sort(([a, i], [b, j]) => b - a || i - j).map(([, i]) => i).slice(0, with_names ? of.length : OUTERMOST);
  const others = with_names || !shown(odd).length ? far([...names.keys()]) : [];
  return [...new Set([...far(chosen), ...shown(odd), ...others])];
}

/* How far a point is from a box (left, top, right, bottom). */
function distance([left, top, right, bottom], [x, y]) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function meet(one, other) {
  return one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
}

/* Whether a mark that is not at a place is nearer to a box than `reach`, as a function of these three. */
function near_of(marks) {
  const cells = new Map(), cell = (z) => Math.floor(z / CELL), key = (across, down) => across * 65536 + down;
  for (const mark of marks) {
    const at = key(...mark.map(cell));
    if (!cells.has(at)) cells.set(at, []);
    cells.get(at).push(mark);
  }
  return (box, reach, [x, y] = []) => {
    const [left, top, right, bottom] = box.map((z, side) => cell(side < 2 ? z - reach : z + reach));
    for (let across = left; across <= right; across += 1) {
      for (let down = top; down <= bottom; down += 1) {
        if (cells.get(key(across, down))?.some((mark) => (mark[0] !== x || mark[1] !== y) && distance(box, mark) < reach)) return true;
      }
    }
    return false;
  };
}

/* Where names of a height have room in a frame of a size, with marks of samples `seen` and boxes that are `taken`. `x`
  and `y` (n,) are pixels from the upper left corner. */
function room_in({ x, y, seen, size: [width, height], taken = [], line = LINE }) {
  const inside = (i) => x[i] >= 0 && x[i] <= width && y[i] >= 0 && y[i] <= height;
  const near = near_of(seen.filter(inside).map((i) => [x[i], y[i]])), named = [...taken];
  const cost = (box) => {
    const [left, top, right, bottom] = box;
    if (left < EDGE || top < 0 || right > width || bottom > height - GAP) return Infinity;
    if (named.some((other) => meet([left, top, right + GAP, bottom], other))) return OVER_NAME;
    return near(box, REACH) ? OVER_MARKER : 0;
  };
  /* Whether a box is read as the name of sample i. Samples at one place have one mark. */
  const is_of = (i, box) => !near(box, CLEAR * distance(box, [x[i], y[i]]), [x[i], y[i]]);
  /* The allowed box beside sample i where a name of a width covers nothing, or the least; and what it costs. */
  const best = (i, wide, allowed) => cheapest(BESIDE.map(([across, down, right, low]) => {
    const [left, top] = [x[i] + across - right * wide, y[i] + down - low * line];
    return [left, top, left + wide, top + line];
  }), (box) => (allowed(box) ? cost(box) : Infinity));
  return { inside, cost, best, is_of, add: (box) => named.push(box) };
}

/* Where the names of samples `wanted` stand, in this order: the sample and the box. A name is left out that everywhere
  would cover an earlier one, leave the frame, come near to an axis, or be read as that of another sample. */
function placed_names(wanted, { widths, ...frame }) {
  const room = room_in(frame);
  return wanted.filter(room.inside).flatMap((i) => {
    const { box, least } = room.best(i, widths[i], (one) => room.is_of(i, one));
    if (least) return [];
    room.add(box);
    return [{ i, box }];
  });
}

/* Where the names of classes stand, with the box of each: beside the sample of its own nearest to the middle of its class
  where it covers no marker and is not nearer to the middle of another class, or else in its middle, or where another
  name is there beside any sample of its own. Classes without a sample in the frame have none. */
function placed_classes(classes, { widths, line = LINE, ...given }) {
  const frame = { ...given, line };
  const [room, { x, y }] = [room_in(frame), frame];
  const seen = classes.map(({ at, samples }) => ({ at, inside: samples.filter(room.inside) })).filter(({ inside }) => inside.length);
  const middles = seen.map(({ inside }) => [x, y].map((of) => inside.reduce((sum, i) => sum + of[i], 0) / inside.length));
  return seen.flatMap(({ at, inside }, own) => {
    const away = (box) => middles.map((middle) => distance(box, middle));
    const of_sample = (i) => away([x[i], y[i], x[i], y[i]])[own];
    const near = inside.sort((a, b) => of_sample(a) - of_sample(b)).slice(0, MOST_TRIED);
    let found = { least: Infinity };
    const try_near = (part) => {
      for (const i of near) {
        if (!found.least) break;
        const one = { at, i, ...room.best(i, widths[at], (box) => away(box).every((other, k) => k === own || away(box)[own] < part * other)) };
        if (one.least < found.least) found = one;
      }
    };
    CLOSER.forEach(try_near);
    const box = [-1, 1].flatMap((side) => [middles[own][0] + (side * widths[at]) / 2, middles[own][1] + (side * frame.line) / 2]);
    if (room.cost(box) < found.least) found = { at, i: near[0], box, least: room.cost(box) };
    if (found.least === OVER_NAME) try_near(Infinity);
    if (found.least === Infinity) return [];
    room.add(found.box);
    return [found];
  });
}

/* The first of the boxes with the least cost, and this cost. */
function cheapest(boxes, cost) {
  let [box, least] = [boxes[0], Infinity];
  for (const one of boxes) {
    const own = cost(one);
    if (own < least) [box, least] = [one, own];
    if (!own) break;
  }
  return { box, least };
}
