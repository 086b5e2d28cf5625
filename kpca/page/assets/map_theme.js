"use strict";
/* The colors of a map on light and dark pages, as the style sheet has them. Paper is light. */

const ON_PAPER = { paper: "#ffffff", text: "#1a1a1a", grid: "#e5e5e5", dark: false };

/* The theme of the page below an element. */
function theme_of(root) {
  const style = getComputedStyle(root);
  const of = (name) => style.getPropertyValue(name).trim();
  return { paper: of("--paper"), text: of("--text"), grid: of("--grid"), dark: of("--dark") === "1" };
}

const ON_DARK = { "#000000": "#ffffff", "#0072B2": "#2277dd", "#6600CC": "#9955ff", "#882255": "#bb3377", "#664422": "#aa7744" };

/* A color of a class; those that are too dark for a dark page have another one there. */
function shade(color, dark) {
  return (dark && ON_DARK[color]) || color;
}

/* Colors of numbers from low to high, which all differ from the page. */
function colors_of_numbers(dark) {
  const colors = Bokeh.Palettes.cividis(256);
  return dark ? colors.slice(64) : colors;
}

/* Draw the frame, the axes and the grid of a figure in the colors of a theme. */
function dress_figure(figure, { paper, text, grid }) {
  figure.setv({ background_fill_color: paper, border_fill_color: paper, outline_line_color: grid });
  const line = { axis_line_color: text, major_tick_line_color: text, minor_tick_line_color: text };
  for (const axis of [...figure.left, ...figure.below]) {
    if (axis.type === "LinearAxis") axis.setv({ ...line, axis_label_text_color: text, major_label_text_color: text });
  }
  for (const part of figure.center) if (part.type === "Grid") part.grid_line_color = grid;
}

/* Draw all but the samples in the colors of a theme. */
function dress({ figure, labels, halo, bar, arrows }, theme) {
  const { paper, text } = theme;
  dress_figure(figure, theme);
  labels.text_color = text;
  halo.text_outline_color = paper;
  bar.setv({ title_text_color: text, major_label_text_color: text, background_fill_color: paper });
  if (!arrows) return;
  const [arrow, names] = arrows.parts;
  for (const one of [arrow, arrow.end]) one.line_color = text;
  names.setv({ text_color: text, background_fill_color: paper });
}

/* What changes the colors of a page while it is open. */
function on_change_of_theme(act) {
  for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", act);
  // A site lets its readers choose, on the body.
  new MutationObserver(act).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
}
