import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { type CanvasLive, createLiveHub, momentKey, type StepLive } from "./live.ts";

const step = () => ({ status: "not-running" }) as StepLive;
const first = (): CanvasLive => ({ startedAt: 1, steps: { a: step(), b: step() }, passed: { "a:T:b": 1 } });

function watched() {
  const store = createStore<CanvasLive>(first);
  const hub = createLiveHub(store);
  const heard: string[] = [];
  const stops = [
    hub.watch(["a"], () => heard.push("a")),
    hub.watch(["b"], () => heard.push("b")),
    hub.watch(["a", "b", "wire a:T:b"], () => heard.push("wire")),
  ];
  return {
    store,
    stops,
    heard: () => heard.splice(0).sort(),
  };
}

test("a change of a step is heard by its card and its wires, once", () => {
  const { store, heard } = watched();
  store.setState(({ steps }) => ({ steps: { ...steps, a: step() } }));
  expect(heard()).toEqual(["a", "wire"]);
  store.setState({ steps: { a: step(), b: step() } });
  expect(heard()).toEqual(["a", "b", "wire"]);
});

test("what went over a wire is heard by the wire alone; that the run began, by all", () => {
  const { store, heard } = watched();
  store.setState({ passed: { "a:T:b": 2 } });
  expect(heard()).toEqual(["wire"]);
  store.setState({ passed: {} });
  expect(heard()).toEqual(["wire"]);
  store.setState({ startedAt: 2 });
  expect(heard()).toEqual(["a", "b", "wire"]);
});

test("of a table of what went over wires that goes along, those wires hear that are named", () => {
  const { store, heard } = watched();
  store.setState({ passedAnew: ["x:T:y"] });
  expect(heard()).toEqual([]);
  store.setState({ passedAnew: ["a:T:b"] });
  expect(heard()).toEqual(["wire"]);
});

test("another moment is heard by those who count down to a time, and by nobody else", () => {
  const { store, heard } = watched();
  const hub = createLiveHub(store);
  let counted = 0;
  const stop = hub.watch([momentKey], () => counted++);
  store.setState({ at: 5 });
  expect(counted).toBe(1);
  expect(heard()).toEqual([]);
  store.setState(({ steps }) => ({ steps: { ...steps, a: step() } }));
  expect(counted).toBe(1);
  stop();
  store.setState({ at: 6 });
  expect(counted).toBe(1);
});

test("a step that is gone is heard, one that stayed is not; who left hears nothing", () => {
  const { store, stops, heard } = watched();
  store.setState(({ steps }) => ({ steps: { b: steps.b as StepLive } }));
  expect(heard()).toEqual(["a", "wire"]);
  for (const stop of stops) stop();
  store.setState({ steps: {} });
  expect(heard()).toEqual([]);
});
