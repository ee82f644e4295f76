import type { Attempts } from "../attempts.ts";
import { answeredAttempt } from "../reply.ts";
import { decodedSegment, type Route } from "../router.ts";
import { parseChat, parseFile, parseHttp } from "./parseCall.ts";

/** A file of the largest kept size as base64, and some. */
const mostCallBytes = 96 * 1024 * 1024;

/** What the runner carries out itself; each answers the state at once (`runnerCalls.ts`). */
export function callRoutes(attempts: Attempts): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/v1/http",
      maxBody: mostCallBytes,
      handle: async ({ body }) => answeredAttempt(await attempts.call(parseHttp(body))),
    },
    {
      method: "POST",
      path: "/v1/files",
      maxBody: mostCallBytes,
      handle: async ({ body }) => answeredAttempt(await attempts.call(parseFile(body))),
    },
    {
      method: "POST",
      path: "/v1/models/:name/chat",
      maxBody: mostCallBytes,
      handle: async ({ params, body }) =>
        answeredAttempt(await attempts.call(parseChat(decodedSegment(params.name), body))),
    },
  ];
}
