import axe from "axe-core";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../ui/tokens.css";
import "../../ui/base.css";
import { UiRoot } from "../../ui/UiRoot.tsx";
import type { Problem } from "../../workflow/problem.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { Editor } from "../Editor.tsx";

/** A whole editor in a real browser, on a machine that may be busy. */
const slow = { timeout: 90_000 };

const get: Step = { kind: "http", accepts: ["Start"], emits: { done: "Got" }, config: { url: "https://a.example/" } };
const workflow = (steps: Workflow["steps"]): Workflow => ({
  format: "tickwork/workflow@1",
  name: "Forms",
  input: { type: "object", properties: { topic: { type: "string" } } },
  steps: { get, ...steps },
});

let root: Root;
let place: HTMLElement;
let saved: Workflow | undefined;

beforeEach(async () => {
  await page.viewport(1280, 900);
  document.documentElement.dataset.theme = "dark";
  place = document.createElement("div");
  place.style.cssText = "position: fixed; inset: 0";
  document.body.append(place);
  root = createRoot(place);
  saved = undefined;
});
afterEach(() => {
  root.unmount();
  place.remove();
});

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });
const settings = () => place.querySelector("#tw-settings") as HTMLElement;

/** An editor with the settings of one step open. */
async function open(steps: Workflow["steps"], id: string, found: readonly Problem[] = []): Promise<void> {
  const stored = { id: "w1", revision: 1, editedAt: 0, workflow: workflow(steps) };
  const api = {
    saveWorkflow: async (save: { readonly basedOn: number; readonly workflow: Workflow }) => {
      saved = save.workflow;
      return { ok: true as const, value: { revision: save.basedOn + 1 } };
    },
    loadWorkflow: async () => ({ ok: true as const, value: stored }),
    checkSources: async () => found,
  };
  const props = { stored, api, onRun: () => {}, onOpen: () => {}, onDelete: () => {} };
  root.render(createElement(UiRoot, null, createElement(Editor, props)));
  await soon(() => expect(place.querySelector(`.tw-card[data-step="${id}"]`)).not.toBeNull());
  await userEvent.click(place.querySelector(`.tw-card[data-step="${id}"] .tw-card-title`) as Element);
  await soon(() => expect(settings().querySelector("h2")?.textContent).toBe(id));
}

/** The text of an expression field, in its shadow root. */
async function text(label: string): Promise<HTMLElement> {
  const find = () =>
    [...settings().querySelectorAll(".tw-expression, .tw-code")]
      .map((host) => host.shadowRoot?.querySelector<HTMLElement>(`.cm-content[aria-label="${label}"]`))
      .find((content) => content !== null && content !== undefined);
  await soon(() => expect(find()).toBeTruthy());
  return find() as HTMLElement;
}

const offers = (content: HTMLElement) =>
  [...(content.getRootNode() as ShadowRoot).querySelectorAll(".cm-completionLabel")].map((label) => label.textContent);
const config = (id: string) => saved?.steps[id]?.config as Record<string, unknown> | undefined;

test("an expression completes what arrives here, by keyboard, and Tab leaves the field", slow, async () => {
  await open({ use: { kind: "transform", accepts: ["Got"], config: { expression: "" } } }, "use");
  const expression = await text("Expression");
  await userEvent.click(expression);
  await userEvent.keyboard("event.data.");
  await soon(() => expect(offers(expression)).toEqual(["status", "headers", "body"]));
  await userEvent.keyboard("st");
  await soon(() => expect(offers(expression)).toEqual(["status"]));
  await userEvent.keyboard("{Tab}");
  await soon(() => expect(expression.textContent).toBe("event.data.status"));
  await userEvent.keyboard(" = 200{Tab}");
  await soon(() => expect(config("use")?.expression).toBe("event.data.status = 200"));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Insert a value into Expression");
});

