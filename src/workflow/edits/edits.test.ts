import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { portsOf, stepKinds } from "../kinds.ts";
import { typesIn } from "../names.ts";
import { parseWorkflow } from "../parseWorkflow.ts";
import { wiresOf } from "../wires.ts";
import type { Step, StepKind, Workflow } from "../workflow.ts";
import { copySteps, pasteSteps, readCopiedSteps } from "./clipboard.ts";
import { changeWorkflow, setEventType } from "./document.ts";
import { applyEdit, type Edit, joinEdits } from "./edit.ts";
import { addNote, changeNote, moveNodes, removeNotes } from "./layout.ts";
import {
  addPort,
  addStep,
  changeConfig,
  changeStep,
  removePort,
  removeSteps,
  renamePort,
  renameStep,
} from "./steps.ts";
import { makeTask } from "./tasks.ts";
import { connect, disconnect } from "./wiring.ts";

const empty: Workflow = { format: "tickwork/workflow@1", name: "w", steps: {} };

function apply(
  workflow: Workflow,
  ...edits: readonly (Edit | { ok: true; edit: Edit } | { ok: false; message: string })[]
): Workflow {
  return edits.reduce((now, edit) => {
    if ("ok" in edit && !edit.ok) throw new Error(edit.message);
    return applyEdit(now, "ok" in edit ? edit.edit : edit).workflow;
  }, workflow);
}

function withSteps(...kinds: readonly StepKind[]): Workflow {
  return kinds.reduce(
    (workflow, kind, i) => apply(workflow, addStep(workflow, { kind, at: { x: i, y: 0 } }).edit),
    empty,
  );
}

const wireIds = (workflow: Workflow) => wiresOf(workflow).map(({ id }) => id);

describe("adding steps", () => {
  test("gives free ids and an event type of its own for every port but error", () => {
    const workflow = withSteps("command", "command", "ask");
    expect(Object.entries(workflow.steps).map(([id, step]) => [id, step.emits])).toEqual([
      ["command", { done: "CommandDone" }],
      ["command_2", { done: "Command2Done" }],
      ["ask", { yes: "AskYes", no: "AskNo" }],
    ]);
    expect(workflow.layout?.steps?.ask).toEqual({ x: 2, y: 0 });
  });

  test("never takes a type that is there or built in", () => {
    const taken = apply(empty, changeWorkflow(empty, { events: { FetchDone: { role: "external" } } }));
    const { edit, id } = addStep(taken, { kind: "code", at: { x: 0, y: 0 }, id: "fetch" });
    expect(apply(taken, edit).steps[id]?.emits).toEqual({ done: "FetchDone2" });
    const step = apply(empty, addStep(empty, { kind: "code", at: { x: 0, y: 0 }, id: "step" }).edit);
    const failing = apply(step, connect(step, { from: "step", port: "error", to: "step" }));
    expect(failing.steps.step?.emits?.error).toBe("StepFailed2");
  });

  test("hangs on the wire that was dropped", () => {
    const workflow = withSteps("code");
    const { edit } = addStep(workflow, {
      kind: "stop",
      at: { x: 0, y: 0 },
      connectFrom: { from: "code", port: "done" },
    });
    expect(wireIds(apply(workflow, edit))).toEqual(["code:CodeDone:stop"]);
  });

  test("leads to the step that a wire was pulled backwards from, as a task to a task", () => {
    const before = (workflow: Workflow, leadsTo: string) =>
      apply(workflow, addStep(workflow, { kind: "branch", at: { x: 0, y: 0 }, leadsTo }).edit);
    expect(wireIds(before(withSteps("stop"), "stop"))).toEqual(["branch:BranchYes:stop"]);
    const tasks = apply(withSteps("code"), makeTask(withSteps("code"), "code"));
    const { edit } = addStep(tasks, { kind: "command", at: { x: 0, y: 0 }, leadsTo: "code" });
    expect(apply(tasks, edit).steps).toMatchObject({ command: { needs: [] }, code: { needs: ["command"] } });
  });

  test("behind a start without input, what hands on what it was given hands on something", () => {
    const source = (workflow: Workflow, from: string) => {
      const connectFrom = { from, port: "done" };
      const { edit, id } = addStep(workflow, { kind: "code", at: { x: 0, y: 0 }, connectFrom });
      return apply(workflow, edit).steps[id]?.config;
    };
    expect(source(empty, "Start")).toEqual({ source: expect.stringContaining('return "Hello";') });
    const asking = apply(empty, changeWorkflow(empty, { input: { type: "string" } }));
    expect(source(asking, "Start")).toEqual({ source: expect.stringContaining("return event.data;") });
    expect(source(withSteps("code"), "code")).toEqual({ source: expect.stringContaining("return event.data;") });
  });

  test("a list leaves a fan-out as members of a batch", () => {
    expect(withSteps("fan-out").steps.fan_out).toMatchObject({ batches: { done: "FanOutDone" } });
  });
});

