import { expect, test, vi } from "vitest";
import { failureOf } from "../fixtures/runUserCode.ts";

// WebAssembly starts slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const calls: Readonly<Record<string, readonly [code: string, message: string]>> = {
  "a method": ["const list = 5; return list.map((x) => x);", "not a function, in list.map(…)"],
  "a method of a method": ["return event.data.nothing();", "not a function, in event.data.nothing(…)"],
  "a method of a literal": ["return [1].each();", "not a function, in ….each(…)"],
  "an argument": ["return [1].map(3);", "not a function, in ….map(…)"],
  "a value": ["const f = 3; return 1 + f (2);", "not a function, in f(…)"],
  "a class": ["const A = 1; return new A(2);", "not a function, in A(…)"],
  "over lines, with types": ["const a: any = {};\n return a\n .b!\n (3);", "not a function, in a.b(…)"],
  "an element": ["const a = [1]; return a[0]();", "not a function, in a[0](…)"],
  "what no name leads to": ["return (() => 1)()();", "not a function"],
};

test.each(Object.entries(calls))("a call of what is no function says which: %s", async (_, [code, message]) => {
  await expect(failureOf(`export default (event) => {\n  ${code}\n};`)).resolves.toMatchObject({
    name: "TypeError",
    message,
  });
});

test("a place in the first line has its column, too", async () => {
  const source = "export default (event) => event.data.nothing();";
  await expect(failureOf(source)).resolves.toMatchObject({
    message: "not a function, in event.data.nothing(…)",
    place: { line: 1, column: source.indexOf("nothing") + 1 },
  });
});

/** Each throws in the line that ends in `// here`. */
const thrown: Readonly<Record<string, readonly [name: string, source: string]>> = {
  "a property of null": [
    "TypeError",
    `export default (event) => {
  const x = null;
  return x.y; // here
};`,
  ],
  "a property of what the event has not": [
    "TypeError",
    `export default (event) => {
  const order = event.data.order;

  return { total: order.total }; // here
};`,
  ],
  "a call of what is no function": [
    "TypeError",
    `export default (event) => {
  const a = 1;
  return event.nothing(); // here
};`,
  ],
  "a name that does not exist": [
    "ReferenceError",
    `export default () => {
  const a = 1;
  return a + missing; // here
};`,
  ],
  "a set on undefined": [
    "TypeError",
    `export default (event) => {
  let target;
  target.name = "x"; // here
  return 1;
};`,
  ],
  "a constant that is set": [
    "TypeError",
    `export default () => {
  const a = 1;
  a = 2; // here
  return a;
};`,
  ],
  "a name before its declaration": [
    "ReferenceError",
    `export default () => {
  const first = 1;
  const b = a; // here
  const a = first;
  return b;
};`,
  ],
  "destructuring of null": [
    "TypeError",
    `export default (event) => {
  const none = null;
  const { a } = none; // here
  return a;
};`,
  ],
  "a spread of what is no list": [
    "TypeError",
    `export default (event) => {
  const n = 1;
  return [...n]; // here
};`,
  ],
  "throw of an own error": [
    "RangeError",
    `export default () => {
  const a = 1;
  throw new RangeError("far " + a); // here
};`,
  ],
  "in a function called by the step": [
    "TypeError",
    `function total(order) {
  return order.lines.length; // here
}

export default (event) => {
  return total({});
};`,
  ],
  "in a function that stands behind the step": [
    "TypeError",
    `export default (event) => {
  const result = total({});
  return result;
};

function total(order) {
  const { lines } = order;
  return lines.length; // here
}`,
  ],
  "in a callback": [
    "TypeError",
    `export default (event) => {
  const rows = [{ a: { n: 1 } }, {}];
  return rows.map((row) => {
    return row.a.n; // here
  });
};`,
  ],
  "in a short callback over several lines": [
    "TypeError",
    `export default (event) =>
  [null]
    .filter(() => true)
    .map((row) => row.a); // here`,
  ],
  "after an await": [
    "TypeError",
    `export default async (event, ctx) => {
  await null;
  const x = null;
  return x.y; // here
};`,
  ],
  "after an answer of the engine": [
    "TypeError",
    `export default async (event, ctx) => {
  const total = await ctx.store.get("total");
  return total.sum; // here
};`,
  ],
  "in an async function called by the step": [
    "ReferenceError",
    `export default async (event) => {
  const a = await load();
  return a;
};
async function load() {
  await null;
  return missing; // here
}`,
  ],
  "in a method of a class": [
    "TypeError",
    `class Order {
  lines;
  total() {
    return this.lines.length; // here
  }
}
export default () => {
  return new Order().total();
};`,
  ],
  "in a constructor": [
    "TypeError",
    `class Order {
  constructor(row) {
    this.id = row.id; // here
  }
}
export default () => new Order();`,
  ],
  "in a field of a class": [
    "TypeError",
    `const row = null;
class Order {
  a = 1;
  id = row.id; // here
}
export default () => new Order();`,
  ],
  "in a getter": [
    "TypeError",
    `const order = {
  lines: null,
  get total() {
    return this.lines.length; // here
  },
};
export default () => order.total;`,
  ],
  "in a generator": [
    "TypeError",
    `function* rows(list) {
  yield 1;
  yield list.first; // here
}
export default () => [...rows(null)];`,
  ],
  "outside of the step's function": [
    "TypeError",
    `const table = null;
const first = table.first; // here
export default () => first;`,
  ],
  "by a built-in": [
    "SyntaxError",
    `export default (event) => {
  const text = "{";
  return JSON.parse(text); // here
};`,
  ],
  "by a method of ctx": [
    "TypeError",
    `export default (event, ctx) => {
  const port = "none";
  return ctx.to(port, 1); // here
};`,
  ],
  "in a template": [
    "TypeError",
    `export default (event) => {
  const order = {};
  return \`Order
    \${order.lines.length}\`; // here
};`,
  ],
  "in a condition": [
    "TypeError",
    `export default (event) => {
  const order = null;
  if (order.open) { // here
    return 1;
  }
  return 2;
};`,
  ],
  "behind a read of the same name in another function": [
    "TypeError",
    `export default (event) => {
  const rows = [{ total: 1 }].map((row) => row.total);
  const text = "order.total", order = null; // order.total
  return rows.length + order.total; // here
};`,
  ],
  "in a loop that came back to it": [
    "TypeError",
    `export default (event) => {
  let row = { next: { value: 1, next: null } };
  for (;;) {
    const value = row.value; // here
    row = row.next;
    Math.max(1, 2);
  }
};`,
  ],
  "by a key in brackets": [
    "TypeError",
    `export default (event) => {
  const headers = event.data.headers;
  const kind = "x";
  return headers["content-type"]; // here
};`,
  ],
  "in TypeScript": [
    "TypeError",
    `interface Row {
  readonly id: string;
  readonly lines?: readonly { n: number }[];
}

type Rows = readonly Row[];

export default (event: { data: Rows }, ctx: unknown): number => {
  const rows = event.data as unknown as Record<string, Row>;
  const none: Row | undefined = rows["x"];
  return (none as Row).lines!.length; // here
};`,
  ],
  "in TypeScript with an enum before it": [
    "TypeError",
    `enum Size {
  Small = 1,
  Large,
}
export default () => {
  const sizes: Size[] | null = null as Size[] | null;
  return sizes!.length + Size.Small; // here
};`,
  ],
};

