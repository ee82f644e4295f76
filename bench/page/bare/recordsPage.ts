const worker = new Worker(new URL("./recordsWorker.ts", import.meta.url), { type: "module" });

/** Hands the port of the bench's page on to the worker that writes. */
addEventListener("message", ({ ports: [port] }) => {
  if (port) worker.postMessage(null, [port]);
});

window.opener?.postMessage(null, "*");
