import { gathersBatch, openersAround } from "../../../workflow/batchesAround.ts";
import type { Json } from "../../../workflow/json.ts";
import { type Output, outputsOf, startNode } from "../../../workflow/wires.ts";
import type { EventType, PortName, Step, StepId, StepKind, Workflow } from "../../../workflow/workflow.ts";
import { ancestorsIn } from "./ancestors.ts";
import { expressionShape } from "./expressionShape.ts";
import { failureShape, resultShape } from "./resultShape.ts";
import {
  described,
  filledIn,
  listShape,
  mergeShapes,
  numberShape,
  objectShape,
  type Shape,
  shapeOfSchema,
  shapeOfValue,
  textShape,
  unknownShape,
} from "./shape.ts";

/** What the steps handed on in the last run, by id. */
export type LastValues = Readonly<Record<StepId, Json>>;

/** By name, what the texts of a step can look at (the roots of `formats.md` §1). */
export type Roots = ReadonlyMap<string, Shape>;

/** Keys below a step, to one of its texts. */
type Path = readonly (string | number)[];

/**
 * What can really arrive at a step: the events of its types with the data that their senders hand on, the results of
 * the steps that lead to it, the elements of the lists around it, the input, the store. `text` is where the text
 * stands: `set` sees what the step itself handed on, and `forEach` has no element of its own yet.
 */
export function arrivalsAt(workflow: Workflow, id: StepId, last: LastValues = {}, text: Path = []): Roots {
  return new Arrivals(workflow, last).rootsAt(id, text);
}

const rootNames = [
  ...["event", "input", "item", "index", "items", "steps", "needs", "store", "run", "attempt", "secret"],
  ...["type", "data"],
];
const withSecrets: readonly StepKind[] = ["command", "http", "file", "agent"];

class Arrivals {
  private readonly workflow: Workflow;
  private readonly last: LastValues;
  private readonly ancestors: (id: StepId) => readonly StepId[];
  private readonly outputs: ReadonlyMap<EventType, readonly Output[]>;
  /** What is being found out: a loop that comes back to it knows nothing more of it. */
  private readonly open = new Set<string>();
  /** Found while a loop was open, a shape can know a little less than it could; finding each once keeps this linear. */
  private readonly known = new Map<string, Shape | undefined>();

  constructor(workflow: Workflow, last: LastValues) {
    this.workflow = workflow;
    this.last = last;
    this.ancestors = ancestorsIn(workflow);
    const outputs = new Map<EventType, Output[]>();
    for (const output of outputsOf(workflow)) outputs.set(output.type, [...(outputs.get(output.type) ?? []), output]);
    this.outputs = outputs;
  }

  rootsAt(id: StepId, [field]: Path): Roots {
    const step = this.step(id);
    if (step === undefined) return new Map();
    const shapeOf = (name: string) => {
      if (field === "set" && name === "steps") return this.stepsWithOwn(id, step);
      if (field !== "forEach" || !["item", "index", "items"].includes(name)) return this.rootAt(id, name);
      return name === "item" ? this.elementAround(id) : this.elementAround(id) && this.rootAt(id, name);
    };
    const found = rootNames.flatMap((name) => {
      const shape = shapeOf(name);
      return shape === undefined ? [] : [[name, shape] as const];
    });
    return new Map(found);
  }

  /** `undefined`: there is no such root at this step. */
  rootAt(id: StepId, name: string): Shape | undefined {
    const step = this.step(id);
    return step === undefined ? undefined : this.once(`${id} root ${name}`, () => this.root(id, step, name));
  }

  private leaving(id: StepId, port: PortName): Shape {
    if (port === "error") return described(failureShape, "what failed, and why");
    return this.once(`${id} port ${port}`, () => this.handedOn(id)) ?? unknownShape;
  }

  private root(id: StepId, step: Step, name: string): Shape | undefined {
    switch (name) {
      case "event": {
        const event = this.eventAt(step);
        return event && described(event, "what started this step");
      }
      case "input":
        return described(shapeOfSchema(this.workflow.input), "what the run was started with");
      case "steps":
        return objectShape(this.results(id), "what earlier steps of this line handed on");
      case "needs":
        return step.needs && objectShape(this.results(id), "results of the tasks before");
      case "item": {
        const element = this.elementsAt(id, step);
        return element && described(element, "the element of the list that this is done for");
      }
      case "index":
        return this.rootAt(id, "item") && described(numberShape, "its place in the list, from 0");
      case "items":
        return this.rootAt(id, "item") && listShape(unknownShape, "elements of the outer lists");
      case "store":
        return described(this.store(), "what the steps of this run share");
      case "run":
        return objectShape({ id: textShape }, "this run");
      case "attempt":
        return described(numberShape, "the number of the attempt, from 1");
      case "secret":
        return withSecrets.includes(step.kind)
          ? { types: ["object"], about: "secrets of the runner, by name" }
          : undefined;
      case "type":
        return step.accepts && described(textShape, "short for event.type");
      case "data": {
        const data = this.rootAt(id, "event")?.fields?.get("data");
        return data && described(data, "short for event.data");
      }
      default:
        return undefined;
    }
  }

  private once(key: string, find: () => Shape | undefined): Shape | undefined {
    if (this.known.has(key)) return this.known.get(key);
    if (this.open.has(key)) return unknownShape;
    this.open.add(key);
    const shape = find();
    this.open.delete(key);
    this.known.set(key, shape);
    return shape;
  }

  private step(id: StepId): Step | undefined {
    return Object.hasOwn(this.workflow.steps, id) ? this.workflow.steps[id] : undefined;
  }

