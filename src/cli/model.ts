import { defaultDataFolder, makeFolder } from "../runner/dataFolder.ts";
import { findLocalModels } from "../runner/models/localModels.ts";
import { openModels } from "../runner/models/models.ts";
import { openSecrets } from "../runner/secrets.ts";
import { localServers } from "../workflow/modelServer.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";

/** `tickwork model`: servers of language models by the names that steps use. A key is a secret and only named here. */
export const model: Command = {
  name: "model",
  usage:
    "model add NAME --url URL [--model ID] [--key-from SECRET] [--default] | model delete NAME | model list [--json]",
  summary: "servers of language models for agent steps; those of this machine are found by themselves",
  async run(args, io) {
    const { values, positionals } = commandArguments(args, {
      url: { type: "string" },
      model: { type: "string" },
      "key-from": { type: "string" },
      default: { type: "boolean" },
      json: { type: "boolean" },
    });
    const [action, name, ...rest] = positionals;
    const dataFolder = makeFolder(defaultDataFolder());
    const store = openModels(dataFolder, localServers);
    if (action === "list" && name === undefined) {
      await list(store.list(), values.json === true, io);
      return 0;
    }
    if (name === undefined || rest.length > 0 || (action !== "add" && action !== "delete")) {
      throw new WrongUsage("model: write add NAME --url URL, delete NAME or list.");
    }
    if (action === "delete") {
      if (await store.delete(name)) return 0;
      io.err(`There is no model ${name}.`);
      return 1;
    }
    if (values.url === undefined) {
      throw new WrongUsage("model add: --url is missing, the address of the server, as https://api.example.org/v1");
    }
    const refusal = await store.set(name, {
      url: values.url,
      ...(values.model !== undefined && { model: values.model }),
      ...(values["key-from"] !== undefined && { keyFrom: values["key-from"] }),
      ...(values.default && { isDefault: true }),
    });
    if (refusal !== null) {
      io.err(refusal);
      return 1;
    }
    const key = values["key-from"];
    if (key !== undefined && !openSecrets(dataFolder).names().includes(key)) {
      io.err(`There is no secret ${key} yet. Keep it before the model is asked: tickwork secret set ${key}`);
    }
    return 0;
  },
};

type Listed = ReturnType<ReturnType<typeof openModels>["list"]>;

async function list(models: Listed, json: boolean, io: Io): Promise<void> {
  const local = await findLocalModels(localServers);
  if (json) {
    io.out(JSON.stringify({ models, local }));
    return;
  }
  for (const { name, url, model: known, keyFrom, isDefault } of models) {
    const key = keyFrom === undefined ? "no key" : `key from the secret ${keyFrom}`;
    io.out(`${name}${isDefault ? " (default)" : ""}  ${known} at ${url}, ${key}`);
  }
  for (const { name, title, models: found } of local) {
    for (const id of found) io.out(`${name}/${id}  found: ${title} on this machine`);
  }
}
