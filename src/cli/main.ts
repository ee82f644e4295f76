import { approvals } from "./approvals.ts";
import { check } from "./check.ts";
import { type Command, Failed, type Io, WrongUsage } from "./command.ts";
import { html } from "./html.ts";
import { model } from "./model.ts";
import { closeSandboxes } from "./openSandbox.ts";
import { replay } from "./replay.ts";
import { resume } from "./resume.ts";
import { run } from "./run.ts";
import { scenario } from "./scenario.ts";
import { secret } from "./secret.ts";
import { serve } from "./serve.ts";
import { trace } from "./trace.ts";
import { validate } from "./validate.ts";
import { version } from "./version.ts";

/** The commands of `cli.md`, in the order in which the help lists them. */
const commands: readonly Command[] = [
  {
    name: "serve",
    usage: "serve [--workspace [NAME=]DIR]… [--port n] [--open] [--allow-origin URL]… [--token-file F] [--approve-all]",
    summary: "the runner with the page, on this machine only",
    run: (args) => serve(args),
  },
  secret,
  model,
  approvals,
  run,
  resume,
  replay,
  trace,
  html,
  check,
  scenario,
  validate,
];

const processIo: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** Runs one command line; answers the exit code of `cli.md`. */
export async function main(args: readonly string[], io: Io = processIo): Promise<number> {
  const [name, ...rest] = args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;
  if (name === "--version") {
    io.out(version);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "help") {
    for (const line of help()) (name === undefined ? io.err : io.out)(line);
    return name === undefined ? 64 : 0;
  }
  const command = commands.find((entry) => entry.name === name);
  if (!command) {
    io.err(`"${name}" is no command of tickwork.`);
    for (const line of help()) io.err(line);
    return 64;
  }
  if (rest.includes("--help")) {
    io.out(`usage: tickwork ${command.usage}`);
    io.out(command.summary);
    return 0;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (error instanceof Failed) {
      io.err(error.message);
      return 1;
    }
    if (!(error instanceof WrongUsage)) throw error;
    io.err(error.message);
    io.err(`usage: tickwork ${command.usage}`);
    return 64;
  } finally {
    closeSandboxes();
  }
}

function help(): readonly string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "usage: tickwork COMMAND … | --version | --help",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "tickwork COMMAND --help says how a command is written.",
  ];
}
