import type { Json, JsonSchema } from "../workflow/json.ts";
import { fieldKind, isMembers } from "./fieldKind.ts";
import { escapePointer, type FormDraft, type FormProblem } from "./formDraft.ts";

/** Problems whose place has no field of its own, so that none is lost. */
export function ProblemsElsewhere({
  problems,
  schema,
  draft,
}: {
  readonly problems: readonly FormProblem[];
  readonly schema: JsonSchema;
  readonly draft: FormDraft;
}) {
  const places = fieldPointers(schema, draft, "");
  const rest = problems.filter((problem) => !places.has(problem.pointer));
  if (rest.length === 0) return null;
  return (
    <ul className="schema-rest">
      {rest.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`} className="tw-field-error">
          {pointer === "" ? message : `${pointer}: ${message}`}
        </li>
      ))}
    </ul>
  );
}

function fieldPointers(schema: JsonSchema, draft: FormDraft, pointer: string): Set<string> {
  const kind = fieldKind(schema);
  const places = new Set([pointer]);
  const add = (more: Set<string>): void => {
    for (const place of more) places.add(place);
  };
  if (kind.kind === "object")
    for (const { name, schema } of kind.fields)
      add(fieldPointers(schema, isMembers(draft) ? draft[name] : undefined, `${pointer}/${escapePointer(name)}`));
  if (kind.kind === "list" && Array.isArray(draft))
    for (const [index, entry] of (draft as readonly Json[]).entries())
      add(fieldPointers(kind.element, entry, `${pointer}/${index}`));
  return places;
}
