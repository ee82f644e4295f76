/* Evaluated inside QuickJS: what a thrown value says, as data. `values` are the functions of `plainValues.js`. */
(values) => {
  const { hasOwn } = Object;
  const { plain, shown } = values;

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

  /** The failure, with a hint when the code wants something that a code step has not. */
  const explained = (thrown) => {
    const failure = failureOf(thrown);
    const name = missing.exec(failure.message)?.[1];
    if (failure.name === "ReferenceError" && name !== undefined) {
      const hint = hasOwn(instead, name) ? ` ${instead[name]}` : "";
      failure.message += `: a code step runs without it.${hint}`;
    }
    return failure;
  };
  return explained;
};
