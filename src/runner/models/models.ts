import { join } from "node:path";
import type { ModelEntry, ModelSettings } from "../../protocol/runnerKept.ts";
import { secretName } from "../../protocol/secretMarks.ts";
import type { LocalServer } from "../../workflow/modelServer.ts";
import { readJsonFile, writeAtomically } from "../atomicFile.ts";
import { localModel } from "./localModels.ts";

/** Servers of language models by the names that steps use. Keys are secrets of the runner. */
export interface Models {
  list(): readonly ModelEntry[];
  /** Answers why it was refused. The first one becomes the default. */
  set(name: string, settings: ModelSettings): Promise<string | null>;
  delete(name: string): Promise<boolean>;
  /** What a step means; `undefined` as name: the default. A sentence: there is none, and what to do. */
  find(name: string | undefined): ModelEntry | string;
}

const nameShape = /^[A-Za-z0-9][\w.:/@+-]{0,199}$/;

export function openModels(dataFolder: string, places: readonly LocalServer[]): Models {
  const path = join(dataFolder, "models.json");

  /** Read each time, because `tickwork model add` writes it while a runner is up. */
  function load(): readonly ModelEntry[] {
    const file = readJsonFile(path);
    if (file === undefined) return [];
    const models = file === "damaged" ? null : (file.value as { readonly models?: unknown } | null)?.models;
    if (!Array.isArray(models)) throw new Error(`The file ${path} is damaged. Repair or delete it.`);
    return (models as ModelEntry[]).filter(isEntry);
  }

  function save(models: readonly ModelEntry[]): Promise<void> {
    return writeAtomically(path, JSON.stringify({ format: "tickwork/models@1", models }, null, 1));
  }

  return {
    list: load,
    async set(name, settings) {
      const refusal = refusalOfModel(name, settings);
      if (refusal !== null) return refusal;
      const others = load().filter((model) => model.name !== name);
      const before = load().find((model) => model.name === name);
      const isDefault = settings.isDefault ?? before?.isDefault ?? others.length === 0;
      const entry: ModelEntry = {
        name,
        url: settings.url.replace(/\/+$/, ""),
        model: settings.model ?? name,
        ...(settings.keyFrom !== undefined && { keyFrom: settings.keyFrom }),
        isDefault,
      };
      const rest = isDefault ? others.map((model) => ({ ...model, isDefault: false })) : others;
      await save([...rest, entry].sort((a, b) => (a.name < b.name ? -1 : 1)));
      return null;
    },
    async delete(name) {
      const models = load();
      const rest = models.filter((model) => model.name !== name);
      if (rest.length === models.length) return false;
      await save(rest);
      return true;
    },
    find(name) {
      const models = load();
      if (name === undefined) {
        const chosen = models.find(({ isDefault }) => isDefault) ?? (models.length === 1 ? models[0] : undefined);
        return (
          chosen ??
          (models.length === 0
            ? "The runner has no model yet. Add one in the settings, or with: tickwork model add NAME --url URL"
            : "The step names no model and the runner has no default one. Choose one in the settings, or with: tickwork model add NAME --url URL --default")
        );
      }
      const found = models.find((model) => model.name === name) ?? localModel(name, places);
      return (
        found ??
        `The runner has no model "${name}". Add it in the settings, or with: tickwork model add ${name} --url URL`
      );
    },
  };
}

/** Why these settings are none. A key never stands in an address, where lists and logs would show it. */
function refusalOfModel(name: string, { url, keyFrom, model }: ModelSettings): string | null {
  if (!nameShape.test(name)) {
    return `"${name}" is no name for a model: letters, digits and . : / @ + - _, beginning with a letter or digit.`;
  }
  if (typeof url !== "string" || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return `"${url}" is no address of a model server; it looks like https://api.example.org/v1`;
  }
  const { username, password, search, hash } = new URL(url);
  if (username !== "" || password !== "" || search !== "" || hash !== "") {
    return "The address of a model server holds no login, query or #. Put the key into a secret and name it with keyFrom.";
  }
  if (keyFrom !== undefined && !(typeof keyFrom === "string" && secretName.test(keyFrom))) {
    return `"${keyFrom}" is no name of a secret.`;
  }
  if (model !== undefined && (typeof model !== "string" || model === "")) return "The model's own name must be a text.";
  return null;
}

function isEntry(value: ModelEntry | null): boolean {
  return typeof value?.name === "string" && typeof value.url === "string" && typeof value.model === "string";
}
