import type { Outside } from "./outside.ts";

const reason = "This page was built without what runs steps.";
const unreachable = { ok: false, unreachable: reason } as const;

/** A tab without sandbox and runner: documents can be edited, no step can run. */
export const nothingOutside: Outside = {
  executorsOf: () => ({
    start(_dispatch, execution) {
      execution.finish({ results: [{ kind: "fail", failure: { name: "ExecutorError", message: reason } }] });
    },
    attach(_dispatch, _key, execution) {
      execution.lost({ cause: reason });
    },
    abort() {},
    stop() {},
    treatAsLost() {},
  }),
  checkSources: async () => [],
  validate: async () => [],
  runner: {
    status: { kind: "unpaired" },
    onStatus() {},
    setToken() {},
    health: async () => unreachable,
    permissions: async () => unreachable,
    approve: async () => unreachable,
    withdraw: async () => unreachable,
    kept: async () => unreachable,
    changeKept: async () => unreachable,
    findLocalModels: async () => unreachable,
    findSecrets: async () => unreachable,
    watchOutput(_key, listener) {
      listener({ kind: "unavailable", reason });
      return () => {};
    },
  },
};
