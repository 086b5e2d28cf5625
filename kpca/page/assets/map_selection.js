"use strict";
/* The selected samples: as a sentence, as a table, and as a file. Nothing here needs a page. */

/* The samples whose names contain a text, in letters of any case; none for an empty text. */
function found(names, text) {
  const wanted = text.trim().toLowerCase();
  return names.flatMap((name, i) => (wanted && name.toLowerCase().includes(wanted) ? [i] : []));
}

/* How many samples are selected, and the first eight of their names. */
function summary({ names }, chosen) {
  if (!chosen.length) return `${names.length} samples. No sample is selected: draw a lasso, click a point, or type a name.`;
  const first = chosen.slice(0, 8).map((i) => names[i]).join(", ");
  return `${chosen.length} of ${names.length} samples are selected: ${first}${chosen.length > 8 ? ", …" : ""}`;
}

/* Why no names are drawn, where too many samples would have one; else "". */
function without_names({ names, most_named }, chosen) {
  const few = (chosen.length || names.length) <= most_named;
  return few ? "" : ` Names are drawn for at most ${most_named} samples: select some.`;
}

/* A header and a row of texts for each of some samples, with their scores on all components. */
function rows_of(about, { maps: decoded_maps }, indices) {
  const { names, classes, class_of, of_classes, maps } = about;
  const head = ["name", "row", of_classes, ...maps.flatMap(({ components }) => components.map(({ name }) => name))];
  const scores = decoded_maps.flatMap((map) => map.scores);
  const body = indices.map((i) => [
    names[i], row_of(about, i), classes[class_of[i]].label, ...scores.map((values) => short(values[i])),
  ]);
  return [head, ...body];
}

/* The samples of the table: the selected ones or all, and of many the first ones; with a caption. */
function in_table({ names, most_in_table }, chosen) {
  const all = chosen.length ? chosen : [...names.keys()];
  const indices = all.slice(0, most_in_table);
  const which = chosen.length ? "selected samples" : "samples";
  return { indices, caption: `${indices.length} of ${all.length} ${which}; the file of scores has all samples with all digits.` };
}

/* A cell between marks: in quotes, if a reader would end it elsewhere. */
function quoted(text, mark) {
  return [mark, '"', "\n", "\r"].some((letter) => text.includes(letter)) ? `"${text.replaceAll('"', '""')}"` : text;
}

/* Rows of texts as lines with a mark between cells. */
function separated(rows, mark) {
  return rows.map((row) => row.map((text) => quoted(text, mark)).join(mark) + "\n").join("");
}
