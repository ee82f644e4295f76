import { expect, test } from "vitest";
import { isRunLog, namedLike, workflowNameIn } from "./importFiles.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a run log is known by what it says, not by its name", () => {
  expect(isRunLog("a.json", bytes('{"format":"tickwork/runlog@1","runId":"r"}\n'))).toBe(true);
  expect(isRunLog("a.json", bytes('{"format" : "tickwork/runlog@99"'))).toBe(true);
  expect(isRunLog("x", new Uint8Array([0x1f, 0x8b, 8]))).toBe(true);
  expect(isRunLog("a.runlog.jsonl", bytes('{"format":"tickwork/workflow@1"}'))).toBe(false);
  expect(isRunLog("a.workflow.json", bytes('{"format":"tickwork/workflow@1"}'))).toBe(false);
});

test("a damaged log keeps its name's word, so that the damage is named", () => {
  expect(isRunLog("a.runlog.jsonl", bytes(""))).toBe(true);
  expect(isRunLog("a.runlog.jsonl.gz", bytes("garbage"))).toBe(true);
  expect(isRunLog("notes.txt", bytes("garbage"))).toBe(false);
});

test("a workflow file that names itself like one that is here is asked about, newest first; anything else is not", () => {
  const here = [
    { name: "Weather", editedAt: 1 },
    { name: " weather ", editedAt: 3 },
    { name: "Other", editedAt: 2 },
  ];
  const name = workflowNameIn('{"format":"tickwork/workflow@1","name":"Weather","steps":{}}');
  expect(namedLike(name, here).map(({ editedAt }) => editedAt)).toEqual([3, 1]);
  expect(namedLike(workflowNameIn('{"format":"tickwork/scenario@1","name":"Weather"}'), here)).toEqual([]);
  expect(namedLike(workflowNameIn('{"format":"tickwork/workflow@1","name":'), here)).toEqual([]);
});