describe("wires", () => {
  const workflow = withSteps("code", "delay", "stop");

  test("from the start and from ports, once", () => {
    const wired = apply(
      workflow,
      connect(workflow, { from: "Start", port: "done", to: "code" }),
      connect(workflow, { from: "code", port: "done", to: "delay" }),
    );
    expect(wireIds(wired)).toEqual(["Start:Start:code", "code:CodeDone:delay"]);
    expect(connect(wired, { from: "code", port: "done", to: "delay" })).toMatchObject({
      ok: true,
      edit: { changes: [] },
    });
  });

  test("an error port gets its type with its first wire", () => {
    const wired = apply(workflow, connect(workflow, { from: "code", port: "error", to: "stop" }));
    expect(wired.steps.code?.emits).toEqual({ done: "CodeDone", error: "CodeFailed" });
  });

  test("an error port loses its type with its last wire: failures would pass unseen", () => {
    const wired = apply(workflow, connect(workflow, { from: "code", port: "error", to: "stop" }));
    const wire = wiresOf(wired).find(({ port }) => port === "error");
    if (wire === undefined) throw new Error("no wire");
    expect(apply(wired, disconnect(wired, wire)).steps.code?.emits).toEqual({ done: "CodeDone" });
    expect(apply(wired, removeSteps(wired, ["stop"])).steps.code?.emits).toEqual({ done: "CodeDone" });
  });

  test("removing one of several wires of a type gives this port its own type, which its other wires follow", () => {
    const same = withSteps("code", "code", "stop", "delay");
    const shared = apply(
      same,
      changeStep(same, "code", { emits: { done: "Ready" } }),
      changeStep(same, "code_2", { emits: { done: "Ready" } }),
      changeStep(same, "stop", { accepts: ["Ready"] }),
      changeStep(same, "delay", { accepts: ["Ready"] }),
    );
    const wire = wiresOf(shared).find(({ id }) => id === "code:Ready:stop");
    if (wire === undefined) throw new Error("no wire");
    expect(wireIds(apply(shared, disconnect(shared, wire)))).toEqual([
      "code:CodeDone:delay",
      "code_2:Ready:stop",
      "code_2:Ready:delay",
    ]);
  });

  test("between tasks are needs, without circles, and no event starts a task", () => {
    const two = withSteps("command", "command");
    const tasks = apply(
      two,
      changeStep(two, "command", { accepts: undefined, needs: [] }),
      changeStep(two, "command_2", { accepts: undefined, needs: [] }),
    );
    const wired = apply(tasks, connect(tasks, { from: "command", port: "done", to: "command_2" }));
    expect(wireIds(wired)).toEqual(["needs:command:command_2"]);
    expect(connect(wired, { from: "command_2", port: "done", to: "command" })).toMatchObject({ ok: false });
    expect(connect(wired, { from: "Start", port: "done", to: "command" })).toMatchObject({ ok: false });
    const wire = wiresOf(wired)[0];
    if (wire === undefined) throw new Error("no wire");
    expect(wireIds(apply(wired, disconnect(wired, wire)))).toEqual([]);
  });
});

