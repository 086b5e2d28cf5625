"use strict";
/* The figure of one map, made of BokehJS's models. */

Bokeh.logger.set_level("off");

/* The figure of map k with its layers by some classes, names, color bar and arrows; `other` are attributes that differ
  on paper. */
function plot_of(about, k, source, group, with_arrows, other = {}) {
  const figure = empty_figure(about, other);
  const place = { x_offset: { field: "left" }, y_offset: { field: "up" }, text_baseline: "middle" };
  const bold = { text_color: { field: "color" }, text_font_style: "bold", text_font_size: OF_CLASSES.match(/\d+px/)[0] };
  const of_names = new Bokeh.ColumnDataSource({ data: NO_NAMES }), of_classes = new Bokeh.ColumnDataSource({ data: NO_NAMES });
  // BokehJS draws an outline over its letters, so those of classes are drawn again above it.
  const [labels, halo, class_labels] = [[of_names, { text_alpha: { field: "alpha" } }], [of_classes, { ...bold, text_outline_width: 4 }], [of_classes, bold]]
    .map(([names, more]) => names_beside(names, { ...place, ...more }));
  for (const one of [labels, halo, class_labels]) figure.add_layout(one);
  const bar = new Bokeh.ColorBar({ color_mapper: mapper(), visible: false, title: "" });
  // Beside the map of a phone it would take a fifth of the width.
  figure.add_layout(bar, innerWidth < 600 && !other.width ? "below" : "right");
  // Of samples at one place the first one is shown, with the number of the others.
  const others = new Bokeh.CustomJSHover({ code: 'return value.length > 1 ? ` and ${value.length - 1} more here` : ""' });
  const hover = new Bokeh.HoverTool({ limit: 1, formatters: { $indices: others } });
  figure.add_tools(hover);
  const { variables, components } = about.maps[k];
  const plot = { figure, layers: [], labels, halo, class_labels, bar, hover, lines: { path: add_lines(figure, { line_width: 1, line_alpha: 0.5 }), scores: add_lines(figure, {}), mean: add_lines(figure, { line_dash: "dashed" }) }, axes: first_axes(components.length), arrows: variables && add_arrows(figure, with_arrows) };
  set_layers(plot, k, source, about, group);
  for (const axis of ["x", "y"]) show_axis(plot, axis, axis_of(components, plot.axes[axis]));
  return plot;
}

/* What the buttons above a map do, by the type of their tool. */
const TOOLS = {
  PanTool: "Drag the map",
  WheelZoomTool: "Zoom with Ctrl and the wheel",
  BoxZoomTool: "Zoom into a box",
  LassoSelectTool: "Select the samples in a lasso",
  ResetTool: "Show the whole map again",
};

function empty_figure({ names }, other) {
  const figure = Bokeh.Plotting.figure({
    sizing_mode: "stretch_width",
    min_width: 260,
    match_aspect: true,
    tools: "lasso_select,pan,wheel_zoom,box_zoom,reset",
    // A finger and a wheel move the page: a map is zoomed with Ctrl, by a box, or with keys.
    active_drag: by_finger() ? null : "lasso_select",
    active_scroll: "wheel_zoom",
    output_backend: are_many(names.length) ? "webgl" : "canvas",
    toolbar_location: "above",
    // A wider title of an axis would move it, and what it has left at the edge is not drawn over.
    min_border_left: innerWidth < 600 && !other.width ? 64 : 80,
    ...other,
  });
  figure.toolbar.logo = null;
  for (const tool of figure.toolbar.tools) {
    tool.description = TOOLS[tool.type];
    if (tool.type === "WheelZoomTool") tool.modifiers = { ctrl: true };
  }
  for (const axis of [figure.xaxis, figure.yaxis]) {
    axis.axis_label_text_font_size = "13px";
    axis.axis_label_text_font_style = "normal";
    axis.major_label_text_font_size = "12px";
  }
  return figure;
}

/* Draw the samples by other classes: above the path, and below the ellipses. */
function set_layers(plot, k, source, about, group) {
  const { figure, lines: { path, scores, mean } } = plot;
  plot.layers = layers_of(group).map((layer) => ({ ...layer, renderer: add_layer(figure, k, source, about, group, layer) }));
  const renderers = plot.layers.map(({ renderer }) => renderer);
  figure.renderers = [path, ...renderers, scores, mean];
  // Arrows, ellipses and the path are no samples.
  for (const tool of figure.toolbar.tools) if (["LassoSelectTool", "HoverTool"].includes(tool.type)) tool.renderers = renderers;
}

