import { readFile, stat } from "node:fs/promises";
import { placesIn } from "../workflow/jsonText.ts";
import type { Problem } from "../workflow/problem.ts";
import { maxWorkflowText, readWorkflowText } from "../workflow/readWorkflowText.ts";
import { validateWorkflow } from "../workflow/validateWorkflow.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";

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
    const reports = await Promise.all(positionals.map(readReport));
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

async function readReport(file: string): Promise<FileReport> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return { file, problems: [unreadable("There is no such file.")] };
  // Four bytes a character at most: the exact limit is the reader's.
  if (found.size > 4 * maxWorkflowText)
    return {
      file,
      problems: [unreadable(`The file has ${Math.round(found.size / 1e6)} MB: no workflow is that large.`)],
    };
  const text = decode(await readFile(file));
  if (text === undefined) return { file, problems: [unreadable("The file is no UTF-8 text.")] };
  const parsed = readWorkflowText(text);
  if (!parsed.ok) return { file, problems: placed(text, parsed.problems) };
  return { file, problems: placed(text, [...parsed.warnings, ...validateWorkflow(parsed.value)]) };
}

/** Every problem with its line in the file; those that have one of their own keep it. */
function placed(text: string, problems: readonly Problem[]): readonly Problem[] {
  const places = placesIn(
    text.replace(/^\uFEFF/, ""),
    problems.map(({ pointer }) => pointer),
  );
  return problems.map((problem) => ({ ...places.get(problem.pointer), ...problem }));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