describe("renaming a step", () => {
  const base = withSteps("code", "command", "ask");
  const workflow = apply(
    base,
    connect(base, { from: "code", port: "done", to: "command" }),
    changeConfig(base, "command", { argv: ["tee", "{{ steps.code.data }}"], stdin: "{{ steps.`code`.outcome }}" }),
    changeConfig(base, "code", { source: 'export default (e, ctx) => ctx.event("CodeDone", ctx.step("code"))' }),
    changeStep(base, "ask", { accepts: undefined, needs: ["code"], when: { all: [{ exit: "code", equals: 0 }] } }),
    changeWorkflow(base, { exports: { x: { from: "code", path: [] } } }),
  );

  test("takes along its automatic types and everything that names it, in its place", () => {
    const renamed = apply(workflow, renameStep(workflow, "code", "count"));
    expect(Object.keys(renamed.steps)).toEqual(["count", "command", "ask"]);
    expect(renamed.steps).toMatchObject({
      count: {
        emits: { done: "CountDone" },
        config: { source: 'export default (e, ctx) => ctx.event("CountDone", ctx.step("count"))' },
      },
      command: {
        accepts: ["CountDone"],
        config: { argv: ["tee", "{{ steps.count.data }}"], stdin: "{{ steps.count.outcome }}" },
      },
      ask: { needs: ["count"], when: { all: [{ exit: "count", equals: 0 }] } },
    });
    expect(renamed.exports?.x?.from).toBe("count");
    expect(Object.keys(renamed.layout?.steps ?? {})).toEqual(["count", "command", "ask"]);
  });

  test("leaves a type that somebody named", () => {
    const named = apply(workflow, setEventType(workflow, { step: "code", port: "done" }, "Counted"));
    expect(named.steps.command?.accepts).toEqual(["Counted"]);
    expect(apply(named, renameStep(named, "code", "count")).steps.count?.emits).toEqual({ done: "Counted" });
  });

  test("refuses an id that is taken or no id", () => {
    expect(renameStep(workflow, "code", "ask")).toMatchObject({ ok: false });
    expect(renameStep(workflow, "code", "Code!")).toMatchObject({ ok: false });
  });
});

describe("ports", () => {
  test("a choice that is renamed keeps its wires; one that goes takes them along", () => {
    const base = withSteps("ask", "stop", "stop");
    const wired = apply(
      base,
      connect(base, { from: "ask", port: "yes", to: "stop" }),
      connect(base, { from: "ask", port: "no", to: "stop_2" }),
    );
    const renamed = apply(wired, changeConfig<"ask">(wired, "ask", { question: "Go on?", choices: ["approve", "no"] }));
    expect(wireIds(renamed)).toEqual(["ask:AskApprove:stop", "ask:AskNo:stop_2"]);
    const fewer = apply(renamed, changeConfig<"ask">(renamed, "ask", { question: "Go on?", choices: ["no"] }));
    expect(wireIds(fewer)).toEqual(["ask:AskNo:stop_2"]);
    expect(fewer.steps.stop?.accepts).toEqual([]);
    const more = apply(fewer, changeConfig<"ask">(fewer, "ask", { question: "Go on?", choices: ["no", "later"] }));
    expect(more.steps.ask?.emits).toEqual({ no: "AskNo", later: "AskLater" });
  });

  test("code has ports of its own", () => {
    const base = withSteps("code", "stop");
    const ported = apply(base, addPort(base, "code", "big"));
    const wired = apply(ported, connect(ported, { from: "code", port: "big", to: "stop" }));
    const renamed = apply(wired, renamePort(wired, "code", "big", "huge"));
    expect(wireIds(renamed)).toEqual(["code:CodeHuge:stop"]);
    expect(wireIds(apply(renamed, removePort(renamed, "code", "huge")))).toEqual([]);
  });
});