/* Each layer is a renderer of its own, so that it can be hidden. */
function add_layer(figure, k, source, { names }, { classes }, { at, fresh, indices }) {
  const made = figure.scatter({ field: `x${k}` }, { field: `y${k}` }, {
    source,
    view: new Bokeh.CDSView({ filter: new Bokeh.IndexFilter({ indices }) }),
    line_width: 1.5,
    line_alpha: 1,
    nonselection_line_alpha: FAINT,
    ...look(classes[at], fresh, names.length),
  });
  // BokehJS would draw the sample below the pointer in another color.
  made.hover_glyph = null;
  return made;
}

/* Lines that are shown on demand: the ellipses of the classes, or the path. */
function add_lines(figure, look) {
  const source = new Bokeh.ColumnDataSource({ data: { xs: [], ys: [], color: [] } });
  return figure.multi_line({ field: "xs" }, { field: "ys" }, { source, line_color: { field: "color" }, line_width: 1.5, ...look });
}

/* The names on a map, which `name_samples` places. */
const NO_NAMES = { x: [], y: [], name: [], left: [], up: [], color: [], alpha: [] };

const PEN = element("canvas").getContext("2d");

/* The font of the names of classes, which are no names of samples. */
const OF_CLASSES = "bold 17px helvetica";

/* The width of a text in pixels. */
function width_of(text, font = "12px helvetica") {
  PEN.font = font;
  return PEN.measureText(text).width;
}

/* Place the names on map k, which is `frame` large in pixels: on paper, which has a legend, those of samples only. Returns
  how many of samples in the frame have no room. */
function name_samples({ figure, labels, class_labels, legend }, k, map, { width, height }) {
  const { about: { names, odd }, group, source, chosen, hidden, shows } = map, { classes, class_of } = group;
  const [x, y] = [source.data[`x${k}`], source.data[`y${k}`]];
  const { x_range: across, y_range: up } = figure;
  const right = width / (across.end - across.start), down = height / (up.end - up.start);
  if (!Number.isFinite(right + down)) return;
  const shown_of = (some) => some.filter((i) => !hidden.has(class_of[i])), shown = shown_of([...names.keys()]);
  const frame = { x: x.map((z) => (z - across.start) * right), y: y.map((z) => (up.end - z) * down), seen: shown, size: [width, height] };
  const samples_of = classes.map((_, at) => ({ at, samples: shown.filter((i) => class_of[i] === at) }));
  const wanted = to_name({ odd, names, class_of }, chosen, hidden, shows.names, [x, y]);
  const of_names = { ...frame, widths: Object.fromEntries([...odd, ...wanted].map((i) => [i, width_of(names[i])])) };
  // The names of classes leave those of odd samples free.
  const taken = placed_names(shown_of(odd), of_names).map(({ box }) => box);
  const of_classes = legend === undefined && are_named(group) ? placed_classes(samples_of, { ...frame, taken, widths: classes.map(({ label }) => width_of(label, OF_CLASSES)), line: 20 }) : [];
  const color = ({ at }) => shade(color_in_list(map.colored, map.choice, classes[at]), map.theme.dark);
  class_labels.source.data = { ...label_data(of_classes, of_classes.map(({ at }) => classes[at].label), frame, x, y), color: of_classes.map(color) };
  const placed = placed_names(wanted, { ...of_names, taken: of_classes.map(({ box }) => box) });
  // Those of the others are read, too, but stand back.
  const alpha = placed.map(({ i }) => (!chosen.length || chosen.includes(i) ? 1 : 0.65));
  labels.source.data = { ...label_data(placed, placed.map(({ i }) => names[i]), frame, x, y), alpha };
  return wanted.filter((i) => Math.min(frame.x[i], width - frame.x[i], frame.y[i], height - frame.y[i]) >= 0).length - placed.length;
}

