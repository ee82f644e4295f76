import { serve } from "./serve.ts";
import { version } from "./version.ts";

/** Runs one command line; answers the exit code of `cli.md`. */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (args[0] === "serve") return serve(args.slice(1));
  process.stderr.write("usage: tickwork --version | serve\n");
  return 64;
}