test("a template offers values from its button, and what is wrong is said at the field", slow, async () => {
  const problem: Problem = {
    rule: "V8",
    severity: "error",
    step: "say",
    pointer: "/steps/say/config/question",
    message: "An expression in the template does not compile (line 1, column 4): Syntax error.",
    line: 1,
    column: 4,
  };
  await open({ say: { kind: "ask", accepts: ["Got"], config: { question: "" } } }, "say", [problem]);
  const question = await text("Question");
  await userEvent.fill(question, "About ");
  await userEvent.click(settings().querySelector('[aria-label="Insert a value into Question"]') as Element);
  await soon(() => expect(offers(question)).toContain("input"));
  await userEvent.keyboard("input.");
  await soon(() => expect(offers(question)).toEqual(["topic"]));
  await userEvent.keyboard("{Enter}");
  await soon(() => expect(config("say")?.question).toBe("About {{ input.topic }}"));
  await soon(() => expect(question.getAttribute("aria-invalid")).toBe("true"));
  expect(question.getAttribute("aria-description")).toBe("Syntax error, at character 4.");
  expect(settings().querySelector(".tw-field-error")?.textContent).toBe("Syntax error, at character 4.");
});

test("code completes its context, shows its types, and gets the output that it names", slow, async () => {
  const sum: Step = { kind: "code", accepts: ["Got"], emits: { done: "Sum" }, config: { source: "" } };
  await open({ sum }, "sum");
  const code = await text("Code");
  await userEvent.click(code);
  await userEvent.keyboard("export default (event, ctx) => event.data.");
  await soon(() => expect(offers(code)).toEqual(["status", "headers", "body"]));
  await userEvent.keyboard('{Escape}{Control>}a{/Control}return ctx.to("far", 1);{Escape}');
  await soon(() => expect(settings().textContent).toContain("The step has no output “far”"));
  const button = (name: string) =>
    [...settings().querySelectorAll("button")].find(({ textContent }) => textContent === name) as HTMLButtonElement;
  await userEvent.click(button("Add output"));
  await soon(() => expect(saved?.steps.sum?.emits).toEqual({ done: "Sum", far: "SumFar" }));
  expect(settings().textContent).not.toContain("The step has no output");
  await userEvent.click(button("Types"));
  await soon(() => expect(settings().querySelector(".tw-types")?.textContent).toContain('type Port = "done" | "far";'));
});

test("a condition is written without a mouse, read aloud, and is the same as JSON", slow, async () => {
  const choose: Step = {
    kind: "branch",
    accepts: ["Got"],
    emits: { yes: "Yes", no: "No" },
    config: { cases: [{ port: "yes", when: { event: ["status"], equals: 200 } }], else: "no" },
  };
  await open({ choose }, "choose");
  const named = <E extends HTMLElement>(name: string) => settings().querySelector<E>(`[aria-label="${name}"]`) as E;
  const button = (text: string) =>
    [...settings().querySelectorAll("button")].find(({ textContent }) => textContent === text) as HTMLButtonElement;
  const says = () => settings().querySelector(".tw-condition-says")?.textContent;
  expect(says()).toBe("True when status in the event is 200.");
  named<HTMLInputElement>("Path").focus();
  await userEvent.keyboard("{Control>}a{/Control}body.id{Tab}");
  await soon(() => expect(says()).toBe("True when body.id in the event is 200."));
  await userEvent.keyboard("{ArrowDown}");
  const lit = () => document.querySelector('[role="option"][data-highlighted]')?.textContent;
  await soon(() => expect(lit()).toBe("is"));
  for (const next of ["is not", "is one of"]) {
    await userEvent.keyboard("{ArrowDown}");
    await soon(() => expect(lit()).toBe(next));
  }
  await userEvent.keyboard("{Enter}");
  await soon(() => expect(named("Test").textContent).toBe("is one of"));
  await soon(() => expect(document.activeElement).toBe(named("Test")));
  await userEvent.keyboard("{Tab}");
  await userEvent.fill(document.activeElement as HTMLInputElement, "a, 3");
  await soon(() => expect(says()).toBe("True when body.id in the event is “a” or 3."));
  button("or …").focus();
  await userEvent.keyboard("{Enter}");
  await soon(() =>
    expect(config("choose")?.cases).toEqual([
      {
        port: "yes",
        when: {
          any: [
            { event: ["body", "id"], in: ["a", 3] },
            { event: [], exists: true },
          ],
        },
      },
    ]),
  );
  button("Edit as JSON").focus();
  await userEvent.keyboard("{Enter}");
  const json = () => settings().querySelector<HTMLTextAreaElement>(".tw-condition textarea") as HTMLTextAreaElement;
  await soon(() => expect(JSON.parse(json().value)).toHaveProperty("any"));
  await userEvent.fill(json(), '{ "event": ["n"] }');
  await soon(() => expect(settings().querySelector(".tw-field-error")?.textContent).toContain("exactly one test"));
  await userEvent.fill(json(), '{ "event": ["n"], "gt": 1 }');
  await soon(() => expect(says()).toBe("True when n in the event is more than 1."));
});

