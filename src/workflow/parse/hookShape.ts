import { hookMoments } from "../hook.ts";
import { fieldOf, isObject, listOf, object, oneOf, report, type Shape, taggedBy, text } from "./shape.ts";

const fields = taggedBy(
  {
    notify: object({ title: text, text }),
    webhook: object({ url: text, via: oneOf("tab", "runner") }, ["url"]),
    command: object({ argv: listOf(text), workspace: text }, ["argv"]),
  },
  { on: listOf(oneOf(...hookMoments)), steps: listOf(text) },
);

export const hookShape: Shape = (value, at) => {
  if (isObject(value) && !Object.hasOwn(value, "on")) report(at, `${fieldOf(at)} must say \`on\` what it is called.`);
  fields(value, at);
};
