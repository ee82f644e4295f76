import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of a language model, as the OpenAI-compatible protocol wants it; what it answers is the test's. */
export interface ModelServer {
  /** As the settings want it. */
  readonly url: string;
  /** What each request brought, oldest first. */
  readonly asked: readonly { readonly authorization: string | undefined; readonly body: ChatBody }[];
  /** The answers, one per request in their order: pieces of text, or what must come to pass before the next piece. */
  readonly answers: (string | Promise<unknown>)[][];
  /** Whether pages of other origins may read it (CORS). */
  isOpen: boolean;
  close(): void;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: { authorization: string | undefined; body: ChatBody }[] = [];
  const answers: (string | Promise<unknown>)[][] = [];
  const model: ModelServer = {
    url: "",
    asked,
    answers,
    isOpen: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (model.isOpen) {
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
      response.setHeader("access-control-allow-headers", "content-type");
    }
    if (request.method === "OPTIONS" || request.method === "HEAD") {
      response.writeHead(204).end();
      return;
    }
    if (request.url !== "/v1/chat/completions") {
      response.writeHead(404).end();
      return;
    }
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
    await say(response, answers.shift() ?? ["I have nothing to say."]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(model, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

async function say(response: ServerResponse, pieces: readonly (string | Promise<unknown>)[]): Promise<void> {
  const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) {
    if (typeof piece === "string") send({ model: "tiny-1", choices: [{ delta: { content: piece } }] });
    else await piece;
  }
  const usage = { prompt_tokens: 1234, completion_tokens: 21 };
  send({ choices: [{ delta: {}, finish_reason: "stop" }], usage });
  response.end("data: [DONE]\n\n");
}
