"use strict";
// Tables for people: the buttons in their headers sort the rows; one that is wider than its place is reached by keyboard.
(function () {
  const dash = "–";

  // A cell's value: its first number if it begins with one, else its text. An empty cell comes last when sorted down.
  function value(row, column) {
    const text = row.cells[column].textContent.trim();
    const number = parseFloat(text.replace(/,/g, "").replace("−", "-"));
    return text === dash || text === "" ? -Infinity : Number.isNaN(number) ? text.toLowerCase() : number;
  }

  function compare(a, b) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === "number" ? -1 : 1;
  }

  function sort(table, header) {
    const body = table.tBodies[0], column = header.cellIndex;
    const rows = [...body.rows].map((row) => [value(row, column), row]);
    const numbers = rows.every(([each]) => typeof each === "number");
    const before = header.getAttribute("aria-sort");
    const up = before ? before === "descending" : !numbers;
    rows.sort(([a], [b]) => (up ? compare(a, b) : compare(b, a)));
    body.append(...rows.map(([, row]) => row));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", up ? "ascending" : "descending");
  }

  for (const table of document.querySelectorAll("table:has(thead)")) {
    for (const header of table.tHead.rows[0].cells) {
      if (header.tagName !== "TH" || !header.textContent.trim()) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...header.childNodes);
      button.addEventListener("click", () => sort(table, header));
      header.append(button);
    }
  }

  function place(scroll) {
    const wide = scroll.scrollWidth > scroll.clientWidth;
    scroll.classList.toggle("wide", wide && scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1);
    if (wide) {
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", `${scroll.dataset.name}: a table that scrolls sideways`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) scroll.removeAttribute(name);
    }
  }

  const headings = [...document.querySelectorAll("h1, h2")];
  const before = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const watch = new ResizeObserver((entries) => entries.forEach((entry) => place(entry.target)));
  for (const scroll of document.querySelectorAll(".scroll")) {
    const figure = scroll.closest("figure");
    const title = figure ? figure.querySelector("figcaption").firstChild : headings.findLast((each) => before(each, scroll));
    scroll.dataset.name = title.textContent.trim();
    scroll.addEventListener("scroll", () => place(scroll), { passive: true });
    watch.observe(scroll);
    place(scroll);
  }
})();
