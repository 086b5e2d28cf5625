"use strict";
/* What the samples are colored by: classes, numbers or dates. Nothing here needs a page. */

/* The first colors of kpca/figures/palette.py, of the values of a column that has at most so many. */
const LEVELS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];
const ONE_COLOR = LEVELS[0];

/* The color of a class where others are shown, and of a sample without a number. The scale of the numbers has no
  gray that is as light. */
const NO_COLOR = "#767676", NO_VALUE = "#b8b8b8";

/* The value, the text and the group of each choice of a color: first the classes, and the columns that make the axes. */
function color_choices(about) {
  const title = title_of_classes(about), { first_columns } = about;
  const column = (j) => [`column${j}`, about.columns[j].name, "column of the data"];
  const beside = about.beside.map(({ name, of, classes }, j) => ({ choice: [`beside${j}`, name, of], classes }));
  const of_beside = (are) => beside.filter(({ classes }) => are === classes.length > 0).map(({ choice }) => choice);
  const rest = [...about.columns.keys()].filter((j) => !first_columns.includes(j));
  const all = [
    ...(title ? [["class", title, "classes"]] : [["one", "one color", ""]]), ...of_beside(true), ...first_columns.map(column),
    ...(title ? [["one", "one color", ""]] : []), ...rest.map(column), ...of_beside(false),
  ];
  // A field finds them by their texts.
  return all.map(([value, text, group], at) => [value, all.findIndex((one) => one[1] === text) < at ? `${text} (${group})` : text, group]);
}

/* What a text chooses, in letters of any case: the first one that is called so, or `with_parts` that has it in its name;
  undefined for another text. */
function chosen_color(choices, text, with_parts = false) {
  const wanted = text.trim().toLowerCase();
  const rules = [(one) => one === text, (one) => one.toLowerCase() === wanted, (one) => with_parts && one.toLowerCase().includes(wanted)];
  return rules.map((is) => choices.find(([, one]) => is(one))?.[0]).find(Boolean);
}

/* The choice that has the text of that of an earlier map of other scale; without it that of the map. */
function same_choice(about, earlier) {
  const choices = color_choices(about), before = earlier && color_choices(earlier.about).find(([value]) => value === earlier.choice);
  return (before && chosen_color(choices, before[1])) ?? about.color;
}

/* The column beside the data that a choice names, if it names one. */
function beside_of({ beside }, choice) {
  return beside.find((_, j) => choice === `beside${j}`);
}

/* The column that a choice names, and its values if they are numbers or dates. */
function column_of(choice, about, { columns, beside }) {
  const j = columns.findIndex((_, j) => choice === `column${j}`), one = beside_of(about, choice) ?? about.columns[j];
  return { one, values: columns[j] ?? beside[about.beside.indexOf(one)], is_dated: j < 0 && Boolean(one?.dates.length) };
}

/* The numbers of a column in their order, where they are few and repeat; none otherwise. */
function levels_of({ values, is_dated }) {
  const found = [...new Set(is_dated ? [] : values)].sort((a, b) => a - b);
  return found.length > 1 && found.length <= Math.min(LEVELS.length, values.length / 2) && found.every(Number.isFinite) ? found : [];
}

/* The classes by which the samples have markers: those that a choice names, the few numbers of a column, or the labels. */
function grouping(about, choice, decoded) {
  const { is_new } = about, { name, classes, class_of } = beside_of(about, choice) ?? { classes: [] };
  if (classes.length) return { classes, class_of, of_classes: name, is_new };
  const column = column_of(choice, about, decoded), { one, values } = column, levels = levels_of(column);
  if (levels.length) {
    const class_of = Array.from(values, (value) => levels.indexOf(value)), markers = Object.keys(OUTLINES);
    const classes = levels.map((value, at) => ({ label: short(value), color: LEVELS[at], marker: markers[at], last: false, count: class_of.filter((c) => c === at).length }));
    return { classes, class_of, of_classes: one.name, is_new };
  }
  return { classes: about.classes, class_of: about.class_of, of_classes: about.of_classes, is_new };
}

/* The numbers that a choice colors the maps by: their field, title and values, and of dates the texts of the first and
  the last one; null for classes. */
function colored_by(choice, about, decoded) {
  const column = column_of(choice, about, decoded), { one, values, is_dated } = column;
  if (!values || levels_of(column).length) return null;
  return { field: choice, title: one.name, values, range: extent(values), ends: is_dated ? ends(one.dates) : null };
}

/* Numbers or dates (n,) as days; null for classes. */
function measured({ values, dates }) {
  if (values) return numbers(values);
  return dates.length ? Float64Array.from(dates, day) : null;
}

/* A date as days since 1970; NaN without one. */
function day(text) {
  return Date.parse(text.includes("T") ? `${text}Z` : text) / 864e5;
}

/* The first and the last one of dates, whose texts have the order of time. */
function ends(dates) {
  const present = dates.filter(Boolean).sort();
  return [present[0], present.at(-1)];
}

/* A date as a label of two lines at most. */
function date_label(text) {
  return text.slice(0, 16).replace("T", "\n");
}

/* What a legend says of the samples without a number on a map; "" where each has one, and for classes. */
function of_missing(colored) {
  const count = [...colored?.values ?? []].filter((value) => !Number.isFinite(value)).length;
  return count ? `no value (${count})` : "";
}

/* The color of a class in a list of the classes: its own, unless the map has other colors. */
function color_in_list(colored, choice, { color }) {
  if (choice === "one") return ONE_COLOR;
  return colored ? NO_COLOR : color;
}

/* What a choice colors the samples by: a title, "" for one color; texts (n,); whether these are numbers or dates. */
function in_texts(about, decoded, choice) {
  const { one, values, is_dated } = column_of(choice, about, decoded), { classes, class_of } = one && !values ? one : about;
  const measure = (i) => (is_dated ? one.dates[i].replace("T", " ") : short(values[i])) || "no value";
  const texts = about.names.map((_, i) => (values ? measure(i) : classes[class_of[i]].label));
  return { title: one?.name ?? (choice === "class" ? about.of_classes : ""), texts, is_measured: Boolean(values) };
}
