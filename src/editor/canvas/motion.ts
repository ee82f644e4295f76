/** How long the canvas moves, ms; 0 where the person asked for less motion. */
export function motionMs(): number {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
}

/** Calls `draw` with what part of the way is gone, up to 1, frame by frame. The answer ends it. */
export function animate(ms: number, draw: (part: number) => void): () => void {
  const begin = performance.now();
  let frame = 0;
  const next = (now: number) => {
    const part = Math.min(1, Math.max(0, (now - begin) / ms));
    draw(1 - (1 - part) ** 3);
    if (part < 1) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
