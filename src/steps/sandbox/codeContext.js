/*
 * Evaluated inside QuickJS before the user's code: makes `ctx` and takes real time and real chance away. It keeps
 * every built-in that it needs in its own scope, so that code which changes one of them only hurts itself.
 *
 * `host(request, text)` hands a request to the sandbox worker; request 0 has no answer. What it gives back is used
 * by `codeRun.ts`: `begin` the code, `settle` a request, ask for the `outcome`.
 */
(host, givenText) => {
  const { parse, stringify } = JSON;
  const { then } = Promise.prototype;
  const { isArray } = Array;
  const { defineProperty, freeze, hasOwn, keys } = Object;
  const { isFinite: isFiniteNumber, isInteger, isSafeInteger } = Number;

  /** Kept apart from what the user's code can change. */
  const given = parse(givenText);
  const seen = parse(givenText);
  const own = (record, key) => (hasOwn(record, key) ? record[key] : undefined);
  const copyOf = (value) => (value === undefined ? undefined : parse(stringify(value)));

  // Time and chance ------------------------------------------------------------------------------------------

  const RealDate = Date;
  const now = given.now;
  const fixedNow = () => now;
  const FixedDate = new Proxy(RealDate, {
    apply: () => new RealDate(now).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now], newTarget === FixedDate ? target : newTarget),
  });
  RealDate.now = fixedNow;
  defineProperty(RealDate.prototype, "constructor", { value: FixedDate, writable: true, configurable: true });
  globalThis.Date = FixedDate;
  delete globalThis.performance;

  // FNV-1a over the seed, then a 32-bit Weyl generator with a multiplicative finish.
  let state = 0x811c9dc5;
  for (let i = 0; i < given.seed.length; i++) state = Math.imul(state ^ given.seed.charCodeAt(i), 0x01000193) >>> 0;
  Math.random = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x100000000;
  };

  // Values -----------------------------------------------------------------------------------------------------

  class NotJsonError extends TypeError {}
  defineProperty(NotJsonError.prototype, "name", { value: "NotJsonError", writable: true, configurable: true });

  const written = (what, path) => {
    let text = what;
    for (const key of path) {
      if (typeof key === "number") text += `[${key}]`;
      else text += /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${stringify(key)}]`;
    }
    return text;
  };
  const refuse = (what, path, why) => {
    throw new NotJsonError(`${written(what, path)} ${why}`);
  };
  const hints = [
    [Promise, "is a promise: await it"],
    [Map, "is a Map: Object.fromEntries makes it an object"],
    [Set, "is a Set: spread it into a list"],
    [Error, "is an Error: hand on its message, or throw it"],
    [RegExp, "is a regular expression: hand on its source"],
    [ArrayBuffer, "holds bytes: make a list of numbers of them"],
  ];

  /** A frozen copy that JSON holds exactly; what it cannot hold is refused with its place. */
  const plain = (value, what, path = [], above = []) => {
    switch (typeof value) {
      case "boolean":
        return value;
      case "string":
        if (!value.isWellFormed()) refuse(what, path, "holds half of a surrogate pair, which is no text");
        return value;
      case "number":
        if (!isFiniteNumber(value)) refuse(what, path, `is ${value}, which JSON cannot hold`);
        if (isInteger(value) && !isSafeInteger(value) && Math.abs(value) < 1e21) {
          refuse(what, path, "is an integer beyond 2^53-1, which would be rounded: hand it on as text");
        }
        return value;
      case "undefined":
        return refuse(what, path, "is undefined: leave it out, or use null");
      case "bigint":
        return refuse(what, path, "is a bigint: hand it on as text");
      case "object":
        break;
      default:
        return refuse(what, path, `is a ${typeof value}, which JSON cannot hold`);
    }
    if (value === null) return null;
    if (above.includes(value)) refuse(what, path, "contains itself");
    if (above.length >= 200) refuse(what, path.slice(0, 3), "is nested deeper than 200 levels");
    if (typeof value.toJSON === "function") return plain(value.toJSON(), what, path, [...above, value]);
    if (ArrayBuffer.isView(value)) refuse(what, path, "holds bytes: make a list of numbers of them");
    for (const [type, hint] of hints) if (value instanceof type) refuse(what, path, hint);
    above.push(value);
    const copy = isArray(value) ? [] : {};
    const names = isArray(value) ? undefined : keys(value);
    for (let i = 0; i < (names ?? value).length; i++) {
      const key = names ? names[i] : i;
      path.push(key);
      if (names && !key.isWellFormed()) refuse(what, path, "is a key with half of a surrogate pair");
      const member = plain(value[key], what, path, above);
      // `__proto__` is a key like any other.
      defineProperty(copy, key, { value: member, writable: true, enumerable: true, configurable: true });
      path.pop();
    }
    above.pop();
    return freeze(copy);
  };

  const shown = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (typeof value === "function") return `[function ${value.name}]`;
    if (typeof value === "bigint" || typeof value === "symbol") return String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return "[object]";
    }
  };

  // Requests ---------------------------------------------------------------------------------------------------

  let requests = 0;
  const pending = new Map();
  const tell = (body) => host(0, stringify(body));
  const ask = (body) =>
    new Promise((resolve, reject) => {
      requests++;
      pending.set(requests, { resolve, reject });
      host(requests, stringify(body));
    });

  // Events -----------------------------------------------------------------------------------------------------

  /** Events that `ctx.event` and `ctx.to` made; the value is the port, or null. */
  const made = new WeakMap();
  const makeEvent = (type, data, port) => {
    if (typeof type !== "string" || !/^[A-Z][A-Za-z0-9]{0,62}$/.test(type)) {
      throw new TypeError(`${shown(type)} is no event type: begin with a capital letter, then letters and digits`);
    }
    const event = data === undefined ? { type } : { type, data: plain(data, `data of ${type}`) };
    made.set(freeze(event), port);
    return event;
  };
  const isMade = (value) => typeof value === "object" && value !== null && made.has(value);
  const asEvent = (value, call) => {
    if (isMade(value)) return value;
    if (typeof value === "object" && value !== null && typeof value.type === "string") {
      return makeEvent(value.type, value.data, null);
    }
    throw new TypeError(`${call} takes an event. Make one with ctx.event(type, data) or ctx.to(port, data).`);
  };
  const portsShown = () => {
    const ports = [...new Set([...keys(given.emits), ...keys(given.batches)])];
    return ports.length === 0 ? "It has none with an event type." : `It has ${ports.join(", ")}.`;
  };

  // What the step says of its end ------------------------------------------------------------------------------

  const results = [];
  const suspended = [];
  let ended;

  const failureOf = (thrown, depth = 0) => {
    try {
      if (typeof thrown !== "object" || thrown === null) return { name: "Error", message: shown(thrown) };
      const name = typeof thrown.name === "string" ? thrown.name : "Error";
      const message = typeof thrown.message === "string" ? thrown.message : shown(thrown);
      const failure = { name, message };
      if (typeof thrown.stack === "string") failure.stack = thrown.stack;
      const data = thrown instanceof Error || "message" in thrown ? thrown.data : thrown;
      if (data !== undefined) {
        try {
          failure.data = plain(data, "data");
        } catch {
          failure.data = shown(data);
        }
      }
      if (thrown.cause !== undefined && depth < 8) failure.cause = failureOf(thrown.cause, depth + 1);
      return failure;
    } catch {
      return { name: "Error", message: "The code threw something that cannot be read." };
    }
  };
  const missing =
    /^'?(setTimeout|setInterval|fetch|XMLHttpRequest|WebSocket|require|process|window|document|Buffer)'? is not defined/;
  const instead = {
    setTimeout: "Use a delay step, or ctx.wait with timeoutMs.",
    setInterval: "Use a delay step.",
    fetch: "Use an http step.",
    XMLHttpRequest: "Use an http step.",
    WebSocket: "Code steps have no network.",
  };
  /** Let go when the code fails, so that a full memory has room for the words. */
  const reserve = { bytes: new ArrayBuffer(256 * 1024) };
  const fail = (thrown) => {
    reserve.bytes = undefined;
    const failure = failureOf(thrown);
    const name = missing.exec(failure.message)?.[1];
    if (failure.name === "ReferenceError" && name !== undefined) {
      failure.message += `: a code step runs without it. ${own(instead, name) ?? ""}`.trimEnd();
    }
    ended = [{ kind: "fail", failure }];
  };
  const notAnEvent = (message) => {
    const error = new TypeError(message);
    error.name = "NotAnEventError";
    return error;
  };

  /** Returned events keep their type, but one made for a port gets the port's type for lists in a list. */
  const routed = (event, inList) => {
    const port = made.get(event);
    if (port === null) return event;
    const type = inList ? (own(given.batches, port) ?? own(given.emits, port)) : own(given.emits, port);
    if (type === undefined) {
      throw notAnEvent(`Port ${port} hands on lists: return a list of ctx.to("${port}", …), not a single one.`);
    }
    return type === event.type ? event : { ...event, type };
  };
  const returned = (value) => {
    if (value === null) return { kind: "return", value: null };
    if (isMade(value)) return { kind: "return", value: routed(value, false) };
    if (isArray(value) && (value.some(isMade) || (value.length === 0 && keys(given.batches).length > 0))) {
      const odd = value.findIndex((member) => !isMade(member));
      if (odd >= 0) {
        throw notAnEvent(`The list holds events, but [${odd}] is none. Make it with ctx.event or ctx.to.`);
      }
      return { kind: "return", value: value.map((event) => routed(event, true)) };
    }
    const data = value === undefined ? null : plain(value, "result");
    const done = own(given.emits, "done");
    return done === undefined ? { kind: "return", value: null, data } : { kind: "return", value: { type: done, data } };
  };

  // ctx --------------------------------------------------------------------------------------------------------

  const toPath = (path) => {
    const list = typeof path === "string" ? (path === "" ? [] : path.split(".")) : path;
    if (!isArray(list) || list.some((key) => typeof key !== "string" && !(isSafeInteger(key) && key >= 0))) {
      throw new TypeError('A path in the store is text like "orders.open" or a list of keys.');
    }
    return [...list];
  };
  const change = async (path, rest) => ask({ kind: "store-change", path: toPath(path), ...rest });
  const store = freeze({
    get: async (path = []) => (await ask({ kind: "store-read", path: toPath(path) })).value,
    set: async (path, value) => {
      await change(path, { value: plain(value, "value") });
    },
    delete: async (path) => {
      await change(path, { delete: true });
    },
    update: async (path, make) => {
      for (;;) {
        const read = await ask({ kind: "store-read", path: toPath(path) });
        const value = plain(await make(read.value), "value");
        if (await change(path, { value, ifSeen: read.seen })) return value;
      }
    },
  });

  let sends = 0;
  const send = async (event, options = {}) => {
    const { type, data } = asEvent(event, "ctx.send");
    const sent = data === undefined ? { type } : { type, data };
    const to = options.to === undefined ? {} : { to: String(options.to) };
    if (to.to !== undefined && !given.stepIds.includes(to.to)) throw new TypeError(`There is no step ${to.to}.`);
    if (options.onSuccess) {
      results.push({ kind: "send", event: sent, ...to });
      return;
    }
    const refusal = await ask({ kind: "send", event: sent, ...to, index: sends++ });
    if (refusal) throw new TypeError(refusal);
  };

  let waits = 0;
  const wait = async (type, options = {}) => {
    const ordinal = waits++;
    if (typeof type !== "string") throw new TypeError("ctx.wait takes the event type to wait for.");
    const { id, where, ask: question, timeoutMs } = options;
    if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs >= 0)) {
      throw new TypeError("timeoutMs is a number of milliseconds from 0.");
    }
    const known = seen.waits.find((entry) =>
      id === undefined ? entry.id === undefined && entry.ordinal === ordinal : entry.id === id,
    );
    if (known?.timedOut) {
      const error = new Error(`No ${type} came in time.`);
      error.name = "WaitTimeoutError";
      throw error;
    }
    if (known) return known.event;
    suspended.push({
      kind: "wait",
      ...(id === undefined ? {} : { id: String(id) }),
      ordinal,
      type,
      ...(where === undefined ? {} : { where: plain(where, "where") }),
      ...(question === undefined ? {} : { ask: asEvent(question, "The ask of ctx.wait") }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    return new Promise(() => {});
  };

  /** Members of each buffer as this execution sees them, its own adds included; those carry no `stored`. */
  const buffers = new Map();
  const bufferOf = (name) => {
    let members = buffers.get(name);
    if (!members) {
      members = (own(given.buffers, name) ?? []).map((event) => ({ event, stored: true }));
      buffers.set(name, members);
    }
    return members;
  };
  const collect = (types, options = {}) => {
    if (!isArray(types)) throw new TypeError("ctx.collect takes a list of event types.");
    if (types.length === 0) return [];
    if (given.event === undefined) throw new TypeError("ctx.collect needs an event: this step was started by none.");
    const parts =
      options.key === undefined ? [options.buffer ?? "default"] : [options.buffer ?? "default", options.key];
    // `@` separates a buffer from the batch it belongs to.
    const name = parts.map((part) => String(part).replaceAll("@", "%40")).join(":");
    const members = bufferOf(name);
    const arrived = { event: given.event, stored: false };
    const taken = [];
    const complete = types.every((type) => {
      const found = [...members, arrived].find((member) => member.event.type === type && !taken.includes(member));
      if (found) taken.push(found);
      return found !== undefined;
    });
    const left = members.filter((member) => !taken.includes(member));
    if (!taken.includes(arrived) || !complete) {
      if (types.includes(arrived.event.type)) {
        results.push({ kind: "collect", buffer: name, event: given.event });
        (complete ? left : members).push(arrived);
      }
    }
    if (!complete) return null;
    const used = taken.filter((member) => member.stored).map((member) => member.event);
    if (used.length > 0) results.push({ kind: "consume", buffer: name, events: used });
    buffers.set(name, left);
    return taken.map((member) => copyOf(member.event));
  };

  const firsts = new Map();
  const once = async (key, make) => {
    if (typeof key !== "string") throw new TypeError("ctx.once takes a key, which is text.");
    if (hasOwn(seen.once, key)) return seen.once[key];
    if (!firsts.has(key)) {
      firsts.set(
        key,
        (async () => {
          const made = await make();
          const value = made === undefined ? null : plain(made, `the value of once("${key}")`);
          await ask({ kind: "once", key, value });
          return value;
        })(),
      );
    }
    return firsts.get(key);
  };

  const step = async (id) => {
    if (!given.stepIds.includes(id)) throw new TypeError(`There is no step ${shown(id)}.`);
    return ask({ kind: "step", step: id });
  };

  const logger =
    (level) =>
    (...values) => {
      tell({ kind: "log", level, text: values.map(shown).join(" ").toWellFormed() });
    };
  globalThis.console = freeze({
    log: logger("log"),
    info: logger("info"),
    warn: logger("warn"),
    error: logger("error"),
    debug: logger("debug"),
  });

  const ctx = freeze({
    event: (type, data) => makeEvent(type, data, null),
    to: (port, data) => {
      const type = own(given.emits, port) ?? own(given.batches, port);
      if (type === undefined) throw new TypeError(`The step has no port ${shown(port)}. ${portsShown()}`);
      return makeEvent(type, data, port);
    },
    send,
    publish: (event) => {
      const { type, data } = asEvent(event, "ctx.publish");
      tell({ kind: "publish", event: data === undefined ? { type } : { type, data } });
    },
    wait,
    collect,
    store,
    once,
    step,
    attempt: seen.attempt,
    log: logger("log"),
    input: seen.input,
    item: seen.item,
    index: seen.index,
    items: seen.items,
    steps: seen.steps,
    needs: seen.steps,
    run: freeze({ id: given.runId }),
  });

  return freeze({
    begin: (main) => {
      if (typeof main !== "function") {
        fail(
          new TypeError("The code has no function as its default export. Begin with: export default (event, ctx) => {"),
        );
        return;
      }
      const running = new Promise((resolve) => resolve(main(seen.event, ctx)));
      Reflect.apply(then, running, [
        (value) => {
          try {
            ended = [...results, returned(value)];
          } catch (error) {
            fail(error);
          }
        },
        fail,
      ]);
    },
    fail,
    settle: (request, ok, text) => {
      const entry = pending.get(request);
      pending.delete(request);
      if (ok) entry?.resolve(text === "" ? undefined : parse(text));
      else entry?.reject(new Error(text));
    },
    /** JSON text of the results; empty while an answer is still on its way. */
    outcome: () => {
      if (ended?.[0]?.kind === "fail") return stringify(ended);
      if (pending.size > 0) return "";
      if (ended) return stringify(ended);
      // What was collected or held before a wait is caused again when the code runs again from the top.
      if (suspended.length > 0) return stringify(suspended);
      fail(new Error("The code waits for a promise that nothing can resolve any more."));
      return stringify(ended);
    },
  });
};
