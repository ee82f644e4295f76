/** Runs one command line; answers the exit code of `cli.md`. */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version") {
    process.stdout.write("0.1.0\n");
    return 0;
  }
  process.stderr.write("usage: tickwork --version\n");
  return 64;
}
