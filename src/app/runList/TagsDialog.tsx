import { useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { keepTag } from "../../protocol/runList.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { plural } from "../../ui/format.ts";
import { TextInput } from "../../ui/TextInput.tsx";
import { tagsIn } from "./runFilters.ts";

/** Adds tags to runs, or takes them away. */
export function TagsDialog({
  api,
  ids,
  known,
  onClose,
}: {
  readonly api: EngineApi;
  readonly ids: readonly string[];
  readonly known: readonly (readonly [tag: string, runs: number])[];
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const tags = tagsIn(text);
  const change = async (part: "add" | "remove", of: readonly string[]) => {
    const answer = await api.tagRuns(ids, { [part]: of });
    if (answer.ok) onClose();
    else setTrouble(answer.refusal.message);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="narrow"
      title={`Tags of ${plural(ids.length, "run")}`}
      description={`A run with the tag “${keepTag}” is never deleted by itself.`}
      actions={
        <>
          <Button disabled={tags.length === 0} onClick={() => void change("remove", tags)}>
            Remove
          </Button>
          <Button variant="primary" disabled={tags.length === 0} onClick={() => void change("add", tags)}>
            Add
          </Button>
        </>
      }
    >
      <form
        className="tags-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (tags.length > 0) void change("add", tags);
        }}
      >
        <Field label="Tags" hint="Apart by commas." {...(trouble !== null && { error: trouble })}>
          <TextInput value={text} onChange={setText} placeholder="keep, release" />
        </Field>
        <div className="tags-known">
          {[...new Set([keepTag, ...known.slice(0, 12).map(([tag]) => tag)])].map((tag) => (
            <Button
              key={tag}
              size="small"
              type="button"
              aria-pressed={tags.includes(tag)}
              onClick={() =>
                setText((tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]).join(", "))
              }
            >
              {tag}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
