import type { Event } from "../../engine/event.ts";
import type { StorePath } from "../../engine/tick.ts";
import { isJsonObject, type Json, type JsonObject } from "../../workflow/json.ts";
import { parseEvent, parseExit } from "./parseParts.ts";
import type { Reader } from "./Reader.ts";
import type { ScriptedResult } from "./scenario.ts";

export function parseResults(reader: Reader, json: Json | undefined, pointer: string): readonly ScriptedResult[] {
  if (!Array.isArray(json)) {
    reader.problem(pointer, "A finish needs with: a list of results.");
    return [];
  }
  return (json as readonly Json[]).flatMap((result, index) => parseResult(reader, result, `${pointer}/${index}`) ?? []);
}

type Read = (reader: Reader, value: Json, result: JsonObject, pointer: string) => ScriptedResult | undefined;

function parseResult(reader: Reader, json: Json, pointer: string): ScriptedResult | undefined {
  if (!isJsonObject(json)) return reader.problem(pointer, "A result is an object.");
  // `send` and `publish` name the event, whatever else stands beside it.
  const name = Object.keys(results).find((key) => Object.hasOwn(json, key));
  if (name === undefined) {
    return reader.problem(pointer, `A result has one of: ${Object.keys(results).join(", ")}.`);
  }
  const entry = results[name];
  if (!entry) return undefined;
  reader.onlyKeys(json, [name, ...entry.beside], pointer);
  return entry.read(reader, json[name] ?? null, json, `${pointer}/${name}`);
}

const results: Readonly<Record<string, { readonly beside: readonly string[]; readonly read: Read }>> = {
  return: { beside: [], read: (_, value) => ({ kind: "return", value }) },
  fail: {
    beside: ["denied"],
    read(reader, value, result, pointer) {
      if (!isJsonObject(value)) return reader.problem(pointer, `A failure is {"name"?, "message"}.`);
      const { name = "Error", message } = value;
      if (typeof name !== "string" || typeof message !== "string") {
        return reader.problem(pointer, "Name and message of a failure are texts.");
      }
      return { kind: "fail", name, message, denied: result.denied === true };
    },
  },
  cancelled: { beside: [], read: () => ({ kind: "cancelled" }) },
  send: {
    beside: ["to", "onSuccess"],
    read(reader, value, result, pointer) {
      const event = parseEvent(reader, value, pointer);
      const to = typeof result.to === "string" ? { to: result.to } : {};
      return event && { kind: "send", event, ...to, onSuccess: result.onSuccess === true };
    },
  },
  publish: {
    beside: [],
    read(reader, value, _, pointer) {
      const event = parseEvent(reader, value, pointer);
      return event && { kind: "publish", event };
    },
  },
  collect: {
    beside: [],
    read(reader, value, _, pointer) {
      const { buffer, event } = reader.object(value, pointer);
      const read = parseEvent(reader, event, `${pointer}/event`);
      return read && { kind: "collect", buffer: bufferName(buffer), event: read };
    },
  },
  consume: {
    beside: [],
    read(reader, value, _, pointer) {
      const { buffer, events } = reader.object(value, pointer);
      if (typeof events === "number") return { kind: "consume", buffer: bufferName(buffer), events };
      if (!Array.isArray(events)) return reader.problem(`${pointer}/events`, "This is a number or a list of events.");
      const list: Event[] = (events as readonly Json[]).flatMap(
        (event, index) => parseEvent(reader, event, `${pointer}/events/${index}`) ?? [],
      );
      return { kind: "consume", buffer: bufferName(buffer), events: list };
    },
  },
  wait: { beside: [], read: readWait },
  answered: {
    beside: [],
    read: (reader, value, _, pointer) =>
      typeof value === "string" ? { kind: "answered", id: value } : reader.problem(pointer, "This is a waiter's id."),
  },
  set: {
    beside: [],
    read(reader, value, _, pointer) {
      const change = reader.object(value, pointer);
      const path = storePath(change.path);
      if (!path) return reader.problem(`${pointer}/path`, "A path is a dotted text or a list of keys.");
      return { kind: "set", path, value: change.value ?? null };
    },
  },
  once: {
    beside: [],
    read(reader, value, _, pointer) {
      const once = reader.object(value, pointer);
      const key = reader.text(once, "key", pointer);
      return key === undefined ? undefined : { kind: "once", key, value: once.value ?? null };
    },
  },
  output: { beside: [], read: (_, value) => ({ kind: "output", value }) },
  exit: {
    beside: [],
    read(reader, value, _, pointer) {
      const exit = parseExit(reader, value, pointer);
      return exit === undefined ? undefined : { kind: "exit", exit };
    },
  },
};

function readWait(reader: Reader, value: Json, _: JsonObject, pointer: string): ScriptedResult | undefined {
  const wait = reader.object(value, pointer);
  reader.onlyKeys(wait, ["id", "type", "where", "ask", "timeoutMs"], pointer);
  const type = reader.text(wait, "type", pointer);
  const id = wait.id === undefined ? undefined : reader.text(wait, "id", pointer);
  const ask = wait.ask === undefined ? undefined : parseEvent(reader, wait.ask, `${pointer}/ask`);
  if (type === undefined) return undefined;
  return {
    kind: "wait",
    type,
    ...(id !== undefined && { id }),
    ...(ask && { ask }),
    ...(wait.where !== undefined && { where: reader.object(wait.where, `${pointer}/where`) }),
    ...(typeof wait.timeoutMs === "number" && { timeoutMs: wait.timeoutMs }),
  };
}

function bufferName(json: Json | undefined): string {
  return typeof json === "string" ? json : "default";
}

function storePath(json: Json | undefined): StorePath | undefined {
  if (typeof json === "string") return json.split(".");
  if (!Array.isArray(json)) return undefined;
  const keys = json as readonly Json[];
  return keys.every((key) => typeof key === "string" || typeof key === "number") ? (keys as StorePath) : undefined;
}
