"use strict";
/* The profile of the selected samples: their values in the columns, beside the other samples. Nothing here needs a page. */

const MOST_IN_SENTENCE = 3, MOST_BARS = 12, MOST_LINES = 50;

/* Columns that vary, with the mean of the selected and that of the other samples as their distance from the mean of
  all samples in standard deviations of all; the column in which they differ most first. */
function apart({ columns }, decoded_columns, chosen) {
  const mean = (some) => some.reduce((sum, value) => sum + value, 0) / some.length;
  const is_chosen = new Set(chosen);
  const found = decoded_columns.map((values, j) => {
    const all = [...values], middle = mean(all);
    const deviation = Math.sqrt(mean(all.map((value) => (value - middle) ** 2)));
    const distance = (some) => (mean(some) - middle) / deviation;
    return { name: columns[j].name, deviation, selected: distance(chosen.map((i) => all[i])), others: distance(all.filter((_, i) => !is_chosen.has(i))) };
  });
  return found.filter(({ deviation }) => deviation > 0).sort((a, b) => Math.abs(b.selected) - Math.abs(a.selected));
}

/* Whether some samples are selected and some are not, in a table with columns. */
function has_profile(decoded_columns, chosen) {
  return decoded_columns.length > 0 && chosen.length > 0 && chosen.length < decoded_columns[0].length;
}

/* The columns in which the selected samples are farthest from all samples on average. */
function profile_in_words(about, decoded_columns, chosen) {
  if (!has_profile(decoded_columns, chosen)) return "";
  const most = apart(about, decoded_columns, chosen).filter(({ selected }) => Math.abs(selected) >= 1).slice(0, MOST_IN_SENTENCE);
  const shown = most.map(({ name, selected }) => `${name} ${selected > 0 ? "+" : "−"}${Math.abs(selected).toFixed(1)}`).join(", ");
  return shown && `. Farthest from the means of all samples, in standard deviations: ${shown}`;
}

/* Lines over columns that are a scale: those of the first selected samples, and the means of all of them and of the other
  samples. */
function lines_of_profile(decoded_columns, chosen) {
  const is_chosen = new Set(chosen);
  const others = [...decoded_columns[0].keys()].filter((i) => !is_chosen.has(i));
  const mean = (samples) => decoded_columns.map((values) => samples.reduce((sum, i) => sum + values[i], 0) / samples.length);
  const thin = chosen.slice(0, MOST_LINES).map((i) => decoded_columns.map((values) => values[i]));
  return { thin, selected: mean(chosen), others: mean(others) };
}

/* What the picture of the profile shows, for its caption. */
function caption_of_profile({ names, columns, scale, more_columns }, decoded_columns, chosen) {
  const left = names.length - chosen.length;
  const who = `${chosen.length === 1 ? "the selected sample" : `the ${chosen.length} selected samples`}`;
  const beside = left === 1 ? "of the other sample" : `of the ${left} others`;
  const room = more_columns ? ` The page has no room for ${more_columns} more ${more_columns === 1 ? "column" : "columns"} of the table.` : "";
  if (scale) {
    const first = chosen.length > MOST_LINES ? `the first ${MOST_LINES} of ` : "";
    return `Thin lines: ${first}${who}. Thick line: the mean of ${who}. Dashed line: the mean ${beside}.${room}`;
  }
  const shown = Math.min(MOST_BARS, apart({ columns }, decoded_columns, chosen).length), hidden = columns.length - shown;
  const rest = hidden ? ` ${hidden} ${hidden === 1 ? "column is" : "columns are"} not shown.` : "";
  return `Full bars: the mean of ${who}. Hollow bars: the mean ${beside}. The columns in which they differ most are shown, the first one on top.${rest}${room}`;
}
