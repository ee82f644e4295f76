import type { FoundSecrets, ModelSettings } from "../protocol/runnerKept.ts";
import { isJsonObject } from "../workflow/json.ts";
import type { LocalServer } from "../workflow/modelServer.ts";
import { findLocalModels } from "./models/localModels.ts";
import { json, refuse } from "./reply.ts";
import { decodedSegment, type Route } from "./router.ts";
import type { RunnerParts } from "./runnerParts.ts";
import { secretsIn } from "./secretsIn.ts";

const mostSmallBytes = 64 * 1024;

/** What the runner keeps for its user: secrets, models, tokens. */
export function keptRoutes(
  { secrets, models, tokens, log }: RunnerParts,
  places: readonly LocalServer[],
): readonly Route[] {
  return [
    { method: "GET", path: "/v1/secrets", handle: () => json(secrets.names()) },
    {
      method: "POST",
      path: "/v1/secrets/find",
      // The file itself, as it comes; a page of another origin cannot send it without being asked.
      async handle({ bytes }) {
        const values = secrets.all();
        const answer: FoundSecrets = { secrets: values.size, found: await secretsIn(bytes, values) };
        return json(answer);
      },
    },
    {
      method: "PUT",
      path: "/v1/secrets/:name",
      maxBody: mostSmallBytes,
      async handle({ params, body }) {
        const value = isJsonObject(body) ? body.value : undefined;
        if (typeof value !== "string") return refuse("bad-request", "A secret is sent as {value: a text}.");
        const refusal = await secrets.set(params.name ?? "", value);
        return refusal === null ? json(null) : refuse("bad-request", refusal);
      },
    },
    {
      method: "DELETE",
      path: "/v1/secrets/:name",
      handle: async ({ params }) =>
        (await secrets.delete(params.name ?? "")) ? json(null) : refuse("not-found", "There is no such secret."),
    },

    { method: "GET", path: "/v1/models", handle: () => json(models.list()) },
    { method: "GET", path: "/v1/models/local", handle: async () => json(await findLocalModels(places)) },
    {
      method: "PUT",
      path: "/v1/models/:name",
      maxBody: mostSmallBytes,
      async handle({ params, body }) {
        if (!isJsonObject(body)) return refuse("bad-request", "A model is sent as {url, model, keyFrom, isDefault}.");
        const name = decodedSegment(params.name);
        const refusal = await models.set(name, body as unknown as ModelSettings);
        if (refusal === null) log(`the model ${name} is set`);
        return refusal === null ? json(null) : refuse("bad-request", refusal);
      },
    },
    {
      method: "DELETE",
      path: "/v1/models/:name",
      handle: async ({ params }) =>
        (await models.delete(decodedSegment(params.name)))
          ? json(null)
          : refuse("not-found", "There is no such model."),
    },

    { method: "GET", path: "/v1/tokens", handle: ({ token }) => json(tokens.list(token)) },
    {
      method: "POST",
      path: "/v1/tokens",
      async handle() {
        const made = await tokens.create();
        if (made === undefined) {
          return refuse(
            "conflict",
            "This runner takes its only token from --token-file. Start it without to have more.",
          );
        }
        log(`made the token ${made.id}`);
        return json(made);
      },
    },
    {
      method: "DELETE",
      path: "/v1/tokens/:id",
      async handle({ params }) {
        const { id = "" } = params;
        if (!(await tokens.revoke(id))) return refuse("not-found", "There is no such token.");
        log(`revoked the token ${id}`);
        return json(null);
      },
    },
  ];
}
