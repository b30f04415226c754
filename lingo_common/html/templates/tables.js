// Tables: buttons in the headers sort the rows, and the keyboard scrolls a table that is wider than its place.

// What a cell without a value shows.
const DASH = "–";

// What a row is sorted by: the number that its cell begins with, else the cell's text. A cell without a value counts as less
// than all numbers.
function value(row, column) {
  const cell = row.cells[column].cloneNode(true);
  // The marker before a player's name is no part of it.
  for (const sign of cell.querySelectorAll("[aria-hidden=true]")) sign.remove();
  const text = cell.textContent.trim();
  if (text === DASH || text === "") return -Infinity;
  const number = parseFloat(text.replace(/,/g, "").replace("−", "-"));
  return Number.isNaN(number) ? text.toLowerCase() : number;
}

// Numbers come before texts.
function compare(a, b) {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// Sort by a column. The first click puts numbers from the largest down and texts by alphabet; each further one reverses the
// order.
function sort(table, header) {
  const body = table.tBodies[0];
  const column = header.cellIndex;
  const rows = [...body.rows].map((row) => [value(row, column), row]);
  const isNumeric = rows.every(([cellValue]) => typeof cellValue === "number");
  const before = header.getAttribute("aria-sort");
  const ascending = before ? before === "descending" : !isNumeric;

  rows.sort(([a], [b]) => (ascending ? compare(a, b) : compare(b, a)));
  body.append(...rows.map(([, row]) => row));
  for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
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

// Tell people that the table in a box scrolls: by a shadow while columns are hidden on the right, and to a screen reader
// by name.
function markScrolling(box) {
  const isWide = box.scrollWidth > box.clientWidth;
  // The position may be a fraction of a pixel short of the end.
  const isAtEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1;
  box.classList.toggle("wide", isWide && !isAtEnd);
  if (isWide) {
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `${box.dataset.name}: a table that scrolls sideways`);
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
  }
}

const headings = [...document.querySelectorAll("h1, h2")];
const isBefore = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;

// A table is called after the caption of its figure, else after the last heading before it.
function titleOf(box) {
  const figure = box.closest("figure");
  // The first text of a caption, without the explanation after it.
  if (figure) return figure.querySelector("figcaption").firstChild;
  return headings.findLast((heading) => isBefore(heading, box));
}

const observer = new ResizeObserver((entries) =>
  entries.forEach((entry) => markScrolling(entry.target)),
);
for (const tableBox of document.querySelectorAll(".scroll")) {
  tableBox.dataset.name = titleOf(tableBox).textContent.trim();
  tableBox.addEventListener("scroll", () => markScrolling(tableBox), { passive: true });
  observer.observe(tableBox);
  markScrolling(tableBox);
}
