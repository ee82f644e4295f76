import "./windowOfWorker.ts";
import { workflowCoreLoop } from "./workflowCoreLoop.ts";

addEventListener("message", ({ data }: MessageEvent<number>) => {
  workflowCoreLoop(data).then(
    (rate) => postMessage({ rate }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