test("a port that is renamed keeps its wire, and a case that is added brings its own", slow, async () => {
  const choose: Step = {
    kind: "branch",
    accepts: ["Got"],
    emits: { yes: "ChooseYes", no: "ChooseNo" },
    config: { cases: [{ port: "yes", when: "data" }], else: "no" },
  };
  await open({ choose, end: { kind: "stop", accepts: ["ChooseYes"], config: {} } }, "choose");
  await userEvent.fill(settings().querySelector('[aria-label="Output of case 1"]') as Element, "good");
  await userEvent.keyboard("{Enter}");
  await soon(() => expect(saved?.steps.choose?.emits).toEqual({ good: "ChooseGood", no: "ChooseNo" }));
  expect(saved?.steps.end?.accepts).toEqual(["ChooseGood"]);
  const add = [...settings().querySelectorAll("button")].find(({ textContent }) => textContent === "Add case");
  await userEvent.click(add as Element);
  await soon(() => expect(saved?.steps.choose?.emits).toMatchObject({ good: "ChooseGood", case2: "ChooseCase2" }));
});

const button = (name: string) =>
  [...settings().querySelectorAll("button")].find(({ textContent }) => textContent === name) as Element;
const choose = async (label: string, option: string) => {
  await userEvent.click(page.getByRole("combobox", { name: label }));
  await userEvent.click(page.getByRole("option", { name: option }));
};

test(
  "an agent that the tab asks: its server, a talk of messages, and waits of every kind, without JSON",
  slow,
  async () => {
    await open({ agent: { kind: "agent", accepts: ["Got"], config: { prompt: "Hi" } } }, "agent");
    const config = () => saved?.steps.agent?.config;
    await choose("Asked by", "this tab");
    await soon(() => expect(config()).toEqual({ prompt: "Hi", via: "tab", model: "ollama/" }));
    await choose("Server", "LM Studio");
    await userEvent.fill(page.getByRole("textbox", { name: "Model" }), "phi-4");
    await soon(() => expect(config()).toMatchObject({ model: "lmstudio/phi-4" }));
    await choose("Server", "another address");
    await soon(() => expect(config()).toMatchObject({ url: "http://127.0.0.1:1234/v1", model: "phi-4" }));

    await userEvent.click(button("Messages"));
    await soon(() => expect(config()).toMatchObject({ messages: [{ role: "user", content: "Hi" }] }));
    expect(config()).not.toHaveProperty("prompt");
    await userEvent.click(button("Add message"));
    await choose("Who says message 2", "system");
    await soon(() => expect(config()).toMatchObject({ messages: [{ role: "user" }, { role: "system", content: "" }] }));
    await userEvent.click(button("One prompt"));
    await soon(() => expect(config()).toMatchObject({ prompt: "Hi" }));

    for (const details of settings().querySelectorAll("details")) details.open = true;
    const retry = () => saved?.steps.agent?.retry;
    await choose("Retry", "after the times of a list");
    await userEvent.fill(page.getByRole("textbox", { name: "Waits" }), "1 s, 10 s, 1 min");
    await userEvent.keyboard("{Enter}");
    await soon(() => expect(retry()).toEqual({ maxAttempts: 3, wait: { list: [1_000, 10_000, 60_000] } }));
    await choose("Retry", "after several waits together");
    await userEvent.click(button("Add wait"));
    await choose("Kind of wait 2", "after a random time");
    await soon(() =>
      expect(retry()?.wait).toEqual({
        sum: [{ list: [1_000, 10_000, 60_000] }, { random: { minMs: 1_000, maxMs: 2_000 } }],
      }),
    );
  },
);

