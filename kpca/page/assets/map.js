"use strict";
/* The interactive map of a study, from the JSON in the page, whose fields kpca/page/map_data.py has.

One source has all samples, so that a selection in one map shows in the other. */

/* The least height of a map on a narrow page, in pixels. */
const LOWEST = 220;

class StudyMap {
  /* The map of the `at`-th of several scales; with what is chosen on the map of an `earlier` one. */
  constructor(root, scales, at = 0, earlier = null) {
    const about = scales[at];
    Object.assign(this, { root, about, scales, at });
    this.numbers = decoded(about);
    this.choice = same_choice(about, earlier);
    this.source = new Bokeh.ColumnDataSource({ data: fields(about, this.numbers, in_texts(about, this.numbers, this.choice).texts) });
    this.hidden = new Set();
    this.group = grouping(about, this.choice, this.numbers);
    // What the menu "Show" has. At first names are shown of few samples, where they have room.
    this.shows = earlier?.shows ?? { names: about.with_names, arrows: arrows_at_first(about.maps[0].variables), scores: false, mean: false, path: false };
    this.axes = earlier?.axes ?? first_axes(2);
    this.source.selected.indices = earlier?.chosen ?? [];
    this.listed = element("div");
    this.note = element("p", { class: "note" });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.of_saved = element("span", { role: "status" });
    this.profile = element("figure", { class: "profile", hidden: true });
    [this.profiled, this.of_profile] = [Promise.resolve(), new Bokeh.Document()];
    this.details = element("details", { class: "table", ontoggle: () => this.details.open && this.table() },
      element("summary", {}, "Table of the samples on the map"));
    this.of_selection = buttons({ "Save selection (CSV)": () => this.save(), "Clear selection": () => this.select([]) });
    this.of_selection.hidden = true;
  }

  /* The selected samples in their order; a lasso finds them in the order of drawing. */
  get chosen() {
    return [...this.source.selected.indices].sort((a, b) => a - b);
  }

  async draw() {
    const maps = element("div", { class: "maps" }), parts = element("div", { class: "parts" }, maps);
    // On a narrow page the controls are folded, since the maps come first.
    const fold = element("details", { class: "fold", open: this.root.clientWidth >= 600 },
      element("summary", {}, "Controls"), this.controls());
    const beside = element("div", {}, this.note, this.status, this.of_selection, this.profile, this.details);
    parts.append(beside);
    this.root.append(...this.switch(), fold, parts);
    this.plots = this.about.maps.map((_, k) => plot_of(this.about, k, this.source, this.group, this.shows.arrows));
    const frames = this.about.maps.map((map, k) => this.frame(map, k));
    maps.append(...frames.map((frame, k) => this.shown(frame, k)));
    if (this.about.alone) maps.append(this.alone(maps));
    for (const axis of ["x", "y"]) this.take(axis, this.axes[axis], false);
    this.explain();
    this.repaint();
    on_change_of_theme(() => this.repaint());
    // A map ends with the screen; a single one may be higher than two, less so if it may get another one beside it, which has a line below it.
    const width = this.root.clientWidth, [least, most, below] = this.about.alone ? [560, 640, 76] : this.plots.length > 1 ? [400, 520, 12] : [560, 900, 12];
    const height = Math.max(least, Math.min(innerHeight - scrollY - frames[0].getBoundingClientRect().top - below, most));
    this.plots.forEach(({ figure, axes }, k) => {
      const shape = shape_of(this.numbers.maps[k].scores, axes);
      figure.setv(width < 600 ? { height: null, frame_height: Math.max(LOWEST, Math.round((width - 85) * shape)) } : { height });
      // A single map is as wide as its samples; tools and axes take about so much.
      if (!k) parts.style.setProperty("--width", `${Math.round((height - 90) / shape) + (this.colored ? 180 : 100)}px`);
    });
    // One document, because the maps share the source.
    this.shared = new Bokeh.Document();
    for (const { figure } of this.plots) this.shared.add_root(figure);
    const views = await Bokeh.embed.add_document_standalone(this.shared, this.root, frames);
    for (const plot of this.plots) plot.view = views.get(plot.figure);
    for (const { view } of this.plots) name_tools(view.shadow_el);
    this.plots.forEach((plot, k) => on_change_of_view(plot, () => this.name(k)));
    this.source.selected.change.connect(() => this.report());
    this.plots.forEach(({ figure }, k) => figure.on_event("tap", (event) => this.tap(k, event)));
    this.report();
  }

