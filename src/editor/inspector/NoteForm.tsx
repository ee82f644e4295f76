import { Trash2 } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import type { Note } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { ColorField } from "./ColorField.tsx";

/** A note: its text and its colour. */
export function NoteForm({ note }: { readonly note: Note }) {
  const { actions } = useEditor();
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2>Note</h2>
          <p>stays with the step it stands at</p>
        </div>
        <IconButton label="Delete" icon={<Trash2 aria-hidden />} shortcut="Del" onClick={actions.remove} />
      </header>
      <div className="tw-inspector-body">
        <Field label="Text" aside="Markdown">
          <TextArea minRows={6} maxRows={24} value={note.text} onChange={(text) => actions.writeNote(note.id, text)} />
        </Field>
        <ColorField color={note.color} otherwise="amber" onColor={(color) => actions.colorNote(note.id, color)} />
      </div>
    </div>
  );
}
