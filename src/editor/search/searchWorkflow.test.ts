import { expect, test } from "vitest";
import type { Workflow } from "../../workflow/workflow.ts";
import { searchWorkflow } from "./searchWorkflow.ts";

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Search",
  steps: {
    fetch: {
      kind: "http",
      title: "Fetch the feed",
      accepts: ["Start"],
      emits: { done: "FetchDone" },
      config: { url: "https://example.com/feed?secret={{ secret.FEED }}" },
    },
    count: {
      kind: "code",
      accepts: ["FetchDone"],
      emits: { done: "Counted" },
      config: { source: "export default (event) => event.data.body.length" },
    },
    end: { kind: "stop", accepts: ["Counted"], config: { result: "steps.count.data" } },
  },
  layout: {
    notes: [{ id: "n1", text: "# Mind\nthe quota", x: 0, y: 0 }],
    groups: [{ id: "g1", title: "Reading", x: 0, y: 0, width: 1, height: 1, steps: ["fetch"] }],
  },
};
const found = (query: string) => searchWorkflow(workflow, query).map(({ node, where }) => `${node}: ${where}`);

test("finds by title, id, kind, event type and text of the settings, and says where", () => {
  expect(found("feed")).toEqual(["fetch: title"]);
  expect(found("COUNT")).toEqual(["count: title", "end: starts on Counted"]);
  expect(found("stop")).toEqual(["end: Stop"]);
  expect(found("fetchdone")).toEqual(["fetch: event FetchDone", "count: starts on FetchDone"]);
  expect(found("body.length")).toEqual(["count: summary"]);
  expect(found("secret.feed")).toEqual(["fetch: summary"]);
});

test("all words must be there, in any place of the step", () => {
  expect(found("fetch example.com")).toEqual(["fetch: id"]);
  expect(found("fetch nowhere")).toEqual([]);
});

test("finds notes and groups", () => {
  expect(found("quota")).toEqual(["note:n1: note"]);
  expect(found("reading")).toEqual(["group:g1: title"]);
});

test("nothing is found by nothing", () => {
  expect(found("  ")).toEqual([]);
});
