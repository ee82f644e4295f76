import { createReadStream, readdirSync } from "node:fs";
import { expect, test } from "vitest";
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
