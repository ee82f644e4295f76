import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../runner/fixtures/httpServer.ts";
import { main } from "./main.ts";

let folder = "";
let server: HttpServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-hooks-test-"));
  server = await startHttpServer((_heard, response) => response.writeHead(500).end());
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function tickwork(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  return { code: await main(args, io), out, err };
}

test("[T31] a run without a browser prints notifications and calls webhooks before it ends, and its log replays", async () => {
  const workflow = join(folder, "a.workflow.json");
  const log = join(folder, "log");
  const hooks = {
    show: { on: ["step finished", "run completed"], notify: { title: "Told" } },
    web: { on: ["run completed"], webhook: { url: `http://${server.host}/told` } },
  };
  const steps = { end: { kind: "stop", accepts: ["Start"], config: { result: "1" } } };
  writeFileSync(workflow, JSON.stringify({ format: "tickwork/workflow@1", name: "observed", steps, hooks }));

  const { code, out, err } = await tickwork("run", workflow, "--log", log, "--yes");
  expect([code, out]).toEqual([0, ["1"]]);
  expect(err.filter((line) => line.startsWith("notification"))).toEqual([
    "notification: Told: end finished",
    "notification: Told: Run completed",
  ]);
  expect(server.heard.map(({ url }) => url)).toEqual(["/told"]);
  expect(err.at(-1)).toMatch(/^The hook of tick \d+ failed: answered 500$/);
  expect((await tickwork("replay", log)).code).toBe(0);
  expect((await tickwork("resume", log, "--yes")).code).toBe(0);
  expect(server.heard).toHaveLength(1);
  expect(readFileSync(log, "utf8").match(/"hook-observed"/g)).toHaveLength(3);
});
