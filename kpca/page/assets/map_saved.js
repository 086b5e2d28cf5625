"use strict";
/* The picture of a map for a paper: drawn anew as vectors, and as wide as it is printed. */

/* Widths in millimeters of one column and of two columns of a journal. */
const NARROW = 84, WIDE = 174;
const INCH = 25.4, CSS_PIXELS = 96, DOTS = 300;

/* The length in pixels of some millimeters. */
function pixels(millimeters, per_inch) {
  return Math.round((millimeters / INCH) * per_inch);
}

/* Another plot of map k with what is chosen and seen on the page, and with a title and a legend. */
function plot_for_paper(map, k, width) {
  const { about, plots, group } = map;
  const shown = plots[k];
  const source = new Bokeh.ColumnDataSource({ data: map.source.data });
  source.selected.indices = map.chosen;
  const plot = plot_of(about, k, source, group, shown.arrows?.parts[0].visible, {
    title: new Bokeh.Title({ text: about.title, text_font_size: "12px", text_font_style: "bold" }),
    width,
    height: width,
    sizing_mode: "fixed",
    min_border_left: 0,
    output_backend: "svg",
    toolbar_location: null,
  });
  plot.figure.below[0].ticker.desired_num_ticks = Math.max(3, Math.round(width / 80));
  for (const axis of ["x", "y"]) show_axis(plot, axis, axis_of(about.maps[k].components, shown.axes[axis]));
  point(plot, about.maps[k].variables, map.numbers.maps[k]);
  map.paint(plot, k, ON_PAPER);
  plot.layers.forEach(({ renderer }, at) => {
    renderer.visible = shown.layers[at].renderer.visible;
    for (const glyph of [renderer.glyph, renderer.nonselection_glyph, renderer.selection_glyph]) glyph.size = { value: 0.65 * glyph.size.value };
  });
  return { ...plot, legend: add_legend(map, plot, width) };
}

/* Texts in bold letters as lines that are no wider than some pixels. */
function fitting(texts, width, most = 99) {
  const lines = wrapped(texts, most), has_room = lines.every((line) => width_of(line, "bold 12px helvetica") <= width);
  return has_room || most < 9 ? lines : fitting(texts, width, most - 1);
}

/* The legend below the axes; null for one entry. Its markers are no samples, whose colors may be numbers. */
function add_legend(map, { figure, layers }, width) {
  const { group, choice, colored } = map;
  const in_order = layers.filter(({ renderer }) => renderer.visible).sort((a, b) => a.at - b.at || a.fresh - b.fresh);
  const entries = layers.length > 1 ? in_order : [];
  const looks = entries.map(({ at, fresh, label }) => {
    const { color, marker } = group.classes[at];
    return { label, fresh, marker, color: color_in_list(colored, choice, { color }) };
  });
  const missing = of_missing(colored);
  if (missing) looks.push({ label: missing, fresh: false, marker: "circle", color: NO_VALUE });
  if (!looks.length) return null;
  const items = looks.map(({ label, fresh, ...one }) => {
    const marker = figure.scatter([NaN], [NaN], { ...look(one, fresh, 1), line_width: 1.5 });
    return new Bokeh.LegendItem({ label: { value: label }, renderers: [marker] });
  });
  const longest = Math.max(...looks.map(({ label }) => label.length));
  // A legend begins where the frame does, beside the numbers of the vertical axis.
  const ncols = Math.max(1, Math.floor((width - 70) / (7 * longest + 40)));
  // BokehJS measures a legend that is visible at once before it has its width.
  const style = { ncols, location: "top_left", orientation: "horizontal", border_line_color: null, visible: false };
  const texts = { label_text_font_size: "12px", title_text_font_size: "12px", title_text_font_style: "normal" };
  const legend = new Bokeh.Legend({ items, title: title_of_classes(group), ...style, ...texts });
  figure.add_layout(legend, "below");
  return legend;
}

