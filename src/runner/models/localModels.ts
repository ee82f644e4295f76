import { request } from "node:http";
import type { LocalModels, ModelEntry } from "../../protocol/runnerKept.ts";
import { type LocalServer, localServerUrl, readLocalModel } from "../../workflow/modelServer.ts";

/** A server that does not answer within this is not there, ms. */
const withinMs = 800;
const mostBytes = 1024 * 1024;

/** Asks the usual ports of this machine which models they serve. Only when a person wants to know. */
export async function findLocalModels(places: readonly LocalServer[]): Promise<readonly LocalModels[]> {
  const found = await Promise.all(
    places.map(async ({ name, title, port }): Promise<LocalModels | undefined> => {
      const models = await modelsAt(port);
      return models && { name, title, url: localServerUrl(port), models };
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

/** `ollama/llama3.2` without being added: the rest of the name is what that server calls it. */
export function localModel(name: string, places: readonly LocalServer[]): ModelEntry | undefined {
  const local = readLocalModel(name, places);
  return local && { name, url: localServerUrl(local.server.port), model: local.model, isDefault: false };
}

/** The models that answer there; `undefined`: nothing there speaks this protocol. */
function modelsAt(port: number): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const nothing = (): void => resolve(undefined);
    const outgoing = request(
      `${localServerUrl(port)}/models`,
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
