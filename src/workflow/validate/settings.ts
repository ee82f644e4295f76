import { readCron } from "../cron.ts";
import { notChosen } from "../inlineWorkflows.ts";
import { kindOf } from "../kinds.ts";
import { localServers, modelServerOf } from "../modelServer.ts";
import { isOwnAddress } from "../permissions.ts";
import type { Problem } from "../problem.ts";
import { mentionsIn } from "../references.ts";
import { sourcesOf } from "../sources.ts";
import { isTemplated, parseTemplate } from "../template.ts";
import type { Step, StepConfigs, StepKind } from "../workflow.ts";
import { atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";

/** A finding in a config: its path there and what to do. */
type Complaint = readonly [path: readonly (string | number)[], message: string, severity?: Problem["severity"]];

const isBlank = (text: string | undefined) => text === undefined || text.trim() === "";
const blank = (path: string, text: string | undefined, message: string): readonly Complaint[] =>
  isBlank(text) ? [[[path], message]] : [];

const checks: { readonly [K in StepKind]: (config: StepConfigs[K]) => readonly Complaint[] } = {
  code: ({ source, cpuMs, memoryMb }) => [
    ...blank("source", source, "There is no code yet."),
    ...positive("cpuMs", cpuMs),
    ...positive("memoryMb", memoryMb),
  ],
  transform: ({ expression }) => blank("expression", expression, "There is no expression yet."),
  branch: ({ cases, else: otherwise }) => [
    ...cases.flatMap(({ port, when }, i): readonly Complaint[] => [
      ...(isBlank(port) || port === "error"
        ? [[["cases", i, "port"], "A case needs a name, and not `error`."] as const]
        : []),
      ...(when === "" ? [[["cases", i, "when"], "This case has no condition yet."] as const] : []),
    ]),
    ...blank("else", otherwise, "Name the output for everything else."),
  ],
  "fan-out": ({ items }) => blank("items", items, "Say which list: an expression such as `event.data`."),
  join: () => [],
  http: checkHttp,
  command: checkCommand,
  file: ({ operation, path, content }) => [
    ...blank("path", path, "Name the file, relative to the workspace."),
    ...(operation === "write" && content === undefined ? [[["content"], "Say what is written."] as const] : []),
  ],
  agent: (config) => [
    ...(isBlank(config.prompt) && (config.messages === undefined || config.messages.length === 0)
      ? [[["prompt"], "There is no prompt yet."] as const]
      : []),
    ...checkModelServer(config),
  ],
  ask: ({ question, form, choices = [], deadlineMs, default: byDefault }) => [
    ...(isBlank(question) && form === undefined
      ? [[["question"], "The person is asked nothing yet: write a question or a form.", "warning"] as const]
      : []),
    ...choices.flatMap((choice, i): readonly Complaint[] =>
      isBlank(choice) || choice === "error"
        ? [[["choices", i], "A choice needs a name, and not `error`."]]
        : choices.indexOf(choice) < i
          ? [[["choices", i], `The choice \`${choice}\` is there already.`]]
          : [],
    ),
    ...positive("deadlineMs", deadlineMs),
    ...(byDefault !== undefined && choices.length > 0 && !choices.some((choice) => choice === byDefault)
      ? [[["default"], `The default must be one of the choices: ${choices.join(", ")}.`] as const]
      : []),
    ...(byDefault !== undefined && deadlineMs === undefined
      ? [[["default"], "The default is taken at a deadline, and there is none: give `deadlineMs`.", "warning"] as const]
      : []),
  ],
  delay: checkDelay,
  workflow: ({ workflow }) => (workflow === "" ? [[["workflow"], notChosen]] : []),
  stop: () => [],
  scripted: () => [],
};

/** V8, as far as it needs no sandbox: what a step of its kind lacks, and kinds of scenarios. */
export function checkSettings({ steps }: Graph, isScenario: boolean): readonly Problem[] {
  return steps.flatMap(([id, step]) => {
    const { title, available } = kindOf(step);
    if (!isScenario && available !== "now") {
      return [
        atStep("V8", id, `${title} steps exist in scenarios only. Choose another kind.`, {
          path: ["kind"],
        }),
      ];
    }
    // A scenario says itself how executions end; settings matter only to executors.
    if (step.kind === "scripted") return [];
    const check = checks[step.kind] as (config: Step["config"]) => readonly Complaint[];
    return [
      ...check(step.config).map(([path, message, severity]) =>
        atStep("V8", id, message, { path: ["config", ...path], ...(severity && { severity }) }),
      ),
      ...sourcesOf(step).flatMap(({ language, path, text }) => {
        const template = language === "template" ? parseTemplate(text) : undefined;
        return template && !template.ok ? [atStep("V8", id, template.message, { path })] : [];
      }),
      ...(step.kind === "join" && (step.join === undefined || step.join === "each")
        ? [atStep("V8", id, "Say what it waits for: one of each of its inputs, or a batch.", { path: ["join"] })]
        : []),
      ...(step.kind === "command" ? warnOfLiteralTemplates(id, step.config) : []),
      ...((step.kind === "http" && step.config.via !== "runner") || (step.kind === "agent" && step.config.via === "tab")
        ? refuseSecrets(id, step)
        : []),
    ];
  });
}

function checkHttp(config: StepConfigs["http"]): readonly Complaint[] {
  const { method = "GET", url, headers = {}, body, expect = [], via = "tab" } = config;
  const found: Complaint[] = [];
  if (!/^https?:\/\/[^\s/]/i.test(url) && !isOwnAddress(url) && !isTemplated(url.slice(0, 8))) {
    found.push([["url"], "The address must begin with https:// or http:// and name a server."]);
  }
  if (isOwnAddress(url) && via === "runner") {
    found.push([["url"], 'An address of this page is read by the page: use `via: "tab"`, or write the whole address.']);
  }
  if (!/^[A-Za-z][A-Za-z-]*$/.test(method) || /^(connect|trace|track)$/i.test(method)) {
    found.push([
      ["method"],
      `${JSON.stringify(method)} is no method for a request. Take GET, POST, PUT, PATCH or DELETE.`,
    ]);
  }
  if (body !== undefined && /^(get|head)$/i.test(method)) {
    found.push([["body"], `A ${method.toUpperCase()} request has no body. Choose another method, or use \`query\`.`]);
  }
  for (const name of Object.keys(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      found.push([["headers", name], `${JSON.stringify(name)} is no name of a header.`]);
    } else if (via === "tab" && setByBrowser.test(name)) {
      const message = `A browser sets ${name} itself and leaves this one out. Use \`via: "runner"\` when the server needs it.`;
      found.push([["headers", name], message, "warning"]);
    }
  }
  expect.forEach((status, i) => {
    if (!Number.isInteger(status) || status < 100 || status > 599) {
      found.push([["expect", i], "A status is a whole number from 100 to 599."]);
    }
  });
  return found;
}

/** Whom a tab asks must stand in the step: consent is given to that host. */
function checkModelServer({ via, url, model }: StepConfigs["agent"]): readonly Complaint[] {
  if (via !== "tab") {
    const message =
      'Only a tab asks an address by itself: use `via: "tab"`, or remove `url` and name a model of the runner.';
    return url === undefined ? [] : [[["url"], message, "warning"]];
  }
  if (url === undefined) {
    const names = localServers.map(({ name }) => `\`${name}/…\``).join(", ");
    return modelServerOf({ ...(model !== undefined && { model }) }) === undefined
      ? [
          [
            ["model"],
            `A tab asks a model on this machine: name one that begins with ${names}, or give its server's \`url\`.`,
          ],
        ]
      : [];
  }
  if (isTemplated(url)) {
    return [
      [["url"], "The address of the model server must be fixed, without `{{ }}`: that is what consent is given to."],
    ];
  }
  const read = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(url);
  return [
    ...(read
      ? []
      : [
          [
            ["url"],
            "The address of a model server looks like http://127.0.0.1:11434/v1, without login, query or #.",
          ] as const,
        ]),
    ...blank("model", model, "Name the model as its server calls it."),
  ];
}

/** Names that the Fetch Standard keeps from pages. */
const setByBrowser =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

function checkDelay({ forMs, until, cron }: StepConfigs["delay"]): readonly Complaint[] {
  const given = [forMs, until, cron].filter((value) => value !== undefined).length;
  if (given !== 1) return [[[], "Say how long: exactly one of `forMs`, `until` and `cron`."]];
  if (forMs !== undefined) {
    return forMs >= 0 && forMs <= Number.MAX_SAFE_INTEGER ? [] : [[["forMs"], "A time cannot be negative."]];
  }
  if (until !== undefined) {
    return isTime(until) ? [] : [[["until"], "Write the time as 2026-12-24T18:00:00Z, or as milliseconds since 1970."]];
  }
  const reading = readCron(cron ?? "");
  if (!reading.ok) return [[["cron"], reading.message]];
  // From any time: an expression that has a next time once always has one again.
  return reading.next(0) === undefined ? [[["cron"], "This time never comes, for example a 30 February."]] : [];
}

/** ISO 8601, or epoch ms. Without a zone it is the machine's own. */
function isTime(until: string | number): boolean {
  if (typeof until === "number") return Number.isFinite(until);
  return /^\d{4}-\d\d-\d\d(T|$)/.test(until) && !Number.isNaN(Date.parse(until));
}

function checkCommand({ argv, shell, env = {}, okExits = [], cwd }: StepConfigs["command"]): readonly Complaint[] {
  const found: Complaint[] = [];
  if (argv !== undefined && shell !== undefined) {
    found.push([[], "A command is `argv` or a `shell` line, not both. Remove one."]);
  } else if (shell !== undefined) {
    if (isBlank(shell.program)) found.push([["shell", "program"], "Name the shell, for example `sh`."]);
    if (isBlank(shell.line)) found.push([["shell", "line"], "The shell line is empty."]);
  } else if (argv === undefined || argv.length === 0 || isBlank(argv[0])) {
    found.push([["argv"], "There is no command yet. Name the program first, then its arguments."]);
  } else if (isTemplated(argv[0] ?? "")) {
    found.push([["argv", 0], "The program must be a fixed name, without `{{ }}`: that is what consent is given to."]);
  }
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      found.push([["env", name], `${JSON.stringify(name)} is no name of an environment variable.`]);
    }
  }
  okExits.forEach((exit, i) => {
    if (!Number.isInteger(exit) || exit < 0) found.push([["okExits", i], "An exit code is a whole number from 0."]);
  });
  if (cwd !== undefined && /^([/\\]|[A-Za-z]:)/.test(cwd)) {
    found.push([["cwd"], "The folder must be relative: it lies inside the workspace."]);
  }
  return found;
}

/** The runner has them, the tab never. */
function refuseSecrets(id: string, step: Step): readonly Problem[] {
  return sourcesOf(step)
    .filter((source) => mentionsIn(source).some(({ root }) => root === "secret"))
    .map(({ path }) => atStep("V8", id, 'Secrets stay in the runner. Let it send this: `via: "runner"`.', { path }));
}

/** Shell text is never a template (T10), and looks like one here. */
function warnOfLiteralTemplates(id: string, { shell }: StepConfigs["command"]): readonly Problem[] {
  if (!shell || !/\{\{\s*(event|input|steps|needs|item|store|secret)\b/.test(shell.line)) return [];
  const message = "A shell line is used as it is: `{{ }}` is not filled in here. Pass values through `env`.";
  return [atStep("V8", id, message, { path: ["config", "shell", "line"], severity: "warning" })];
}

function positive(key: string, value: number | undefined): readonly Complaint[] {
  return value === undefined || (value > 0 && Number.isFinite(value))
    ? []
    : [[[key], `\`${key}\` must be above 0; it is ${value}.`]];
}
