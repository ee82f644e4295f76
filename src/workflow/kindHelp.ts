import type { StepKind } from "./workflow.ts";

/** What a person should know of a kind before the first one is drawn. Names of code stand in backticks. */
export interface KindHelp {
  readonly does: string;
  /** What leaves it, and where. */
  readonly ports: string;
  /** A setting that works as it stands. */
  readonly example: string;
}

export const kindHelp: { readonly [K in StepKind]: KindHelp } = {
  code: {
    does: "Runs your TypeScript or JavaScript, apart from the page: without network, with bounds on time and memory. It can send, wait, collect, and share values in the store.",
    ports:
      "What it returns leaves by `done`; `ctx.to(port, data)` chooses another of its outputs, a list of them is a batch, `null` ends the line. What it throws leaves by `error`.",
    example: "export default (event, ctx) => ({ total: event.data.lines.length });",
  },
  transform: {
    does: "Makes a new value from the event, the input and what earlier steps handed on, with one JSONata expression.",
    ports: "The value leaves by `done`. A value that does not exist, or an expression that fails, leaves by `error`.",
    example: '{ "id": event.data.id, "total": $sum(event.data.lines.price) }',
  },
  branch: {
    does: "Hands the event on, unchanged, by the output of the first case that is true.",
    ports: "One output for each case, and one for everything else.",
    example: "paid when event.data.status is “paid”, else open",
  },
  "fan-out": {
    does: "Makes one event of each element of a list. Together they are a batch, which a join can gather again; the steps between read the element as `item`.",
    ports: "Each element leaves by `done`, in the order of the list. An empty list opens a batch that closes at once.",
    example: "input.orders[total > 100]",
  },
  join: {
    does: "Waits until its events are complete: one of each type, the whole batch, or the first few of a batch.",
    ports: "`done` hands on `{ events }`, in the order of the list. It cannot fail.",
    example: "the whole batch, then $sum(event.data.events.data.total)",
  },
  http: {
    does: "Sends a request. The tab can reach servers that allow it (CORS); the runner reaches any, and keeps secrets to itself.",
    ports:
      "`done` hands on `{ status, headers, body }`. A status that is not expected, or no answer, leaves by `error`, with the status for retries.",
    example: "GET https://api.example.com/orders/{{ item.id }}",
  },
  command: {
    does: "Runs a program on your machine through the runner, in one of its workspaces. You are asked before it may.",
    ports: "`done` hands on `{ exit, stdout, stderr }`. Another exit than 0 leaves by `error`.",
    example: "git\nlog\n--format=%an",
  },
  file: {
    does: "Reads, writes or lists files of a workspace as text, JSON, CSV or bytes. Without a runner it asks for the file, or offers it as a download.",
    ports: "`done` hands on `{ path, bytes, content }`. A file that is not there leaves by `error`.",
    example: "read orders.csv as CSV",
  },
  agent: {
    does: "Asks a language model: through the runner, which has the keys, or from this tab, a server on this machine. With a schema the answer must be JSON that fits, and a wrong one is told the model.",
    ports: "`done` hands on `{ text, usage }`, with a schema also `output`.",
    example: "Sum up in one sentence: {{ event.data.text }}",
  },
  ask: {
    does: "Asks a person, with a form if there is something to fill in, and waits for as long as it takes. The run goes on elsewhere, and survives a reload.",
    ports: "One output for each choice, else `done`: the answer. After the deadline without a default: `error`.",
    example: "Publish **{{ input.topic }}**? · choices yes, no",
  },
  delay: {
    does: "Waits for a time, until a date, or until the next time of a plan. It holds no worker and survives a reload.",
    ports: "The event leaves by `done`, unchanged.",
    example: "0 9 * * MON-FRI (the next working day at nine)",
  },
  workflow: {
    does: "Runs another workflow as one step, with a store and a start of its own.",
    ports: "`done` hands on its result; its failure leaves by `error`.",
    example: "Check an order, with the input event.data",
  },
  stop: {
    does: "Ends the run with a result: at once, or when everything else is done.",
    ports: "It has no output.",
    example: "steps.total.data",
  },
  scripted: {
    does: "Exists in scenarios only: the script finishes its executions.",
    ports: "As the script says.",
    example: "",
  },
};
