import { parseArgs } from "node:util";
import { WrongUsage } from "../command.ts";

/** What `run` and `resume` have in common. */
export interface HeadlessArguments {
  readonly file: string;
  readonly input?: string;
  readonly answers: readonly string[];
  /** What becomes of uncertain attempts, `STEP=…` each. */
  readonly decisions: readonly string[];
  readonly log?: string;
  readonly workspaces: readonly string[];
  /** By name; read from the environment, never from the command line, where others could see them. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly yes: boolean;
}

export function headlessArguments(args: readonly string[], what: string): HeadlessArguments {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUsage(`Name one ${what}.`);
  return {
    file,
    ...(values.input !== undefined && { input: values.input }),
    answers: values.answer ?? [],
    decisions: values.decide ?? [],
    ...(values.log !== undefined && { log: values.log }),
    workspaces: values.workspace ?? [],
    secrets: Object.fromEntries((values.secret ?? []).map(readSecret)),
    yes: values.yes ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        input: { type: "string" },
        answer: { type: "string", multiple: true },
        decide: { type: "string", multiple: true },
        log: { type: "string" },
        workspace: { type: "string", multiple: true },
        secret: { type: "string", multiple: true },
        yes: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

/** `NAME=@env` takes the variable of that name, `NAME=@OTHER` another one. */
function readSecret(text: string): readonly [string, string] {
  const [, name, variable] = /^([^=]+)=@(.+)$/.exec(text) ?? [];
  if (name === undefined || variable === undefined) {
    throw new WrongUsage(`--secret: write NAME=@env; the value is taken from the environment variable NAME.`);
  }
  const from = variable === "env" ? name : variable;
  const value = process.env[from];
  if (value === undefined) throw new WrongUsage(`--secret ${name}: the environment variable ${from} is not set.`);
  return [name, value];
}
