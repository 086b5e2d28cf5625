"use strict";
/* The picture of the profile of the selected samples, made of BokehJS's models. */

const OF_SELECTED = "#D55E00";

/* A figure of the profile in a width, on a page of a theme. */
function profile_figure({ about, numbers, chosen }, width, theme) {
  const bars = about.scale ? [] : apart(about, numbers.columns, chosen).slice(0, MOST_BARS);
  const figure = Bokeh.Plotting.figure({
    width, height: about.scale ? 360 : 110 + 34 * bars.length, sizing_mode: "fixed", tools: "", toolbar_location: null,
  });
  if (about.scale) draw_lines(figure, about, lines_of_profile(numbers.columns, chosen), theme);
  else draw_bars(figure, bars, width, theme);
  for (const axis of [figure.below[0], figure.left[0]]) axis.setv({ axis_label_text_font_size: "13px", axis_label_text_font_style: "normal", major_label_text_font_size: "12px" });
  dress_figure(figure, theme);
  return figure;
}

/* Lines over the numbers of a scale. */
function draw_lines(figure, { scale }, { thin, selected, others }, { text }) {
  const x = [...numbers(scale.values)];
  const [first, last] = [x[0], x.at(-1)];
  figure.x_range = new Bokeh.Range1d({ start: first, end: last });
  figure.xaxis.axis_label = scale.across;
  figure.yaxis.axis_label = scale.up;
  figure.multi_line(thin.map(() => x), thin, { line_color: OF_SELECTED, line_width: 1, line_alpha: thin.length > 12 ? 0.3 : 0.6 });
  figure.line(x, selected, { line_color: OF_SELECTED, line_width: 3 });
  figure.line(x, others, { line_color: text, line_width: 2, line_dash: [8, 4] });
}

/* Two bars for each column, from the mean of all samples. */
function draw_bars(figure, bars, width, { text, paper }) {
  const y = bars.map((_, at) => -at);
  const bar = (values, above, look) => figure.hbar({ y: y.map((at) => at + above), left: 0, right: values, height: 0.36, line_width: 1.5, ...look });
  bar(bars.map(({ selected }) => selected), 0.2, { fill_color: OF_SELECTED, line_color: OF_SELECTED });
  bar(bars.map(({ others }) => others), -0.2, { fill_color: paper, line_color: text });
  figure.add_layout(new Bokeh.Span({ location: 0, dimension: "height", line_color: text, line_width: 1 }));
  const letters = width < 600 ? 18 : 40;
  figure.y_range = new Bokeh.Range1d({ start: 0.6 - bars.length, end: 0.6 });
  figure.left[0].setv({ ticker: new Bokeh.FixedTicker({ ticks: y }), major_label_overrides: new Map(bars.map(({ name }, at) => [y[at], wrapped([name], letters).join("\n")])), axis_label: "column" });
  figure.xaxis.axis_label = wrapped(["mean, from the mean of all samples [standard deviations of the column]"], Math.floor(width / 11)).join("\n");
}
