import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tick, TickBody } from "../engine/tick.ts";
import { digestOf } from "../workflow/digest.ts";
import { sha256Of } from "../workflow/sha256.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { gzipChunks } from "./gzip.ts";
import { type LogPart, readRunLog } from "./readRunLog.ts";
import { type LogArtifact, type RunLogHeader, runLogFormat } from "./runLogFormat.ts";
import { type RunLog, writeRunLog } from "./writeRunLog.ts";

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Größe ✓",
  steps: {
    work: {
      kind: "code",
      accepts: ["Start", "More"],
      emits: { done: "WorkDone" },
      workers: 1,
      config: { source: "x" },
    },
    ask: { kind: "ask", accepts: ["WorkDone"], emits: { yes: "AskYes" }, config: { question: "?", choices: ["yes"] } },
    end: { kind: "stop", accepts: ["AskYes"], config: {} },
  },
};

const header: RunLogHeader = {
  format: runLogFormat,
  runId: "r1",
  workflow,
  digest: digestOf(workflow),
  createdAt: 1000,
  engine: "0.1.0",
  origin: "tab",
};

function numbered(bodies: readonly TickBody[]): readonly Tick[] {
  return bodies.map((body, i) => ({ seq: i + 1, at: 1000 + i, ...body }));
}

/** A run from its start to its stop. */
const bodies: readonly TickBody[] = [
  { kind: "run-started", input: { text: "a “b” \u2028 😀", __proto__: null, n: 1e21 } },
  { kind: "event-added", event: { type: "More", data: [0.1, null] } },
  {
    kind: "execution-finished",
    execution: "x1",
    results: [{ kind: "return", value: { type: "WorkDone", data: { n: 1 } } }],
    started: 1000,
    ended: 1001,
  },
  {
    kind: "execution-finished",
    execution: "x2",
    results: [{ kind: "fail", failure: { name: "Error", message: "no\nway" } }],
    retry: { retryAfterMs: 50 },
  },
  { kind: "store-changed", execution: "x3", path: ["a", 0], value: true },
  { kind: "wake-up", item: "i2" },
];
const ticks = numbered(bodies);

function artifact(content: string | Uint8Array, more: Partial<LogArtifact> = {}): LogArtifact {
  const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { digest: sha256Of(data), mediaType: "text/plain", bytes: data.length, data, ...more };
}
const artifacts = [
  artifact("stdout\nä"),
  artifact(new Uint8Array([0, 255, 128]), { execution: "x1", stream: "stdout" }),
];

async function write(log: RunLog): Promise<string> {
  let text = "";
  for await (const line of writeRunLog(log)) text += line;
  return text;
}

async function* inChunks(content: string | Uint8Array, size = 1000): AsyncGenerator<string | Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.slice(at, at + size);
}

async function read(content: string | Uint8Array, size?: number): Promise<readonly LogPart[]> {
  const parts: LogPart[] = [];
  for await (const part of readRunLog(inChunks(content, size))) parts.push(part);
  return parts;
}

/** What was read, ready to be written again. */
function asLog(parts: readonly LogPart[]): RunLog {
  const [first] = parts;
  if (first?.kind !== "header") throw new Error("no header");
  return {
    header: first.header,
    ticks: parts.flatMap((part) => (part.kind === "tick" ? [part.tick] : [])),
    artifacts: parts.flatMap((part) => (part.kind === "artifact" ? [part.artifact] : [])),
  };
}

const whole = await write({ header, ticks, artifacts });
const last = async (content: string | Uint8Array) => (await read(content)).at(-1);
const lines = whole.split("\n").slice(0, -1);
const joined = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");

