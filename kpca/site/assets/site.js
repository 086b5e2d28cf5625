// What the pages do besides being read: the table of statements, and positions that
// scroll by themselves. Without this script every page still shows everything.
"use strict";

// A piece of a page that scrolls says so, and has to be reached with the keyboard.
function letScroll(part) {
  const scrolls = part.scrollWidth > part.clientWidth + 1;
  part.classList.toggle("scrolls", scrolls);
  if (!scrolls || part.tabIndex === 0) return;
  part.setAttribute("tabindex", "0");
  part.setAttribute("role", "region");
  part.setAttribute("aria-label", part.matches("pre") ? "code" : "scrolls sideways");
}

// Now, and when a fold is opened or a phone is turned.
function letPartsScroll() {
  const observer = new ResizeObserver((changes) => changes.forEach((one) => letScroll(one.target)));
  for (const part of document.querySelectorAll("pre, .wide, .output.text_html, .table-wrapper, a.image-reference")) {
    letScroll(part);
    observer.observe(part);
  }
}

// On a phone a long line is broken and goes on four letters deeper, but not in a table of letters,
// which has gaps in two lines or more.
function breakLines() {
  for (const code of document.querySelectorAll("div.highlight pre")) {
    if (code.closest(".cell_output") && /(.*\S {2,}\S.*\n){2}/.test(code.textContent)) continue;
    const lines = code.innerHTML.trimEnd().split("\n");
    const depths = code.textContent.split("\n").map((line) => Math.max(line.search(/\S/), 0));
    code.innerHTML = lines.map((line, k) => `<span class="line" style="--depth: ${depths[k]}">${line}\n</span>`).join("");
  }
}

// Sort and search come from simple-datatables. The selections above the table are exact words in
// one column each.
function tableOfStatements() {
  const table = document.getElementById("statements-table"), filters = document.getElementById("statements-filters");
  if (!table) return;
  const wanted = window.location.hash.slice(1);
  const rows = [...table.tBodies[0].rows].map((row) => row.id);
  const sorted = new simpleDatatables.DataTable(table, {
    paging: false,
    columns: [{ select: 6, hidden: true }],
    labels: { placeholder: "search", searchTitle: "search in the table", noResults: "no statement" },
  });
  const selects = [...filters.querySelectorAll("select")];
  const select = () => {
    const queries = selects.filter((one) => one.value).map((one) => (
      { terms: [one.value], columns: [Number(one.dataset.column)] }
    ));
    sorted.multiSearch(queries, "filters");
  };
  for (const one of selects) one.addEventListener("change", select);
  filters.hidden = false;
  if (rows.includes(wanted)) document.getElementById(wanted)?.scrollIntoView();
}

// The menu is longer than a window: it begins where the reader is.
function showCurrentPage() {
  const menu = document.querySelector(".sidebar-scroll"), current = menu?.querySelector(".current-page");
  if (current) menu.scrollTop += current.getBoundingClientRect().top - menu.clientHeight / 2;
}

// The theme marks captions in the sidebar as headings, without a level.
function levelsOfHeadings() {
  for (const one of document.querySelectorAll("[role=heading]:not([aria-level])")) {
    one.setAttribute("aria-level", "2");
  }
}

document.addEventListener("DOMContentLoaded", () => {
  levelsOfHeadings();
  showCurrentPage();
  tableOfStatements();
  breakLines();
  letPartsScroll();
});
