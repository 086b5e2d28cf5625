"use strict";
/* The interactive map of a study, drawn by BokehJS from the JSON in the page.

One source has all samples, so that a selection in one map shows in the other. Each class is a
renderer of its own, so that it can be hidden and has an entry in the legend of a saved picture. */

Bokeh.logger.set_level("off");

/* Numbers (n,) from the little-endian bytes of single precision that the page has in base64. */
function numbers(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function short(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "";
}

function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function quoted(text) {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

class StudyMap {
  constructor(root, about) {
    this.root = root;
    this.about = about;
    this.names = about.names;
    this.columns = about.columns.map(({ name, values }) => ({ name, values: numbers(values) }));
    for (const map of about.maps) {
      map.scores = map.components.map(({ values }) => numbers(values));
      map.share = numbers(map.share);
      if (map.variables) {
        map.variables.correlations = map.variables.correlations.map(numbers);
        map.variables.deviations = numbers(map.variables.deviations);
      }
    }
    this.source = new Bokeh.ColumnDataSource({ data: this.fields() });
    this.selected = this.source.selected;
  }

  /* The columns of the source: what the text shown on hover needs, and the numbers of the axes. */
  fields() {
    const { names, rows, classes, class_of } = this.about;
    const data = { name: names, row: rows, label: class_of.map((k) => classes[k].label) };
    this.columns.forEach(({ values }, j) => (data[`column${j}`] = values));
    this.about.maps.forEach((map, k) => {
      data[`share${k}`] = map.share;
      const [x, y] = [map.scores[0], map.scores[1] ?? new Float32Array(names.length)];
      Object.assign(data, { [`x${k}`]: x, [`y${k}`]: y });
    });
    data.shown_name = names;
    return data;
  }

  async draw() {
    this.controls();
    const maps = element("div", { class: "maps" });
    this.root.append(maps);
    this.plots = [];
    const frames = [];
    for (const [k, map] of this.about.maps.entries()) {
      const frame = element("div", {
        class: "plot",
        tabindex: "0",
        role: "group",
        "aria-label": `Map of ${map.title}. Arrow keys move it, plus and minus zoom, 0 resets it. The table below has the same numbers.`,
        onkeydown: (event) => this.key(event, k),
      });
      const buttons = ["SVG", "PNG"].map((kind) =>
        element("button", { type: "button", onclick: () => this.picture(k, kind.toLowerCase()) }, `Save as ${kind}`));
      const save = element("div", { class: "controls" }, ...buttons);
      maps.append(element("figure", {}, element("figcaption", {}, map.title), frame, save));
      this.plots.push(this.plot(k, map));
      frames.push(frame);
    }
    this.point();
    // One document, because the maps share the source.
    const shared = new Bokeh.Document();
    for (const { figure } of this.plots) shared.add_root(figure);
    const views = await Bokeh.embed.add_document_standalone(shared, this.root, frames);
    for (const plot of this.plots) plot.view = views.get(plot.figure);
    this.root.append(this.status, this.below());
    this.selected.change.connect(() => this.report());
    this.label(this.starts_named());
  }

  plot(k, map) {
    const { names, classes, class_of, is_new } = this.about;
    const many = names.length > 2000;
    const figure = Bokeh.Plotting.figure({
      sizing_mode: "stretch_width",
      height: 460,
      min_width: 260,
      match_aspect: true,
      tools: "pan,wheel_zoom,box_zoom,lasso_select,tap,reset",
      active_scroll: "wheel_zoom",
      output_backend: many ? "webgl" : "canvas",
      x_axis_label: map.components[0].label,
      y_axis_label: map.components[1]?.label ?? "",
      toolbar_location: "above",
    });
    figure.toolbar.logo = null;
    figure.x_range.flipped = map.components[0].reversed;
    figure.y_range.flipped = map.components[1]?.reversed ?? false;
    const alpha = Math.min(0.85, Math.max(0.15, 30 / Math.sqrt(names.length)));
    const size = many ? 5 : 8;
    const layers = [];
    const order = classes.map((_, at) => at).sort((a, b) => classes[b].last - classes[a].last);
    for (const at of order) {
      for (const fresh of [false, true]) {
        const indices = class_of.flatMap((c, i) => (c === at && is_new[i] === fresh ? [i] : []));
        if (!indices.length) continue;
        const { label, color, marker } = classes[at];
        const renderer = figure.scatter({ field: `x${k}` }, { field: `y${k}` }, {
          source: this.source,
          view: new Bokeh.CDSView({ filter: new Bokeh.IndexFilter({ indices }) }),
          marker,
          size: fresh ? size + 2 : size,
          fill_color: fresh ? null : color,
          line_color: fresh ? color : null,
          line_width: 1.5,
          fill_alpha: alpha,
          line_alpha: 1,
          nonselection_fill_alpha: 0.08,
          nonselection_line_alpha: 0.15,
        });
        layers.push({ at, fresh, renderer, label: fresh ? `${label} (new)` : label });
      }
    }
    if (layers.length > 1) figure.add_layout(this.legend(layers), "below");
    for (const axis of [figure.xaxis, figure.yaxis]) {
      axis.axis_label_text_font_size = "13px";
      axis.axis_label_text_font_style = "normal";
      axis.major_label_text_font_size = "12px";
    }
    const labels = new Bokeh.LabelSet({
      x: { field: `x${k}` }, y: { field: `y${k}` }, text: { field: "shown_name" },
      source: this.source, x_offset: 5, y_offset: 3, text_font_size: "12px", visible: false,
    });
    figure.add_layout(labels);
    const bar = new Bokeh.ColorBar({ color_mapper: this.mapper(), visible: false, title: "" });
    figure.add_layout(bar, "right");
    figure.add_tools(new Bokeh.HoverTool({
      tooltips: this.tooltips(k), limit: 2, renderers: layers.map(({ renderer }) => renderer),
    }));
    return { figure, layers, labels, bar, axes: { x: 0, y: map.scores.length > 1 ? 1 : null }, arrows: this.arrows(figure, map) };
  }

  /* The legend below the axes, where it covers no point, in the order of the classes. */
  legend(layers) {
    const ordered = [...layers].sort((a, b) => a.at - b.at || a.fresh - b.fresh);
    const items = ordered.map(({ label, renderer }) => new Bokeh.LegendItem({ label: { value: label }, renderers: [renderer] }));
    const title = this.about.classes.length > 1 ? this.about.of_classes : "";
    return new Bokeh.Legend({ items, title, orientation: "horizontal", ncols: 3, border_line_color: null, label_text_font_size: "12px" });
  }

  /* Arrows of the variables beside the data, with their names at the tips; null without variables. */
  arrows(figure, map) {
    if (!map.variables) return null;
    const source = new Bokeh.ColumnDataSource({ data: { x: [], y: [], name: [] } });
    const look = { line_color: "#1a1a1a", line_width: 1.2 };
    const arrow = new Bokeh.Arrow({
      source, x_start: 0, y_start: 0, x_end: { field: "x" }, y_end: { field: "y" },
      end: new Bokeh.OpenHead({ size: 8, ...look }), ...look, visible: this.with_arrows,
    });
    const labels = new Bokeh.LabelSet({
      source, x: { field: "x" }, y: { field: "y" }, text: { field: "name" }, x_offset: 4, y_offset: 4,
      text_font_size: "12px", text_font_style: "bold", background_fill_color: "white",
      background_fill_alpha: 0.7, visible: this.with_arrows,
    });
    figure.add_layout(arrow);
    figure.add_layout(labels);
    return { source, parts: [arrow, labels] };
  }

  /* Tips for the axes that are shown: the fit to both components alone, whose slopes are correlations
  over deviations. An arrow of length 1 would stay within the samples in any of the directions. */
  point() {
    this.about.maps.forEach(({ scores, variables }, k) => {
      const { arrows, axes } = this.plots[k];
      if (!arrows) return;
      const shown = [...new Set([axes.x, axes.y])].filter((l) => l !== null);
      const tips = variables.correlations.map((r) => {
        const slopes = shown.map((l) => r[l] / variables.deviations[l]);
        const scale = Math.hypot(...shown.map((l) => r[l])) / (Math.hypot(...slopes) || 1);
        return [axes.x, axes.y].map((l) => (l === null ? 0 : slopes[shown.indexOf(l)] * scale));
      });
      const room = tips.flatMap((tip) => tip.map((part, axis) => {
        const l = axis ? axes.y : axes.x;
        const most = l === null ? 0 : scores[l].reduce((far, z) => Math.max(far, z * Math.sign(part)), 0);
        return part ? (0.9 * most * Math.hypot(...tip)) / Math.abs(part) : Infinity;
      }));
      const factor = Math.min(...room);
      // A variable without correlations has no arrow, and its name no place.
      const [x, y] = [0, 1].map((axis) => tips.map((tip) => (tip.some(Boolean) ? tip[axis] * factor : NaN)));
      arrows.source.data = { x, y, name: variables.names };
    });
  }

  show_arrows(shown) {
    this.with_arrows = shown;
    for (const { arrows } of this.plots) for (const part of arrows?.parts ?? []) part.visible = shown;
  }

  mapper(low = 0, high = 1) {
    return new Bokeh.LinearColorMapper({ palette: Bokeh.Palettes.cividis256 ?? Bokeh.Palettes.cividis(256), low, high });
  }

  /* What is shown of the sample below the pointer. The letters of a template stand for themselves. */
  tooltips(k) {
    const literal = (text) => text.replace(/[&<>"@$%{}]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const of_columns = this.columns
      .slice(0, this.about.most_in_hover)
      .map(({ name }, j) => [literal(name), `@column${j}{0.[0000]}`]);
    const left = this.columns.length - of_columns.length;
    const rows = [
      ["name", "@name"],
      ["row", "@row"],
      ...(this.about.classes.length > 1 ? [[literal(this.about.of_classes), "@label"]] : []),
      ["share represented", `@share${k}{0.[0] %}`],
      ...of_columns,
      ...(left > 0 ? [["and", `${left} more columns`]] : []),
    ];
    const line = ([what, value]) => `<div><span style="color:#555">${what}:</span> ${value}</div>`;
    return `<div style="font:13px system-ui,sans-serif;color:#1a1a1a">${rows.map(line).join("")}</div>`;
  }

  controls() {
    const form = element("div", { class: "controls" });
    const kinds = [["x", "Horizontal axis", 0], ["y", "Vertical axis", 1]];
    const most = Math.max(...this.about.maps.map(({ components }) => components.length));
    for (const [axis, text, at] of most > 1 ? kinds : []) {
      const options = Array.from({ length: most }, (_, l) => [String(l), `component ${l + 1}`]);
      form.append(this.choice(text, options, String(at), (value) => this.take(axis, Number(value))));
    }
    const colors = [["one", "one color"], ["share", "share represented"]];
    if (this.about.classes.length > 1) colors.unshift(["class", this.about.of_classes]);
    this.columns.forEach(({ name }, j) => colors.push([`column${j}`, name]));
    form.append(this.choice("Color", colors, colors[0][0], (value) => this.shade(value)));
    const names = element("input", { type: "checkbox", checked: this.starts_named(), onchange: (event) => this.label(event.target.checked) });
    form.append(element("label", {}, names, " names"));
    const { variables } = this.about.maps[0];
    this.with_arrows = Boolean(variables) && variables.of <= this.about.most_arrows;
    if (variables) {
      const box = element("input", { type: "checkbox", checked: this.with_arrows, onchange: (event) => this.show_arrows(event.target.checked) });
      form.append(element("label", {}, box, " arrows of variables"));
    }
    const find = element("input", { type: "search", onchange: (event) => this.find(event.target.value) });
    form.append(element("label", {}, "Select by name ", find));
    this.root.append(form);
    if (this.about.classes.length > 1) this.root.append(this.classes());
    const buttons = element("div", { class: "controls" });
    for (const [text, act] of [
      ["Copy selection", () => this.copy()],
      ["Save selection (CSV)", () => this.save()],
      ["Clear selection", () => this.select([])],
    ]) buttons.append(element("button", { type: "button", onclick: act }, text));
    this.root.append(buttons);
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
  }

  choice(text, options, value, act) {
    const select = element("select", { onchange: (event) => act(event.target.value) });
    for (const [key, label] of options) select.append(element("option", { value: key, selected: key === value }, label));
    return element("label", {}, `${text} `, select);
  }

  classes() {
    const box = element("fieldset", { class: "classes" }, element("legend", {}, `Shown: ${this.about.of_classes}`));
    this.about.classes.forEach(({ label, color, count }, at) => {
      const input = element("input", { type: "checkbox", checked: true, onchange: (event) => this.hide(at, !event.target.checked) });
      const swatch = element("span", { class: "swatch", "aria-hidden": "true", style: `background:${color}` });
      box.append(element("label", {}, input, " ", swatch, ` ${label} (${count})`));
    });
    return box;
  }

  take(axis, component) {
    const data = { ...this.source.data };
    this.about.maps.forEach((map, k) => {
      const l = Math.min(component, map.components.length - 1);
      data[`${axis}${k}`] = map.scores[l];
      const { figure, axes } = this.plots[k];
      axes[axis] = l;
      (axis === "x" ? figure.xaxis : figure.yaxis).axis_label = map.components[l].label;
      (axis === "x" ? figure.x_range : figure.y_range).flipped = map.components[l].reversed;
    });
    this.source.data = data;
    this.point();
    this.reset();
  }

  reset() {
    for (const { view } of this.plots) view.reset_range();
  }

  shade(key) {
    const by_number = key === "share" || key.startsWith("column");
    const column = this.columns[Number(key.slice("column".length))];
    this.plots.forEach((plot, k) => {
      const field = key === "share" ? `share${k}` : key;
      const values = key === "share" ? this.about.maps[k].share : column?.values;
      plot.bar.visible = by_number;
      if (by_number) {
        const finite = values.filter(Number.isFinite);
        const [low, high] = finite.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
        plot.bar.color_mapper = this.mapper(low, high);
        plot.bar.title = key === "share" ? "share" : column.name;
      }
      for (const { at, fresh, renderer } of plot.layers) {
        const one = key === "one" ? "#0072B2" : this.about.classes[at].color;
        const color = by_number ? { field, transform: plot.bar.color_mapper } : one;
        for (const glyph of [renderer.glyph, renderer.nonselection_glyph, renderer.selection_glyph]) {
          if (glyph && typeof glyph === "object") glyph[fresh ? "line_color" : "fill_color"] = color;
        }
      }
    });
  }

  /* Whether the names are shown at first: of few samples, where they have room. */
  starts_named() {
    return this.about.with_names && this.root.clientWidth >= 600;
  }

  label(shown) {
    this.with_names = shown;
    this.report();
    for (const { labels } of this.plots) labels.visible = shown;
  }

  hide(at, hidden) {
    for (const { layers } of this.plots) {
      for (const layer of layers) if (layer.at === at) layer.renderer.visible = !hidden;
    }
    (this.hidden ??= new Set())[hidden ? "add" : "delete"](at);
    this.report();
  }

  select(indices) {
    this.selected.indices = indices;
    this.source.selected.change.emit();
  }

  find(text) {
    const wanted = text.trim().toLowerCase();
    const hits = wanted ? this.names.flatMap((name, i) => (name.toLowerCase().includes(wanted) ? [i] : [])) : [];
    this.select(hits);
    if (wanted && !hits.length) this.status.textContent = `No name contains “${text}”.`;
  }

  report() {
    const chosen = [...this.selected.indices];
    const first = chosen.slice(0, 8).map((i) => this.names[i]).join(", ");
    this.status.textContent = chosen.length
      ? `${chosen.length} of ${this.names.length} samples are selected: ${first}${chosen.length > 8 ? ", …" : ""}`
      : `${this.names.length} samples. No sample is selected: draw a lasso, click a point, or type a name.`;
    this.name_samples(chosen);
    if (this.details?.open) this.table();
  }

  /* Names of the selected samples, or of all where they are few; none of a class that is hidden. */
  name_samples(chosen) {
    if (!this.with_names) return;
    const named = new Set(chosen.length ? chosen : this.names.keys());
    const few = named.size <= this.about.most_named;
    const shown = this.names.map((name, i) =>
      few && named.has(i) && !this.hidden?.has(this.about.class_of[i]) ? name : "");
    this.source.data = { ...this.source.data, shown_name: shown };
    if (!few) this.status.textContent += ` Names are drawn for at most ${this.about.most_named} samples: select some.`;
  }

  rows(indices) {
    const { classes, class_of, rows, maps } = this.about;
    const titles = maps.flatMap((map) => map.components.map(({ name }) => name));
    const head = ["name", "row", this.about.of_classes, ...titles];
    const body = indices.map((i) => [
      this.names[i], String(rows[i]), classes[class_of[i]].label,
      ...maps.flatMap((map) => map.scores.map((values) => short(values[i]))),
    ]);
    return [head, ...body];
  }

  chosen_rows() {
    return this.rows([...this.selected.indices]);
  }

  async copy() {
    const text = this.chosen_rows().map((row) => row.join("\t")).join("\n");
    const area = element("textarea", { "aria-hidden": "true", class: "off-screen" });
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page that was opened from disk may have no clipboard of its own.
      document.body.append(area);
      area.value = text;
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    this.status.textContent = `${this.selected.indices.length} samples copied, with names and scores.`;
  }

  save() {
    const text = this.chosen_rows().map((row) => row.map(quoted).join(",")).join("\n") + "\n";
    download(new Blob([text], { type: "text/csv" }), "selection.csv");
  }

  async picture(k, kind) {
    const { figure, view } = this.plots[k];
    const backend = figure.output_backend;
    // What WebGL has drawn would be pixels in a picture of vectors.
    if (kind === "svg") figure.output_backend = "canvas";
    const blob = await view.export(kind).to_blob();
    figure.output_backend = backend;
    download(blob, `${this.about.maps[k].file}.${kind}`);
  }

  key(event, k) {
    const { figure } = this.plots[k];
    const { x_range, y_range } = figure;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const zoom = { "+": 0.8, "=": 0.8, "-": 1.25 }[event.key];
    if (!move && !zoom && event.key !== "0") return;
    event.preventDefault();
    if (event.key === "0") return this.reset();
    [x_range, y_range].forEach((range, axis) => {
      const [start, end] = [range.start, range.end];
      const [middle, half] = [(start + end) / 2, ((end - start) / 2) * (zoom ?? 1)];
      const shift = move ? (move[axis] * (end - start)) / 10 : 0;
      // Otherwise the next drawing would fit the range to the samples again.
      range.have_updated_interactively = true;
      range.setv({ start: middle - half + shift, end: middle + half + shift });
    });
  }

  below() {
    this.details = element("details", { class: "table", ontoggle: () => this.details.open && this.table() });
    this.details.append(element("summary", {}, "Table of the samples on the map"));
    return this.details;
  }

  /* The selected samples, or the first ones: a table of all of many samples would stop a browser. */
  table() {
    const chosen = [...this.selected.indices];
    const all = chosen.length ? chosen : [...this.names.keys()];
    const indices = all.slice(0, this.about.most_in_table);
    const [head, ...body] = this.rows(indices);
    const which = chosen.length ? "selected samples" : "samples";
    const caption = `${indices.length} of ${all.length} ${which}; the file of scores has all samples with all digits.`;
    const table = element("table", {}, element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...body.map(([name, ...cells]) =>
        element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))))));
    this.details.querySelector(".wide")?.remove();
    this.details.append(element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table of the samples" }, table));
  }
}

for (const root of document.querySelectorAll("[data-map]")) {
  const about = JSON.parse(document.getElementById(root.dataset.map).textContent);
  const map = new StudyMap(root, about);
  root.querySelector(".without-script")?.remove();
  map.draw().then(() => (root.dataset.drawn = "true"));
  // For the tests of the page, which cannot look into a canvas.
  root.study_map = map;
}
