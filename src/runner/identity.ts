import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJsonFile, writeAtomically } from "./atomicFile.ts";

/** The id of the runner that keeps this data folder; runs remember it beside their attempts. */
export async function openIdentity(dataFolder: string): Promise<string> {
  const path = join(dataFolder, "runner.json");
  const file = readJsonFile(path);
  if (file !== undefined && file !== "damaged") {
    const id = (file.value as { readonly id?: unknown } | null)?.id;
    if (typeof id === "string") return id;
  }
  // A damaged file makes another runner of it: attempts of before are asked about, never assumed.
  const id = `runner-${randomBytes(8).toString("hex")}`;
  await writeAtomically(path, JSON.stringify({ format: "tickwork/runner@1", id }));
  return id;
}
