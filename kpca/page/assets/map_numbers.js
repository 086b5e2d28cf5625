"use strict";
/* The numbers of a map, from the data in the page (kpca/page/map_data.py). Nothing here needs a page. */

/* Numbers (n,) from base64 of little-endian single precision. */
function numbers(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

/* A number with six digits as text; "" if it is not finite. */
function short(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "";
}

/* The smallest and the largest finite number. */
function extent(values) {
  return values.filter(Number.isFinite).reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
}

/* The columns, those beside the data, and of each map the scores, and what its arrows are made of. */
function decoded({ columns, beside, maps }) {
  return {
    columns: columns.map(({ values }) => numbers(values)),
    beside: beside.map(measured),
    maps: maps.map(({ components, statistics, variables }) => ({
      scores: components.map(({ values }) => numbers(values)),
      statistics: statistics.map(({ values }) => numbers(values)),
      correlations: variables?.correlations.map(numbers),
      deviations: variables?.deviations.map(numbers),
      between: variables?.between.map(numbers),
    })),
  };
}

/* What the glyphs and the text below the pointer need of each sample, by the name of the field. */
function fields(about, { columns, beside, maps }, texts) {
  const { names, classes, class_of } = about;
  const data = { name: names, label: class_of.map((at) => classes[at].label), colored: texts };
  columns.forEach((values, j) => (data[`column${j}`] = values));
  beside.forEach((values, j) => values && (data[`beside${j}`] = values));
  maps.forEach(({ scores, statistics }, k) => {
    const { x, y } = first_axes(scores.length);
    statistics.forEach((values, j) => (data[`statistic${k}_${j}`] = values));
    Object.assign(data, { [`x${k}`]: on_axis(scores, x), [`y${k}`]: on_axis(scores, y) });
  });
  return data;
}
