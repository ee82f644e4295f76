import { CodeText } from "../../ui/CodeText.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useEditor } from "../editorContext.ts";

/** What is wrong with one step, at the head of its settings. */
export function ProblemNotices({ step }: { readonly step: string }) {
  const problems = useEditor().problems.filter((problem) => problem.step === step);
  return problems.map((problem) => (
    <Notice
      key={`${problem.rule} ${problem.pointer} ${problem.message}`}
      tone={problem.severity === "error" ? "bad" : "wait"}
      title={<CodeText text={problem.message} />}
    >
      {problem.line !== undefined && `Line ${problem.line}${problem.column ? `, column ${problem.column}` : ""}`}
    </Notice>
  ));
}
