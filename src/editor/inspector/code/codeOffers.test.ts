import { expect, test } from "vitest";
import type { Step, StepOf, Workflow } from "../../../workflow/workflow.ts";
import { arrivalsAt } from "../arrivals/arrivals.ts";
import { shapeOfSchema } from "../arrivals/shape.ts";
import { type CodeNames, codeMeaningAt, codeOffers } from "./codeOffers.ts";
import { missingOutputs, portForType } from "./missingOutputs.ts";
import { typesText } from "./typesText.ts";

const order = {
  type: "object",
  properties: {
    id: { type: "string" },
    lines: { type: "array", items: { type: "object", properties: { price: { type: "number" } }, required: ["price"] } },
  },
  required: ["id", "lines"],
};
const load: Step = {
  kind: "code",
  accepts: ["Start"],
  emits: { done: "Loaded" },
  output: order,
  config: { source: "" },
};
const total: StepOf<"code"> = {
  kind: "code",
  accepts: ["Loaded"],
  emits: { done: "Totalled", big: "Big" },
  config: { source: "" },
};
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Orders",
  store: { type: "object", properties: { seen: { type: "object", properties: { last: { type: "string" } } } } },
  steps: { load, total },
};
const names: CodeNames = {
  roots: arrivalsAt(workflow, "total"),
  steps: ["load", "total"],
  ports: ["done", "big"],
  events: ["Start", "Loaded", "Totalled", "Big"],
  output: shapeOfSchema({ type: "object", properties: { sum: { type: "number" }, id: { type: "string" } } }),
};

/** What is offered where `|` stands, below the usual head. */
const labels = (body: string, head = "export default async (event, ctx) => {\n  ") => {
  const text = head + body;
  const at = text.indexOf("|");
  return codeOffers(text.replace("|", ""), at, names)?.offers.map(({ label }) => label) ?? null;
};

test("the event by its schema, and the context with what it can do", () => {
  expect(labels("event.|")).toEqual(["type", "data"]);
  expect(labels("event.data.|")).toEqual(["id", "lines"]);
  expect(labels("event?.data?.lines[0].|")).toEqual(["price"]);
  expect(labels("ctx.|")).toEqual(expect.arrayContaining(["event", "to", "send", "wait", "collect", "store", "once"]));
  expect(labels("ctx.|")).not.toContain("item");
  expect(labels("await ctx.store.|")).toEqual(["get", "set", "update", "delete"]);
  expect(labels("Math.|")).toBeNull();
  expect(labels("constructor.|")).toBeNull();
});

test("lists and texts have their own members, and no field of their elements", () => {
  expect(labels("event.data.lines.|")).toContain("map");
  expect(labels("event.data.lines.|")).not.toContain("price");
  expect(labels("event.data.id.|")).toContain("split");
});

test("names that are bound on the way are known", () => {
  expect(labels("const { data } = event; data.|")).toEqual(["id", "lines"]);
  expect(labels("const found = await ctx.step('load'); found.data.|")).toEqual(["id", "lines"]);
  expect(labels("for (const line of event.data.lines) { line.|")).toEqual(["price"]);
  expect(labels("return event.data.lines.map((line) => line.|")).toEqual(["price"]);
  expect(labels("const last = await ctx.store.get('seen'); last.|")).toEqual(["last"]);
  expect(labels("data.lines[0].|", "export default ({ data }, context) => {")).toEqual(["price"]);
  expect(labels("c.store.|", "export default (e, c) => {")).toContain("update");
});

test("in quotes, what the call can name", () => {
  expect(labels('return ctx.to("|')).toEqual(["done", "big"]);
  expect(labels('await ctx.step("|')).toEqual(["load"]);
  expect(labels('ctx.collect(["Start", "|')).toContain("Loaded");
  expect(labels('await ctx.send(ctx.event("Big"), { to: "|')).toEqual(["load", "total"]);
  expect(labels('if (event.type === "|')).toEqual(["Loaded"]);
});

test("what is returned has the fields that its schema wants, without those that are there", () => {
  expect(labels("return { |")).toEqual(["sum", "id"]);
  expect(labels("return { sum: 1, |")).toEqual(["id"]);
  expect(labels("return { sum: |")).not.toEqual(["sum", "id"]);
});

test("in a comment nothing is offered", () => {
  expect(labels("// ctx.|")).toBeNull();
});

test("a name tells its type and what it is for", () => {
  const text = "export default (event, ctx) => ctx.wait(event.data.id)";
  expect(codeMeaningAt(text, text.indexOf("wait") + 1, names)?.title).toMatch(/^wait\(type: EventType/);
  expect(codeMeaningAt(text, text.indexOf("id)") + 1, names)?.title).toBe("id: text");
  expect(codeMeaningAt(text, 2, names)).toBeNull();
});

test("the types of a step can be read", () => {
  const text = typesText(names);
  expect(text).toContain('type: "Loaded";');
  expect(text).toMatch(/lines: \{\n\s+price: number;\n\s+\}\[\];/);
  expect(text).toContain('type Port = "done" | "big";');
  expect(text).toContain("type Returned = {\n  sum?: number;\n  id?: string;\n} | Event | Event[] | null;");
  expect(text).not.toContain("item:");
});

test("[R15] outputs that the code names and the step lacks are found, each once", () => {
  const source =
    'if (a) return ctx.to("far", 1);\nctx.to("far");\nctx.to("big");\nreturn ctx.event("Other");\nctx.event("Sent");';
  expect(missingOutputs({ ...total, config: { source } })).toEqual([
    { kind: "port", port: "far" },
    { kind: "type", type: "Other" },
  ]);
  expect(missingOutputs({ ...total, emits: {}, config: { source: 'return ctx.event("Other")' } })).toEqual([]);
  expect(portForType("ReviewDone", ["reviewDone"])).toBe("reviewDone2");
});
