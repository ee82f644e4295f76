import type { StepConfigs } from "./workflow.ts";

/** A program that serves models on this machine, by the name that a model's name may begin with. */
export interface LocalServer {
  readonly name: string;
  readonly title: string;
  /** Where it usually listens. */
  readonly port: number;
}

export const localServers: readonly LocalServer[] = [
  { name: "ollama", title: "Ollama", port: 11_434 },
  { name: "lmstudio", title: "LM Studio", port: 1_234 },
  { name: "llamacpp", title: "llama.cpp", port: 8_080 },
  { name: "vllm", title: "vLLM", port: 8_000 },
];

/** Base of the OpenAI-compatible address of such a server. */
export function localServerUrl(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** `ollama/llama3.2`: the server, and what it calls the model; `undefined`: the name begins with none. */
export function readLocalModel(
  name: string,
  servers: readonly LocalServer[] = localServers,
): { readonly server: LocalServer; readonly model: string } | undefined {
  const slash = name.indexOf("/");
  const model = name.slice(slash + 1);
  const server = servers.find((candidate) => candidate.name === name.slice(0, slash));
  return server === undefined || slash < 0 || model === "" ? undefined : { server, model };
}

export interface ModelServer {
  /** Base of an OpenAI-compatible address, without a slash at its end. */
  readonly url: string;
  /** What the server calls the model. */
  readonly model: string;
}

/**
 * Whom an agent with `via: "tab"` asks: the server at its `url`, or else the local one that its model's name begins
 * with. All of it is static, so that consent to the host is consent to this. `undefined`: the step does not say.
 */
export function modelServerOf({ url, model = "" }: StepConfigs["agent"]): ModelServer | undefined {
  if (url !== undefined) return model.trim() === "" ? undefined : { url: url.replace(/\/+$/, ""), model };
  const local = readLocalModel(model);
  return local && { url: localServerUrl(local.server.port), model: local.model };
}
