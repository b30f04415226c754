"use strict";
// Charts for people: the values under the pointer as a small box, and a legend whose buttons show one line alone.
(function () {
  const box = document.createElement("div");
  box.className = "tip";
  box.hidden = true;
  document.body.append(box);

  function show(event) {
    const area = event.target.closest ? event.target.closest("[data-tip]") : null;
    box.hidden = !area;
    if (!area) return;
    box.textContent = area.dataset.tip;

    // The box stands beside the pointer, on the side where the window has room for it.
    const gap = 14;
    const { clientWidth, clientHeight } = document.documentElement;
    const beside = event.clientX + gap + box.offsetWidth <= clientWidth ? event.clientX + gap : event.clientX - gap - box.offsetWidth;
    const below = Math.min(event.clientY + gap, clientHeight - box.offsetHeight - 4);
    box.style.left = `${Math.max(4, beside)}px`;
    box.style.top = `${Math.max(4, below)}px`;
  }

  document.addEventListener("pointermove", show, { passive: true });
  document.addEventListener("pointerdown", show, { passive: true });
  document.addEventListener("scroll", () => (box.hidden = true), { passive: true, capture: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && (box.hidden = true));

  for (const legend of document.querySelectorAll(".legend.series")) {
    const figure = legend.closest("figure");
    const lines = [...figure.querySelectorAll("svg [data-series]")];
    const buttons = [...legend.querySelectorAll("button")];

    // Every line but the ones of this number is pale; without a number none is.
    const mark = (number) => lines.forEach((line) => line.classList.toggle("pale", number !== null && line.dataset.series !== number));
    const chosen = () => {
      const pressed = buttons.find((button) => button.getAttribute("aria-pressed") === "true");
      return pressed ? pressed.dataset.series : null;
    };

    for (const button of buttons) {
      button.addEventListener("click", () => {
        const press = button.getAttribute("aria-pressed") !== "true";
        buttons.forEach((other) => other.setAttribute("aria-pressed", String(press && other === button)));
        mark(chosen());
      });
      button.addEventListener("pointerenter", () => mark(button.dataset.series));
      button.addEventListener("pointerleave", () => mark(chosen()));
    }
  }
})();
