/*
 * Evaluated inside QuickJS: reads a JSON text in which large values stand as references (`engine/reference.ts`). Each is
 * parsed when the code first looks at it; `artifact(digest)` gives its text. Like `plainValues.js` it keeps every
 * built-in that it needs in its own scope.
 */
(artifact) => {
  const { parse } = JSON;
  const { defineProperty, entries, hasOwn, keys } = Object;
  const key = "tickwork/artifact@1";
  const isReference = (value) =>
    typeof value === "object" && value !== null && hasOwn(value, key) && keys(value).length === 1;

  /** Makes every member that is a reference what it stands for, when it is looked at. The outermost value is none. */
  const attach = (whole) => {
    const rest = [whole];
    while (rest.length > 0) {
      const holder = rest.pop();
      if (typeof holder !== "object" || holder === null) continue;
      for (const [name, member] of entries(holder)) {
        if (!isReference(member)) {
          rest.push(member);
          continue;
        }
        const become = (value) =>
          defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
        defineProperty(holder, name, {
          get: () => {
            const value = attach(parse(artifact(member[key].digest)));
            become(value);
            return value;
          },
          set: become,
          enumerable: true,
          configurable: true,
        });
      }
    }
    return whole;
  };

  return (text) => {
    const value = parse(text);
    return text.includes(key) ? attach(value) : value;
  };
};
