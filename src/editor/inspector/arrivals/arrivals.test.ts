import { expect, test } from "vitest";
import type { Step, Workflow } from "../../../workflow/workflow.ts";
import { ancestorsIn } from "./ancestors.ts";
import { arrivalsAt } from "./arrivals.ts";
import { expressionShape } from "./expressionShape.ts";
import { shapeAtPath } from "./paths.ts";
import { shapeText } from "./shape.ts";

const workflow = (steps: Record<string, Step>, more: Partial<Workflow> = {}): Workflow => ({
  format: "tickwork/workflow@1",
  name: "Orders",
  input: {
    type: "object",
    properties: { orders: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } } },
  },
  steps,
  ...more,
});
const split: Step = {
  kind: "fan-out",
  accepts: ["Start"],
  batches: { done: "Order" },
  config: { items: "input.orders" },
};
const fetch: Step = {
  kind: "http",
  accepts: ["Order"],
  emits: { done: "Fetched", error: "Lost" },
  config: { url: "" },
};
const sum: Step = {
  kind: "transform",
  accepts: ["Fetched"],
  emits: { done: "Summed" },
  config: { expression: '{ "id": item.id, "ok": event.data.status = 200 }' },
};
const gather: Step = { kind: "join", accepts: ["Summed"], join: { batch: "all" }, emits: { done: "All" }, config: {} };
const end: Step = { kind: "stop", accepts: ["All"], config: {} };
const orders = workflow({ split, fetch, sum, gather, end });

const at = (id: string, path: string, of: Workflow = orders, last = {}) => {
  const roots = arrivalsAt(of, id, last);
  const shape = shapeAtPath(path, (root) => roots.get(root));
  return shape && shapeText(shape);
};

test("the data of the event is what its sender hands on", () => {
  expect(at("split", "event.data")).toBe("{ orders }");
  expect(at("fetch", "event.data")).toBe("{ id }");
  expect(at("sum", "event.data")).toBe("{ status, headers, body }");
  expect(at("sum", "data.status")).toBe("number");
  expect(at("gather", "event.events")).toBe("list of { type, data, item, index }");
  expect(at("end", "event.data.events.data.ok")).toBe("list of boolean");
});

test("several senders of one type: the fields of all of them; a declared schema is the last word", () => {
  const other: Step = { kind: "command", accepts: ["Start"], emits: { done: "Fetched" }, config: { argv: ["x"] } };
  const both = workflow({ split, fetch, other, sum });
  expect(at("sum", "event.data", both)).toBe("{ status, headers, body, exit, … }");
  const declared = { events: { Fetched: { schema: { type: "object", properties: { n: { type: "number" } } } } } };
  expect(at("sum", "event.data", workflow({ split, fetch, sum }, declared))).toBe("{ n }");
});

test("what fails leaves with the error and the event that was lost", () => {
  const mend: Step = { kind: "transform", accepts: ["Lost"], config: { expression: "event.data" } };
  expect(at("mend", "event.data", workflow({ split, fetch, mend }))).toBe("{ step, event, error, attempts, … }");
  expect(at("mend", "event.data.error.message", workflow({ split, fetch, mend }))).toBe("text");
});

test("[R69] steps are those that lead here, in declaration order; the step itself only in a loop", () => {
  expect(ancestorsIn(orders)("sum")).toEqual(["split", "fetch"]);
  expect(at("sum", "steps.gather")).toBeUndefined();
  const loop = workflow({ fetch: { ...fetch, accepts: ["Start", "Fetched"] } });
  expect(ancestorsIn(loop)("fetch")).toEqual(["fetch"]);
});

test("what code sends by name counts as a way too", () => {
  const code: Step = { kind: "code", accepts: ["Start"], config: { source: 'ctx.send(ctx.event("Order"))' } };
  expect(ancestorsIn(workflow({ code, fetch }))("fetch")).toEqual(["code"]);
});

test("[R71] item and index are known only inside a batch or for each", () => {
  expect(at("fetch", "item")).toBe("{ id }");
  expect(at("sum", "index")).toBe("number");
  expect(arrivalsAt(orders, "split").has("item")).toBe(false);
  expect(arrivalsAt(orders, "end").has("item")).toBe(false);
  const each: Step = { ...sum, accepts: ["Start"], forEach: "input.orders" };
  expect(at("each", "item", workflow({ each }))).toBe("{ id }");
});

test("[R72] a step that runs for each hands on a list", () => {
  const each: Step = { ...fetch, accepts: ["Start"], forEach: "input.orders" };
  expect(at("sum", "event.data", workflow({ each, sum }))).toBe("list of { status, headers, body }");
});

