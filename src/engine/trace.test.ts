import { expect, test } from "vitest";
import { traceLine } from "./trace.ts";

test("[R70] a parked task has no event type in its line, and no blank in its place", () => {
  expect(traceLine({ kind: "parked", step: "build", event: "" })).toBe("parked build");
  expect(traceLine({ kind: "parked", step: "scrape", event: "Page" })).toBe("parked scrape Page");
});
