// The parts of the page: a small screen shows them folded, a link to something in a part opens it, and print has all.

const parts = [...document.querySelectorAll("details.part")];
const narrow = matchMedia("(max-width: 560px)");

// The part that has the element of a link such as #audit, #games?player=1 or #game-7.
function partOf(hash) {
  const id = hash.replace(/^#/, "").split("?")[0];
  // A game that is not listed yet has no element.
  const target = document.getElementById(/^game-[0-9]+$/.test(id) ? "games" : id);
  return target ? target.closest("details.part") : null;
}

// Open the part of the page's address.
function openPart() {
  const part = partOf(location.hash);
  if (!part || part.open) return;
  part.open = true;
  part.scrollIntoView();
}

if (narrow.matches) {
  for (const part of parts) part.open = false;
}
openPart();
addEventListener("hashchange", openPart);
// A link to the address that the page already has changes no hash.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  const part = link && partOf(link.getAttribute("href"));
  if (part) part.open = true;
});

// The parts that are open for print alone.
const printedParts = new Set();
addEventListener("beforeprint", () => {
  for (const part of parts.filter((candidate) => !candidate.open)) {
    printedParts.add(part);
    part.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const part of printedParts) part.open = false;
  printedParts.clear();
});
