"use strict";
/* A line through the samples in the order of time. Nothing here needs a page. */

/* The column of dates of a path: the one that colors the map, else the first one; undefined where there is none. */
function dated(about, choice) {
  const chosen = beside_of(about, choice);
  return chosen?.dates.length ? chosen : about.beside.find(({ dates }) => dates.length);
}

/* The samples with a date whose class is shown, in the order of time; those of one date in their own order. */
function in_time({ dates }, { class_of }, hidden) {
  const shown = dates.flatMap((text, i) => (text && !hidden.has(class_of[i]) ? [i] : []));
  const days = dates.map(day);
  return shown.sort((a, b) => days[a] - days[b] || a - b);
}

/* The points of a path on the axes of a map. */
function path(samples, scores, axes) {
  const [x, y] = [axes.x, axes.y].map((at) => on_axis(scores, at));
  return { xs: samples.map((i) => x[i]), ys: samples.map((i) => y[i]) };
}

/* What the line means. */
function of_path({ name, dates }) {
  const [first, last] = ends(dates).map((text) => text.replace("T", " "));
  return `Line: from sample to sample in the order of “${name}”, from ${first} to ${last}. Samples of one date follow each other as their rows do.`;
}
