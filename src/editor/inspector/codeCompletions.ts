/** One thing that code may write, with what it means. */
export interface CodeCompletion {
  readonly label: string;
  readonly detail: string;
  readonly type: "function" | "property" | "variable";
}

const method = (label: string, detail: string): CodeCompletion => ({ label, detail, type: "function" });
const property = (label: string, detail: string): CodeCompletion => ({ label, detail, type: "property" });

/** What `ctx` offers to a code step (`engine.md`, R15–R24, R35, R69, R71). */
const ofContext: readonly CodeCompletion[] = [
  method("event", "(type, data?) → an event to return or send"),
  method("to", "(port, data?) → an event that leaves this output"),
  method("send", "(event) goes out now, before the step ends"),
  method("publish", "(event) to those who watch the run"),
  method("wait", "(type, { where?, ask?, timeoutMs? }) → the event, when it comes"),
  method("collect", "(types) → the events, when all have arrived"),
  property("store", "what the steps of this run share"),
  method("once", "(key, work) → does it once for all attempts"),
  method("step", "(id) → what an earlier step of this line handed on"),
  property("attempt", "{ number, firstAt, lastError }"),
  method("log", "(…values) a line in the log of this execution"),
  property("input", "what the run was started with"),
  property("item", "the element of the list that this is done for"),
  property("index", "its place in the list, from 0"),
  property("items", "elements of the outer lists"),
  property("run", "{ id }"),
];

const ofStore: readonly CodeCompletion[] = [
  method("get", "(path) → the value"),
  method("set", "(path, value)"),
  method("update", "(path, change) → the new value"),
  method("delete", "(path)"),
];

const ofAttempt: readonly CodeCompletion[] = [
  property("number", "from 1"),
  property("firstAt", "when the first attempt began, epoch ms"),
  property("lastError", "why the last attempt failed"),
];

const ofEvent: readonly CodeCompletion[] = [
  property("type", "the type of the event"),
  property("data", "what the event carries"),
];

export const nameCompletions: readonly CodeCompletion[] = [
  { label: "event", detail: "what started this step", type: "variable" },
  { label: "ctx", detail: "the step's context", type: "variable" },
];

const members: Readonly<Record<string, readonly CodeCompletion[]>> = {
  ctx: ofContext,
  event: ofEvent,
  "ctx.store": ofStore,
  "ctx.attempt": ofAttempt,
  "ctx.run": [property("id", "the id of the run")],
};

/** What may stand behind `path` and a dot. */
export function memberCompletions(path: string): readonly CodeCompletion[] {
  return Object.hasOwn(members, path) ? (members[path] ?? []) : [];
}