test("removing steps takes their wires, needs and places along", () => {
  const base = withSteps("code", "delay", "stop");
  const wired = apply(
    base,
    connect(base, { from: "code", port: "done", to: "stop" }),
    connect(base, { from: "delay", port: "done", to: "stop" }),
  );
  const removed = apply(wired, removeSteps(wired, ["code"]));
  expect(removed.steps.stop?.accepts).toEqual(["DelayDone"]);
  expect(Object.keys(removed.layout?.steps ?? {})).toEqual(["delay", "stop"]);
});

describe("copy and paste", () => {
  const base = withSteps("code", "command", "stop");
  const workflow = apply(
    base,
    connect(base, { from: "Start", port: "done", to: "code" }),
    connect(base, { from: "code", port: "done", to: "command" }),
    connect(base, { from: "command", port: "done", to: "stop" }),
    changeConfig(base, "command", { argv: ["echo", "{{ steps.code.data }}"] }),
  );
  const copied = readCopiedSteps(JSON.stringify(copySteps(workflow, { steps: ["code", "command"] })));
  if (copied === undefined) throw new Error("not copied");

  test("into the same workflow gives new ids and types, and keeps the wires among the copies", () => {
    const { edit, ids } = pasteSteps(workflow, copied, { x: 40, y: 40 });
    const pasted = apply(workflow, edit);
    expect(ids).toEqual(["code_2", "command_2"]);
    expect(wireIds(pasted).filter((id) => !wireIds(workflow).includes(id))).toEqual(["code_2:Code2Done:command_2"]);
    expect(pasted.steps.command_2?.config).toMatchObject({ argv: ["echo", "{{ steps.code_2.data }}"] });
    expect(pasted.layout?.steps?.command_2).toEqual({ x: 41, y: 40 });
  });

  test("into another workflow keeps the names, and begins one that nothing begins yet", () => {
    const { edit, ids } = pasteSteps(empty, copied, { x: 0, y: 0 });
    expect(ids).toEqual(["code", "command"]);
    expect(wireIds(apply(empty, edit))).toEqual(["Start:Start:code", "code:CodeDone:command"]);
  });

  test("what is on the clipboard may be anything", () => {
    for (const text of ["", "hello", "{}", "[1]", JSON.stringify({ ...empty, name: 1 })]) {
      expect(readCopiedSteps(text)).toBeUndefined();
    }
  });
});

/** One edit that fits the workflow, chosen by numbers. */
function anyEdit(workflow: Workflow, [what, a, b, c]: readonly [number, number, number, number]): Edit | undefined {
  const ids = Object.keys(workflow.steps);
  const id = ids[a % Math.max(1, ids.length)];
  const other = ids[b % Math.max(1, ids.length)];
  const kind = stepKinds[c % stepKinds.length] as StepKind;
  const kept = (attempt: ReturnType<typeof connect>) => (attempt.ok ? attempt.edit : undefined);
  if (what === 0 || id === undefined || other === undefined)
    return addStep(workflow, { kind, at: { x: a, y: b } }).edit;
  const ports = portsOf(workflow.steps[id] as Step);
  const port = ports[c % Math.max(1, ports.length)] ?? "done";
  const wire = wiresOf(workflow)[a % Math.max(1, wiresOf(workflow).length)];
  switch (what) {
    case 1:
      return kept(connect(workflow, { from: c % 5 === 0 ? "Start" : id, port, to: other }));
    case 2:
      return wire && disconnect(workflow, wire);
    case 3:
      return removeSteps(workflow, [id]);
    case 4:
      return kept(renameStep(workflow, id, ["first", "second-one", "third_1"][c % 3] as string));
    case 5:
      return moveNodes(workflow, { [c % 4 === 0 ? "Start" : id]: { x: b, y: c } });
    case 6:
      return changeStep(workflow, id, {
        title: `t${c}`,
        workers: c % 3 === 0 ? undefined : c,
        needs: c % 7 ? undefined : [],
      });
    case 7:
      return kept(setEventType(workflow, { step: id, port }, ["A", "B", "AskYes"][b % 3] as string));
    case 8:
      return joinEdits("notes", [
        addNote(workflow, { id: `n${a}`, text: "t", x: a, y: b }),
        changeWorkflow(workflow, { name: `n${c}` }),
      ]);
    case 9:
      return c % 2 ? removeNotes(workflow, [`n${a}`]) : changeNote(workflow, `n${a}`, { text: "u" });
    case 10:
      return addPort(workflow, id, `p${c % 3}`);
    case 11:
      return removePort(workflow, id, port);
    default:
      return pasteSteps(workflow, copySteps(workflow, { steps: [id, other] }), { x: 10, y: 10 }).edit;
  }
}

