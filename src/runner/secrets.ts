import { join } from "node:path";
import { secretName } from "../protocol/secretMarks.ts";
import { readJsonFile, writeAtomically } from "./atomicFile.ts";
import { shortestSecret } from "./host/scrubber.ts";

/** Values that commands get by name. Names come out, values only go in. */
export interface Secrets {
  names(): readonly string[];
  /** Answers why it was refused. */
  set(name: string, value: string): Promise<string | null>;
  delete(name: string): Promise<boolean>;
  /** For the environment of a command, inside the runner only. */
  value(name: string): string | undefined;
  /** Name → value, to look for them; inside the runner only. */
  all(): ReadonlyMap<string, string>;
}

/** `given` are those of this process alone; they win and are not stored. */
export function openSecrets(dataFolder: string, given: Readonly<Record<string, string>> = {}): Secrets {
  const path = join(dataFolder, "secrets.json");

  /** Read each time, because `tickwork secret set` writes it while a runner is up. */
  function load(): Map<string, string> {
    const file = readJsonFile(path);
    if (file === undefined) return new Map();
    const secrets = file === "damaged" ? null : (file.value as { readonly secrets?: unknown } | null)?.secrets;
    // Never overwritten by a set: the values in it cannot be had again from anywhere.
    if (typeof secrets !== "object" || secrets === null)
      throw new Error(`The file ${path} is damaged. Repair or delete it.`);
    return new Map(Object.entries(secrets).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  }

  function save(secrets: Map<string, string>): Promise<void> {
    return writeAtomically(
      path,
      JSON.stringify({ format: "tickwork/secrets@1", secrets: Object.fromEntries(secrets) }),
    );
  }

  return {
    names: () => [...new Set([...load().keys(), ...Object.keys(given)])].sort(),
    async set(name, value) {
      if (!secretName.test(name))
        return `"${name}" is no name for a secret: letters, digits and _, not beginning with a digit.`;
      if (value.length < shortestSecret) {
        return `A secret needs at least ${shortestSecret} characters, or it could not be kept out of outputs.`;
      }
      await save(load().set(name, value));
      return null;
    },
    async delete(name) {
      const secrets = load();
      if (!secrets.delete(name)) return false;
      await save(secrets);
      return true;
    },
    all: () => new Map([...load(), ...Object.entries(given)]),
    value: (name) => (Object.hasOwn(given, name) ? given[name] : load().get(name)),
  };
}