test("[T7] the condition of a case says what it would be, before any run too", slow, async () => {
  await open(
    {
      choose: {
        kind: "branch",
        accepts: ["Got"],
        emits: { yes: "ChooseYes", no: "ChooseNo" },
        config: { cases: [{ port: "yes", when: { event: ["n"], gt: 1 } }], else: "no" },
      },
    },
    "choose",
  );
  const preview = () => settings().querySelector('[aria-label="Preview of the condition"]')?.textContent;
  await soon(() => expect(preview()).toContain("Before any run: unavailable"));
  expect(preview()).toContain("no event has come yet");
});

test("a schema survives the way to JSON and back, and JSON that is not read yet is not left", slow, async () => {
  const output = { type: "object", properties: { topic: { type: "string" } } };
  await open(
    { work: { kind: "code", accepts: ["Got"], config: { source: "export default () => 1;" }, output } },
    "work",
  );
  const button = (name: string) =>
    [...settings().querySelectorAll<HTMLButtonElement>(".tw-switch button")].find((one) => one.textContent === name);
  const json = () => button("Fields")?.closest("fieldset")?.querySelector("textarea");
  const names = () => [...settings().querySelectorAll(".tw-fields-row legend")].map((legend) => legend.textContent);
  const write = (text: string) => {
    json()?.select();
    document.execCommand("insertText", false, text);
  };
  await soon(() => expect(names()).toEqual(["Field topic"]));
  button("JSON Schema")?.click();
  await soon(() => expect(json()).toBeTruthy());
  const written =
    '{ "type": "object", "properties": { "topic": { "type": "string" }, "size": { "type": "integer" } } }';
  write(written.slice(0, -2));
  await soon(() => expect(button("Fields")?.disabled).toBe(true));
  expect(button("Fields")?.title).toContain("Mend the JSON first");
  write(written);
  await soon(() => expect(button("Fields")?.disabled).toBe(false));
  write("[1]");
  await soon(() => expect(button("Fields")?.disabled).toBe(true));
  expect(settings().textContent).toContain("A schema is an object");
  write(written);
  await soon(() => expect(button("Fields")?.disabled).toBe(false));
  button("Fields")?.click();
  await soon(() => expect(names()).toEqual(["Field topic", "Field size"]));
  button("JSON Schema")?.click();
  await soon(() => expect(JSON.parse(json()?.value ?? "")).toEqual(JSON.parse(written)));
  await soon(() => expect(saved?.steps.work?.output).toEqual(JSON.parse(written)));
});