test("any edits, undone in turn, give the document back byte by byte, and redone as well", () => {
  const choice = fc.tuple(fc.nat(12), fc.nat(40), fc.nat(40), fc.nat(40));
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 25 }), (choices) => {
      let workflow = empty;
      const undo: { readonly before: string; readonly after: string; readonly edit: Edit; readonly inverse: Edit }[] =
        [];
      for (const numbers of choices) {
        const edit = anyEdit(workflow, numbers);
        if (edit === undefined) continue;
        const edited = applyEdit(workflow, edit);
        undo.push({
          before: JSON.stringify(workflow),
          after: JSON.stringify(edited.workflow),
          edit,
          inverse: edited.inverse,
        });
        workflow = edited.workflow;
      }
      expect(parseWorkflow(JSON.parse(JSON.stringify(workflow)), { scenario: true }).ok).toBe(true);
      for (const { before, after: done, inverse } of undo.reverse()) {
        const undone = applyEdit(workflow, inverse);
        expect(JSON.stringify(undone.workflow)).toBe(before);
        expect(JSON.stringify(applyEdit(undone.workflow, undone.inverse).workflow)).toBe(done);
        workflow = undone.workflow;
      }
    }),
    { numRuns: 200 },
  );
});

test("an edit leaves what it does not touch the same object", () => {
  const workflow = withSteps("code", "stop");
  const moved = apply(workflow, moveNodes(workflow, { stop: { x: 5, y: 5 } }));
  expect(moved.steps).toBe(workflow.steps);
  expect(moved.layout?.steps?.code).toBe(workflow.layout?.steps?.code);
  expect(typesIn(moved)).toEqual(typesIn(workflow));
});

test("keys like __proto__ come and go as any other", () => {
  const edit: Edit = {
    label: "x",
    changes: [{ kind: "set", path: ["steps", "__proto__"], value: { kind: "stop", config: {} } }],
  };
  const { workflow, inverse } = applyEdit(empty, edit);
  expect(Object.keys(workflow.steps)).toEqual(["__proto__"]);
  expect(JSON.stringify(applyEdit(workflow, inverse).workflow)).toBe(JSON.stringify(empty));
});

test("[R70] what is hung behind a fan-out parks its failures, and a join there gathers the batch", () => {
  const split: Workflow = {
    format: "tickwork/workflow@1",
    name: "Lines",
    steps: {
      split: { kind: "fan-out", accepts: ["Start"], batches: { done: "SplitDone" }, config: { items: "input.lines" } },
    },
  };
  const behind = (workflow: Workflow, kind: "transform" | "join", from: string) => {
    const { edit, id } = addStep(workflow, { kind, at: { x: 0, y: 0 }, connectFrom: { from, port: "done" } });
    return { workflow: applyEdit(workflow, edit).workflow, id };
  };
  const work = behind(split, "transform", "split");
  expect(work.workflow.steps.transform).toMatchObject({ accepts: ["SplitDone"], onFailure: "park" });
  const gather = behind(work.workflow, "join", "transform");
  expect(gather.workflow.steps.join).toMatchObject({ accepts: ["TransformDone"], join: { batch: "all" } });
  expect(gather.workflow.steps.join).not.toHaveProperty("onFailure");
  const after = behind(gather.workflow, "transform", "join");
  expect(after.workflow.steps.transform_2).not.toHaveProperty("onFailure");
});
