/** About one frame of a screen, ms: more often nobody can see it. */
const frameMs = 16;

/** Runs `work` soon after it was asked for, and at most once per frame however often it is asked for. */
export function createPace(work: () => void): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      if (timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          ranAt = performance.now();
          work();
        },
        Math.max(0, frameMs - (performance.now() - ranAt)),
      );
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
