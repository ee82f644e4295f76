import { moveOn } from "../ours/longRun.ts";

addEventListener("message", ({ data }: MessageEvent<{ readonly run: string }>) => {
  moveOn(data.run).then(
    () => postMessage({}),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