test("a join of one of each gives the events by their types", () => {
  const pair: Step = { ...gather, accepts: ["Start", "Fetched"], join: "one-of-each" };
  expect(at("pair", "event.by.Fetched.data", workflow({ split, fetch, pair }))).toBe("{ status, headers, body }");
});

test("[R73] the store has what its schema names and what steps set", () => {
  const counting: Step = { ...fetch, set: { "seen.last": "steps.fetch.data.status" } };
  const more = { store: { type: "object", properties: { limit: { type: "number" } } } };
  const counted = workflow({ split, fetch: counting, sum }, more);
  expect(at("sum", "store", counted)).toBe("{ limit, seen }");
  expect(at("sum", "store.seen.last", counted)).toBe("number");
});

test("a task sees the tasks that it waits for, by both names", () => {
  const lint: Step = { kind: "command", needs: [], config: { argv: ["lint"] } };
  const test: Step = { kind: "command", needs: ["lint"], config: { argv: ["test"] } };
  const tasks = workflow({ lint, test });
  expect(at("test", "needs.lint.exit", tasks)).toBe("number");
  expect(at("test", "steps.lint.data.stdout", tasks)).toBe("text");
  expect(arrivalsAt(tasks, "test").has("event")).toBe(false);
});

test("secrets are offered only where they are filled in", () => {
  expect(arrivalsAt(orders, "fetch").has("secret")).toBe(true);
  expect(arrivalsAt(orders, "sum").has("secret")).toBe(false);
});

test("where nothing is declared, the last run tells", () => {
  const code: Step = { kind: "code", accepts: ["Start"], emits: { done: "Coded" }, config: { source: "" } };
  const use: Step = { kind: "stop", accepts: ["Coded"], config: {} };
  const coded = workflow({ code, use });
  expect(at("use", "event.data", coded)).toBe("");
  expect(at("use", "event.data", coded, { code: { total: 3 } })).toBe("{ total }");
});

test("what a kind leaves open, the last run tells; what is declared stays", () => {
  const last = {
    fetch: { status: 200, headers: { etag: "x" }, body: { total: 3 }, more: 1 },
    split: [{ id: "a", n: 1 }],
  };
  expect(at("sum", "event.data", orders, last)).toBe("{ status, headers, body }");
  expect(at("sum", "event.data.body", orders, last)).toBe("{ total }");
  expect(at("sum", "event.data.headers.etag", orders, last)).toBe("text");
  expect(at("fetch", "event.data", orders, last)).toBe("{ id }");
  const open = workflow({ split: { ...split, config: { items: "input.other" } }, fetch });
  expect(at("fetch", "event.data", open, last)).toBe("{ id, n }");
  const each: Step = {
    kind: "code",
    accepts: ["Start"],
    emits: { done: "All" },
    forEach: "input.orders",
    config: { source: "" },
  };
  expect(at("end", "event.data", workflow({ each, end }), { each: [{ ok: true }] })).toBe("list of { ok }");
});

test("a loop ends, and what enters it from outside is known", () => {
  const wait: Step = { kind: "delay", accepts: ["Start", "Waited"], emits: { done: "Waited" }, config: { forMs: 1 } };
  expect(at("wait", "event.data", workflow({ wait }))).toBe("{ orders }");
});

test.each([
  ["event.data", "{ orders }"],
  ["event.data.orders[0]", "{ id }"],
  ["event.data.orders[id = 'x']", "list of { id }"],
  ["$count(event.data.orders)", "number"],
  ["$filter(event.data.orders, function($o) { $o.id = 'x' })", "list of { id }"],
  ["(  $a := 1; event.data.orders )", "list of { id }"],
  ['{ "n": 1, "of": event.data.orders, "t": "a" & "b" }', "{ n, of, t }"],
  ["event.data.total > 3 and true", "boolean"],
  ["1 + event.data.n", "number"],
  ["event.data.a ? 1 : 2", ""],
  ["['a', 'b']", "list of text"],
  ["{ $k: 1 }", "object"],
  ["(((", ""],
])("an expression shows what it gives: %s", (source, text) => {
  const roots = arrivalsAt(orders, "split");
  expect(shapeText(expressionShape(source, (root) => roots.get(root)))).toBe(text);
});

test("a long chain of steps that each look at all before is found out once for each", () => {
  const chain = Array.from({ length: 120 }, (_, i): [string, Step] => [
    `s${i}`,
    {
      kind: "transform",
      accepts: i === 0 ? ["Start"] : [`E${i - 1}`, `F${i - 1}`],
      emits: { done: `E${i}`, again: `F${i}` },
      config: { expression: i === 0 ? "event.data.orders" : `steps.s${i - 1}.data` },
    },
  ]);
  expect(at("s119", "event.data", workflow(Object.fromEntries(chain)))).toBe("list of { id }");
});