test(
  "JSON that does not parse waits for who looks at another step, another tab or another name, and is a problem meanwhile",
  slow,
  async () => {
    await open({ kept: { kind: "ask", accepts: ["Got"], config: { question: "Well?" } } }, "kept");
    const card = (id: string) => place.querySelector(`.tw-card[data-step="${id}"] .tw-card-title`) as Element;
    const select = async (id: string) => {
      await userEvent.click(card(id));
      await soon(() => expect(settings().querySelector("h2")?.textContent).toBe(id));
    };
    const schema = () => {
      const named = [...settings().querySelectorAll("legend")].find(
        (one) => one.textContent === "Schema of the answer",
      );
      return named?.closest("fieldset");
    };
    const json = () => schema()?.querySelector("textarea");
    const button = (name: string) =>
      [...(schema()?.querySelectorAll("button") ?? [])].find((one) => one.textContent === name);
    const problems = () => place.querySelector('[aria-label="Problems"]')?.textContent;
    const waits = async () => {
      await soon(() => expect(json()?.value).toBe('{ "type": '));
      expect(json()?.checkVisibility()).toBe(true);
      expect(json()?.getAttribute("aria-invalid")).toBe("true");
    };
    await soon(() => expect(button("JSON Schema")).toBeTruthy());
    button("JSON Schema")?.click();
    await soon(() => expect(json()).toBeTruthy());
    json()?.closest("details")?.setAttribute("open", "");
    await userEvent.fill(json() as HTMLTextAreaElement, '{ "type": ');
    await select("get");
    await soon(() => expect(problems()).toContain("“Schema of the answer” is not taken yet"));
    await select("kept");
    await waits();
    await userEvent.click(page.getByRole("tab", { name: "Test" }));
    await soon(() => expect(json()).toBeUndefined());
    await userEvent.click(page.getByRole("tab", { name: "Settings" }));
    await waits();
    await userEvent.fill(page.getByRole("textbox", { name: "Id", exact: true }), "renamed");
    await userEvent.keyboard("{Enter}");
    await soon(() => expect(settings().querySelector("h2")?.textContent).toBe("renamed"));
    // The keys go on where they were, in the form of the step under its new name.
    await expect.element(page.getByRole("textbox", { name: "Id", exact: true })).toHaveFocus();
    await userEvent.fill(page.getByRole("textbox", { name: "Id", exact: true }), "renamed_again");
    await userEvent.keyboard("{Tab}");
    await soon(() => expect(settings().querySelector("h2")?.textContent).toBe("renamed_again"));
    await soon(() => expect(settings().contains(document.activeElement)).toBe(true));
    await waits();
    button("Take it back")?.click();
    await soon(() => expect(json()?.value).toBe(""));
    await soon(() => expect(problems()).not.toContain("not taken yet"));
  },
);

test("the settings of every kind are accessible", slow, async () => {
  await open(
    {
      use: { kind: "transform", accepts: ["Got"], emits: { done: "Used" }, config: { expression: "data" } },
      split: { kind: "fan-out", accepts: ["Used"], batches: { done: "Part" }, config: { items: "data" } },
      choose: {
        kind: "branch",
        accepts: ["Part"],
        emits: { yes: "Yes", no: "No" },
        config: { cases: [{ port: "yes", when: { not: { any: [{ event: [], exists: true }] } } }], else: "no" },
      },
      wait: { kind: "delay", accepts: ["No"], config: { cron: "@daily" } },
      file: { kind: "file", accepts: ["No"], config: { operation: "write", path: "a", content: "b" } },
      agent: { kind: "agent", accepts: ["No"], config: { prompt: "b" } },
      talk: {
        kind: "agent",
        accepts: ["No"],
        retry: { maxAttempts: 2, wait: { sum: [{ list: [1_000] }, { random: { minMs: 1, maxMs: 2 } }] } },
        config: { via: "tab", url: "http://127.0.0.1:9/v1", model: "x", messages: [{ role: "user", content: "b" }] },
      },
      ask: { kind: "ask", accepts: ["No"], config: { question: "b", choices: ["yes"], form: { type: "object" } } },
      gather: { kind: "join", accepts: ["Yes"], join: { batch: { take: 2 } }, config: {} },
    },
    "get",
  );
  for (const id of ["get", "use", "split", "choose", "wait", "file", "agent", "talk", "ask", "gather"]) {
    await userEvent.click(place.querySelector(`.tw-card[data-step="${id}"] .tw-card-title`) as Element);
    await soon(() => expect(settings().querySelector("h2")?.textContent).toBe(id));
    for (const details of settings().querySelectorAll("details")) details.open = true;
    const { violations } = await axe.run(settings(), { resultTypes: ["violations"] });
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
  }
});

test("a second event type asks whether one is enough, and the answer can be taken back", slow, async () => {
  await open({ both: { kind: "code", accepts: ["Got", "Start"], config: { source: "" } } }, "both");
  const press = async (name: string) =>
    userEvent.click([...settings().querySelectorAll("button")].find((one) => one.textContent === name) as Element);
  await soon(() => expect(settings().textContent).toContain("Each of these starts it by itself."));
  await press("Wait for all of them");
  await soon(() => expect(saved?.steps.both?.join).toBe("one-of-each"));
  expect(settings().textContent).toContain("It starts when one of each has arrived.");
  await press("Start on each by itself");
  await soon(() => expect(saved?.steps.both).not.toHaveProperty("join"));
});
