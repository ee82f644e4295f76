import type { Decision } from "../../engine/tick.ts";
import { isJsonObject, type Json, type JsonObject } from "../../workflow/json.ts";
import { parseEvent, parseExit } from "./parseParts.ts";
import { parseResults } from "./parseResults.ts";
import type { Reader } from "./Reader.ts";
import type { Action, RunnerAnswer } from "./scenario.ts";

const frame = ["at", "expect", "expectUnordered", "state"];

/** Reads what an entry does: the one key that names an action, with the keys that belong to it. */
export function parseAction(reader: Reader, json: JsonObject, pointer: string): Action | undefined {
  const names = Object.keys(json).filter((key) => Object.hasOwn(actions, key));
  const [name] = names;
  if (name === undefined) {
    reader.onlyKeys(json, [...frame, ...Object.keys(actions)], pointer);
    return { kind: "pass" };
  }
  if (names.length > 1) return reader.problem(pointer, `An entry does one thing; this one has ${names.join(" and ")}.`);
  const action = actions[name];
  if (!action) return undefined;
  reader.onlyKeys(json, [...frame, name, ...action.beside], pointer);
  return action.read(reader, json, `${pointer}/${name}`, pointer);
}

type Read = (reader: Reader, json: JsonObject, pointer: string, entry: string) => Action | undefined;

const actions: Readonly<Record<string, { readonly beside: readonly string[]; readonly read: Read }>> = {
  start: { beside: [], read: (_, json) => ({ kind: "start", input: json.start ?? null }) },
  send: {
    beside: ["to"],
    read(reader, json, pointer, entry) {
      const event = parseEvent(reader, json.send, pointer);
      const to = json.to === undefined ? undefined : reader.text(json, "to", entry);
      return event && { kind: "send", event, ...(to !== undefined && { to }) };
    },
  },
  finish: {
    beside: ["with"],
    read(reader, json, _, entry) {
      const target = reader.text(json, "finish", entry);
      const results = parseResults(reader, json.with, `${entry}/with`);
      return target === undefined ? undefined : { kind: "finish", target, with: results };
    },
  },
  started: { beside: [], read: targeted("started") },
  cancelStep: { beside: [], read: targeted("cancelStep") },
  treatAsLost: { beside: [], read: targeted("treatAsLost") },
  cancel: {
    beside: [],
    read(reader, json, _, entry) {
      const reason = reader.text(json, "cancel", entry);
      return reason === undefined ? undefined : { kind: "cancel", reason };
    },
  },
  pause: { beside: [], read: flag("pause") },
  resume: { beside: [], read: flag("resume") },
  reload: { beside: ["cutTicks", "runner", "exit", "output"], read: readReload },
  decide: {
    beside: [],
    read(reader, json, pointer) {
      const decisions: Record<string, Decision> = {};
      for (const [target, said] of Object.entries(reader.object(json.decide, pointer))) {
        const decision = parseDecision(reader, said, `${pointer}/${target}`);
        if (decision) decisions[target] = decision;
      }
      return { kind: "decide", decisions };
    },
  },
};

function targeted(kind: "started" | "cancelStep" | "treatAsLost"): Read {
  return (reader, json, _, entry) => {
    const target = reader.text(json, kind, entry);
    return target === undefined ? undefined : { kind, target };
  };
}

function flag(kind: "pause" | "resume"): Read {
  return (reader, json, pointer) =>
    json[kind] === true ? { kind } : reader.problem(pointer, `"${kind}" is true or left out.`);
}

function readReload(reader: Reader, json: JsonObject, pointer: string, entry: string): Action | undefined {
  if (json.reload !== true) return reader.problem(pointer, `"reload" is true or left out.`);
  const cutTicks = json.cutTicks ?? 0;
  if (typeof cutTicks !== "number" || !Number.isInteger(cutTicks) || cutTicks < 0) {
    return reader.problem(`${entry}/cutTicks`, "This must be a whole number from 0.");
  }
  const answers: Record<string, RunnerAnswer> = {};
  if (json.runner !== undefined) {
    for (const [target, said] of Object.entries(reader.object(json.runner, `${entry}/runner`))) {
      const answer = parseAnswer(reader, said, json, `${entry}/runner/${target}`);
      if (answer) answers[target] = answer;
    }
  }
  return { kind: "reload", cutTicks, answers };
}

const answerStates = ["running", "exited", "unknown", "lost", "unreachable"] as const;

/** `exit` and `output` stand in the answer itself, or beside `reload` for all that exited. */
function parseAnswer(reader: Reader, json: Json, entry: JsonObject, pointer: string): RunnerAnswer | undefined {
  const own = isJsonObject(json) ? json : entry;
  const said = isJsonObject(json) ? json.state : json;
  const state = answerStates.find((name) => name === said);
  if (!state) return reader.problem(pointer, `A runner answers one of: ${answerStates.join(", ")}.`);
  if (state !== "exited") return { state };
  const exit = own.exit === undefined ? undefined : parseExit(reader, own.exit, `${pointer}/exit`);
  return { state, ...(exit !== undefined && { exit }), ...(own.output !== undefined && { output: own.output }) };
}

function parseDecision(reader: Reader, json: Json, pointer: string): Decision | undefined {
  if (json === "rerun" || json === "failed") return { kind: json };
  if (isJsonObject(json) && json.succeeded !== undefined) return { kind: "succeeded", output: json.succeeded };
  return reader.problem(pointer, `A decision is "rerun", "failed" or {"succeeded": output}.`);
}
