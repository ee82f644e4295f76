import { request } from "node:http";
import type { LocalModels, ModelEntry } from "../../protocol/runnerKept.ts";

/** A program that serves models on this machine, and where it usually does. */
export interface LocalPlace {
  readonly name: string;
  readonly title: string;
  readonly port: number;
}

export const localPlaces: readonly LocalPlace[] = [
  { name: "ollama", title: "Ollama", port: 11_434 },
  { name: "lmstudio", title: "LM Studio", port: 1_234 },
  { name: "llamacpp", title: "llama.cpp", port: 8_080 },
  { name: "vllm", title: "vLLM", port: 8_000 },
];

/** A server that does not answer within this is not there, ms. */
const withinMs = 800;
const mostBytes = 1024 * 1024;

/** Asks the usual ports of this machine which models they serve. Only when a person wants to know. */
export async function findLocalModels(places: readonly LocalPlace[]): Promise<readonly LocalModels[]> {
  const found = await Promise.all(
    places.map(async ({ name, title, port }): Promise<LocalModels | undefined> => {
      const models = await modelsAt(port);
      return models && { name, title, url: urlOf(port), models };
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

/** `ollama/llama3.2` without being added: the rest of the name is what that server calls it. */
export function localModel(name: string, places: readonly LocalPlace[]): ModelEntry | undefined {
  const slash = name.indexOf("/");
  const place = places.find((candidate) => candidate.name === name.slice(0, slash));
  const model = name.slice(slash + 1);
  return place === undefined || slash < 0 || model === ""
    ? undefined
    : { name, url: urlOf(place.port), model, isDefault: false };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** The models that answer there; `undefined`: nothing there speaks this protocol. */
function modelsAt(port: number): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const nothing = (): void => resolve(undefined);
    const outgoing = request(
      `${urlOf(port)}/models`,
      { agent: false, signal: AbortSignal.timeout(withinMs), headers: { accept: "application/json" } },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on("error", nothing);
        incoming.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) incoming.destroy();
          else chunks.push(chunk);
        });
        incoming.on("close", nothing);
        incoming.on("end", () => resolve(incoming.statusCode === 200 ? namesIn(Buffer.concat(chunks)) : undefined));
      },
    );
    outgoing.on("error", nothing);
    outgoing.end();
  });
}

function namesIn(body: Buffer): readonly string[] | undefined {
  try {
    const { data } = JSON.parse(body.toString()) as { readonly data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((entry: { readonly id?: unknown } | null) => (typeof entry?.id === "string" ? [entry.id] : []));
  } catch {
    return undefined;
  }
}
