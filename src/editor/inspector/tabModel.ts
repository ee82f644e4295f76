import { localServers, localServerUrl, readLocalModel } from "../../workflow/modelServer.ts";
import type { StepConfigs } from "../../workflow/workflow.ts";

type Agent = StepConfigs["agent"];
type Change = { readonly [F in "model" | "url" | "via"]?: Agent[F] | undefined };

/** Whom a tab asks, as the form shows it. */
export interface TabModel {
  /** Name of a local server, or `other`: an address that stands in the step. */
  readonly server: string;
  /** Of `other`. */
  readonly url: string;
  /** As the server calls it. */
  readonly model: string;
}

export const otherServer = "other";

export function readTabModel({ url, model = "" }: Pick<Agent, "url" | "model">): TabModel {
  if (url !== undefined) return { server: otherServer, url, model };
  const local = readLocalModel(model);
  if (local !== undefined) return { server: local.server.name, url: "", model: local.model };
  const begun = localServers.find(({ name }) => model === `${name}/`);
  return { server: begun?.name ?? "", url: "", model: begun === undefined ? model : "" };
}

export function writeTabModel({ server, url, model }: TabModel): Change {
  if (server === otherServer) return { url, model: model === "" ? undefined : model };
  return { url: undefined, model: server === "" ? model : `${server}/${model}` };
}

/** The tab asks from now on: a model that is named for another way is none of its servers'. */
export function toTab(config: Pick<Agent, "model">): Change {
  const { server, model } = readTabModel(config.model === undefined ? {} : { model: config.model });
  return {
    via: "tab",
    ...writeTabModel(server === "" ? { server: "ollama", url: "", model } : { server, url: "", model }),
  };
}

/** The runner asks from now on: a local server's model keeps its name there, an address has none. */
export function toRunner({ model, url }: Pick<Agent, "model" | "url">): Change {
  const isNamed = url === undefined && model !== undefined && readLocalModel(model) !== undefined;
  return { via: "runner", url: undefined, model: isNamed ? model : undefined };
}

/** Choosing a server: what an address was before is not forgotten where one goes on from a named server. */
export function withServer(tab: TabModel, server: string): TabModel {
  if (server !== otherServer) return { ...tab, server };
  const known = localServers.find(({ name }) => name === tab.server);
  return { ...tab, server, url: localServerUrl(known?.port ?? 8_080) };
}
