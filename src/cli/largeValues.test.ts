import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tickwork } from "./fixtures/tickwork.ts";

vi.setConfig({ testTimeout: 120_000 });

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-large-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);

function write(steps: object): string {
  writeFileSync(file("w.json"), JSON.stringify({ format: "tickwork/workflow@1", name: "large", steps }));
  return file("w.json");
}

const size = 2_000_000;
/** A code step, an expression, a branch, a join and the end: each has the value in its hands. */
const five = {
  make: {
    kind: "code",
    accepts: ["Start"],
    emits: { done: "Made" },
    config: { source: `export default () => ({ text: "x".repeat(${size}), n: 1 })` },
  },
  add: {
    kind: "transform",
    accepts: ["Made"],
    emits: { done: "Added" },
    config: { expression: '{"text": data.text, "n": data.n + 1, "length": $length(data.text)}' },
  },
  pick: {
    kind: "branch",
    accepts: ["Added"],
    emits: { long: "Long", short: "Short" },
    config: { cases: [{ port: "long", when: { event: ["length"], equals: size } }], else: "short" },
  },
  again: {
    kind: "code",
    accepts: ["Long"],
    emits: { done: "Again" },
    config: {
      source: "export default (event, ctx) => ({ ...event.data, same: event.data.text.length, first: ctx.input })",
    },
  },
  end: { kind: "stop", accepts: ["Again", "Short"], config: {} },
};

test("a large value through five steps stands once in the log, and the result is printed whole", async () => {
  const workflow = write(five);
  const { code, out } = await tickwork("run", workflow, "--input", '{"a":1}', "--log", file("log"));
  expect(code).toBe(0);
  const result = JSON.parse(out[0] ?? "") as { readonly text: string };
  expect(result).toEqual({ text: "x".repeat(size), n: 2, length: size, same: size, first: { a: 1 } });
  expect(readFileSync(file("log"), "utf8").length).toBeLessThan(size + 20_000);
  expect((await tickwork("replay", file("log"))).code).toBe(0);
  expect((await tickwork("trace", file("log"))).code).toBe(0);
});

const asking = {
  make: { ...five.make, emits: { done: "Made" } },
  review: { kind: "ask", accepts: ["Made"], emits: { done: "Said" }, config: { question: "Go on?" } },
  end: { kind: "stop", accepts: ["Said"], config: { result: "$length(steps.make.data.text)" } },
};

test("a run that waits goes on with its large value; one whose log left it out says so before it begins", async () => {
  const { code } = await tickwork("run", write(asking), "--log", file("log"));
  expect(code).not.toBe(0);
  const lines = readFileSync(file("log"), "utf8").trimEnd().split("\n");
  writeFileSync(
    file("lean"),
    `${lines
      .filter((line) => !line.startsWith('{"artifact"'))
      .slice(0, -1)
      .join("\n")}\n`,
  );
  const refused = await tickwork("resume", file("lean"), "--answer", 'review="yes"');
  expect([refused.code, refused.err.join("\n")]).toEqual([
    64,
    expect.stringContaining("leaves out a value (2000002 bytes)"),
  ]);
  const resumed = await tickwork("resume", file("log"), "--answer", 'review="yes"');
  expect([resumed.code, resumed.out]).toEqual([0, [String(size)]]);
});

test("a process that died behind a value, and in the middle of one, is gone on with", async () => {
  await tickwork("run", write(asking), "--log", file("log"));
  const lines = readFileSync(file("log"), "utf8").trimEnd().split("\n");
  const artifact = lines.find((line) => line.startsWith('{"artifact"')) ?? "";
  const [header, started] = lines.filter((line) => line.startsWith('{"format"') || line.startsWith('{"kind"'));
  const begun = `${header}\n${started}`;
  for (const left of [`${begun}\n${artifact}\n`, `${begun}\n${artifact.slice(0, 1_000_000)}`]) {
    writeFileSync(file("cut"), left);
    const resumed = await tickwork("resume", file("cut"), "--answer", 'review="yes"');
    expect([resumed.code, resumed.out]).toEqual([0, [String(size)]]);
    expect((await tickwork("replay", file("cut"))).code).toBe(0);
  }
});
