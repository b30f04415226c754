// Charts: a small box with the values under the pointer, and a legend whose buttons show one line alone.

// Pixels from the pointer to the box.
const GAP = 14;
// The fewest pixels from the box to the edge of the window.
const EDGE = 4;

const box = document.createElement("div");
box.className = "tip";
box.hidden = true;
document.body.append(box);

function show(event) {
  // The target may be the document, which has no closest().
  const area = event.target.closest?.("[data-tip]");
  box.hidden = !area;
  if (!area) return;
  box.textContent = area.dataset.tip;

  // The box is right of the pointer, or left of it where the window has no room there.
  const { clientWidth, clientHeight } = document.documentElement;
  const rightOf = event.clientX + GAP;
  const leftOf = event.clientX - GAP - box.offsetWidth;
  const left = rightOf + box.offsetWidth <= clientWidth ? rightOf : leftOf;
  // It is below the pointer, or as low as the window allows.
  const top = Math.min(event.clientY + GAP, clientHeight - box.offsetHeight - EDGE);
  box.style.left = `${Math.max(EDGE, left)}px`;
  box.style.top = `${Math.max(EDGE, top)}px`;
}

document.addEventListener("pointermove", show, { passive: true });
document.addEventListener("pointerdown", show, { passive: true });
document.addEventListener("scroll", () => (box.hidden = true), { passive: true, capture: true });
document.addEventListener("keydown", (event) => event.key === "Escape" && (box.hidden = true));

for (const legend of document.querySelectorAll(".legend.series")) {
  const figure = legend.closest("figure");
  const lines = [...figure.querySelectorAll("svg [data-series]")];
  const buttons = [...legend.querySelectorAll("button")];

  // Make all lines pale except that of a series; with null no line is pale.
  function showAlone(series) {
    for (const line of lines)
      line.classList.toggle("pale", series !== null && line.dataset.series !== series);
  }

  // The series whose button is pressed, null for none.
  function chosenSeries() {
    const pressed = buttons.find((button) => button.getAttribute("aria-pressed") === "true");
    return pressed ? pressed.dataset.series : null;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      // A second click shows all lines again.
      const wasPressed = button.getAttribute("aria-pressed") === "true";
      for (const other of buttons) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(!wasPressed));
      showAlone(chosenSeries());
    });
    button.addEventListener("pointerenter", () => showAlone(button.dataset.series));
    button.addEventListener("pointerleave", () => showAlone(chosenSeries()));
  }
}