test.each(Object.entries(thrown))("an error has its own line: %s", async (_what, [name, source]) => {
  const line = source.split("\n").findIndex((text) => text.endsWith("// here")) + 1;
  // What `ctx.store.get` is answered with.
  const answer = () => ({ ok: true, value: { seen: 0, value: null } }) as const;
  const failure = await failureOf(source, { answer });
  expect({ name: failure.name, line: failure.place?.line }).toEqual({ name, line });
});

test("the column is that of the user's own text, also where types were taken out before it", async () => {
  const source = `export default (event: { data: unknown }) => {
  const row: { a?: { n: number } } = {}; return (row as { a: { n: number } }).a.n;
}`;
  const { place } = await failureOf(source);
  expect(place?.line).toBe(2);
  expect(place?.column).toBeGreaterThan((source.split("\n")[1] ?? "").indexOf("return"));
  expect(place?.column).toBeLessThanOrEqual((source.split("\n")[1] ?? "").indexOf(".n;") + 2);
});

test("the stack names the user's functions, innermost first, and nothing of ours", async () => {
  const failure = await failureOf(`function inner(row) {
  return row.a.b;
}
const outer = (row) => {
  return inner(row);
};
export default function step() {
  return outer({});
}`);
  const frames = (failure.stack ?? "").split("\n").map((frame) => frame.replace(/:\d+\)$/, ")"));
  expect(frames).toEqual(["at inner (2)", "at outer (5)", "at step (8)"]);
});

test("what is thrown without being an error has no place, and says what it is", async () => {
  const failure = await failureOf(`export default () => {
  throw { code: 7 };
}`);
  expect(failure).toMatchObject({ data: { code: 7 } });
});

test("an error with a function, a circle and a symbol inside hides nothing of what it says", async () => {
  const failure = await failureOf(`export default () => {
  const error = Object.assign(new RangeError("too far"), { data: { by: 3, help: () => 1, [Symbol("s")]: 2 } });
  error.data.self = error.data;
  error.cause = () => error;
  throw error;
}`);
  expect(failure).toMatchObject({ name: "RangeError", message: expect.stringContaining("too far") });
  expect(JSON.parse(JSON.stringify(failure))).toEqual(failure);
});
