import { Annotation, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph/web";

/** A node that loops `length` times, with a checkpoint after each; steps per second. */
export async function langgraphChain(length: number): Promise<number> {
  const State = Annotation.Root({ count: Annotation<number> });
  const graph = new StateGraph(State)
    .addNode("work", async ({ count }) => ({ count: count + 1 }))
    .addEdge(START, "work")
    .addConditionalEdges("work", ({ count }) => (count < length ? "work" : END), ["work", END])
    .compile({ checkpointer: new MemorySaver() });
  const begin = performance.now();
  const end = await graph.invoke({ count: 0 }, { configurable: { thread_id: "bench" }, recursionLimit: length + 10 });
  if (end.count !== length) throw new Error(`langgraph counted to ${end.count}`);
  return (length / (performance.now() - begin)) * 1_000;
}

/** `count` items sent to one node, so many at once; items per second. */
export async function langgraphFanOut(count: number, workers: number): Promise<number> {
  const State = Annotation.Root({
    done: Annotation<number[], number[]>({ reducer: (before, more) => before.concat(more), default: () => [] }),
    item: Annotation<number>,
  });
  const graph = new StateGraph(State)
    .addNode("split", async () => ({}))
    .addNode("work", async ({ item }) => ({ done: [item + 1] }))
    .addEdge(START, "split")
    .addConditionalEdges("split", () => Array.from({ length: count }, (_, item) => new Send("work", { item })), [
      "work",
    ])
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
  const begin = performance.now();
  const end = await graph.invoke({ item: 0 }, { configurable: { thread_id: "bench" }, maxConcurrency: workers });
  if (end.done.length !== count) throw new Error(`langgraph did ${end.done.length} of ${count}`);
  return (count / (performance.now() - begin)) * 1_000;
}
