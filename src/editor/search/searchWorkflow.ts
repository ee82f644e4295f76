import { kindOf, portsOf, summaryOf, typesOf } from "../../workflow/kinds.ts";
import { sourcesOf } from "../../workflow/sources.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { nodeIdOf } from "../canvas/selection.ts";

/** Where a search found its words. */
export interface Found {
  /** Id of the node. */
  readonly node: string;
  readonly title: string;
  /** What matched besides the title: `id`, `event BDone`, `expression`, … */
  readonly where: string;
}

interface Searched {
  readonly where: string;
  readonly text: string;
}

/**
 * Nodes whose title, id, kind, event types, texts or settings hold all words of a query, in any place and in any
 * case. Those that are found by their title come first, then in the order of the document.
 */
export function searchWorkflow(workflow: Workflow, query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const byTitle: Found[] = [];
  const others: Found[] = [];
  const look = (node: string, title: string, texts: readonly Searched[]): void => {
    if (words.every((word) => title.toLowerCase().includes(word))) {
      byTitle.push({ node, title, where: "title" });
      return;
    }
    const all = [{ where: "title", text: title }, ...texts];
    if (!words.every((word) => all.some(({ text }) => text.toLowerCase().includes(word)))) return;
    const hit = texts.find(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
    others.push({ node, title, where: hit?.where ?? "title" });
  };
  look(startNode, "Start", [
    { where: "event Start", text: "Start" },
    { where: "input form", text: JSON.stringify(workflow.input ?? "") },
  ]);
  for (const [id, step] of Object.entries(workflow.steps)) look(id, step.title ?? id, textsOf(id, step));
  for (const { id, title, steps } of workflow.layout?.groups ?? [])
    look(nodeIdOf({ kind: "group", id }), title ?? "Group", [{ where: "steps", text: steps.join(" ") }]);
  for (const { id, text } of workflow.layout?.notes ?? [])
    look(nodeIdOf({ kind: "note", id }), text.split("\n", 1)[0]?.replace(/^#+\s*/, "") || "Note", [
      { where: "note", text },
    ]);
  return [...byTitle, ...others];
}

function textsOf(id: string, step: Step): readonly Searched[] {
  const kind = kindOf(step);
  return [
    { where: "id", text: id },
    { where: kind.title, text: `${kind.title} ${step.kind}` },
    ...(step.accepts ?? []).map((type) => ({ where: `starts on ${type}`, text: type })),
    ...portsOf(step).flatMap((port) => typesOf(step, port).map((type) => ({ where: `event ${type}`, text: type }))),
    { where: "summary", text: summaryOf(step) },
    ...sourcesOf(step).map(({ path, text }) => ({ where: String(path.at(-1) ?? "settings"), text })),
    { where: "notes", text: step.notes ?? "" },
    { where: "settings", text: JSON.stringify(step.config) },
  ];
}
