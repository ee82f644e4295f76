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
  /** What code elsewhere may know and a code step does not, with what to do instead where there is something. */
  const instead = {
    setTimeout: "Use a delay step, or ctx.wait with timeoutMs.",
    setInterval: "Use a delay step.",
    setImmediate: "",
    requestAnimationFrame: "",
    fetch: "Use an http step.",
    XMLHttpRequest: "Use an http step.",
    axios: "Use an http step.",
    WebSocket: "Code steps have no network.",
    EventSource: "Code steps have no network.",
    localStorage: "What is to be kept goes into ctx.store.",
    sessionStorage: "What is to be kept goes into ctx.store.",
    indexedDB: "What is to be kept goes into ctx.store.",
    require: "It stands alone: write what it needs here, or use a command step.",
    process: "Secrets and settings of the machine belong in a command step.",
    exports: "Begin it with export default (event, ctx) => …",
    module: "Begin it with export default (event, ctx) => …",
    Buffer: "",
    Deno: "",
    Bun: "",
    __dirname: "Use a file step.",
    window: "",
    self: "",
    document: "",
    navigator: "",
    location: "",
    alert: "Use an ask step.",
    confirm: "Use an ask step.",
    prompt: "Use an ask step.",
    crypto: "Math.random() gives the same numbers again when the run is replayed.",
    structuredClone: "JSON.parse(JSON.stringify(value)) makes a copy.",
    URL: "encodeURIComponent and decodeURIComponent are here.",
    URLSearchParams: "encodeURIComponent and decodeURIComponent are here.",
    btoa: "",
    atob: "",
    TextEncoder: "",
    TextDecoder: "",
    Blob: "Use a file step.",
    File: "Use a file step.",
    FormData: "Use an http step.",
    Intl: "",
    WebAssembly: "",
  };

  /** The failure, with a hint when the code wants something that a code step has not. */
  const explained = (thrown) => {
    const failure = failureOf(thrown);
    const name = /^'?(\w+)'? is not defined/.exec(failure.message)?.[1];
    if (failure.name === "ReferenceError" && name !== undefined && hasOwn(instead, name))
      failure.message += `: a code step runs without it. ${instead[name]}`.trimEnd();
    return failure;
  };
  return explained;
};