  frame({ title }, k) {
    return element("div", {
      class: "plot",
      tabindex: "0",
      role: "group",
      "aria-label": `Map of ${title}. Arrow keys move it, plus and minus zoom, 0 resets it. The table below has the same numbers.`,
      onkeydown: (event) => this.key(event, k),
    });
  }

  /* Shows the first map alone, and a button shows and hides the other one. */
  alone(maps) {
    maps.classList.add("alone");
    const act = ({ target }) => {
      target.textContent = maps.classList.toggle("alone") ? "show" : "hide";
      // BokehJS folds the tools away while the map becomes narrower.
      setTimeout(() => this.plots[0].figure.toolbar.properties.location.change.emit(), 300);
    };
    return element("p", { class: "note" }, `${this.about.alone} `, element("button", { type: "button", onclick: act }, "show"));
  }

  shown(frame, k) {
    const { title, meaning, variables } = this.about.maps[k], is_moved = !k && title !== this.scales[0].maps[0].title;
    const of_order = is_moved ? " In this scale, this map stands first; the folds below have the other order." : "";
    const caption = element("figcaption", {}, element("strong", {}, `${title}.`), element("span", { class: "of-axes" }, ` ${meaning}`), element("span", {}, of_arrows(variables) + of_order));
    return element("figure", {}, caption, frame);
  }

  /* The two scales of the columns, where there are two. */
  switch() {
    if (this.scales.length < 2) return [];
    const one = ({ scaled }, at) => element("button", { type: "button", "aria-pressed": String(at === this.at), onclick: () => this.rescale(at) }, scaled);
    // The order does not depend on the scale that the page opens with.
    const made = this.scales.map(one).sort((a, b) => b.textContent.localeCompare(a.textContent));
    return [element("div", { class: "switch", role: "group", "aria-label": "Scale of the columns" }, ...made)];
  }

  async rescale(at) {
    if (at === this.at) return;
    for (const one of [this.shared, this.of_profile]) one.clear();
    this.root.replaceChildren();
    const { scaled } = this.scales[at];
    for (const one of document.querySelectorAll("[data-scale]")) one.hidden = one.dataset.scale !== scaled;
    const next = new StudyMap(this.root, this.scales, at, this);
    this.root.study_map = next;
    await next.draw();
    this.root.querySelector('.switch [aria-pressed="true"]').focus();
  }

  controls() {
    const { about } = this, form = element("div", { class: "controls" });
    const components = axis_choices(about.maps);
    form.append(this.color_field());
    if (components.length) {
      form.append(menu("Axes", list("Horizontal axis", components, String(this.axes.x), (value) => this.take("x", Number(value))),
        list("Vertical axis", components, String(this.axes.y), (value) => this.take("y", Number(value)))));
    }
    const shown = {
      names: "names of all samples, where they have room",
      ...(about.maps[0].variables && { arrows: "arrows of variables" }),
      ...(about.has_ellipses && components.length && { scores: "95 % ellipses of the scores", mean: "95 % ellipses of the mean" }),
      ...(dated(about, this.choice) && { path: "path in time" }),
    };
    this.show = menu("Show", ...Object.entries(shown).map(([what, text]) => box(this.shows[what], (checked) => this.show_also(what, checked), ` ${text}`)));
    const find = element("input", { type: "search", placeholder: "a name", oninput: (event) => this.find(event.target.value), onchange: (event) => this.find(event.target.value, true) });
    const mirror = { "⇄": ["x", "horizontally"], "⇅": ["y", "vertically"] };
    const turns = Object.entries(mirror).map(([text, [axis, how]]) => element("button", { type: "button", "aria-label": `Mirror ${how}`, onclick: () => this.mirror(axis) }, text));
    const saved = about.maps.flatMap(({ title }, k) => [element("b", {}, title), buttons(saving((width) => vectors(this, k, width), file_of(about.title, "map", title)))]);
    form.append(this.show, element("label", {}, "Find ", find), element("span", { role: "group", "aria-label": "Mirror" }, "Mirror ", ...turns), menu("Save", ...saved, this.of_saved));
    return form;
  }

