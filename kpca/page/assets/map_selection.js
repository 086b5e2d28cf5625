"use strict";
/* The selected samples: as a sentence, as a table, and as a file. Nothing here needs a page. */

/* The samples that have a text as name, and those whose names contain it, in letters of any case; none for an empty text. */
function found(names, text) {
  const wanted = text.trim().toLowerCase();
  return [(name) => name === wanted, (name) => name.includes(wanted)].map((is) => names.flatMap((name, i) => (wanted && is(name.toLowerCase()) ? [i] : [])));
}

/* The nearest samples of a single selected one. */
function neighbors({ names, nearest }, chosen) {
  const near = chosen.length === 1 ? nearest[chosen[0]] ?? [] : [];
  return near.length ? `. Its nearest samples in the data, the nearest first: ${near.map((i) => names[i]).join(", ")}` : "";
}

/* How many samples are selected, and the first eight of their names; of a single one with what is said of it. */
function summary(about, chosen, by_finger = false, of_one = "") {
  const { names } = about;
  if (!chosen.length) return `No sample is selected: ${by_finger ? "tap" : "draw a lasso, click"} a point, or type a name.`;
  const first = chosen.slice(0, 8).map((i) => names[i]).join(", ");
  return `${chosen.length} of ${names.length} samples ${chosen.length === 1 ? "is" : "are"} selected: ${first}${chosen.length > 8 ? ` and ${chosen.length - 8} more` : ""}${chosen.length === 1 && of_one ? ` (${of_one})` : ""}${neighbors(about, chosen)}`;
}

/* A header and a row of texts for each of some samples: what colors them at first, and their scores on all components, T²
  and SPE. In a file these stand behind the names of several maps. */
function rows_of(about, decoded, indices, in_file = false) {
  const { names, maps, color } = about, { title, texts } = in_texts(about, decoded, color);
  const columns = maps.flatMap((map) => {
    const own = [...map.components.map((_, l) => `component ${l + 1}`), ...map.statistics.map(({ name }) => name)];
    return own.map((text) => (in_file && maps.length > 1 ? `${map.name}: ${text}` : text));
  });
  const scores = decoded.maps.flatMap((map) => [...map.scores, ...map.statistics]);
  const body = indices.map((i) => [names[i], ...(title ? [texts[i]] : []), ...scores.map((values) => short(values[i]))]);
  return [["name", ...(title ? [title] : []), ...columns], ...body];
}

/* The titles of several maps above their columns of a table with some head, and how many these are; none of one map. */
function above({ maps }, head) {
  const own = maps.map(({ title, components, statistics }) => [title, components.length + statistics.length]);
  return maps.length > 1 ? [["", head.length - own.reduce((sum, [, many]) => sum + many, 0)], ...own] : [];
}

/* A table of all of many samples would stop a browser. */
const MOST_IN_TABLE = 500;

/* The samples of the table: the selected ones or all, of many the first ones; with a caption. */
function in_table({ names }, chosen, most = MOST_IN_TABLE) {
  const all = chosen.length ? chosen : [...names.keys()], indices = all.slice(0, most);
  const which = chosen.length ? "selected samples" : "samples";
  return { indices, caption: `${indices.length} of ${all.length} ${which}; the file of scores has all samples with all digits.` };
}

/* The name of a file without its ending, of the letters and digits of some texts. */
function file_of(...texts) {
  return texts.join(" ").toLowerCase().match(/[\p{L}\p{N}]+/gu).join("-");
}

/* A cell of a CSV file: in quotes, if a reader would end it elsewhere. */
function quoted(text) {
  return /[,"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/* Rows of texts as a CSV file. */
function separated(rows) {
  return rows.map((row) => row.map(quoted).join(",") + "\n").join("");
}
