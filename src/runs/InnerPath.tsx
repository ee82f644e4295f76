import { ChevronRight } from "lucide-react";
import { findStep, localId, scopeOf } from "../workflow/subWorkflows.ts";
import { useRunContext } from "./RunContext.ts";
import "./InnerPath.css";

/** The way from the run's own canvas to the one that is shown: of a workflow inside a step (R79). */
export function InnerPath({ scope, onOpen }: { readonly scope: string; readonly onOpen: (scope: string) => void }) {
  const { stored } = useRunContext();
  const scopes: string[] = [];
  for (let at = scope; at !== ""; at = scopeOf(at)) scopes.unshift(at);
  return (
    <nav className="inner-path" aria-label="Workflows around this one">
      <button type="button" className="inner-path-link" onClick={() => onOpen("")}>
        {stored.summary.name}
      </button>
      {scopes.map((path) => {
        const name = findStep(stored.workflow, path)?.title ?? localId(path);
        return (
          <span key={path} className="inner-path-part">
            <ChevronRight aria-hidden size={14} />
            {path === scope ? (
              <span aria-current="page">{name}</span>
            ) : (
              <button type="button" className="inner-path-link" onClick={() => onOpen(path)}>
                {name}
              </button>
            )}
          </span>
        );
      })}
    </nav>
  );
}
