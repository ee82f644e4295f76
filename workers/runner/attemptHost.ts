import { runAttemptHost } from "../../src/runner/host/attemptHost.ts";

await runAttemptHost(process.argv[2] as string);