describe("a run log", () => {
  test("has a header, a line per tick, artifacts and an end", () => {
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      "format",
      ...ticks.map(() => "seq"),
      "artifact",
      "artifact",
      "end",
    ]);
  });

  test("is read back whole, with the state behind each tick", async () => {
    const parts = await read(whole);
    expect(asLog(parts)).toEqual({ header, ticks, artifacts });
    expect(parts.at(-1)).toMatchObject({ kind: "intact", ticks: ticks.length });
    expect(parts.flatMap((part) => (part.kind === "tick" ? [part.state.lifecycle] : [])).at(-1)).toBe("running");
  });

  test("comes out of an import as it went in, byte by byte, also compressed and cut anywhere", async () => {
    const data = fc.jsonValue({ stringUnit: "grapheme" });
    const id = fc.integer({ min: 1, max: 6 });
    const anyBody: fc.Arbitrary<TickBody> = fc.oneof(
      fc.record({
        kind: fc.constant("event-added" as const),
        event: fc.record({ type: fc.constantFrom("More", "AskYes", "Odd"), data }),
      }) as fc.Arbitrary<TickBody>,
      id.map(
        (n): TickBody => ({
          kind: "execution-finished",
          execution: `x${n}`,
          results: [{ kind: "return", value: { type: "WorkDone" } }],
        }),
      ),
      id.map(
        (n): TickBody => ({
          kind: "execution-finished",
          execution: `x${n}`,
          results: [{ kind: "fail", failure: { name: "E", message: "m" } }],
          retry: { retryAfterMs: n },
        }),
      ),
      id.map((n): TickBody => ({ kind: "wake-up", item: `i${n}` })),
      fc.constantFrom<TickBody>(
        { kind: "pause-requested" },
        { kind: "resume-requested" },
        { kind: "cancel-requested", request: "c" },
      ),
      fc.constant<TickBody>({ kind: "session-started", epoch: 2, owner: "o", reason: "load" }),
    );
    const anyArtifact = fc.uint8Array({ maxLength: 20 }).map((bytes) => artifact(bytes));
    await fc.assert(
      fc.asyncProperty(
        data,
        fc.array(anyBody),
        fc.array(anyArtifact, { maxLength: 2 }),
        fc.integer({ min: 1, max: 300 }),
        async (input, more, kept, size) => {
          const log = {
            header,
            ticks: numbered([{ kind: "run-started", input: JSON.parse(JSON.stringify(input)) }, ...more]),
            artifacts: kept,
          };
          const text = await write(log);
          const parts = await read(Buffer.from(text), size);
          expect(parts.at(-1)?.kind).toBe("intact");
          expect(await write(asLog(parts))).toBe(text);
          expect((await read(gzipSync(text), size)).at(-1)).toEqual(parts.at(-1));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("may leave the bytes of artifacts out; their digests stay", async () => {
    const [first] = artifacts;
    if (first === undefined) throw new Error("no artifact");
    const { data, ...omitted } = first;
    const text = await write({ header, ticks, artifacts: [omitted] });
    expect(text).toContain('"omitted":true');
    expect(asLog(await read(text)).artifacts).toEqual([omitted]);
  });

  test("keeps fields of the header that are not known here", async () => {
    const text = await write({ header: { ...header, note: 1 } as RunLogHeader, ticks });
    expect(await write(asLog(await read(text)))).toBe(text);
  });

  test("is compressed as a stream", async () => {
    const parts: Uint8Array[] = [];
    const text = await write({ header, ticks, artifacts });
    const chunks = async function* () {
      for (let at = 0; at < text.length; at += 100) yield Buffer.from(text.slice(at, at + 100));
    };
    for await (const part of gzipChunks(chunks())) parts.push(part);
    const packed = Buffer.concat(parts);
    expect(await last(packed)).toMatchObject({ kind: "intact" });
    expect(gunzipSync(packed).toString()).toBe(text);
  });

  test("needs every tick", async () => {
    await expect(write({ header, ticks: ticks.slice(1) })).rejects.toThrow("Tick 1 is missing");
  });
});

describe("damage is named with its line, and what stands before it is good", () => {
  const damageOf = async (content: string | Uint8Array) => {
    const part = await last(content);
    return part?.kind === "damaged" ? `${part.damage.line}: ${part.damage.message} [${part.ticks}]` : part?.kind;
  };
  const without = (index: number) => joined(lines.toSpliced(index, 1));

  test("cut off inside a line, or behind one", async () => {
    const inside = joined(lines.slice(0, 4)).length + 10;
    expect(await damageOf(whole.slice(0, inside))).toBe("5: The file is cut off inside this line. [3]");
    expect(await damageOf(joined(lines.slice(0, 4)))).toBe(
      "5: The end of the log is missing: it was cut off behind tick 3. [3]",
    );
    expect(await damageOf(joined(lines.slice(0, 8)))).toBe(
      "9: The end of the log is missing: it was cut off behind tick 6. [6]",
    );
    expect(await damageOf(gzipSync(whole).subarray(0, -40))).toContain("[");
  });

  test("lost, repeated and reordered lines", async () => {
    expect(await damageOf(without(3))).toBe(
      "4: Tick 3 is missing; tick 4 stands here: lines were lost or reordered. [2]",
    );
    expect(await damageOf(without(6))).toContain("should have 6 ticks and has 5");
    expect(await damageOf(joined(lines.toSpliced(3, 0, lines[2] ?? "")))).toBe(
      "4: Tick 2 stands here where tick 3 should: lines were repeated or reordered. [2]",
    );
    expect(await damageOf(joined(lines.toSpliced(2, 2, lines[3] ?? "", lines[2] ?? "")))).toBe(
      "3: Tick 2 is missing; tick 3 stands here: lines were lost or reordered. [1]",
    );
    expect(await damageOf(without(7))).toContain("The artifacts are not those");
  });

  test("edited lines", async () => {
    expect(await damageOf(whole.replace('"n":1}', '"n":2}'))).toBe(
      "4: Tick 3 was changed after the log was written. [2]",
    );
    expect(await damageOf(whole.replace('"seq":2,', '"seq": 2,'))).toContain("3: This line was changed");
    expect(await damageOf(whole.replace("[0.1,null]", "[0.10000000000000000001,null]"))).toContain(
      "3: This line was changed",
    );
    expect(await damageOf(whole.replace('"retryAfterMs":50', '"retryAfterMs":"x"'))).toContain("5: Tick 4 was changed");
    expect(await damageOf(whole.replace('"kind":"wake-up"', '"kind":"what"'))).toContain("7: Tick 6 was changed");
    expect(await damageOf(whole.replace("stdout\\n", "stduot\\n"))).toContain(
      "8: The artifact's bytes do not have the digest",
    );
    expect(await damageOf(whole.replace('"runId":"r1"', '"runId":"r2"'))).toContain("1: The first line was changed");
    expect(await damageOf(whole.replace('{"seq":4', '{"seq":4,,'))).toContain(
      "5: This line is no JSON any more (column 10)",
    );
    expect(await damageOf(`${whole}more\n`)).toContain("11: There is more behind the end");
  });

  test("a state that replaying does not give", async () => {
    const end = JSON.parse(lines.at(-1) ?? "").end;
    const other = JSON.stringify({ end: { ...end, state: `stateHash@1:${"0".repeat(64)}` } });
    expect(await damageOf(joined([...lines.slice(0, -1), other]))).toContain("Replaying the ticks gives another state");
    const newer = JSON.stringify({ end: { ...end, state: "stateHash@9:00" } });
    expect(await damageOf(joined([...lines.slice(0, -1), newer]))).toMatch(/stateHash@9.*stateHash@1/);
  });

  test("any one changed character is found", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 2), fc.constantFrom(...'x0 1}],"\nä'), async (at, char) => {
        fc.pre(whole[at] !== char);
        const part = await last(whole.slice(0, at) + char + whole.slice(at + 1));
        expect(["damaged", "refused"]).toContain(part?.kind);
      }),
      { numRuns: 500 },
    );
  });
});

