addEventListener("message", () => postMessage({}));
