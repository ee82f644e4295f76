import { lazy, Suspense, useMemo } from "react";
import { portsOf } from "../../../workflow/kinds.ts";
import { typesIn } from "../../../workflow/names.ts";
import { useDocumentStore } from "../../document/useDocument.ts";
import { useEditor } from "../../editorContext.ts";
import type { KindFormProps } from "../kindForm.ts";

/** CodeMirror is half of the editor's weight: it comes with the first code step that is looked at. */
const CodeEditor = lazy(() => import("../CodeEditor.tsx").then((module) => ({ default: module.CodeEditor })));

export function CodeForm({ id, step, config, onConfig }: KindFormProps<"code">) {
  const store = useDocumentStore();
  const { problems, takeLine } = useEditor();
  const own = useMemo(
    () => problems.filter((problem) => problem.step === id && problem.line !== undefined),
    [problems, id],
  );
  return (
    <div className="tw-field">
      <div className="tw-field-head">
        <span className="tw-field-label">Code</span>
        <span className="tw-field-aside">TypeScript or JavaScript</span>
      </div>
      <Suspense fallback={<div className="tw-code-place" />}>
        <CodeEditor
          key={id}
          label="Code"
          language="typescript"
          value={config.source}
          problems={own}
          takeLine={() => takeLine(id)}
          onChange={(source) => onConfig({ source })}
          names={() => {
            const { workflow } = store.getState();
            return {
              steps: Object.keys(workflow.steps),
              ports: portsOf(workflow.steps[id] ?? step),
              events: [...typesIn(workflow)],
            };
          }}
        />
      </Suspense>
      <p className="tw-field-hint">
        <code>export default (event, ctx) =&gt; …</code> – what it returns goes out of <em>done</em>.
      </p>
    </div>
  );
}
