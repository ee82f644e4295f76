import { defaultDataFolder, makeFolder } from "../runner/dataFolder.ts";
import { openSecrets } from "../runner/secrets.ts";
import { type Command, WrongUsage } from "./command.ts";
import { readSecretValue } from "./readSecretValue.ts";

/** `tickwork secret`: values that commands get by name. They are never arguments, and never printed. */
export const secret: Command = {
  name: "secret",
  usage: "secret set NAME | secret delete NAME | secret list",
  summary: "keys that steps name; the value is typed hidden or comes from standard input",
  async run([action, name, ...rest], io) {
    const store = openSecrets(makeFolder(defaultDataFolder()));
    if (action === "list" && name === undefined) {
      for (const known of store.names()) io.out(known);
      return 0;
    }
    if (name === undefined || rest.length > 0 || (action !== "set" && action !== "delete")) {
      const isValue = action === "set" && rest.length > 0;
      throw new WrongUsage(
        isValue
          ? "secret set: the value is no argument, because every user of the machine can see arguments. Give only the name."
          : "secret: write set NAME, delete NAME or list.",
      );
    }
    if (action === "delete") {
      if (await store.delete(name)) return 0;
      io.err(`There is no secret ${name}.`);
      return 1;
    }
    const refusal = await store.set(name, await readSecretValue(name));
    if (refusal === null) return 0;
    io.err(refusal);
    return 1;
  },
};
