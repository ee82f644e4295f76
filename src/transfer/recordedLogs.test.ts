import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Tick, TickKind } from "../engine/tick.ts";
import { type LogPart, readRunLog } from "./readRunLog.ts";

const folder = new URL("recorded/", import.meta.url);
const logs = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".runlog.jsonl"));

test.each(logs)("the recorded run %s replays to its recorded state", async (file) => {
  let last: LogPart | undefined;
  for await (const part of readRunLog(createReadStream(new URL(file, folder)))) last = part;
  expect(last).toMatchObject({ kind: "intact" });
});

test("there are recorded runs of every format", () => {
  expect(new Set(logs.map((file) => file.split(/[\\/]/)[0]))).toEqual(new Set(["runlog-1"]));
});

/** What a tick of each kind may hold beside what every such tick holds; the compiler lists a new kind. */
const rareParts: Readonly<Record<TickKind, readonly string[]>> = {
  "run-started": ["store", "takesOver", "pins", "breakpoints"],
  "session-started": [],
  "run-forked": [],
  "event-added": ["to", "from", "by"],
  "execution-started": [],
  "instance-started": [],
  "execution-finished": ["retry", "started", "ended", "waited", "evidence"],
  "event-published": [],
  "store-changed": ["value", "delete"],
  "once-recorded": [],
  "wake-up": [],
  "waiter-timed-out": [],
  "run-timed-out": [],
  "pause-requested": ["reason"],
  "resume-requested": [],
  "breakpoints-set": [],
  "step-requested": [],
  "cancel-requested": ["step", "execution", "reason"],
  "cancel-acknowledged": [],
  "execution-lost": ["never", "cause"],
  "recovery-decided": ["execution", "item"],
  "event-changed": [],
  "hook-observed": [],
};

test("ticks of every kind are recorded, with each part that they may have", () => {
  const recorded = new Map<string, Set<string>>();
  for (const file of logs) {
    const [, ...lines] = readFileSync(new URL(file, folder), "utf8").trimEnd().split("\n");
    for (const line of lines) {
      const tick = JSON.parse(line) as Partial<Tick>;
      if (tick.kind === undefined) continue;
      recorded.set(tick.kind, new Set([...(recorded.get(tick.kind) ?? []), ...Object.keys(tick)]));
    }
  }
  const missing = Object.entries(rareParts).flatMap(([kind, parts]) =>
    ["kind", ...parts].filter((part) => !recorded.get(kind)?.has(part)).map((part) => `${kind}: ${part}`),
  );
  expect(missing).toEqual([]);
});
