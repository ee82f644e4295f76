import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "./main.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickwork-validate-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function validate(content: string | Uint8Array, ...options: readonly string[]) {
  const file = join(folder, "w.workflow.json");
  await writeFile(file, content);
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await main(["validate", file, ...options], io);
  return { code, out: out.map((line) => line.replaceAll(file, "F")), err };
}

const whole =
  '{"format":"tickwork/workflow@1","name":"w","steps":{"a":{"kind":"stop","accepts":["Start"],"config":{}}}}';

test("a whole workflow exits 0", async () => {
  expect(await validate(whole)).toEqual({ code: 0, out: ["ok F"], err: ["1 file, 0 errors, 0 warnings"] });
});

test("problems are named with their places, and errors exit 1", async () => {
  const { code, out, err } = await validate(whole.replace('"Start"', '"Ghost"').replace("{}", '{"more":1}'));
  expect(code).toBe(1);
  expect(out).toEqual([
    "F:1:102: warning format /steps/a/config/more: The field `more` is not known here. It is kept, and does nothing.",
    "F:1:44: error V1 /steps: Nothing begins the run. Draw a wire from the start to the first step.",
    "F:1:72: error V2 /steps/a/accepts: It waits for `Ghost`, which no step emits. Draw a wire to it, or declare the event external.",
  ]);
  expect(err).toEqual(["1 file, 2 errors, 1 warning"]);
});

test("a file that is not JSON is placed by line and column, for a program as JSON too", async () => {
  expect((await validate("{\n  oops")).out).toEqual(["F:2:3: error format: A key in double quotes is expected here."]);
  const { code, out } = await validate("{\n  oops", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out.join("\n"))).toMatchObject([{ file: "F", problems: [{ line: 2, column: 3, rule: "format" }] }]);
});

test("what is no text, empty or not there is a problem of its file", async () => {
  expect((await validate(new Uint8Array([0xff, 0xfe, 0]))).out).toEqual([
    "F: error format: The file is no UTF-8 text.",
  ]);
  expect((await validate("")).out[0]).toContain("The file is empty");
  const out: string[] = [];
  const code = await main(["validate", join(folder, "ghost.json")], {
    out: (line) => void out.push(line),
    err: () => {},
  });
  expect([code, out[0]]).toEqual([1, `${join(folder, "ghost.json")}: error format: There is no such file.`]);
});

test("a file of another tool is called by its name, in its first line", async () => {
  const { out } = await validate('{ "nodes": [{ "typeVersion": 1 }], "connections": {} }');
  expect(out).toEqual([expect.stringMatching(/^F:1:1: error format: This looks like an n8n workflow\. /)]);
});

test("code that does not parse and expressions that do not compile are found", async () => {
  const steps = {
    a: {
      kind: "code",
      accepts: ["Start"],
      emits: { done: "ADone" },
      config: { source: "export default () => {\n  let a = 1; let a = 2;\n}" },
    },
    b: { kind: "stop", accepts: ["ADone"], config: { result: "1 +" } },
  };
  const { code, out } = await validate(JSON.stringify({ format: "tickwork/workflow@1", name: "w", steps }, null, 1));
  expect(code).toBe(1);
  expect(out.map((line) => line.replace(/:(?=[^:]*$).*/, ""))).toEqual([
    "F:14:5: error V8 /steps/a/config/source: The code does not parse (line 2, column 3)",
    "F:23:5: error V8 /steps/b/config/result: The expression does not compile (line 1, column 3)",
  ]);
});