  private handedOn(id: StepId): Shape {
    const step = this.step(id);
    if (step === undefined) return unknownShape;
    const one = resultShape(step, {
      look: (root) => this.rootAt(id, root),
      event: () => this.eventAt(step),
      gathered: () => this.gathered(step),
    });
    const shape = step.forEach !== undefined ? listShape(one) : one;
    const last = Object.hasOwn(this.last, id) ? this.last[id] : undefined;
    if (last === undefined) return shape;
    const seen = shapeOfValue(last);
    // A fan-out hands on a list, and each event that leaves it carries one element.
    return filledIn(shape, step.kind === "fan-out" ? seen.element : seen);
  }

  /** The event that starts a step; `undefined`: none does, it is a task. */
  private eventAt(step: Step): Shape | undefined {
    const accepts = step.accepts;
    if (accepts === undefined) return undefined;
    if (step.join !== undefined && step.join !== "each") {
      const by = Object.fromEntries(accepts.map((type) => [type, this.eventOf(type)]));
      return objectShape({
        type: { types: ["text"], choices: [gathersBatch(step) ? "Batch" : "OneOfEach"] },
        events: this.gathered(step),
        ...(step.join === "one-of-each" && { by: objectShape(by, "the events, by type") }),
      });
    }
    const data = accepts.map((type) => this.dataOf(type));
    const choices = accepts.length > 0 && accepts.length <= 6 ? { choices: accepts } : {};
    return objectShape({
      type: { types: ["text"], ...choices },
      data: data.length === 0 ? unknownShape : described(data.reduce(mergeShapes), "what the event carries"),
    });
  }

  private eventOf(type: EventType): Shape {
    return objectShape({ type: { types: ["text"], choices: [type] }, data: this.dataOf(type) });
  }

  /** The events that a join gets and hands on. */
  private gathered(step: Step): Shape {
    const accepts = step.accepts ?? [];
    const data = accepts.map((type) => this.dataOf(type));
    return listShape(
      objectShape({
        type: { types: ["text"], choices: accepts },
        data: data.length === 0 ? unknownShape : data.reduce(mergeShapes),
        item: described(unknownShape, "the element that opened its line"),
        index: described(numberShape, "its place in the list"),
      }),
      "what was gathered",
    );
  }

  /** The data of a type: what it is declared to be, else what its senders hand on. */
  private dataOf(type: EventType): Shape {
    const declared = this.workflow.events;
    const schema = declared && Object.hasOwn(declared, type) ? declared[type]?.schema : undefined;
    if (schema !== undefined) return shapeOfSchema(schema);
    if (type === "StepFailed") return failureShape;
    const shapes = (this.outputs.get(type) ?? []).map(({ from, port }) =>
      from === startNode ? shapeOfSchema(this.workflow.input) : this.leaving(from, port),
    );
    return shapes.length === 0 ? unknownShape : shapes.reduce(mergeShapes);
  }

  private results(id: StepId): Readonly<Record<StepId, Shape>> {
    return Object.fromEntries(
      this.ancestors(id).map((other) => {
        const step = this.workflow.steps[other] as Step;
        return [other, described(this.resultRoot(other, step), step.title ?? step.kind)];
      }),
    );
  }

  /** `steps.<id>` (R69). */
  private resultRoot(id: StepId, step: Step): Shape {
    const data = step.kind === "fan-out" ? listShape(this.leaving(id, "done")) : this.leaving(id, "done");
    const output = step.output === undefined ? data : shapeOfSchema(step.output);
    return objectShape({
      data: described(data, data.about ?? "what it handed on"),
      output: described(output, output.about ?? "the same, or what its schema reads from it"),
      ...(step.kind === "command" && { exit: described(numberShape, "its exit code, else null") }),
      outcome: { types: ["text"], choices: ["success", "failure"], about: "how it ended" },
      attempt: described(numberShape, "which attempt it was, from 1"),
      count: described(numberShape, "how often it ran on this line"),
    });
  }

  /** The element of the innermost list around a step; `undefined`: there is none. */
  private elementsAt(id: StepId, step: Step): Shape | undefined {
    const { forEach } = step;
    if (forEach !== undefined) {
      // The list is made before there is an element: in it, `item` is that of the batch around.
      const list = expressionShape(forEach, (root) =>
        root === "item" ? this.elementAround(id) : this.rootAt(id, root),
      );
      return list.element ?? (list.types.includes("list") ? unknownShape : list);
    }
    return this.elementAround(id);
  }

  private elementAround(id: StepId): Shape | undefined {
    const openers = openersAround(this.workflow, id);
    if (openers.length === 0) return undefined;
    return openers.map(({ step, port }) => this.leaving(step, port)).reduce(mergeShapes);
  }

  private store(): Shape {
    const declared: Shape =
      this.workflow.store === undefined ? { types: ["object"] } : shapeOfSchema(this.workflow.store);
    const set = Object.entries(this.workflow.steps).flatMap(([id, step]) =>
      Object.entries(step.set ?? {}).map(([path, source]) => {
        const value = this.once(`${id} set ${path}`, () =>
          expressionShape(source, (root) => (root === "steps" ? this.stepsWithOwn(id, step) : this.rootAt(id, root))),
        );
        const told = described(value ?? unknownShape, `set by ${step.title ?? id}`);
        return path.split(".").reduceRight<Shape>((inner, name) => objectShape({ [name]: inner }), told);
      }),
    );
    return set.reduce(mergeShapes, declared);
  }

  /** `set` is evaluated when the step has succeeded: it sees what the step itself handed on (R73). */
  private stepsWithOwn(id: StepId, step: Step): Shape {
    const steps = this.rootAt(id, "steps");
    const fields = new Map([...(steps?.fields ?? []), [id, this.resultRoot(id, step)] as const]);
    return { ...steps, types: ["object"], fields };
  }
}