  /* A field that completes the name of what the samples are colored by. */
  color_field() {
    const choices = color_choices(this.about), name_of = (choice) => choices.find(([value]) => value === choice)[1];
    const options = element("datalist", { id: "colors" }, ...choices.map(([, text, group]) => element("option", { value: text }, group)));
    const act = ({ target }, with_parts) => {
      const choice = chosen_color(choices, target.value, with_parts);
      if (choice) this.color(choice);
      return choice;
    };
    // At the end of the line a part of a name chooses, too, and a text that is no choice gives way to the choice.
    const end = (event) => {
      const { target } = event;
      if (target.value && !act(event, true)) this.status.textContent = `Nothing to color by is called “${target.value}”.`;
      target.value = name_of(this.choice);
    };
    // An empty field offers everything.
    const begin = ({ target }) => { target.placeholder = target.value; target.value = ""; };
    const field = element("input", { type: "text", list: "colors", value: name_of(this.choice), autocomplete: "off", onfocus: begin, oninput: (event) => act(event), onblur: end, onchange: (event) => { end(event); begin(event); } });
    return element("label", {}, "Color ", field, options);
  }

  /* The list of the classes, and of samples without a number. */
  list_classes() {
    const title = title_of_classes(this.group), missing = of_missing(this.colored);
    const layers = layers_of(this.group);
    const boxes = title ? this.group.classes.map((one, at) => this.listed_class(one, at, layers)) : [];
    const hollow = layers.some(({ fresh }) => fresh) ? "; hollow: new samples" : "";
    const heading = element("legend", {}, `${title || this.colored?.title}${hollow}`);
    const made = element("fieldset", { class: "classes" }, heading, ...boxes);
    if (missing) made.append(element("span", { style: `--color: ${NO_VALUE}` }, outline(OUTLINES.circle, { class: "marker" }), ` ${missing}`));
    this.listed.replaceChildren(...(made.children.length > 1 ? [made] : []));
    // The names of few classes stand in the map, which comes first.
    if (title && this.group.classes.length <= 6 && !missing) this.show.lastChild.append(this.listed);
    else this.note.before(this.listed);
  }

  listed_class({ label, marker, color, count }, at, layers) {
    const kinds = layers.filter((layer) => layer.at === at).map(({ fresh }) => fresh);
    const markers = kinds.map((fresh) => outline(OUTLINES[marker], { class: `marker${fresh ? " fresh" : ""}` }));
    const made = box(!this.hidden.has(at), (checked) => this.show_class(at, checked), " ", ...markers, ` ${label} (${count})`);
    made.style.setProperty("--color", shade(color_in_list(this.colored, this.choice, { color }), this.theme.dark));
    return made;
  }

  take(axis, chosen, is_drawn = true) {
    this.axes[axis] = chosen;
    const data = { ...this.source.data };
    this.plots.forEach((plot, k) => {
      show_axis(plot, axis, axis_of(this.about.maps[k].components, chosen));
      data[`${axis}${k}`] = on_axis(this.numbers.maps[k].scores, plot.axes[axis]);
      point(plot, this.about.maps[k].variables, this.numbers.maps[k]);
    });
    this.source.data = data;
    const { x, y } = first_axes(2), are_first = this.axes.x === x && this.axes.y === y;
    for (const one of document.querySelectorAll(".of-first")) one.hidden = are_first;
    for (const one of this.root.querySelectorAll(".of-axes")) one.hidden = !are_first;
    if (!is_drawn) return;
    this.outline_all();
    this.reset();
    this.plots.forEach((_, at) => this.name(at));
  }

  /* Turn an axis of all maps around; the numbers on it stay those of the scores. */
  mirror(axis) {
    for (const { figure } of this.plots) {
      const range = figure[`${axis}_range`];
      range.setv({ flipped: !range.flipped, start: range.end, end: range.start });
    }
  }

  reset() {
    for (const { view } of this.plots) view.reset_range();
  }

  /* The numbers that the maps are colored by; null for classes. */
  get colored() {
    return colored_by(this.choice, this.about, this.numbers);
  }

  color(choice) {
    this.choice = choice;
    const group = grouping(this.about, choice, this.numbers);
    if (group.class_of !== this.group.class_of) {
      // All samples are shown by their other classes.
      this.group = group;
      this.hidden.clear();
      this.plots.forEach((plot, k) => set_layers(plot, k, this.source, this.about, group));
    }
    this.source.data = { ...this.source.data, colored: in_texts(this.about, this.numbers, choice).texts };
    this.explain();
    this.repaint();
    this.report();
  }

