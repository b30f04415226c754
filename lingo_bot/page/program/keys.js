// Keys of the keyboard and of the screen: which part of the page gets them, and when a button keeps its Enter.
import { byId } from "./board.js";

/** Enter, Backspace, letters, the blank that begins the marks, and the keys of marks (see MARK_KEYS of row.js). */
const ROW_KEYS = /^(Enter|Backspace|[ \p{L}\p{N}?.\-_])$/u;
/** How many keys to the right an arrow key moves the focus. */
const ARROWS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** Whether a pointer was pressed after the last Tab. A button that was clicked keeps the focus, but Enter is meant for the
 * row. After Tab it is meant for the button that has the focus. */
let isPointed = false;

/** Call `press` with each key that is for the row, and with the value of each button that is clicked. It returns whether
 * it has used the key. @param {(key: string) => boolean} press */
export function listen(press) {
  addEventListener("pointerdown", () => (isPointed = true));
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
  if (!ROW_KEYS.test(key) || byId("help").open) return false;

  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select")) return false;

  const wouldPress = (key === "Enter" || key === " ") && target.closest("button, a, summary");
  return isPointed || !wouldPress;
}

/** Move the focus to the next key of a keyboard on the screen, which is one stop of Tab. @param {KeyboardEvent} event */
function moveOnKeyboard(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const keyboard = target.closest(".keyboard");
  if (!keyboard) return;

  /** @type {HTMLElement[]} */
  const keys = [...keyboard.querySelectorAll("button")];
  const toTheRight = ARROWS.get(event.key) ?? 0;
  // In Hebrew and Arabic the keys run from right to left.
  const isReversed = getComputedStyle(target).direction === "rtl";
  const index = keys.indexOf(target) + (isReversed ? -toTheRight : toTheRight);
  // The last key is followed by the first one; -1 is the last.
  const next = keys.at(index % keys.length);
  if (!next) return;

  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  event.preventDefault();
}

/** Take the focus from an element that was chosen by a pointer, so that the next letters go to the row.
 * @param {HTMLElement} chosen */
export function leaveIfPointed(chosen) {
  if (isPointed) chosen.blur();
}
