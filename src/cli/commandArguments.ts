import { parseArgs } from "node:util";
import { WrongUsage } from "./command.ts";

type Options = Readonly<Record<string, { readonly type: "string" | "boolean" }>>;

/** What was written, with every option left out or once. */
export interface CommandArguments<O extends Options> {
  readonly values: { readonly [K in keyof O]?: O[K]["type"] extends "string" ? string : boolean };
  readonly positionals: readonly string[];
}

/** `parseArgs` whose complaints are `WrongUsage`. */
export function commandArguments<const O extends Options>(args: readonly string[], options: O): CommandArguments<O> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { ...options } });
    return { values: values as CommandArguments<O>["values"], positionals };
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