test("a log of 50 MB is read line by line while it is written", async () => {
  const data = "x".repeat(100_000);
  const large = numbered([
    ...bodies.slice(0, 1),
    ...Array.from({ length: 500 }, (): TickBody => ({ kind: "event-added", event: { type: "Odd", data } })),
  ]);
  let written = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of writeRunLog({ header, ticks: large })) {
      written += line.length;
      yield line;
    }
  }
  let part: LogPart | undefined;
  for await (const each of readRunLog(counted())) {
    part = each;
    // A reader that wanted all of it first would find it written already.
    if (each.kind === "header") expect(written).toBeLessThan(1_000_000);
  }
  expect(written).toBeGreaterThan(50_000_000);
  expect(part).toMatchObject({ kind: "intact", ticks: large.length });
});

describe("what is no run log is refused", () => {
  const refusal = async (content: string | Uint8Array) => {
    const parts = await read(content);
    expect(parts).toHaveLength(1);
    return parts[0]?.kind === "refused" ? `${parts[0].code}: ${parts[0].message}` : parts[0]?.kind;
  };

  test("an empty file, a binary one, another format", async () => {
    expect(await refusal("")).toContain("empty:");
    expect(await refusal("\n\n")).toContain("empty:");
    expect(await refusal(new Uint8Array(5000).map((_, i) => (i * 31) % 256))).toContain("not-a-log:");
    expect(await refusal("hello\nworld\n")).toContain("not-a-log:");
    expect(await refusal(JSON.stringify(workflow))).toContain("not-a-log:");
    expect(await refusal(new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4]))).toContain("damaged:");
  });

  test("a newer format, naming both", async () => {
    expect(await refusal(whole.replace("runlog@1", "runlog@3"))).toMatch(/newer-format: .*runlog@3.*runlog@1/);
  });

  test("a header whose workflow was changed", async () => {
    expect(await refusal(whole.replace('"question":"?"', '"question":"!"'))).toContain(
      "damaged: The workflow in the first line",
    );
    expect(await refusal(whole.replace('"kind":"stop"', '"kind":"robot"'))).toContain(
      "damaged: The workflow in the first line",
    );
  });
});
