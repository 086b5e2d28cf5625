// What the pages do besides being read: the table of statements, and positions that
// scroll by themselves. Without this script every page still shows everything.
"use strict";

// A piece of a page that scrolls has to be reached with the keyboard.
function letKeyboardScroll() {
  for (const part of document.querySelectorAll("pre, div.math, .output.text_html, .table-wrapper")) {
    if (part.scrollWidth <= part.clientWidth || part.hasAttribute("tabindex")) continue;
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "region");
    part.setAttribute("aria-label", part.matches("pre") ? "code" : "scrolls sideways");
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

// The theme marks captions in the sidebar as headings, without a level.
function levelsOfHeadings() {
  for (const one of document.querySelectorAll("[role=heading]:not([aria-level])")) {
    one.setAttribute("aria-level", "2");
  }
}

document.addEventListener("DOMContentLoaded", () => {
  levelsOfHeadings();
  tableOfStatements();
  letKeyboardScroll();
});
