// A table or a formula that is wider than the sheet is made smaller: paper does not scroll, and the
// browser would otherwise make every sheet smaller.
"use strict";
window.addEventListener("load", () => {
  // What was laid out before the fonts came is laid out again, so that equal documents are printed
  // with equal bytes: parts of an earlier layout would stay, and their places may differ by rounding.
  document.body.style.display = "none";
  document.body.getBoundingClientRect();
  document.body.style.display = "";
  for (const part of document.querySelectorAll(".wide, .table-wrapper, div.math")) {
    const fits = part.clientWidth / part.scrollWidth;
    if (fits < 1) part.style.zoom = Math.floor(1000 * fits) / 1000;
  }
});
