"use strict";
/* Elements of a page: controls, tables, downloads. */

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/* Whether the page is touched or as narrow as a phone, where a lasso would stop it from moving. */
function by_finger() {
  return matchMedia("(pointer: coarse), (max-width: 699px)").matches;
}

/* A list of values and their texts; `act` gets the value that is chosen. */
function list(text, options, value, act) {
  const select = element("select", { onchange: (event) => act(event.target.value) },
    ...options.map(([key, label]) => element("option", { value: key, selected: key === value }, label)));
  return element("label", {}, `${text} `, select);
}

/* A box with what stands beside it; `act` gets whether it is checked. */
function box(checked, act, ...beside) {
  return element("label", {}, element("input", { type: "checkbox", checked, onchange: (event) => act(event.target.checked) }), ...beside);
}

/* Controls below a button that shows them. */
function menu(text, ...controls) {
  return element("details", { class: "menu", name: "menu" }, element("summary", {}, text), element("div", {}, ...controls));
}

/* A shape in a box of 16 by 16, from its outline. */
function outline(path, attributes) {
  const [picture, shape] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", "aria-hidden": "true", ...attributes })) picture.setAttribute(name, value);
  shape.setAttribute("d", path);
  picture.append(shape);
  return picture;
}

/* Buttons in a line, from their texts and what they do. */
function buttons(acts) {
  const made = Object.entries(acts).map(([text, act]) => element("button", { type: "button", onclick: act }, text));
  return element("div", { class: "controls" }, ...made);
}

/* A table of texts: titles above groups of columns, if any, a header, and rows, whose first column has their names. */
function table_of(caption, [head, ...body], above) {
  const row = ([name, ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)));
  return element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...above.map(([text, colspan]) => element(text ? "th" : "td", { colspan, scope: text !== "" && "colgroup" }, text))), element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...body.map(row)));
}

/* All elements inside an element that a selector finds, also in shadows of others. */
function within(root, selector) {
  const deeper = (one) => [...within(one, selector), ...(one.shadowRoot ? within(one.shadowRoot, selector) : [])];
  return [...root.children].flatMap((one) => [...(one.matches(selector) ? [one] : []), ...deeper(one)]);
}

/* Buttons of BokehJS's toolbar as buttons for a screen reader, with their names and states. It makes them again
  when it changes. */
function name_tools(root) {
  const name = () => {
    for (const one of within(root, ".bk-OnOffButton, .bk-ClickButton, .bk-tool-overflow")) {
      Object.assign(one, { role: "button", ariaLabel: one.title || "More tools" });
      if (one.matches(".bk-OnOffButton")) one.ariaPressed = one.matches(".bk-active");
    }
  };
  name();
  for (const bar of within(root, ".bk-Toolbar")) {
    Object.assign(bar, { role: "toolbar", ariaLabel: "Tools of the map" });
    new MutationObserver(name).observe(bar.shadowRoot, { childList: true, subtree: true, attributeFilter: ["class", "title"] });
  }
}

function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
