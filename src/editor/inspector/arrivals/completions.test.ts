import jsonata from "jsonata";
import { expect, test } from "vitest";
import type { Step, Workflow } from "../../../workflow/workflow.ts";
import { arrivalsAt } from "./arrivals.ts";
import { expressionOffers, meaningAt, templateOffers } from "./completions.ts";
import { jsonataFunctions } from "./jsonataFunctions.ts";

const get: Step = { kind: "http", accepts: ["Start"], emits: { done: "Got" }, config: { url: "" } };
const use: Step = { kind: "transform", accepts: ["Got"], config: { expression: "" } };
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Orders",
  input: {
    type: "object",
    properties: {
      "shop-name": { type: "string" },
      orders: {
        type: "array",
        items: {
          type: "object",
          properties: { price: { type: "number" }, state: { enum: ["open", "paid"] } },
          required: ["price", "state"],
        },
      },
    },
  },
  steps: { get, use },
};
const roots = arrivalsAt(workflow, "use");

/** What is offered where `|` stands. */
const offered = (text: string, offersOf = expressionOffers) => {
  const at = text.indexOf("|");
  return offersOf(text.replace("|", ""), at, roots);
};
const labels = (text: string, offersOf = expressionOffers) =>
  offered(text, offersOf)?.offers.map(({ label }) => label) ?? null;

test("at the beginning: the roots of this step, then functions", () => {
  const found = labels("|") ?? [];
  expect(found.slice(0, 5)).toEqual(["event", "input", "steps", "store", "run"]);
  expect(found).toContain("$sum");
  expect(found).not.toContain("item");
  expect(offered("|")?.begun).toBe(false);
  expect(offered("ev|")).toMatchObject({ from: 0, begun: true });
});

test("behind a dot: the fields of what stands before it, and nothing that cannot be there", () => {
  expect(labels("event.data.|")).toEqual(["status", "headers", "body"]);
  expect(labels("$count(steps.get.data.st|")).toEqual(["status", "headers", "body"]);
  expect(labels("steps.|")).toEqual(["get"]);
  expect(labels("input.orders.|")).toEqual(["price", "state"]);
  expect(labels("nothing.|")).toBeNull();
});

test("names with other characters come in backticks, and an open backtick goes on", () => {
  expect(labels("input.|")).toEqual(["`shop-name`", "orders"]);
  expect(offered("input.`sho|")).toMatchObject({ from: 6 });
});

test("in a filter and behind a bracket the names are those of the element", () => {
  expect(labels("input.orders[|")?.slice(0, 3)).toEqual(["price", "state", "$$"]);
  expect(labels("input.orders.(|")?.slice(0, 2)).toEqual(["price", "state"]);
  expect(labels("input.orders[price > $$.event.data.|")).toEqual(["status", "headers", "body"]);
});

test("variables are known from where they are bound", () => {
  expect(labels("( $o := input.orders; $o.|")).toEqual(["price", "state"]);
  expect(labels("$map(input.orders, function($o) { $o.|")).toEqual(["price", "state"]);
  expect(labels("( $total := 1; $|")).toContain("$total");
});

test("inside of a text nothing is offered, but for the values of a field that has only some", () => {
  expect(labels('"ev|')).toBeNull();
  expect(labels("event.data /* ev|")).toBeNull();
  expect(labels('input.orders[state = "|')).toEqual(["open", "paid"]);
  expect(labels("'it''s' & ev|")).toContain("event");
});

test("a template offers only between its braces", () => {
  expect(labels("Hello |", templateOffers)).toBeNull();
  expect(labels("Hello {{ event.data.| }}!", templateOffers)).toEqual(["status", "headers", "body"]);
  expect(offered("Hello {{ st|", templateOffers)).toMatchObject({ from: 9, begun: true });
  expect(labels("{{ input }} and |", templateOffers)).toBeNull();
});

test("what a name means is told with its type", () => {
  expect(meaningAt("event.data.status", 12, roots)).toMatchObject({
    from: 11,
    to: 17,
    offer: { label: "status", detail: "number", about: "for example 200" },
  });
  expect(meaningAt("$sum(1)", 2, roots)?.offer.label).toBe("$sum(numbers)");
  expect(meaningAt('"event"', 3, roots)).toBeNull();
});

test("every function that is offered exists", async () => {
  for (const { name } of jsonataFunctions) expect(await jsonata(`$type(${name})`).evaluate({}), name).toBe("function");
});
