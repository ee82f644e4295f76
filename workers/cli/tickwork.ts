#!/usr/bin/env node
import { main } from "../../src/cli/main.ts";

// A reader that went away (`tickwork check … | head`) ends the output, not in a stack trace.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? 0);
});

process.exitCode = await main(process.argv.slice(2));
