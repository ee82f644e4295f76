import { readFile, stat } from "node:fs/promises";
import { checkSources } from "../steps/checkSources.ts";
import type { Sandbox } from "../steps/sandbox/sandbox.ts";
import { placesIn } from "../workflow/jsonText.ts";
import type { Problem } from "../workflow/problem.ts";
import { maxWorkflowText, readWorkflowText } from "../workflow/readWorkflowText.ts";
import { validateWorkflow } from "../workflow/validateWorkflow.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { inlineFiles } from "./inlineFiles.ts";
import { openSandbox } from "./openSandbox.ts";

interface FileReport {
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** `tickwork validate`: all problems of workflow files, each with its place. */
export const validate: Command = {
  name: "validate",
  usage: "validate FILE… [--json]",
  summary: "names all problems of workflow files, with their places",
  async run(args, io) {
    const { values, positionals } = commandArguments(args, { json: { type: "boolean" } });
    if (positionals.length === 0) throw new WrongUsage("Name at least one workflow file.");
    const sandbox = sandboxIfHere();
    if (sandbox === undefined) io.err("Code and expressions are not checked: QuickJS is not installed here.");
    const reports: FileReport[] = [];
    for (const file of positionals) reports.push(await readReport(file, sandbox));
    sandbox?.close();
    if (values.json) io.out(JSON.stringify(reports, null, 2));
    else for (const report of reports) tell(io, report);
    const severities = reports.flatMap(({ problems }) => problems.map(({ severity }) => severity));
    const errors = severities.filter((severity) => severity === "error").length;
    io.err(
      `${counted(reports.length, "file")}, ${counted(errors, "error")}, ${counted(severities.length - errors, "warning")}`,
    );
    return errors === 0 ? 0 : 1;
  },
};

async function readReport(file: string, sandbox: Sandbox | undefined): Promise<FileReport> {
  const entry = await stat(file).catch(() => undefined);
  if (!entry?.isFile()) return { file, problems: [unreadable("There is no such file.")] };
  // Four bytes a character at most: the exact limit is the reader's.
  if (entry.size > 4 * maxWorkflowText)
    return {
      file,
      problems: [unreadable(`The file has ${Math.round(entry.size / 1e6)} MB: no workflow is that large.`)],
    };
  const text = decode(await readFile(file));
  if (text === undefined) return { file, problems: [unreadable("The file is no UTF-8 text.")] };
  const parsed = readWorkflowText(text);
  if (!parsed.ok) return { file, problems: placed(text, parsed.problems) };
  const inlined = await inlineFiles(parsed.value, file);
  const workflow = inlined.ok ? inlined.workflow : parsed.value;
  const missing = inlined.ok ? [] : inlined.problems;
  const found = withoutTwins([...parsed.warnings, ...missing, ...validateWorkflow(workflow)]);
  const inSources = sandbox === undefined ? [] : await checkSources(sandbox, workflow);
  const further = inSources
    // An empty text has one problem, not two.
    .filter(({ pointer }) => !found.some((problem) => problem.pointer === pointer))
    // The place inside of the code stands in the message; here the line is one of the file.
    .map(({ line: _line, column: _column, ...problem }) => problem);
  return { file, problems: placed(text, [...found, ...further]) };
}

/** Of a workflow that is not chosen yet both inlining and the settings speak. */
function withoutTwins(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(
    ({ pointer, message }, i) =>
      problems.findIndex((other) => other.pointer === pointer && other.message === message) === i,
  );
}

/** Every problem with its line in the file; what was found in the text has one already. */
function placed(text: string, problems: readonly Problem[]): readonly Problem[] {
  const pointers = problems.map(({ pointer }) => pointer);
  const places = placesIn(text.replace(/^\uFEFF/, ""), pointers);
  return problems.map((problem) => ({ ...places.get(problem.pointer), ...problem }));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function sandboxIfHere(): Sandbox | undefined {
  try {
    return openSandbox();
  } catch {
    return undefined;
  }
}

function unreadable(message: string): Problem {
  return { rule: "format", severity: "error", pointer: "", message };
}

function tell(io: Io, { file, problems }: FileReport): void {
  if (problems.length === 0) io.out(`ok ${file}`);
  for (const { severity, rule, pointer, line, column, message } of problems) {
    const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
    io.out(`${place}: ${severity} ${rule}${pointer === "" ? "" : ` ${pointer}`}: ${message}`);
  }
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
