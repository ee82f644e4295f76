import { isObject } from "./parse/shape.ts";

/** A text that is no workflow of ours, as a person would call it. */
export interface OtherFile {
  /** With its article: “an n8n workflow”. */
  readonly what: string;
  /** What to do with it here: whole sentences. */
  readonly advice: string;
}

const whatOpens = "Tickwork opens its own workflows (*.workflow.json) and run logs (*.runlog.jsonl).";

const drawnAnew = "There is no converter: draw its steps anew, or begin with an example that is like it.";
const asCommands = "Its lines run as command steps: draw one per job, and connect what needs what.";
const asData =
  "If it is data, give it to a run: as the start's input, with a file step, or dropped into the field of a question.";

type Test<T> = readonly [what: string, advice: string, is: (given: T) => boolean];
type Fields = Readonly<Record<string, unknown>>;

const has = (fields: Fields, ...keys: readonly string[]): boolean => keys.every((key) => Object.hasOwn(fields, key));
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const objectsIn = (value: unknown): readonly Fields[] => (isList(value) ? value.filter(isObject) : []);

function formatOf({ format }: Fields): string {
  return typeof format === "string" ? format : "";
}

const isN8n = (json: Fields): boolean =>
  isObject(json.connections) &&
  objectsIn(json.nodes).some(({ type, typeVersion }) => typeVersion !== undefined || `${type}`.includes("n8n-nodes"));

/** The first that applies; the more telling ones come first. */
const objects: readonly Test<Fields>[] = [
  [
    "the first line of a run log",
    "Give the whole file *.runlog.jsonl to Import, or to `tickwork replay`.",
    (json) => formatOf(json).startsWith("tickwork/runlog@"),
  ],
  [
    "a scenario of Tickwork",
    "Run it with `tickwork check FILE`.",
    (json) => formatOf(json).startsWith("tickwork/scenario@"),
  ],
  ["an n8n workflow", drawnAnew, isN8n],
  ["a flow of LangFlow", drawnAnew, ({ data }) => isObject(data) && isList(data.nodes) && isList(data.edges)],
  [
    "a graph of nodes and edges (Flowise, React Flow or the like)",
    drawnAnew,
    ({ nodes, edges }) => isList(nodes) && isList(edges),
  ],
  ["a ComfyUI workflow", drawnAnew, ({ nodes, links }) => isList(nodes) && isList(links)],
  ["a scenario of Make", drawnAnew, (json) => isList(json.flow) && isObject(json.metadata)],
  [
    "a state machine of AWS Step Functions",
    drawnAnew,
    (json) => typeof json.StartAt === "string" && has(json, "States"),
  ],
  [
    "a flow of Power Automate or Logic Apps",
    drawnAnew,
    (json) => isObject(json.definition) && has(json.definition, "triggers", "actions"),
  ],
  [
    "a package.json of npm",
    "Its scripts run as command steps: `npm run NAME` in a workspace.",
    (json) =>
      typeof json.name === "string" &&
      (has(json, "scripts") || has(json, "dependencies") || has(json, "devDependencies")),
  ],
  [
    "a JSON Schema",
    "It belongs into a schema field: of the start, an event type or an answer.",
    (json) => has(json, "$schema"),
  ],
];

const isNodeRed = (list: readonly unknown[]): boolean =>
  list.length > 0 &&
  list.every((node) => isObject(node) && typeof node.id === "string" && typeof node.type === "string") &&
  objectsIn(list).some(({ type, wires }) => type === "tab" || isList(wires));

const lists: readonly Test<readonly unknown[]>[] = [
  ["a Node-RED flow", drawnAnew, isNodeRed],
  ["a list of n8n workflows", drawnAnew, (list) => objectsIn(list).some(isN8n)],
];

/** A first line of columns, and a second one with as many. */
function isTable(text: string): boolean {
  const [head = "", next = ""] = text.trimStart().split(/\r?\n/, 2);
  const columns = (line: string) => line.split(/[,;\t]/).length;
  return columns(head) > 1 && columns(head) === columns(next);
}

