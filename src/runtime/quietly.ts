/** R51: whoever watches or executes a run never hurts it by throwing. */
export function quietly(call: () => void): void {
  try {
    call();
  } catch {
    // What a watcher throws is its own affair; an executor reports failures as results.
  }
}
