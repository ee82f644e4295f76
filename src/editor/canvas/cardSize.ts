import { portsOf } from "../../workflow/kinds.ts";
import type { Note, Step } from "../../workflow/workflow.ts";

export const cardWidth = 232;
const headHeight = 52;
const portHeight = 24;
const stripHeight = 30;

/** The output ports that get a row with their name: all but `error`, unless `done` is the only one. */
export function namedPorts(step: Step): readonly string[] {
  const ports = portsOf(step).filter((port) => port !== "error");
  return ports.length === 1 && ports[0] === "done" ? [] : ports;
}

/** Height of a card in px, as its styles make it; for layout before anything is measured. */
export function cardHeight(step: Step | "start"): number {
  const rows = step === "start" ? 0 : namedPorts(step).length;
  return headHeight + rows * portHeight + (rows > 0 ? 6 : 0) + stripHeight;
}

/** How far below a card's top its first ports stand. */
export const portAxis = 28;

/** How far below a card's top an output stands. */
export function portOffset(step: Step | "start", port: string): number {
  if (step === "start") return portAxis;
  if (port === "error") return cardHeight(step) - stripHeight / 2;
  const row = namedPorts(step).indexOf(port);
  return row < 0 ? portAxis : headHeight + row * portHeight + portHeight / 2;
}

/** Size of a note on the canvas. */
export function noteSize({ width, height }: Pick<Note, "width" | "height">): {
  readonly width: number;
  readonly height: number;
} {
  return { width: width ?? 220, height: height ?? 96 };
}
