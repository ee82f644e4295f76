import { motionMs } from "./motion.ts";

/** How long a pulse takes from one end of a wire to the other, ms. */
const pulseMs = 600;
/** So many at once; more would say only that everything is busy, and cost the frames that show it. */
const mostPulses = 24;
const pulsing = new Set<SVGGElement>();

/**
 * Shows that something just went over a wire: a light that runs along it once. None where the person asked for less
 * motion, from so far away that wires are hairs, and while the last one of this wire is on its way.
 */
export function pulseWire(line: SVGGElement): void {
  if (pulsing.size >= mostPulses || pulsing.has(line)) return;
  if (motionMs() === 0 || line.closest(".tw-canvas-far") !== null) return;
  const path = line.querySelector(".react-flow__edge-path")?.getAttribute("d");
  if (!path) return;
  const light = document.createElementNS("http://www.w3.org/2000/svg", "path");
  light.setAttribute("class", "tw-wire-pulse");
  light.setAttribute("d", path);
  // Lengths are parts of the wire then.
  light.setAttribute("pathLength", "1");
  line.append(light);
  pulsing.add(line);
  const animation = light.animate([{ strokeDashoffset: 0.16 }, { strokeDashoffset: -1 }], {
    duration: pulseMs,
    easing: "ease-in-out",
  });
  const end = (): void => {
    light.remove();
    pulsing.delete(line);
  };
  animation.onfinish = end;
  animation.oncancel = end;
}
