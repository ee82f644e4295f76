import { type RefObject, useEffect, useRef } from "react";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws on a canvas each `every` ms while time passes (`null`: it stands still), when the theme changes, and with every
 * rendering in which something of `of`, or its size, is another. Canvases with the same `every` are drawn in one frame.
 */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  { width, height }: Size,
  { every, of }: { readonly every: number | null; readonly of: readonly unknown[] },
  paint: (context: CanvasRenderingContext2D, element: HTMLCanvasElement) => void,
): void {
  // The latest of everything, for what draws between renderings.
  const draw = useRef(() => {});
  const drawn = useRef<readonly unknown[]>([]);
  useEffect(() => {
    draw.current = () => {
      const element = canvas.current;
      const context = element?.getContext("2d");
      if (!element || !context) return;
      const ratio = window.devicePixelRatio || 1;
      const pixels = [Math.round(width * ratio), Math.round(height * ratio)] as const;
      if (element.width !== pixels[0] || element.height !== pixels[1]) [element.width, element.height] = pixels;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint(context, element);
    };
    const before = drawn.current;
    drawn.current = [width, height, ...of];
    if (drawn.current.some((part, place) => !Object.is(part, before[place]))) draw.current();
  });
  useEffect(() => {
    if (every === null) return;
    const next = () => setTimeout(pass, every - (performance.now() % every));
    const pass = () => {
      draw.current();
      timer = next();
    };
    let timer = next();
    return () => clearTimeout(timer);
  }, [every]);
  useEffect(() => {
    const observer = new MutationObserver(() => draw.current());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
}
