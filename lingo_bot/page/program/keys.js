// Keys of the keyboard and of the screen: which part of the page gets them, and when a button keeps its Enter.
import { byId } from "./board.js";

const TYPED = /^(Enter|Backspace|[ \p{L}\p{N}?.\-_])$/u;
const ARROWS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** Whether the last press was one of a pointer. A button that a pointer has pressed keeps the focus; Enter belongs to the
 * row all the same. After Tab it belongs to the button that has the focus. */
let isPointed = false;

/** Hand keys to a function, which returns whether it has taken one. @param {(key: string) => boolean} press */
export function listen(press) {
  addEventListener("pointerdown", () => (isPointed = true), true);
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") isPointed = false;
    if (isForRow(event) && press(event.key)) event.preventDefault();
    if (ARROWS.has(event.key)) moveOnKeyboard(event);
  });
  addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (button?.value) press(button.value);
  });
}

/** Whether a key is for the row that is being typed. @param {KeyboardEvent} event */
function isForRow(event) {
  const { key, isComposing } = event;
  // Some keyboards have letters behind AltGr, which browsers report as Control and Alt.
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  if ((isCommand && !event.getModifierState("AltGraph")) || isComposing) return false;
  if (!TYPED.test(key) || byId("help").open) return false;

  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("input, textarea, select")) return false;
  const pressesButton = key === "Enter" || key === " ";
  return isPointed || !pressesButton || !at.closest("button, a, summary");
}

/** Move the focus to the next key of a keyboard on the screen, which is one stop of Tab. @param {KeyboardEvent} event */
function moveOnKeyboard(event) {
  const at = /** @type {HTMLElement} */ (event.target);
  const keyboard = at.closest(".keyboard");
  if (!keyboard) return;

  /** @type {HTMLElement[]} */
  const keys = [...keyboard.querySelectorAll("button")];
  const place = keys.indexOf(at) + (ARROWS.get(event.key) ?? 0);
  const next = keys[(place + keys.length) % keys.length];
  at.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  event.preventDefault();
}

/** Give the focus back to the page after a choice by a pointer, so that the next letters go to the row.
 * @param {HTMLElement} chosen */
export function leaveIfPointed(chosen) {
  if (isPointed) chosen.blur();
}
