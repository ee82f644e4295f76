// What `npm test` says at its end: what failed and what needed a second try, short enough to be read where only the
// last lines of an output are kept.
import { stripVTControlCharacters } from "node:util";

const lineLength = 160;
/** Lines of one finding's message. */
const messageLines = 4;

/** The first lines of a message that say something, without colours. */
export function firstLines(text, most = messageLines) {
  return stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(0, most)
    .map((line) => (line.length > lineLength ? `${line.slice(0, lineLength)}…` : line));
}

/** Findings of Playwright's JSON report. */
export function storyFindings(report) {
  const found = report.errors.map(({ message, location }) => ({
    kind: "failed",
    where: location === undefined ? "e2e" : `${location.file}:${location.line}`,
    message: firstLines(message ?? ""),
  }));
  const visit = (suite, titles) => {
    for (const spec of suite.specs) {
      for (const test of spec.tests) {
        const kind = { unexpected: "failed", flaky: "again" }[test.status];
        if (kind === undefined) continue;
        const error = test.results.find((result) => result.error !== undefined)?.error;
        const at = error?.location === undefined ? "" : ` (${error.location.file}:${error.location.line})`;
        const where = `e2e ${spec.file}:${spec.line} › ${[...titles, spec.title].join(" › ")}${at}`;
        found.push({ kind, where, message: firstLines(error?.message ?? "") });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const file of report.suites) visit(file, []);
  return found;
}

/** The lines to print: what failed, then what needed a second try. */
export function summaryOf(findings, most = 40) {
  const lines = [];
  const unsaid = [];
  for (const [kind, heading] of [
    ["failed", "Failed:"],
    ["again", "Passed at the second try:"],
  ]) {
    let headed = false;
    for (const { where, message } of findings.filter((finding) => finding.kind === kind)) {
      const said = [...(headed ? [] : [heading]), `  ${where}`, ...message.map((line) => `      ${line}`)];
      if (lines.length + said.length >= most) {
        unsaid.push(where);
        continue;
      }
      headed = true;
      lines.push(...said);
    }
  }
  if (unsaid.length > 0) lines.push(`… and ${unsaid.length} more, above`);
  return lines;
}
