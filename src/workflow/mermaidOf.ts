import { kindOf } from "./kinds.ts";
import { startNode, wiresOf } from "./wires.ts";
import type { Step, StepId, StepKind, Workflow } from "./workflow.ts";

/** The brackets that draw a kind: a branch asks, a person leans, an end is round. */
const shapes: Partial<Record<StepKind | "start", readonly [open: string, close: string]>> = {
  start: ["([", "])"],
  stop: ["([", "])"],
  branch: ["{", "}"],
  ask: ["[/", "/]"],
  join: ["{{", "}}"],
  workflow: ["[[", "]]"],
};

/** The workflow as a Mermaid flowchart (`formats.md` §3): solid lines carry events, dotted ones are needs. */
export function mermaidOf(workflow: Workflow): string {
  const ids = new Map<StepId, string>(
    [startNode, ...Object.keys(workflow.steps)].map((id, index) => [id, `n${index}`]),
  );
  const nameOf = (id: StepId) => ids.get(id) ?? "n0";
  const wires = wiresOf(workflow);
  const hasStart = wires.some(({ from }) => from === startNode);
  const nodes = Object.entries(workflow.steps).map(([id, step]) => node(nameOf(id), step.kind, labelOf(id, step)));
  const lines = wires.map(({ from, to, type, port }) => {
    const [a, b] = [nameOf(from), nameOf(to)];
    if (type === undefined) return `  ${a} -.-> ${b}`;
    return port === "done" ? `  ${a} --> ${b}` : `  ${a} -->|${quoted(port)}| ${b}`;
  });
  return [
    "---",
    `title: ${JSON.stringify(workflow.name.replaceAll("\n", " "))}`,
    "---",
    "flowchart LR",
    ...(hasStart ? [node(nameOf(startNode), "start", "Start")] : []),
    ...nodes,
    ...lines,
    "",
  ].join("\n");
}

function node(name: string, kind: StepKind | "start", label: string): string {
  const [open, close] = shapes[kind] ?? ["[", "]"];
  return `  ${name}${open}${quoted(label)}${close}`;
}

function labelOf(id: StepId, step: Step): string {
  return `${step.title ?? id}\n${kindOf(step).title}`;
}

/** Mermaid reads `#…;` as a sign, and Markdown or HTML not at all inside of quotes that hold none of theirs. */
function quoted(text: string): string {
  const plain = text
    .replaceAll("&", "#amp;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;")
    .replaceAll("`", "#96;")
    .replaceAll("\n", "<br/>");
  return `"${plain}"`;
}
