import type { Failure } from "../../engine/failure.ts";
import { calledAt } from "./calledAt.ts";
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
    message: messageOf(failure, frames[0]?.place, ran),
    ...(first && { place: first }),
    ...(first && { stack: places.map(({ name, place }) => `at ${name} (${place.line}:${place.column})`).join("\n") }),
    ...(cause && { cause: locateFailure(cause, ran) }),
  };
}

/** QuickJS says of a call that is none only “not a function”: of the call itself, or of what it was given. */
function messageOf({ name, message }: Failure, place: Place | undefined, { code }: Ran): string {
  if (name !== "TypeError" || message !== "not a function" || place === undefined) return message;
  const call = calledAt(code, place);
  return call === undefined ? message : `${message}, in ${call}`;
}

const frame = /^\s*at (?:(?<name>.*?) \()?step\.ts:(?<line>\d+)(?::(?<column>\d+))?\)?$/;

function userPlaces(stack: string): readonly { readonly name: string; readonly place: Place }[] {
  return stack.split("\n").flatMap((text) => {
    const { name, line, column } = frame.exec(text)?.groups ?? {};
    if (line === undefined) return [];
    // QuickJS counts the columns of the first line from 0, those of the others from 1.
    const first = line === "1" && column !== undefined ? 1 : 0;
    return [{ name: name ?? "<code>", place: { line: Number(line), column: Number(column ?? 1) + first } }];
  });
}