/* Buttons that save a picture, which `vectors` makes as SVG in a width, under the name of a file. */
function saving(vectors, file) {
  const svg = async () => download(new Blob([await vectors(WIDE)], { type: "image/svg+xml" }), `${file}.svg`);
  const png = async (width) => download(await raster(await vectors(width), width), `${file}-${width}mm.png`);
  return { "Save as SVG": svg, ...Object.fromEntries([NARROW, WIDE].map((width) => [`Save as PNG, ${width} mm`, () => png(width)])) };
}

/* The picture of map k as SVG, in millimeters, which is drawn off the screen; the text of it. */
async function vectors(map, k, millimeters) {
  const shown = map.plots[k], plot = plot_for_paper(map, k, pixels(millimeters, CSS_PIXELS));
  const place = element("div", { class: "off-screen", "aria-hidden": "true" }), own = new Bokeh.Document();
  map.root.append(place);
  own.add_root(plot.figure);
  try {
    const view = (await Bokeh.embed.add_document_standalone(own, place, [place])).get(plot.figure);
    await drawn_again();
    if (plot.legend) plot.legend.visible = true;
    for (const axis of ["x_range", "y_range"]) see(plot.figure[axis], shown.figure[axis]);
    await drawn_again();
    plot.figure.title.text = fitting([map.about.title, map.about.maps[k].title], view.frame.bbox.width).join("\n");
    await drawn_again();
    // The change of the height also has the legend measured, which is not right before it is drawn.
    const { width, height } = shown.view.frame.bbox;
    plot.figure.setv({ height: null, frame_height: Math.round((view.frame.bbox.width * height) / width) });
    await drawn_again();
    const left = name_samples(plot, k, map, view.frame.bbox);
    map.of_saved.textContent = left ? `${left} ${left === 1 ? "name has" : "names have"} no room in this picture.` : "";
    await drawn_again();
    return as_printed(await (await view.export("svg").to_blob()).text(), millimeters);
  } finally {
    own.clear();
    place.remove();
  }
}

/* A picture with its width on paper, and with a gradient for the color bar, which BokehJS draws as pixels. */
function as_printed(text, millimeters) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const sizes = { viewBox: `0 0 ${width} ${height}`, width: `${millimeters}mm`, height: `${(millimeters * height) / width}mm` };
  for (const [name, value] of Object.entries(sizes)) svg.setAttribute(name, value);
  for (const image of svg.querySelectorAll("image")) image.outerHTML = gradient(image);
  return new XMLSerializer().serializeToString(svg);
}

/* The colors of numbers from low at the bottom to high at the top, in place of an image of them. */
function gradient(image) {
  const stops = Bokeh.Palettes.cividis(17).map((color, at) => `<stop offset="${at / 16}" stop-color="#${(color >>> 8).toString(16).padStart(6, "0")}"/>`);
  const place = ["x", "y", "width", "height", "transform"].filter((name) => image.hasAttribute(name)).map((name) => `${name}="${image.getAttribute(name)}"`);
  return `<linearGradient id="numbers" x1="0" y1="1" x2="0" y2="0">${stops.join("")}</linearGradient><rect fill="url(#numbers)" ${place.join(" ")}/>`;
}

/* PNG's chunk that says 11811 pixels per meter, which is 300 per inch, with its check sum. */
const RESOLUTION = [0, 0, 0, 9, 112, 72, 89, 115, 0, 0, 46, 35, 0, 0, 46, 35, 1, 120, 165, 63, 118];
/* The bytes of a PNG before its second chunk. */
const HEADER = 33;

/* A picture as PNG with 300 dots per inch. */
async function raster(text, millimeters) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas");
  canvas.width = pixels(millimeters, DOTS);
  canvas.height = Math.round((canvas.width * image.naturalHeight) / image.naturalWidth);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new Blob([png.slice(0, HEADER), new Uint8Array(RESOLUTION), png.slice(HEADER)], { type: "image/png" });
}

/* Wait until what has changed is drawn. */
function drawn_again() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))));
}
