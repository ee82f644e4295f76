import { useLayoutEffect, useRef, useState } from "react";

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * The same functions for as long as the component stands; each does what the newest of its name would. React Flow tells
 * all that listen to it of every property that is another one, and draws all wires anew for some. The names stay.
 */
export function useSteady<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as H,
  );
  return steady;
}
