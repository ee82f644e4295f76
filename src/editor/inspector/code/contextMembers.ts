/** A member of an object that code can use: how it is written, and in one line what it does. */
export interface CodeMember {
  readonly name: string;
  /** As TypeScript writes it, with the name. */
  readonly signature: string;
  readonly about: string;
}

const member = (name: string, rest: string, about: string): CodeMember => ({
  name,
  signature: `${name}${rest}`,
  about,
});

/** What `ctx` offers to a code step (R14–R18, R24–R28, R35–R38, R69, R71). Types that depend on the step are told apart. */
export const contextMembers: readonly CodeMember[] = [
  member("event", "(type: EventType, data?: Json): Event", "An event to return or to send."),
  member("to", "(port: Port, data?: Json): Event", "An event that leaves by this output. A list of them is a batch."),
  member(
    "send",
    "(event: Event, options?: { to?: Step; onSuccess?: boolean }): Promise<void>",
    "Goes out now, while the step runs; with onSuccess only when it succeeds.",
  ),
  member(
    "wait",
    "(type: EventType, options?: { where?: object; ask?: Event; timeoutMs?: number; id?: string }): Promise<Event>",
    "The event, when it comes. Meanwhile no worker is held; the code runs again from the top.",
  ),
  member(
    "collect",
    "(types: EventType[], options?: { buffer?: string; key?: string }): Event[] | null",
    "The events in this order, when all have arrived; null before that.",
  ),
  member("step", "(id: Step): Promise<Result | undefined>", "What an earlier step of this line handed on."),
  member("steps", ": { [id: Step]: Result }", "The same by name, for the steps that the code mentions."),
  member(
    "once",
    "<T>(key: string, work: () => T | Promise<T>): Promise<T>",
    "Does it once: later attempts get the first value back.",
  ),
  member("store", ": Store", "What the steps of this run share."),
  member("publish", "(event: Event): void", "For those who watch the run; nothing is started by it."),
  member("log", "(...values: unknown[]): void", "A line in the log of this execution, like console.log."),
  member(
    "attempt",
    ": { number: number; firstAt: number; lastError?: Failure }",
    "Which attempt this is, from 1, and why the last one failed.",
  ),
  member("input", ": Input", "What the run was started with."),
  member("item", ": Item", "The element of the list that this is done for."),
  member("index", ": number", "Its place in the list, from 0."),
  member("items", ": Json[]", "The elements of the outer lists."),
  member("run", ": { id: string }", "This run."),
];

export const storeMembers: readonly CodeMember[] = [
  member("get", "(path?: string): Promise<Json | undefined>", "The value at a path such as “orders.open”."),
  member("set", "(path: string, value: Json): Promise<void>", "Sets it for all steps of the run."),
  member(
    "update",
    "(path: string, change: (value?: Json) => Json): Promise<Json>",
    "Changes it, whoever else does so too.",
  ),
  member("delete", "(path: string): Promise<void>", "Takes it away."),
];

export const listMembers: readonly CodeMember[] = [
  member("length", ": number", "How many."),
  member("map", "(change: (element, index) => T): T[]", "A list of what the function makes of each element."),
  member("filter", "(test: (element, index) => boolean): T[]", "The elements for which it is true."),
  member("find", "(test: (element) => boolean): T | undefined", "The first element for which it is true."),
  member("some", "(test: (element) => boolean): boolean", "Whether it is true for any element."),
  member("every", "(test: (element) => boolean): boolean", "Whether it is true for all elements."),
  member("flatMap", "(change: (element) => T[]): T[]", "Like map, with the lists joined."),
  member("reduce", "(join: (sum, element) => S, first: S): S", "One value from all elements."),
  member("toSorted", "(compare?: (a, b) => number): T[]", "A sorted copy."),
  member("slice", "(start?: number, end?: number): T[]", "A part of it."),
  member("at", "(index: number): T | undefined", "The element at a place; −1 is the last."),
  member("includes", "(element): boolean", "Whether it is in the list."),
  member("join", "(separator?: string): string", "One text."),
];

export const textMembers: readonly CodeMember[] = [
  member("length", ": number", "How many characters."),
  member("split", "(separator: string | RegExp): string[]", "A list of parts."),
  member("trim", "(): string", "Without blanks around it."),
  member("includes", "(part: string): boolean", "Whether the part is in it."),
  member("startsWith", "(part: string): boolean", "Whether it begins with the part."),
  member("replaceAll", "(part: string | RegExp, by: string): string", "With every match replaced."),
  member("match", "(pattern: RegExp): string[] | null", "What the pattern finds."),
  member("slice", "(start?: number, end?: number): string", "A part of it."),
  member("toLowerCase", "(): string", "In small letters."),
  member("toUpperCase", "(): string", "In capital letters."),
];

/** Code to begin with; `#{name}` are places to fill in, in the way of CodeMirror's snippets. */
export const codeSnippets: readonly { readonly label: string; readonly about: string; readonly text: string }[] = [
  {
    label: "return to an output",
    about: "One event leaves by a named output.",
    text: 'return ctx.to("#{done}", #{event.data});',
  },
  {
    label: "return a batch",
    about: "One event for each element; a join gathers them.",
    text: 'return #{list}.map((one) => ctx.to("#{done}", one));',
  },
  {
    label: "wait for an event",
    about: "Suspends without holding a worker.",
    text: 'const #{answer} = await ctx.wait("#{EventType}", { timeoutMs: #{60000} });',
  },
  {
    label: "collect events",
    about: "Nothing follows until all have arrived.",
    text: 'const events = ctx.collect(["#{First}", "#{Second}"]);\nif (events === null) return null;\n#{}',
  },
  {
    label: "do once",
    about: "Not again when the step is tried again.",
    text: 'const #{value} = await ctx.once("#{key}", () => #{work()});',
  },
  {
    label: "update the store",
    about: "Counts, whoever else counts too.",
    text: 'await ctx.store.update("#{count}", (count = 0) => count + 1);',
  },
];
