import type { ModelEntry, ModelSettings } from "../../protocol/runnerKept.ts";
import { nameProblem } from "./secretNames.ts";

/** What stands in the fields of the model dialog. */
export interface ModelDraft {
  readonly name: string;
  readonly url: string;
  /** Empty: the name itself. */
  readonly model: string;
  /** The secret that holds the key; empty: it needs none; `newSecret`: `secret` and `value` make one. */
  readonly key: string;
  readonly secret: string;
  readonly value: string;
  readonly isDefault: boolean;
}

/** No secret can have this name. */
export const newSecret = "+";

export function modelDraft(model: ModelEntry | undefined, models: readonly ModelEntry[]): ModelDraft {
  return {
    name: model?.name ?? "",
    url: model?.url ?? "",
    model: model === undefined || model.model === model.name ? "" : model.model,
    key: model?.keyFrom ?? "",
    secret: "",
    value: "",
    isDefault: model?.isDefault ?? models.length === 0,
  };
}

/** What is wrong, by field; the runner has the last word. */
export function modelProblems(
  draft: ModelDraft,
  around: {
    readonly isNew: boolean;
    readonly models: readonly ModelEntry[];
    readonly secrets: readonly string[];
  },
): Readonly<Partial<Record<keyof ModelDraft, string>>> {
  const problems: Partial<Record<keyof ModelDraft, string>> = {};
  if (around.isNew && draft.name.trim() === "") problems.name = "Give it a name.";
  else if (around.isNew && around.models.some(({ name }) => name === draft.name))
    problems.name = "There is a model with this name; change it in the list.";
  if (!/^https?:\/\/./i.test(draft.url) || !URL.canParse(draft.url))
    problems.url = "An address that begins with http:// or https://, as the maker of the server tells it.";
  if (draft.key !== newSecret) return problems;
  const wrong = nameProblem(draft.secret, around.secrets);
  if (wrong !== null) problems.secret = wrong;
  if (draft.value === "") problems.value = "Put the key here.";
  return problems;
}

export function settingsOf({ url, model, key, secret, isDefault }: ModelDraft): ModelSettings {
  const keyFrom = key === newSecret ? secret : key;
  return {
    url,
    ...(model !== "" && { model }),
    ...(keyFrom !== "" && { keyFrom }),
    isDefault,
  };
}
