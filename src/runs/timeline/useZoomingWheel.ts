import { type RefObject, useEffect, useRef } from "react";

/** Calls with each turn of the wheel over these places; `true`: it was taken, and nothing else scrolls. */
export function useZoomingWheel(
  places: readonly RefObject<HTMLElement | null>[],
  onWheel: (event: WheelEvent) => boolean,
): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  const first = useRef(places);
  // React's wheel listeners are passive: the page would zoom as well.
  useEffect(() => {
    const listen = (event: WheelEvent) => {
      if (latest.current(event)) event.preventDefault();
    };
    const elements = first.current.map(({ current }) => current);
    for (const element of elements) element?.addEventListener("wheel", listen, { passive: false });
    return () => {
      for (const element of elements) element?.removeEventListener("wheel", listen);
    };
  }, []);
}
