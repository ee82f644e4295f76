import { Wrench } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { announce } from "../../ui/toast.ts";
import type { Problem } from "../../workflow/problem.ts";
import { useDocument, useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { fixesFor } from "./fixesFor.ts";

/** What mends a problem with one click; nothing when a person has to look. `most`: so many are shown. */
export function FixButtons({ problem, most = 3 }: { readonly problem: Problem; readonly most?: number }) {
  const store = useDocumentStore();
  const { pickTarget } = useEditor();
  const workflow = useDocument((state) => state.workflow);
  const fixes = fixesFor(workflow, problem).slice(0, most);
  if (fixes.length === 0) return null;
  return (
    <span className="tw-fixes">
      {fixes.map((fix) => (
        <Button
          key={fix.label}
          size="small"
          icon={<Wrench aria-hidden />}
          onClick={() => {
            if (fix.kind === "connect") return pickTarget(fix.from);
            store.apply(fix.edit);
            announce(`${fix.label}: done`);
          }}
        >
          {fix.label}
        </Button>
      ))}
    </span>
  );
}