/* Names and where their boxes stand from the marks of samples, by the names of the fields. */
function label_data(placed, name, frame, x, y) {
  const of = (what) => placed.map(what);
  return { x: of(({ i }) => x[i]), y: of(({ i }) => y[i]), name, left: of(({ i, box }) => box[0] - frame.x[i]), up: of(({ i, box }) => frame.y[i] - (box[1] + box[3]) / 2) };
}

function names_beside(source, more) {
  const from = { x: { field: "x" }, y: { field: "y" }, text: { field: "name" } };
  return new Bokeh.LabelSet({ source, ...from, text_font_size: "12px", ...more });
}

/* Arrows with names at their tips, which `point` moves. */
function add_arrows(figure, visible) {
  const source = new Bokeh.ColumnDataSource({ data: { x: [], y: [], name: [], alpha: [], dash: [] } });
  const line = { line_color: "#1a1a1a", line_width: 1.2, line_alpha: { field: "alpha" }, line_dash: { field: "dash" } };
  const end = new Bokeh.OpenHead({ size: 8, ...line });
  const to = { x_start: 0, y_start: 0, x_end: { field: "x" }, y_end: { field: "y" } };
  const names = names_beside(source, {
    x_offset: 4, y_offset: 4, text_font_style: "bold", text_alpha: { field: "alpha" }, background_fill_color: "white", background_fill_alpha: 0.7, visible,
  });
  const parts = [new Bokeh.Arrow({ source, ...to, end, ...line, visible }), names];
  for (const part of parts) figure.add_layout(part);
  return { source, parts };
}

function mapper([low, high] = [0, 1], dark = false) {
  return new Bokeh.LinearColorMapper({ palette: colors_of_numbers(dark), low, high, nan_color: NO_VALUE });
}

/* The label of an axis, and the component that it has from now on. */
function show_axis({ figure, axes }, axis, { at, label }) {
  axes[axis] = at;
  figure[`${axis}axis`].axis_label = label;
}

/* Act and draw after other parts of the plane are seen or the frame has another size; the browser's next frame may be late. */
function on_change_of_view({ figure, view }, act) {
  let waits = false;
  const later = () => {
    if (!waits) queueMicrotask(() => { waits = false; act(); view.repaint(); });
    waits = true;
  };
  for (const { start, end } of [figure.x_range.properties, figure.y_range.properties]) for (const one of [start, end]) one.change.connect(later);
  for (const size of ["inner_width", "inner_height"]) figure.properties[size].change.connect(later);
}

/* Let a range have other ends, to which the next drawing would else fit the samples again. */
function see(range, { start, end }) {
  range.have_updated_interactively = true;
  range.setv({ start, end });
}

/* Point the arrows at the tips for the axes that are shown. */
function point({ arrows, axes }, variables, numbers) {
  if (!arrows) return;
  const ends = tips(numbers, [axes.x, axes.y]);
  const { names, doubtful } = variables;
  const [alpha, dash] = [doubtful.map((is) => (is ? 0.55 : 1)), doubtful.map((is) => (is ? [4, 3] : []))];
  arrows.source.data = { x: ends.map(([x]) => x), y: ends.map(([, y]) => y), name: names, alpha, dash };
}

/* Color every layer by numbers, or by `color_of` it if there are none, for a light or a dark page. */
function paint({ layers, bar }, numbers, color_of, dark) {
  bar.visible = Boolean(numbers);
  // All at once: a color bar has another ticker only from another mapper on.
  if (numbers) bar.setv({ color_mapper: mapper(numbers.range, dark), title: numbers.title, ...ticks_of(numbers) });
  for (const layer of layers) {
    const color = numbers ? { field: numbers.field, transform: bar.color_mapper } : shade(color_of(layer), dark);
    const { glyph, nonselection_glyph, selection_glyph } = layer.renderer;
    for (const one of [glyph, nonselection_glyph, selection_glyph]) if (one?.type) one[layer.fresh ? "line_color" : "fill_color"] = color;
  }
}

/* The labels of a color bar: numbers, or the first and the last one of dates. */
function ticks_of({ values, ends }) {
  if (!ends) return { ticker: "auto", major_label_overrides: new Map() };
  const ticks = extent(values);
  return { ticker: new Bokeh.FixedTicker({ ticks, minor_ticks: [] }), major_label_overrides: new Map(ticks.map((value, i) => [value, date_label(ends[i])])) };
}
