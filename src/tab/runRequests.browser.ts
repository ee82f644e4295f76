import { expect, test } from "vitest";
import { Database } from "../storage/Database.ts";
import { addRequest } from "../storage/requests.ts";
import type { Workflow } from "../workflow/workflow.ts";
import {
  asking,
  commanding,
  counting,
  lifecycle,
  newName,
  openTab,
  start,
  until,
  watch,
} from "./fixtures/runsOfTabs.ts";

test("[T27] a cancel that was written while nobody owned the run is obeyed before any work", async () => {
  const name = newName();
  const first = openTab(name);
  const runId = await start(first, commanding);
  const seen = await watch(first, runId);
  await until(seen, (now) => now.holds.length === 1);
  first.kill();
  const database = new Database({ name });
  const body = { kind: "cancel-requested", request: "c1", reason: "changed my mind" } as const;
  await addRequest(database, runId, { kind: "tick", body });
  await database.close();
  const second = openTab(name);
  const after = await watch(second, runId);
  await until(after, (now) => lifecycle(now) === "completed");
  expect(after.view?.outcome).toBe("cancellation");
  const ticks = await second.api.readTicks(runId, 1, 100);
  expect(ticks.map((tick) => tick.kind)).toEqual([
    "run-started",
    "execution-started",
    "cancel-requested",
    "session-started",
    "execution-finished",
    "cancel-acknowledged",
  ]);
});

test("[T23] cancelling twice is one cancel, and after the end the answer says so", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, asking);
  const answers = await Promise.all([tab.api.cancel(runId, "a"), tab.api.cancel(runId, "b")]);
  expect(answers[0]).toEqual({ ok: true, value: null });
  const seen = await watch(tab, runId);
  await until(seen, (now) => now.owner === "none");
  expect(await tab.api.cancel(runId)).toMatchObject({ refusal: { message: "The run is already completed." } });
  const ticks = await tab.api.readTicks(runId, 1, 100);
  expect(ticks.filter((tick) => tick.kind === "cancel-requested")).toMatchObject([{ reason: "a" }]);
});

test("a pause holds a run and a resume lets it go on", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(1_000), 0);
  expect(await tab.api.pause(runId)).toEqual({ ok: true, value: null });
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "paused");
  expect(await tab.api.pause(runId)).toMatchObject({ refusal: { message: "The run is paused already." } });
  expect(await tab.api.resume(runId)).toEqual({ ok: true, value: null });
  await until(seen, (now) => lifecycle(now) === "completed");
  expect(seen.view?.result).toBe(1_001);
});

test("deleting a run stops it first, everywhere, and leaves nothing of it", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const runId = await start(first, commanding);
  const [here, there] = [await watch(first, runId), await watch(second, runId)];
  await until(there, (now) => now.holds.length === 1);
  expect(await second.api.deleteRun(runId)).toEqual({ ok: true, value: null });
  await until(here, (now) => now.gone);
  await until(there, (now) => now.gone);
  expect(await first.api.loadRun(runId)).toMatchObject({ ok: false, refusal: { code: "not-found" } });
  expect(await first.api.readTicks(runId, 1, 100)).toEqual([]);
  expect(await second.api.deleteRun(runId)).toMatchObject({ refusal: { code: "not-found" } });
  const database = new Database({ name });
  for (const store of ["runs", "segments", "snapshots", "requests", "outputs", "definitions"] as const) {
    expect([store, await database.read([store], (t) => t.objectStore(store).count())]).toEqual([store, 0]);
  }
  await database.close();
});

test("a run whose command nobody can stop is deleted once a person gave the command up", async () => {
  const name = newName();
  const tab = openTab(name);
  const runId = await start(tab, {
    ...commanding,
    steps: {
      ...commanding.steps,
      run: { ...commanding.steps.run, config: { argv: ["stubborn"] } },
    } as Workflow["steps"],
  });
  const seen = await watch(tab, runId);
  await until(seen, (now) => now.holds.length === 1);
  expect(await tab.api.treatAsLost(runId, "x1")).toEqual({ ok: true, value: null });
  await until(seen, (now) => lifecycle(now) === "needs-recovery");
  expect(await tab.api.deleteRun(runId)).toEqual({ ok: true, value: null });
  await until(seen, (now) => now.gone);
});
