import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const checkout = join(import.meta.dirname, "../..");
const copy = join(checkout, "conformance");
const origin = join(checkout, "../shared/conformance");

/** Hash and name of each scenario but those that we wrote (`own`), as `sha256sum *<slash>*.json` in the folder prints them. */
function hashes(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".scenario.json") && !name.startsWith("own"))
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}`,
    );
}

function stored(): readonly string[] {
  return readFileSync(join(copy, "sha256sums.txt"), "utf8")
    .trimEnd()
    .split("\n")
    .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
}

test("the scenario files are the ones that were copied", () => {
  expect(hashes(copy)).toEqual(stored());
});

test("the copy has every scenario of its origin, unchanged, where the origin is at hand", () => {
  const current = existsSync(origin) ? hashes(origin) : stored();
  expect(current, "copy the folder again and write sha256sums.txt anew").toEqual(hashes(copy));
});