  paint(plot, k, theme = this.theme) {
    const color_of = ({ at }) => (this.choice === "one" ? ONE_COLOR : this.group.classes[at].color);
    dress(plot, theme);
    paint(plot, this.colored, color_of, theme.dark);
    plot.hover.tooltips = tooltip(this.about, k, this.choice);
    this.outline(plot, k, theme);
  }

  /* The ellipses and the path. */
  outline({ lines, axes }, k, theme = this.theme) {
    const { scores } = this.numbers.maps[k], { group, hidden, shows } = this;
    const color_of = (at) => shade(color_in_list(this.colored, this.choice, group.classes[at]), theme.dark);
    const in_classes = (kind) => ellipses(kind, group, hidden, scores, axes).map((one) => ({ ...one, color: color_of(one.at) }));
    const in_order = () => [{ ...path(in_time(dated(this.about, this.choice), group, hidden), scores, axes), color: theme.text }];
    for (const [kind, { data_source }] of Object.entries(lines)) {
      const found = !shows[kind] ? [] : kind === "path" ? in_order() : in_classes(kind);
      data_source.data = { xs: found.map(({ xs }) => xs), ys: found.map(({ ys }) => ys), color: found.map(({ color }) => color) };
    }
  }

  outline_all() {
    this.plots.forEach((plot, k) => this.outline(plot, k));
  }

  /* Show or hide what the menu "Show" has. */
  show_also(what, visible) {
    this.shows[what] = visible;
    for (const { arrows } of this.plots) for (const part of arrows?.parts ?? []) part.visible = this.shows.arrows;
    this.explain();
    this.outline_all();
    this.report();
  }

  /* What color and lines on the maps mean. */
  explain() {
    const kinds = are_named(this.group) && this.about.is_new.some(Boolean) ? ["Hollow: new samples."] : [];
    if (this.choice.startsWith("column")) kinds.unshift(`Color: ${column_of(this.choice, this.about, this.numbers).one.name}. It is one of the columns that make the map, so its colors follow the map in any case.`);
    kinds.push(...Object.keys(KINDS).filter((one) => this.shows[one]).map((one) => KINDS[one]));
    if (this.shows.path) kinds.push(of_path(dated(this.about, this.choice)));
    this.note.textContent = kinds.join(" ");
  }

  /* All colors again: those of the page, or of another choice. */
  repaint() {
    this.theme = theme_of(this.root);
    this.plots.forEach((plot, k) => this.paint(plot, k));
    this.list_classes();
    this.show_profile();
  }

  /* Place the names on map k again. */
  name(k) {
    name_samples(this.plots[k], k, this, this.plots[k].view.frame.bbox);
  }

  show_class(at, visible) {
    for (const { at: of, renderer } of this.plots.flatMap(({ layers }) => layers)) if (of === at) renderer.visible = visible;
    this.hidden[visible ? "delete" : "add"](at);
    this.outline_all();
    this.report();
  }

  select(indices) {
    this.source.selected.indices = indices;
    this.source.selected.change.emit();
  }

  /* Select samples of which map k shows the lowest one above the words on a narrow page. */
  seek(indices, k = 0) {
    const { el, frame } = this.plots[k].view;
    this.touched = el.getBoundingClientRect().top + Math.max(...indices.map((i) => frame.y_scale.compute(this.source.data[`y${k}`][i])));
    this.select(indices);
  }

  /* Select the sample nearest to a tap or a click, since a finger is wider than a marker; with Shift, one more. */
  tap(k, { sx, sy, modifiers }) {
    const { x_scale, y_scale } = this.plots[k].view.frame, { data } = this.source;
    const away = (i) => Math.hypot(x_scale.compute(data[`x${k}`][i]) - sx, y_scale.compute(data[`y${k}`][i]) - sy);
    const near = data.name.map((_, i) => i).filter((i) => !this.hidden.has(this.group.class_of[i]) && away(i) < 20);
    const nearest = near.sort((i, j) => away(i) - away(j)).slice(0, 1);
    this.seek([...new Set([...(modifiers.shift ? this.chosen : []), ...nearest])], k);
  }

