import { expect, test } from "vitest";
import { renameStepIn } from "./references.ts";

const renamed = (text: string) => renameStepIn({ language: "code", text }, "load", "fetch");

const followed: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "the context": ["(e, ctx) => ctx.steps.load.data", "(e, ctx) => ctx.steps.fetch.data"],
  "a destructured parameter": [
    "export default (event, { steps, store }) => steps.load.data + steps['load'].data;",
    "export default (event, { steps, store }) => steps.fetch.data + steps['fetch'].data;",
  ],
  "a parameter under another name": [
    "export default async function run({ data }, { needs: before }) { return before?.load; }",
    "export default async function run({ data }, { needs: before }) { return before?.fetch; }",
  ],
  "a parameter with types": [
    "export default (event: Event, { steps }: Context) => steps.load;",
    "export default (event: Event, { steps }: Context) => steps.fetch;",
  ],
  "what was taken out of the context": [
    "const { steps, send } = ctx;\nreturn steps.load.data;",
    "const { steps, send } = ctx;\nreturn steps.fetch.data;",
  ],
  "a variable": ["const all = ctx.steps; all.load; all.other", "const all = ctx.steps; all.fetch; all.other"],
  "a member that was taken out": [
    "const { load, other: x } = ctx.steps; use(load);",
    "const { fetch: load, other: x } = ctx.steps; use(load);",
  ],
  "a member under another name": [
    "const { other, load: mine, 'load': too } = ctx.needs;",
    "const { other, fetch: mine, 'fetch': too } = ctx.needs;",
  ],
  "a member of a variable": [
    "const { steps } = ctx; const { load } = steps; use(load.data);",
    "const { steps } = ctx; const { fetch: load } = steps; use(load.data);",
  ],
};

test.each(Object.entries(followed))("a renamed step is followed in code: %s", (_, [before, after]) => {
  expect(renamed(before)).toBe(after);
});

test.each([
  "const steps = event.data.steps; steps.load",
  "export default (event, ctx) => event.data.steps.load + my.steps.load + steps.load;",
  "const { steps } = event; steps.load",
  "const { load } = event.data; use(load);",
  "const { steps } = ctx.store; steps.load",
  "const { load } = ctx.steps.other;",
  "const all = ctx.steps.other; all.load",
  // Bound twice: nobody knows which one is meant without parsing.
  "const { steps } = ctx; rows.map((steps) => steps.load)",
  "const { steps } = ctx; rows.map(({ steps }) => steps.load)",
  "const { steps } = ctx; const one = steps.loader + obj.load + load;",
])("what is no step, or may be none, stays: %s", (text) => {
  expect(renamed(text)).toBe(text);
});

test("names that need quotes get them", () => {
  const text = "const { load } = ctx.steps; const { steps } = ctx; steps['load'] ?? steps.load.data ?? steps?.load";
  const again = `const { "load-2": load } = ctx.steps; const { steps } = ctx; steps['load-2'] ?? steps["load-2"].data ?? steps?.["load-2"]`;
  expect(renameStepIn({ language: "code", text }, "load", "load-2")).toBe(again);
  expect(renameStepIn({ language: "code", text: again }, "load-2", "load_3")).toBe(
    `const { "load_3": load } = ctx.steps; const { steps } = ctx; steps['load_3'] ?? steps["load_3"].data ?? steps?.["load_3"]`,
  );
});
