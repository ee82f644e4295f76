import { isJsonObject, type Json, type JsonObject } from "../../workflow/json.ts";
import type { Problem } from "../../workflow/problem.ts";

/** Collects all problems of a scenario file while its parts are read. */
export class Reader {
  readonly problems: Problem[] = [];

  problem(pointer: string, message: string): undefined {
    this.problems.push({ rule: "format", severity: "error", pointer, message });
    return undefined;
  }

  onlyKeys(json: JsonObject, known: readonly string[], pointer: string): void {
    for (const key of Object.keys(json)) {
      if (known.includes(key)) continue;
      this.problem(`${pointer}/${key}`, `"${key}" is not known here. Known are: ${known.join(", ")}.`);
    }
  }

  text(json: JsonObject, key: string, pointer: string): string | undefined {
    const value = json[key];
    if (typeof value === "string") return value;
    return this.problem(`${pointer}/${key}`, `"${key}" must be a text.`);
  }

  texts(json: Json, pointer: string): readonly string[] {
    if (Array.isArray(json) && json.every((entry) => typeof entry === "string")) return json as readonly string[];
    this.problem(pointer, "This must be a list of texts.");
    return [];
  }

  object(json: Json | undefined, pointer: string): JsonObject {
    if (isJsonObject(json)) return json;
    this.problem(pointer, "This must be an object.");
    return {};
  }
}
