import { type LoadText, resolveValue } from "../engine/resolve.ts";
import type { Tick } from "../engine/tick.ts";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import type { Json } from "../workflow/json.ts";

/** stdout and stderr as a command handed them on, and what a model answered. */
export async function keptOutput(
  tick: Extract<Tick, { kind: "execution-finished" }>,
  load: LoadText,
): Promise<OutputUpdate[]> {
  for (const result of tick.results) {
    const data = result.kind === "return" ? (result.data ?? dataOf(result.value)) : undefined;
    const failed = result.kind === "fail" ? result.failure.data : undefined;
    const found = data ?? failed;
    if (typeof found !== "object" || found === null || Array.isArray(found)) continue;
    const { stdout, stderr, text: answer, usage } = found as Readonly<Record<string, Json | undefined>>;
    const updates: OutputUpdate[] = [];
    for (const [stream, kept] of [
      ["stdout", stdout ?? (usage === undefined ? undefined : answer)],
      ["stderr", stderr],
    ] as const) {
      const text = await resolveValue(kept ?? null, load);
      if (typeof text === "string" && text !== "") updates.push({ kind: "bytes", stream, from: 0, text });
    }
    return updates;
  }
  return [];
}

function dataOf(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && "data" in value ? (value.data as Json) : undefined;
}
