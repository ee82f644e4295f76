import { expect, test } from "vitest";
import { otherServer, readTabModel, toRunner, toTab, withServer, writeTabModel } from "./tabModel.ts";

test("a local server and its model are read from the name, and written back as the same name", () => {
  const config = { model: "ollama/llama3.2:1b" };
  expect(readTabModel(config)).toEqual({ server: "ollama", url: "", model: "llama3.2:1b" });
  expect(writeTabModel(readTabModel(config))).toEqual({ url: undefined, model: "ollama/llama3.2:1b" });
});

test("a server that is chosen before its model is named stays chosen", () => {
  const begun = writeTabModel({ server: "lmstudio", url: "", model: "" });
  expect(begun.model).toBe("lmstudio/");
  expect(readTabModel({ model: begun.model ?? "" })).toEqual({ server: "lmstudio", url: "", model: "" });
});

test("an address of one's own begins as the address of the server before it, and keeps the model", () => {
  const other = withServer(readTabModel({ model: "vllm/qwen" }), otherServer);
  expect(writeTabModel(other)).toEqual({ url: "http://127.0.0.1:8000/v1", model: "qwen" });
});

test("a step that changes its way names nothing that the other way does not know", () => {
  expect(toTab({ model: "fast" })).toEqual({ via: "tab", url: undefined, model: "ollama/fast" });
  expect(toTab({})).toEqual({ via: "tab", url: undefined, model: "ollama/" });
  expect(toTab({ model: "lmstudio/phi" })).toEqual({ via: "tab", url: undefined, model: "lmstudio/phi" });
  expect(toRunner({ model: "ollama/llama3.2" })).toEqual({ via: "runner", url: undefined, model: "ollama/llama3.2" });
  expect(toRunner({ url: "http://127.0.0.1:9/v1", model: "x" })).toEqual({
    via: "runner",
    url: undefined,
    model: undefined,
  });
});