  /* Select the sample that is called so, or whose name alone contains a text; all of these at the end of the line. */
  find(text, at_end = false) {
    const [whole, parts] = found(this.about.names, text), hits = whole.length || (parts.length > 1 && !at_end) ? whole : parts;
    this.select(hits);
    if (text.trim() && !hits.length) this.status.textContent = parts.length ? `${parts.length} names contain “${text}”. Enter selects them.` : `No name contains “${text}”.`;
  }

  /* Everything that says which samples are selected. */
  report() {
    const { about, chosen } = this;
    const { title, texts, is_measured } = in_texts(about, this.numbers, this.choice);
    this.status.textContent = summary(about, chosen, by_finger(), is_measured ? `${title} ${texts[chosen[0]]}` : "") + profile_in_words(about, this.numbers.columns, chosen);
    if (chosen.length) this.status.append(element("button", { type: "button", class: "close", "aria-label": "Clear selection", onclick: () => this.select([]) }, "×"));
    this.of_selection.hidden = !chosen.length;
    this.plots.forEach((_, k) => this.name(k));
    this.show_profile();
    if (this.details.open) this.table();
    // On a narrow page the words stay in sight, and would cover a point at the lower end of the screen.
    const { position } = getComputedStyle(this.status), { top: now, height } = this.status.getBoundingClientRect(), top = Math.min(now, innerHeight - height);
    if (chosen.length && position === "sticky" && this.touched + 20 > top) scrollBy({ top: this.touched + 20 - top, behavior: "smooth" });
    this.touched = 0;
  }

  /* Draw the profile of the selected samples when earlier ones are drawn, unless there is a newer selection by then. */
  show_profile() {
    const selection = (this.selection = {});
    this.profiled = this.profiled.then(() => selection === this.selection && this.draw_profile());
  }

  async draw_profile() {
    const { about, chosen, numbers, profile } = this;
    profile.hidden = !has_profile(numbers.columns, chosen);
    this.of_profile.clear();
    profile.replaceChildren();
    if (profile.hidden) return;
    const text = caption_of_profile(about, numbers.columns, chosen);
    const frame = element("div", { role: "img", "aria-label": `Profile of the selected samples. ${text}` });
    profile.append(element("figcaption", {}, element("strong", {}, "Profile of the selected samples."), ` ${text}`), frame);
    this.of_profile = new Bokeh.Document();
    this.of_profile.add_root(profile_figure(this, profile.clientWidth, this.theme));
    await Bokeh.embed.add_document_standalone(this.of_profile, frame, [frame]);
  }

  table() {
    const { indices, caption } = in_table(this.about, this.chosen);
    const rows = rows_of(this.about, this.numbers, indices), table = table_of(caption, rows, above(this.about, rows[0]));
    this.details.querySelector(".wide")?.remove();
    this.details.append(element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Table of the samples" }, table));
  }

  /* The selected samples as a CSV file. */
  save() {
    const lines = separated(rows_of(this.about, this.numbers, this.chosen, true));
    download(new Blob([lines], { type: "text/csv" }), `${file_of(this.about.title, "selection")}.csv`);
  }

  key(event, k) {
    const { x_range, y_range } = this.plots[k].figure;
    const ranges = after_key(event.key, [x_range, y_range]);
    if (!ranges && event.key !== "0") return;
    event.preventDefault();
    if (!ranges) return this.reset();
    [x_range, y_range].forEach((range, axis) => see(range, ranges[axis]));
  }
}

/* A menu closes by a click beside it, and by Escape. */
for (const kind of ["click", "keydown"]) document.addEventListener(kind, ({ target, key }) => {
  for (const one of document.querySelectorAll(".menu[open]")) {
    if (key ? key !== "Escape" : one.contains(target)) continue;
    if (key) one.firstChild.focus();
    one.open = false;
  }
});

for (const root of document.querySelectorAll("[data-map]")) {
  const [first, ...others] = [JSON.parse(document.getElementById(root.dataset.map).textContent)].flat();
  const map = new StudyMap(root, [first, ...others.map((one) => ({ ...one, columns: first.columns }))]);
  root.querySelector(".without-script")?.remove();
  map.draw().then(() => (root.dataset.drawn = "true"));
  // For the tests of the page, which cannot look into a canvas.
  root.study_map = map;
  for (const one of document.querySelectorAll("[data-samples]")) one.addEventListener("click", () => root.study_map.seek(JSON.parse(one.dataset.samples)));
}
