const candidates = "a[href], button, input, select, textarea, [tabindex], [contenteditable]";

/** The first element inside that Tab would reach. */
export function firstTabbable(place: HTMLElement): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(candidates)].find(
    (element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility(),
  );
}
