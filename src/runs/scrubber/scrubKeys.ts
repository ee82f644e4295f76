/** What a key does in the scrubber. */
export type ScrubCommand =
  | { readonly kind: "by"; readonly ticks: number }
  | { readonly kind: "first" }
  | { readonly kind: "last" }
  | { readonly kind: "play" }
  | { readonly kind: "speed"; readonly by: 1 | -1 }
  | { readonly kind: "jump"; readonly to: JumpTarget; readonly direction: 1 | -1 };

/** What is looked for among the ticks. */
export type JumpTarget = "step" | "error" | "store" | "ask";

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const letters: Readonly<Record<string, JumpTarget>> = { s: "step", e: "error", v: "store", q: "ask" };

/** Chosen so that the keys of a slider do what they do elsewhere. `last`: how many ticks there are. */
export function scrubCommand(pressed: PressedKey, last: number): ScrubCommand | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const page = Math.max(10, Math.round(last / 20));
  switch (pressed.key) {
    case "ArrowRight":
    case "ArrowUp":
      return { kind: "by", ticks: pressed.shiftKey ? 10 : 1 };
    case "ArrowLeft":
    case "ArrowDown":
      return { kind: "by", ticks: pressed.shiftKey ? -10 : -1 };
    case "PageUp":
      return { kind: "by", ticks: page };
    case "PageDown":
      return { kind: "by", ticks: -page };
    case "Home":
      return { kind: "first" };
    case "End":
    case "Escape":
      return { kind: "last" };
    case " ":
      return { kind: "play" };
    case "+":
      return { kind: "speed", by: 1 };
    case "-":
      return { kind: "speed", by: -1 };
    default: {
      const target = letters[pressed.key.toLowerCase()];
      return target === undefined ? null : { kind: "jump", to: target, direction: pressed.shiftKey ? -1 : 1 };
    }
  }
}

/** Ticks a second. */
export const speeds = [1, 4, 20, 100, 500] as const;

export function nextSpeed(speed: number, by: 1 | -1): number {
  const at = speeds.findIndex((each) => each >= speed);
  return speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)] ?? speed;
}

/** Where a wish leads: a tick from 1 on, or the present (`null`) for the last one and all behind it. */
export function momentFor(seq: number, last: number): number | null {
  return seq >= last ? null : Math.max(1, Math.round(seq));
}