/** What is not JSON, by its text. */
const texts: readonly Test<string>[] = [
  ["a PDF", asData, (text) => text.startsWith("%PDF-")],
  [
    "a ZIP archive",
    "Unpack it first, and open the workflow that is in it.",
    (text) => text.startsWith("PK\u0003\u0004"),
  ],
  ["a picture, an archive or another file of bytes", asData, (text) => text.slice(0, 4_096).includes("\0")],
  [
    "a web page",
    "Whoever saved it from a site gets the file itself with the link “Raw” or “Download” there.",
    (text) => /^\s*<(!doctype html|html)\b/i.test(text),
  ],
  ["a BPMN diagram", drawnAnew, (text) => /^\s*<[\s\S]{0,2000}\bbpmn/i.test(text)],
  ["XML", asData, (text) => /^\s*<\?xml\b/.test(text)],
  ["a GitHub Actions workflow", asCommands, (text) => /^["']?on["']?\s*:/m.test(text) && /^jobs\s*:/m.test(text)],
  ["a workflow of Argo", drawnAnew, (text) => /^apiVersion\s*:\s*argoproj\.io\//m.test(text)],
  ["a manifest of Kubernetes", drawnAnew, (text) => /^apiVersion\s*:/m.test(text) && /^kind\s*:/m.test(text)],
  ["a file of Docker Compose", asCommands, (text) => /^services\s*:/m.test(text)],
  ["an app of Dify", drawnAnew, (text) => /^kind\s*:\s*app\s*$/m.test(text) && /^workflow\s*:/m.test(text)],
  ["a project of Rivet", drawnAnew, (text) => /^data\s*:/m.test(text) && /^\s+graphs\s*:/m.test(text)],
  ["a GitLab CI file", asCommands, (text) => /^\s+script\s*:/m.test(text) && !/^jobs\s*:/m.test(text)],
  [
    "a Python script",
    "Run it with a command step: `python3 FILE`.",
    (text) => /^(import|from) \w[\w. ]*( import .+)?$|^def \w+\(/m.test(text),
  ],
  [
    "JavaScript or TypeScript",
    "Paste its text into a code step, or run it with a command step.",
    (text) => /^(import\s.+from\s|export\s|const\s|let\s|function\s|async function\s)/m.test(text),
  ],
  ["a shell script", "Run it with a command step: `sh FILE`.", (text) => text.startsWith("#!")],
  ["a table (CSV)", asData, isTable],
  ["YAML", asData, (text) => /^(---\s*\n)?(\s*#.*\n|\s*\n)*["']?[\w.-]+["']?\s*:(\s|$)/.test(text)],
];

/**
 * What a text is that cannot be read as a workflow. `undefined`: it is meant to be one of ours (or broken JSON of
 * whatever kind), and what is wrong with it as a workflow says more.
 */
export function otherFile(text: string): OtherFile | undefined {
  const json = parsedOrAbsent(text);
  if (isList(json)) return first(lists, json) ?? { what: "JSON of another kind, a list", advice: asData };
  if (isObject(json)) {
    if (isObject(json.steps) || formatOf(json).startsWith("tickwork/workflow")) return undefined;
    return first(objects, json) ?? { what: `JSON of another kind${keysOf(json)}`, advice: asData };
  }
  if (json !== undefined) return { what: "a single value in JSON", advice: asData };
  const [line = ""] = text.trimStart().split("\n", 1);
  const opening = parsedOrAbsent(line);
  if (isObject(opening)) return first(objects.slice(0, 1), opening) ?? { what: "lines of JSON each", advice: asData };
  // What begins like JSON, or with a comment above it, is meant to be ours: its first mistake says more.
  if (/^\s*([{["]|\/[/*])/.test(text)) return undefined;
  return first(texts, text) ?? { what: "a text that is not JSON", advice: asData };
}

/** The same for a person, with what to do. */
export function otherFileText({ what, advice }: OtherFile): string {
  return `This looks like ${what}. ${advice} ${whatOpens}`;
}

/** Of whatever length its names are. */
function keysOf(json: Fields): string {
  const keys = Object.keys(json);
  const named = keys.slice(0, 4).map((key) => `\`${key.length > 24 ? `${key.slice(0, 23)}…` : key}\``);
  if (named.length === 0) return ", an empty object";
  return `, with ${named.join(", ")}${keys.length > named.length ? " and more" : ""}`;
}

function first<T>(tests: readonly Test<T>[], given: T): OtherFile | undefined {
  const found = tests.find(([, , is]) => is(given));
  return found && { what: found[0], advice: found[1] };
}

function parsedOrAbsent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
