import type { Executor } from "../executor.ts";
import { sendFromHere } from "../http/sendFromHere.ts";

export const runHttp: Executor<"http"> = {
  begin: (work) => {
    if (work.step.config.via !== "runner") return sendFromHere(work);
    const message = 'This version of Tickwork cannot send requests through the runner. Use `via: "tab"`.';
    void work.execution.finish({ results: [{ kind: "fail", failure: { name: "ConfigError", message } }] });
    return { abort: () => {} };
  },
};
