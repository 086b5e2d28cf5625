"use strict";
/* Which names stand on a map, and where, so that none covers another. Nothing here needs a page. */

/* Where a name may stand: in pixels to the right of the middle of its sample and below it, and how it is aligned
  there, from 0 for its left or upper end to 1 for the other one. As kpca/figures/beside.py has them. */
const BESIDE = [
  [6, 0, 0, 0.5], [-6, 0, 1, 0.5], [0, 6, 0.5, 0], [0, -6, 0.5, 1],
  [5, -6, 0, 1], [5, 6, 0, 0], [-5, -6, 1, 1], [-5, 6, 1, 0],
];
const LINE = 14, GAP = 3, REACH = 4;
/* What it costs to cover a marker, beside which the name would be read, and to cover a name. */
const OVER_MARKER = 1, OVER_NAME = 2;
/* How far a name of a class may be from the middle of it, as a part of how far it is from the middle of another one: the
  first part is tried before the second. */
const CLOSER = [1 / 3, 2 / 3];
/* The most samples of a class beside which its name is tried. */
const MOST_TRIED = 400;
/* The most names of samples on a map, and those of the outermost ones where no others are shown. */
const MOST_NAMED = 300, OUTERMOST = 4;
/* The side of a cell in pixels. Only what is in the same cells is compared. */
const CELL = 40;

/* The samples that may have a name, in the order in which they get it: the selected ones, the odd ones, and the others;
  those that are farthest from the middle first, and without names these alone. None is of a hidden class. */
function to_name({ odd, names, class_of }, chosen, hidden, with_names, [x, y]) {
  const middle = [x, y].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  const away = (i) => Math.hypot(x[i] - middle[0], y[i] - middle[1]);
  const shown = (of) => of.filter((i) => !hidden.has(class_of[i]));
  const far = (of) => shown(of).map((i) => [away(i), i]).sort(([a, i], [b, j]) => b - a || i - j).map(([, i]) => i).slice(0, with_names ? of.length : OUTERMOST);
  return [...new Set([...far(chosen), ...shown(odd), ...far([...names.keys()])])];
}

/* Boxes (left, top, right, bottom), by the cells that they are in. */
class Cells {
  constructor() {
    this.cells = new Map();
  }

  add(box) {
    this.find(box, (key) => {
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(box);
    });
  }

  /* Whether a box covers one of the boxes. */
  covered(box) {
    let is = false;
    this.find(box, (key) => { is = is || (this.cells.get(key) ?? []).some((other) => meet(box, other)); });
    return is;
  }

  find([left, top, right, bottom], act) {
    const [last, lowest] = [Math.floor(right / CELL), Math.floor(bottom / CELL)];
    for (let across = Math.floor(left / CELL); across <= last; across += 1) {
      for (let down = Math.floor(top / CELL); down <= lowest; down += 1) act(across * 65536 + down);
    }
  }
}

function meet(one, other) {
  return one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
}

/* Where names of a height have room in a frame of a size, with markers of samples `seen` and boxes that are `taken`. `x`
  and `y` (n,) are pixels from the upper left corner. */
function room_in({ x, y, seen, size: [width, height], taken = [], line = LINE }) {
  const inside = (i) => x[i] >= 0 && x[i] <= width && y[i] >= 0 && y[i] <= height;
  const [markers, named] = [new Cells(), new Cells()];
  for (const i of seen) if (inside(i)) markers.add([x[i] - REACH, y[i] - REACH, x[i] + REACH, y[i] + REACH]);
  for (const box of taken) named.add(box);
  const cost = ([left, top, right, bottom]) => {
    if (left < 0 || top < 0 || right > width || bottom > height) return Infinity;
    if (named.covered([left, top, right + GAP, bottom])) return OVER_NAME;
    return markers.covered([left, top, right, bottom]) ? OVER_MARKER : 0;
  };
  /* The allowed box beside sample i where a name of a width covers nothing, or the least; and what it costs. */
  const best = (i, wide, allowed = () => true) => cheapest(BESIDE.map(([across, down, right, low]) => {
    const [left, top] = [x[i] + across - right * wide, y[i] + down - low * line];
    return [left, top, left + wide, top + line];
  }), (box) => (allowed(box) ? cost(box) : Infinity));
  return { inside, cost, best, add: (box) => named.add(box) };
}

/* Where the names of samples `wanted` stand, in this order: the sample, and the left end and the middle of the line in
  pixels from the middle of its marker. Each stands where it covers no marker. A name is left out that everywhere would
  cover an earlier one or leave the frame, or cover a marker, unless its sample is one of `always`. At most `most` are
  placed. */
function placed_names(wanted, { widths, always, most, ...frame }) {
  const [room, found] = [room_in(frame), []];
  for (const i of wanted) {
    if (found.length >= most) break;
    if (!room.inside(i)) continue;
    const { box, least } = room.best(i, widths[i]);
    if (least > (always.includes(i) ? OVER_MARKER : 0)) continue;
    room.add(box);
    found.push({ i, box, left: box[0] - frame.x[i], middle: (box[1] + box[3]) / 2 - frame.y[i] });
  }
  return found;
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
    const away = (box) => middles.map(([across, down]) => Math.hypot(Math.max(box[0] - across, 0, across - box[2]), Math.max(box[1] - down, 0, down - box[3])));
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
