/**
 * What only a mouse can press: what is no control, is outside of the row of Tab, refuses the focus, or shows nothing when
 * it has it. Runs in the page, and gives the focus back.
 */
export function mouseOnly(): string[] {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], [role=button], [role=tab]";
  const byArrows = "[role=tablist], [role=menu], [role=radiogroup], [role=listbox], [role=toolbar], [role=grid]";
  const kinds = ["focus", "focusin", "blur", "focusout"];
  const isQuiet = (event: Event) => event.stopImmediatePropagation(); // a link that has the focus fetches its page
  const name = (element: Element) => element.outerHTML.slice(0, 120);
  const look = (element: Element | null, part?: string) => {
    if (element === null) return "";
    const { outlineStyle, outlineColor, outlineWidth, boxShadow, borderColor, backgroundColor, color, stroke, clip, opacity } = getComputedStyle(element, part);
    return [outlineStyle === "none" ? "" : outlineColor + outlineWidth, boxShadow, borderColor, backgroundColor, color, stroke, clip, opacity].join();
  };
  const looks = (element: Element) => {
    const around = [element, element.parentElement, element.nextElementSibling, element.previousElementSibling];
    return [...around.map((one) => look(one)), look(element, "::before"), look(element, "::after")].join("|");
  };
  const problem = (element: HTMLElement) => {
    if (element.tabIndex < 0) return element.matches("[type=file]") || element.closest(byArrows) ? "" : "no Tab";
    const before = looks(element);
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) return "takes no focus";
    return looks(element) === before ? "shows no focus" : "";
  };

  const found: string[] = [];
  for (const element of document.querySelectorAll("body *")) {
    const isPressed = getComputedStyle(element).cursor === "pointer" && element.checkVisibility();
    if (isPressed && !element.closest(`${controls}, label, [role][tabindex]`)) found.push(`no control: ${name(element)}`);
  }
  const focused = document.activeElement;
  for (const kind of kinds) addEventListener(kind, isQuiet, true);
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true], [data-sonner-toaster]");
    const what = isShown && !element.matches(":disabled") ? problem(element) : "";
    if (what) found.push(`${what}: ${name(element)}`);
    element.blur();
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  for (const kind of kinds) removeEventListener(kind, isQuiet, true);
  return found;
}
