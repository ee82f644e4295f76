/*
 * Evaluated inside QuickJS: what may leave a code step, as frozen copies. It keeps every built-in that it needs in
 * its own scope, so that code which changes one of them only hurts itself.
 */
() => {
  const { stringify } = JSON;
  const { isArray } = Array;
  const { defineProperty, freeze, keys } = Object;
  const { iterator, asyncIterator } = Symbol;
  const { isFinite: isFiniteNumber, isNaN: isNoNumber, isInteger, isSafeInteger } = Number;

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
    [WeakMap, "is a WeakMap, whose content nobody can list"],
    [WeakSet, "is a WeakSet, whose content nobody can list"],
    [Number, "is a Number object: hand on its valueOf()"],
    [String, "is a String object: hand on its valueOf()"],
    [Boolean, "is a Boolean object: hand on its valueOf()"],
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
        if (!isFiniteNumber(value)) {
          const why = isNoNumber(value)
            ? "something in the calculation is no number"
            : "was something divided by zero?";
          refuse(what, path, `is ${value}, which JSON cannot hold: ${why}`);
        }
        if (isInteger(value) && !isSafeInteger(value) && Math.abs(value) < 1e21) {
          refuse(what, path, "is an integer beyond 2^53-1, which would be rounded: hand it on as text");
        }
        // JSON text has no -0, so a replay would see another value than the run did.
        return value === 0 ? 0 : value;
      case "undefined":
        return refuse(what, path, "is undefined: leave it out, or use null");
      case "bigint":
        return refuse(what, path, "is a bigint: hand it on as text");
      case "function":
        return refuse(what, path, "is a function: call it and hand on what it gives, or leave it out");
      case "object":
        break;
      default:
        return refuse(what, path, `is a ${typeof value}, which JSON cannot hold`);
    }
    if (value === null) return null;
    if (above.includes(value)) refuse(what, path, "contains itself");
    if (above.length >= 200) refuse(what, path.slice(0, 3), "is nested deeper than 200 levels");
    if (value instanceof Date && !isFiniteNumber(value.getTime())) refuse(what, path, "is a date that does not exist");
    if (typeof value.toJSON === "function") return plain(value.toJSON(), what, path, [...above, value]);
    if (ArrayBuffer.isView(value)) refuse(what, path, "holds bytes: make a list of numbers of them");
    for (const [type, hint] of hints) if (value instanceof type) refuse(what, path, hint);
    // `map.values()`, a generator: it has no members of its own, and would be handed on as {}.
    if (!isArray(value) && typeof value[iterator] === "function")
      refuse(what, path, "is an iterator: spread it into a list");
    if (typeof value[asyncIterator] === "function")
      refuse(what, path, "is an async iterator: gather what it gives in a list, with for await");
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

  return freeze({ plain, shown });
};
