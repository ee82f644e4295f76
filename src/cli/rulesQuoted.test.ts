import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

const rules = [
  ...Array.from({ length: 80 }, (_, index) => `R${index + 1}`),
  ...Array.from({ length: 41 }, (_, index) => `T${index + 1}`),
  ...Array.from({ length: 9 }, (_, index) => `V${index + 1}`),
];

function filesIn(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true })
    .map((file) => `${folder}${String(file)}`)
    .filter((file) => ending.test(file));
}

/** A title begins with the ids of its rules, each in brackets. */
function quotedByTitles(): readonly string[] {
  const files = [...filesIn("src/", /\.(?:test|browser)\.tsx?$/), ...filesIn("e2e/", /\.spec\.ts$/)];
  return files.flatMap((file) => {
    const titles = readFileSync(new URL(file, root), "utf8").matchAll(/["'`](?:\[[RTV]\d+\] ?)+/g);
    return [...titles].flatMap(([title]) => title.match(/[RTV]\d+/g) ?? []);
  });
}

function quotedByScenarios(): readonly string[] {
  return filesIn("conformance/", /\.scenario\.json$/).flatMap((file) => {
    const { rules } = JSON.parse(readFileSync(new URL(file, root), "utf8")) as { readonly rules?: readonly string[] };
    return rules ?? [];
  });
}

test("every rule of the engine, of tasks and of validation is quoted by a test or a scenario", () => {
  const quoted = new Set([...quotedByTitles(), ...quotedByScenarios()]);
  expect(rules.filter((rule) => !quoted.has(rule))).toEqual([]);
});
