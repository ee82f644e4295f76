import { CodeText } from "../../ui/CodeText.tsx";
import { kindHelp } from "../../workflow/kindHelp.ts";
import { kinds } from "../../workflow/kinds.ts";
import type { StepKind } from "../../workflow/workflow.ts";
import "./KindHelpText.css";

/** What a kind does, what leaves it, and an example. */
export function KindHelpText({ kind }: { readonly kind: StepKind }) {
  const { does, ports, example } = kindHelp[kind];
  return (
    <span className="tw-kind-help">
      <strong>{kinds[kind].title}</strong>
      <span>
        <CodeText text={does} />
      </span>
      <span>
        <CodeText text={ports} />
      </span>
      {example !== "" && <code className="tw-kind-example">{example}</code>}
    </span>
  );
}
