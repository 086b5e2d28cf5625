// Below each result of the search, what its page says of the words. excerpts.js has the paragraphs.
"use strict";

// Sphinx finds words with the same stem, such as centered for centering. Their first letters agree.
function stems(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => word.slice(0, Math.max(4, word.length - 3)));
}

// The part of the paragraph with most of the words, around the first of them; "" if none has any.
function excerpt(paragraphs, words) {
  let best = "", most = 0;
  for (const paragraph of paragraphs) {
    const count = words.filter((word) => paragraph.toLowerCase().includes(word)).length;
    if (count > most) [best, most] = [paragraph, count];
  }
  if (!most) return "";
  const places = words.map((word) => best.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.min(...places);
  const from = start > 100 ? best.indexOf(" ", start - 100) + 1 : 0;
  const to = from + 240 < best.length ? best.lastIndexOf(" ", from + 240) : best.length;
  return (from ? "… " : "") + best.slice(from, to) + (to < best.length ? " …" : "");
}

document.addEventListener("DOMContentLoaded", () => {
  const words = stems(new URLSearchParams(window.location.search).get("q") ?? "");
  const results = document.getElementById("search-results");
  if (!results || !words.length) return;
  const explain = (item) => {
    const address = item.querySelector("a").getAttribute("href");
    const text = excerpt(excerpts[address.replace(/\.html.*/, "")] ?? [], words);
    if (text) item.appendChild(document.createElement("p")).textContent = text;
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) if (node.matches?.("ul.search > li")) explain(node);
    }
  }).observe(results, { childList: true, subtree: true });
});
