// The browser build of workflow-core reads `window` while it loads, which a worker does not have.
Object.assign(globalThis, { window: globalThis });
