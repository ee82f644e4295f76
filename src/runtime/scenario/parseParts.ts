import type { Event } from "../../engine/event.ts";
import type { Exit } from "../../engine/result.ts";
import { isJsonObject, type Json } from "../../workflow/json.ts";
import type { Reader } from "./Reader.ts";

export function parseExit(reader: Reader, json: Json, pointer: string): Exit | undefined {
  if (json === "timeout" || json === "cancellation" || json === "abnormal") return json;
  if (isJsonObject(json) && typeof json.code === "number") return { code: json.code };
  if (isJsonObject(json) && typeof json.signal === "string") return { signal: json.signal };
  return reader.problem(pointer, `An exit is {"code": n}, {"signal": name}, "timeout", "cancellation" or "abnormal".`);
}

export function parseEvent(reader: Reader, json: Json | undefined, pointer: string): Event | undefined {
  if (!isJsonObject(json) || typeof json.type !== "string") {
    return reader.problem(pointer, `An event is {"type": text, "data"?: any}.`);
  }
  reader.onlyKeys(json, ["type", "data"], pointer);
  return { type: json.type, ...(json.data !== undefined && { data: json.data }) };
}
