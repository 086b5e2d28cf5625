"use strict";
/* How samples look: layers, legend, and the text below the pointer. Nothing here needs a page. */

/* Samples so many that they are drawn small, and by WebGL. */
function are_many(n) {
  return n > 2000;
}

/* The training samples and the new samples of each class that has some, in the order of drawing. */
function layers_of({ classes, class_of, is_new }) {
  const order = classes.map((_, at) => at).sort((a, b) => classes[b].last - classes[a].last);
  const layers = order.flatMap((at) => [false, true].map((fresh) => ({
    at,
    fresh,
    label: fresh ? `${classes[at].label} (new)` : classes[at].label,
    indices: class_of.flatMap((c, i) => (c === at && is_new[i] === fresh ? [i] : [])),
  })));
  return layers.filter(({ indices }) => indices.length);
}

/* What the classes are called; "" where there is one. */
function title_of_classes({ classes, of_classes }) {
  return classes.length > 1 ? of_classes : "";
}

/* Whether the names of the classes stand in the map: of so many that their markers differ. */
function are_named(group) {
  return Boolean(title_of_classes(group)) && group.classes.length <= Object.keys(OUTLINES).length;
}

/* The outlines of the markers in a box of 16 by 16. */
const OUTLINES = {
  circle: "M8 2a6 6 0 1 0 .01 0z",
  square: "M2.5 2.5h11v11h-11z",
  triangle: "M8 1.5l7 12H1z",
  diamond: "M8 1l5 7-5 7-5-7z",
  inverted_triangle: "M8 14.5L1 2.5h14z",
  hex: "M8 1.5l5.6 3.25v6.5L8 14.5l-5.6-3.25v-6.5z",
  star: "M8 1l1.9 4.6 5 .4-3.8 3.2 1.2 4.9L8 11.5l-4.3 2.6 1.2-4.9L1.1 6l5-.4z",
  square_pin: "M2 2q6 3 12 0-3 6 0 12-6-3-12 0 3-6 0-12z",
  triangle_pin: "M8 1q1.6 7 6.9 12Q8 10.5 1.1 13 6.4 8 8 1z",
  plus: "M6 2h4v4h4v4h-4v4H6v-4H2V6h4z",
};

/* By what the opacity of the samples that are not selected is multiplied. */
const FAINT = 0.3;

/* The marker of a class on a map of n samples: filled, and for new samples hollow and larger. */
function look({ color, marker }, fresh, n) {
  const size = are_many(n) ? 5 : 8, fill_alpha = Math.min(0.85, Math.max(0.15, 30 / Math.sqrt(n)));
  return {
    marker,
    size: fresh ? size + 2 : size,
    fill_color: fresh ? null : color,
    line_color: fresh ? color : null,
    fill_alpha,
    nonselection_fill_alpha: FAINT * fill_alpha,
  };
}

/* Texts as lines of at most `most` letters, broken at blanks, or inside of a longer word, behind an underscore if it has one. */
function wrapped(texts, most) {
  const line = new RegExp(`\\S(.{0,${most - 1}}(?!\\S)|\\S{0,${most - 2}}_|\\S{${most - 1}})`, "g");
  return texts.flatMap((text) => (text.match(line) ?? []).map((one) => one.trimEnd()));
}

/* Columns whose values are shown for the sample below the pointer. */
const MOST_IN_HOVER = 5;

/* What is shown of the sample below the pointer, also of a column beside the data that colors the map. The letters of
  a template stand for themselves. */
function tooltip(about, k, choice, most = MOST_IN_HOVER) {
  const literal = (text) => text.replace(/[&<>"@$%{}]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const title = title_of_classes(about);
  const left = about.columns.length - most;
  // First the columns that make the axes.
  const order = [...new Set([...about.first_columns, ...about.columns.keys()])];
  const rows = [
    ["name", "@name$indices{others}"],
    ...(title ? [[literal(title), "@label"]] : []),
    ...(beside_of(about, choice) ? [[literal(beside_of(about, choice).name), "@colored"]] : []),
    ...about.maps[k].statistics.map(({ name }, j) => [name, `@statistic${k}_${j}{0.[0000]}`]),
    ...order.slice(0, most).map((j) => [literal(about.columns[j].name), `@column${j}{0.[0000]}`]),
    ...(left > 0 ? [["and", `${left} more ${left === 1 ? "column" : "columns"}`]] : []),
  ];
  const line = ([what, value]) => `<div><span style="color:#555">${what}:</span> ${value}</div>`;
  return `<div style="font:13px system-ui,sans-serif;color:#1a1a1a">${rows.map(line).join("")}</div>`;
}
