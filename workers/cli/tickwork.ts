#!/usr/bin/env node
import { main } from "../../src/cli/main.ts";

// A reader that went away (`tickwork check … | head`) ends the output, neither the command nor a run that it drives, so
// that the exit code is true.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await main(process.argv.slice(2));
