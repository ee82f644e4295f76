import { startNode } from "../wires.ts";
import type { Group, Note, Point, StepId, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Edit } from "./edit.ts";

/** Where something of the layout goes; what is not named stays. */
export interface Places {
  /** Steps, and the node `Start`. */
  readonly cards?: ReadonlyMap<StepId, Point>;
  readonly notes?: ReadonlyMap<string, Point>;
  readonly groups?: ReadonlyMap<string, Point & { readonly width?: number; readonly height?: number }>;
}

/** Puts steps, and the node `Start`, where they were dropped. */
export function moveNodes(workflow: Workflow, to: Readonly<Record<StepId, Point>>, label = "move"): Edit {
  return arrange(workflow, { cards: new Map(Object.entries(to)) }, label);
}

/** Puts cards, notes and frames into their places, as one edit. */
export function arrange(workflow: Workflow, { cards, notes, groups }: Places, label: string): Edit {
  const draft = new Draft(workflow);
  for (const [id, point] of cards ?? []) {
    const path = id === startNode ? ["layout", "start"] : ["layout", "steps", id];
    for (const axis of ["x", "y"] as const) draft.set([...path, axis], Math.round(point[axis]));
  }
  for (const [kind, places] of [
    ["notes", notes],
    ["groups", groups],
  ] as const) {
    workflow.layout?.[kind]?.forEach(({ id }, i) => {
      for (const [field, value] of Object.entries(places?.get(id) ?? {}))
        draft.set(["layout", kind, i, field], Math.round(value));
    });
  }
  return draft.edit(label);
}

/** A free id for a further note or frame. */
export function freeLayoutId(workflow: Pick<Workflow, "layout">, kind: "note" | "group"): string {
  const taken = new Set((workflow.layout?.[`${kind}s`] ?? []).map(({ id }) => id));
  for (let n = taken.size + 1; ; n++) if (!taken.has(`${kind}${n}`)) return `${kind}${n}`;
}

export function addNote(workflow: Workflow, note: Note): Edit {
  return setList(workflow, "notes", [...(workflow.layout?.notes ?? []), note], "add note");
}

/** Sets fields of a note; `undefined` removes one. */
export function changeNote(workflow: Workflow, id: string, change: Changed<Note>): Edit {
  return changeEntry(workflow, "notes", id, change, "change note");
}

export function removeNotes(workflow: Workflow, ids: readonly string[]): Edit {
  const left = (workflow.layout?.notes ?? []).filter(({ id }) => !ids.includes(id));
  return setList(workflow, "notes", left, ids.length === 1 ? "delete note" : "delete notes");
}

/** A frame around steps; they leave the frames they were in. */
export function addGroup(workflow: Workflow, group: Group): Edit {
  const draft = new Draft(workflow);
  draft.include(leaveGroups(workflow, group.steps));
  draft.include(setList(draft.workflow, "groups", [...(draft.workflow.layout?.groups ?? []), group], "group"));
  return draft.edit("group");
}

/** Sets fields of a frame; `undefined` removes one. */
export function changeGroup(workflow: Workflow, id: string, change: Changed<Group>, label = "change group"): Edit {
  return changeEntry(workflow, "groups", id, change, label);
}

/** Takes frames away; their steps stay. */
export function removeGroups(workflow: Workflow, ids: readonly string[]): Edit {
  const left = (workflow.layout?.groups ?? []).filter(({ id }) => !ids.includes(id));
  return setList(workflow, "groups", left, "ungroup");
}

/** Puts steps into a frame, or (`null`) out of all. A step is in one frame at most. */
export function regroup(workflow: Workflow, homes: ReadonlyMap<StepId, string | null>, label = "change group"): Edit {
  const draft = new Draft(workflow);
  workflow.layout?.groups?.forEach((group, i) => {
    const stay = group.steps.filter((id) => !homes.has(id) || homes.get(id) === group.id);
    const come = [...homes].flatMap(([id, home]) => (home === group.id && !stay.includes(id) ? [id] : []));
    if (come.length > 0 || stay.length !== group.steps.length)
      draft.set(["layout", "groups", i, "steps"], [...stay, ...come]);
  });
  return draft.edit(label);
}

/** The frame that each step is in. */
export function homesOf(workflow: Pick<Workflow, "layout">): ReadonlyMap<StepId, Group> {
  const homes = new Map<StepId, Group>();
  for (const group of workflow.layout?.groups ?? [])
    for (const id of group.steps) if (!homes.has(id)) homes.set(id, group);
  return homes;
}

type Changed<T extends { readonly id: string }> = {
  readonly [F in keyof Omit<T, "id">]?: T[F] | undefined;
};

function leaveGroups(workflow: Workflow, steps: readonly StepId[]): Edit {
  return regroup(workflow, new Map(steps.map((id) => [id, null])));
}

function changeEntry(
  workflow: Workflow,
  kind: "notes" | "groups",
  id: string,
  change: Readonly<Record<string, unknown>>,
  label: string,
): Edit {
  const draft = new Draft(workflow);
  const index = (workflow.layout?.[kind] ?? []).findIndex((entry) => entry.id === id);
  if (index >= 0) for (const [field, value] of Object.entries(change)) draft.set(["layout", kind, index, field], value);
  return draft.edit(label);
}

function setList(workflow: Workflow, kind: "notes" | "groups", list: readonly (Note | Group)[], label: string): Edit {
  const draft = new Draft(workflow);
  draft.set(["layout", kind], list);
  return draft.edit(label);
}
