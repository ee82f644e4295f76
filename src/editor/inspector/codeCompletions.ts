/** One thing that code may write, with what it means. */
export interface CodeCompletion {
  readonly label: string;
  readonly detail: string;
  readonly type: "function" | "property" | "variable";
}

const method = (label: string, detail: string): CodeCompletion => ({ label, detail, type: "function" });
const property = (label: string, detail: string): CodeCompletion => ({ label, detail, type: "property" });

/** What `ctx` offers to a code step. */
const ofContext: readonly CodeCompletion[] = [
  method("event", '("Type", data?) → an event to return or send'),
  method("to", "(step, event) → the event for this step alone"),
  method("send", "(event) → goes out now, before the step ends"),
  method("publish", "(event) → to the stream for people and programs"),
  method("wait", '("Type", options?) → waits for an event'),
  property("store", "what the steps of this run share"),
  method("once", "(name, work) → does it once for all attempts"),
  property("step", "the id of this step"),
  property("attempt", "the number of this attempt, from 1"),
  method("log", "(…values) → a line in the step's log"),
  property("input", "what the run was started with"),
  property("steps", "earlier results along the line of this event"),
  property("run", "the run: { id }"),
];

const ofEvent: readonly CodeCompletion[] = [
  property("type", "the type of the event"),
  property("data", "what the event carries"),
];

const ofResult: readonly CodeCompletion[] = [
  property("data", "what the step handed on"),
  property("output", "its parsed output, else its data"),
  property("exit", "the exit code of a command"),
  property("outcome", "how it ended"),
  property("attempt", "how many attempts it took"),
  property("count", "how many results it has"),
];

export const nameCompletions: readonly CodeCompletion[] = [
  { label: "event", detail: "what started this step", type: "variable" },
  { label: "ctx", detail: "the step's context", type: "variable" },
];

/** What may stand behind `path` and a dot. */
export function memberCompletions(path: string, steps: readonly string[]): readonly CodeCompletion[] {
  if (path === "ctx") return ofContext;
  if (path === "event" || path === "ctx.event") return ofEvent;
  if (path === "ctx.run") return [property("id", "the id of the run")];
  if (path === "ctx.store") return [method("get", "(path)"), method("set", "(path, value)")];
  if (path === "ctx.steps")
    return steps.filter((id) => /^\w+$/.test(id)).map((id) => property(id, "the latest result of this step"));
  return /^ctx\.steps\.\w+$/.test(path) ? ofResult : [];
}
