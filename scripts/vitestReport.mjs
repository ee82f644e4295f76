// A reporter of vitest: how many tests passed and failed, what failed, and what needed a second try. Vitest's own JSON
// report names neither errors that belong to no test nor tests that passed at the second try.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { firstLines } from "./findings.mjs";

const messageOf = (errors) => firstLines(errors[0]?.message ?? "");

export function vitestReport(file) {
  return {
    onTestRunEnd(modules, unhandled) {
      let passed = 0;
      const findings = unhandled.map((error) => ({
        kind: "failed",
        where: `an error outside of any test (${error.VITEST_TEST_PATH ?? "unknown file"})`,
        message: messageOf([error]),
      }));
      for (const module of modules) {
        const named = `${module.project.name} ${module.relativeModuleId}`;
        const broken = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
        if (broken.length > 0) findings.push({ kind: "failed", where: named, message: messageOf(broken) });
        for (const test of module.children.allTests()) {
          const { state, errors = [] } = test.result();
          if (state === "passed") passed++;
          const kind = state === "failed" ? "failed" : test.diagnostic()?.flaky ? "again" : undefined;
          if (kind === undefined) continue;
          const at = errors[0]?.stacks?.[0];
          const line = at === undefined ? "" : ` (line ${at.line})`;
          findings.push({ kind, where: `${named} › ${test.fullName}${line}`, message: messageOf(errors) });
        }
      }
      const failed = findings.filter(({ kind }) => kind === "failed").length;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed, failed, findings }));
    },
  };
}
