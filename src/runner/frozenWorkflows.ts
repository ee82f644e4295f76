import { readFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { isMissing, writeAtomically } from "./atomicFile.ts";
import { makeFolder } from "./dataFolder.ts";

/** The frozen workflows that pages uploaded; attempts are checked against them. */
export interface FrozenWorkflows {
  /** Answers the workflow, or a sentence why it is refused. */
  put(digest: string, document: Json): Promise<Workflow | string>;
  get(digest: string): Workflow | undefined;
}

const digestShape = /^sha256:[0-9a-f]{64}$/;

export function openFrozenWorkflows(dataFolder: string): FrozenWorkflows {
  const folder = makeFolder(join(dataFolder, "workflows"));
  const read = new Map<string, Workflow>();
  const pathOf = (digest: string): string => join(folder, `${digest.slice("sha256:".length)}.json`);

  return {
    async put(digest, document) {
      if (!digestShape.test(digest))
        return `"${digest}" is no digest; it looks like sha256: and 64 hexadecimal digits.`;
      const parsed = parseWorkflow(document);
      if (!parsed.ok) {
        return `This is no workflow: ${parsed.problems.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join(" ")}`;
      }
      const actual = digestOf(parsed.value);
      if (actual !== digest)
        return `The workflow has the digest ${actual}, not ${digest}. Upload the frozen workflow unchanged.`;
      if (read.get(digest) === undefined) await writeAtomically(pathOf(digest), JSON.stringify(parsed.value));
      read.set(digest, parsed.value);
      return parsed.value;
    },
    get(digest) {
      if (!digestShape.test(digest)) return undefined;
      const known = read.get(digest);
      if (known !== undefined) return known;
      try {
        const parsed = parseWorkflow(JSON.parse(readFileSync(pathOf(digest), "utf8")));
        // A file that was changed since is no workflow anybody approved.
        if (!parsed.ok || digestOf(parsed.value) !== digest) return undefined;
        read.set(digest, parsed.value);
        return parsed.value;
      } catch (error) {
        if (error instanceof SyntaxError || isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}
