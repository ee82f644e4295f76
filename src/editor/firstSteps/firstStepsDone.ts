const storageKey = "tickwork.first-steps";

/** Whether the hints were seen or sent away; where nothing can be remembered they are never shown. */
export function firstStepsDone(): boolean {
  try {
    return localStorage.getItem(storageKey) === "done";
  } catch {
    return true;
  }
}

/** Not shown any more in this browser. */
export function endFirstSteps(): void {
  try {
    localStorage.setItem(storageKey, "done");
  } catch {
    // Then they are not shown at all.
  }
}
