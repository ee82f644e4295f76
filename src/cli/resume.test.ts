import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tickwork } from "./fixtures/tickwork.ts";
import { damageLine } from "./readLogFile.ts";
import { readUnfinished } from "./resume.ts";

let folder = "";
/** The log of a run that ended. */
let whole = Buffer.alloc(0);
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-resume-test-"));
  const steps = {
    wait: { kind: "delay", accepts: ["Start"], emits: { done: "Waited" }, config: { forMs: 1 } },
    end: { kind: "stop", accepts: ["Waited"], config: {} },
  };
  // Letters of two and four bytes, so that a cut falls into one.
  writeFileSync(file("a.workflow.json"), JSON.stringify({ format: "tickwork/workflow@1", name: "Kür 🌊", steps }));
  await tickwork("run", file("a.workflow.json"), "--input", '"ü🌊"', "--log", file("log"));
  whole = readFileSync(file("log"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Where each line ends, without its line break, and what it begins with. */
function linesOf(log: Buffer): readonly { readonly end: number; readonly begins: string }[] {
  let end = -1;
  return log
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => {
      end += 1 + Buffer.byteLength(line);
      return { end, begins: line.slice(0, 7) };
    });
}

/** Lengths to cut at: each byte of the first tick, which has long letters; each around a line's end; some elsewhere. */
function cutsOf(lines: ReturnType<typeof linesOf>): readonly number[] {
  const all = Array.from({ length: whole.length + 1 }, (_, length) => length);
  const [header = 0, first = 0] = lines.map(({ end }) => end);
  return all.filter(
    (length) =>
      (length >= header && length <= first) ||
      lines.some(({ end }) => Math.abs(end - length) <= 3) ||
      length % 29 === 0,
  );
}

test("a log that was cut off anywhere has every tick whose line is whole, or is named with its line", async () => {
  const lines = linesOf(whole);
  const headerEnd = lines[0]?.end ?? 0;
  const [endLine] = lines.slice(-1);
  expect(endLine?.begins).toBe('{"end":');
  const beforeEnd = lines.at(-2)?.end ?? 0;
  for (const length of cutsOf(lines)) {
    writeFileSync(file("cut"), whole.subarray(0, length));
    const read = await readUnfinished(file("cut"));
    const kept = lines.filter(({ begins, end }) => begins === '{"kind"' && end <= length).length;
    if (length < headerEnd) {
      expect(read.kind, `cut at ${length}`).toBe("refused");
    } else if (read.kind === "unfinished") {
      expect(
        read.ticks.map(({ seq }) => seq),
        `cut at ${length}`,
      ).toEqual(Array.from({ length: kept }, (_, index) => index + 1));
    } else {
      // Only the end itself, which is written with the whole file in one step, is never found cut.
      expect(length, damageLine("cut", read)).toBeGreaterThan(beforeEnd);
      expect(damageLine("cut", read)).toMatch(new RegExp(`^cut:${lines.length}: `));
    }
  }
}, 60_000);

test("a run is gone on with behind each of its ticks, to the same end; one that has none is refused", async () => {
  const ticks = linesOf(whole).filter(({ begins }) => begins === '{"kind"');
  expect(ticks.length).toBeGreaterThan(3);
  for (const { end: length } of ticks) {
    writeFileSync(file("cut"), whole.subarray(0, length + 3));
    const resumed = await tickwork("resume", file("cut"));
    expect([resumed.code, resumed.out]).toEqual([0, ['"ü🌊"']]);
    expect((await tickwork("replay", file("cut"))).code).toBe(0);
  }
  const [header] = linesOf(whole);
  writeFileSync(file("cut"), whole.subarray(0, (header?.end ?? 0) + 1));
  const refused = await tickwork("resume", file("cut"));
  expect([refused.code, refused.err.join("\n")]).toEqual([64, expect.stringContaining("Run its workflow again")]);
});
