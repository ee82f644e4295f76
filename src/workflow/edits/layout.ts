import { startNode } from "../wires.ts";
import type { Note, Point, StepId, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Edit } from "./edit.ts";

/** Puts steps, and the node `Start`, where they were dropped. */
export function moveNodes(workflow: Workflow, to: Readonly<Record<StepId, Point>>, label = "move"): Edit {
  const draft = new Draft(workflow);
  for (const [id, point] of Object.entries(to)) {
    const path = id === startNode ? ["layout", "start"] : ["layout", "steps", id];
    for (const axis of ["x", "y"] as const) draft.set([...path, axis], Math.round(point[axis]));
  }
  return draft.edit(label);
}

export function addNote(workflow: Workflow, note: Note): Edit {
  return setNotes(workflow, [...(workflow.layout?.notes ?? []), note], "add note");
}

export function changeNote(workflow: Workflow, id: string, change: Partial<Omit<Note, "id">>): Edit {
  const notes = (workflow.layout?.notes ?? []).map((note) => (note.id === id ? { ...note, ...change } : note));
  return setNotes(workflow, notes, "change note");
}

export function removeNotes(workflow: Workflow, ids: readonly string[]): Edit {
  return setNotes(
    workflow,
    (workflow.layout?.notes ?? []).filter(({ id }) => !ids.includes(id)),
    "delete note",
  );
}

function setNotes(workflow: Workflow, notes: readonly Note[], label: string): Edit {
  const draft = new Draft(workflow);
  draft.set(["layout", "notes"], notes);
  return draft.edit(label);
}
