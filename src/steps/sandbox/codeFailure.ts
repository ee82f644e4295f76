import type { Failure } from "../../engine/failure.ts";
import { findRead } from "./findRead.ts";
import type { Place } from "./stripTypes.ts";

/** The file name under which QuickJS knows the user's code. */
export const userFile = "step.ts";

/** The code that QuickJS ran, and where its places stand in the user's text. */
export interface Ran {
  readonly code: string;
  readonly placeOf: (place: Place) => Place;
}

/** The failure with its place in the user's text, and a stack that names only the user's own lines. */
export function locateFailure(failure: Failure, ran: Ran): Failure {
  const frames = userPlaces(failure.stack ?? "");
  const places = frames.map(({ name, place }, index) => ({
    name,
    place: ran.placeOf(index === 0 ? findRead(ran.code, { name, place }, failure) : place),
  }));
  const { stack: _, cause, ...rest } = failure;
  const first = places[0]?.place;
  return {
    ...rest,
    ...(first && { place: first }),
    ...(first && { stack: places.map(({ name, place }) => `at ${name} (${place.line}:${place.column})`).join("\n") }),
    ...(cause && { cause: locateFailure(cause, ran) }),
  };
}

const frame = /^\s*at (?:(?<name>.*?) \()?step\.ts:(?<line>\d+)(?::(?<column>\d+))?\)?$/;

function userPlaces(stack: string): readonly { readonly name: string; readonly place: Place }[] {
  return stack.split("\n").flatMap((text) => {
    const { name, line, column } = frame.exec(text)?.groups ?? {};
    if (line === undefined) return [];
    return [{ name: name ?? "<code>", place: { line: Number(line), column: Number(column ?? 1) } }];
  });
}
