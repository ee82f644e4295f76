import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Inlined, inlineWorkflows } from "../workflow/inlineWorkflows.ts";
import { readWorkflowText } from "../workflow/readWorkflowText.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** The workflow of `file` as a run is frozen. A step names another file by its path beside the one it stands in. */
export function inlineFiles(workflow: Workflow, file: string): Promise<Inlined> {
  const outermost = resolve(file);
  return inlineWorkflows(
    workflow,
    async (named, from = outermost) => {
      const path = [named, `${named}.workflow.json`]
        .map((name) => resolve(dirname(from), name))
        .find((candidate) => existsSync(candidate));
      if (path === undefined) {
        return `There is no workflow "${named}": neither this file nor ${JSON.stringify(`${named}.workflow.json`)} lies beside ${from}.`;
      }
      const parsed = readWorkflowText(await readFile(path, "utf8"));
      if (parsed.ok) return { key: path, workflow: parsed.value };
      const [first] = parsed.problems;
      return `${path} is no workflow that can be read: ${first?.pointer ?? ""} ${first?.message ?? ""}`;
    },
    outermost,
  );
}
