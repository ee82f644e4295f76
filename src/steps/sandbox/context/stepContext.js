/*
 * Evaluated inside QuickJS before the user's code: makes `ctx`. Like `plainValues.js`, whose functions it gets as
 * `values`, it keeps every built-in that it needs in its own scope. `failureOf` is that of
 * `failures.js`, `makeCollect` the function of `collecting.js`, `parseGiven` that of `lazyGiven.js`.
 *
 * `host(request, text)` hands a request to the sandbox worker; request 0 has no answer. What it gives back is used
 * by `codeRun.ts`: `begin` the code, `settle` a request, ask for the `outcome`.
 */
(host, givenText, values, failureOf, makeCollect, parseGiven) => {
  const { parse, stringify } = JSON;
  const { then } = Promise.prototype;
  const { isArray } = Array;
  const { freeze, hasOwn, keys, values: valuesOf } = Object;
  const { isSafeInteger } = Number;
  const { plain, shown } = values;

  /** Kept apart from what the user's code can change. */
  const given = parseGiven(givenText);
  const seen = parseGiven(givenText);
  const own = (record, key) => (hasOwn(record, key) ? record[key] : undefined);

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

  /** Let go when the code fails, so that a full memory has room for the words. */
  const reserve = { bytes: new ArrayBuffer(256 * 1024) };
  const fail = (thrown) => {
    reserve.bytes = undefined;
    ended = [{ kind: "fail", failure: failureOf(thrown) }];
  };
  const noStep = (id) => {
    const ids = given.stepIds.slice(0, 12).join(", ") + (given.stepIds.length > 12 ? ", …" : "");
    return new TypeError(`There is no step ${id}. The steps are ${ids}.`);
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
  /** Whether data is written like an event that the step has an output for. */
  const seemsEvent = (data) =>
    typeof data === "object" &&
    data !== null &&
    keys(data).every((key) => key === "type" || key === "data") &&
    [...valuesOf(given.emits), ...valuesOf(given.batches)].includes(data.type);
  const handedOnAsData = (type) =>
    `The returned object was handed on as data. To send the event itself, return ctx.event("${type}", data).`;
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
    if (seemsEvent(data)) tell({ kind: "log", level: "warn", text: handedOnAsData(data.type) });
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
    if (to.to !== undefined && !given.stepIds.includes(to.to)) throw noStep(to.to);
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
    if (!given.stepIds.includes(id)) throw noStep(shown(id));
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
    collect: makeCollect(given.event, given.buffers, (result) => results.push(result)),
    store,
    once,
    step,
    attempt: seen.attempt,
    log: logger("log"),
    // Each may be a large value, which is parsed when it is looked at.
    get input() {
      return seen.input;
    },
    get item() {
      return seen.item;
    },
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
