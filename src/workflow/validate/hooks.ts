import { type Hook, isStepMoment } from "../hook.ts";
import { isStepId } from "../names.ts";
import type { Problem } from "../problem.ts";
import { isTemplated } from "../template.ts";
import type { Workflow } from "../workflow.ts";
import { atDocument } from "./finding.ts";

type Complaint = readonly [path: readonly (string | number)[], message: string, severity?: Problem["severity"]];

/** What is wrong with the observers of a run (T31). */
export function checkHooks({ hooks = {}, steps }: Pick<Workflow, "hooks" | "steps">): readonly Problem[] {
  return Object.entries(hooks).flatMap(([name, hook]) =>
    [...checkName(name), ...checkWhen(hook, Object.keys(steps)), ...checkDeed(hook)].map(([path, message, severity]) =>
      atDocument("V7", message, { path: ["hooks", name, ...path], ...(severity && { severity }) }),
    ),
  );
}

/** Only the outermost workflow of a run has observers. */
export function warnOfInnerHooks({ hooks = {} }: Pick<Workflow, "hooks">): readonly Problem[] {
  const message =
    "Hooks of a workflow inside another one are not called. Give the outermost workflow a hook that observes the step.";
  return Object.keys(hooks).map((name) => atDocument("V7", message, { path: ["hooks", name], severity: "warning" }));
}

function checkName(name: string): readonly Complaint[] {
  if (isStepId(name)) return [];
  const message = `${JSON.stringify(name)} is no name of a hook: it begins with a small letter and goes on with small letters, digits, _ and -.`;
  return [[[], message]];
}

function checkWhen({ on, steps }: Hook, known: readonly string[]): readonly Complaint[] {
  const found: Complaint[] = [];
  if (on.length === 0) found.push([["on"], "Say at least one moment at which the hook is called."]);
  if (steps === undefined) return found;
  if (!on.some(isStepMoment)) {
    found.push([["steps"], "These steps mean nothing: the hook is called at no moment of a step.", "warning"]);
  } else if (steps.length === 0) {
    found.push([["steps"], "Name at least one step, or leave `steps` out: then all steps are observed."]);
  }
  steps.forEach((step, i) => {
    if (known.includes(step)) return;
    found.push([["steps", i], `There is no step \`${step}\` in this workflow. Name one of its own steps.`]);
  });
  return found;
}

function checkDeed({ notify, webhook, command }: Hook): readonly Complaint[] {
  if (webhook !== undefined) return checkAddress(webhook.url);
  if (command !== undefined) {
    if ((command.argv[0] ?? "").trim() === "") {
      return [[["command", "argv"], "There is no command yet. Name the program first, then its arguments."]];
    }
    return command.argv.flatMap((text, i) => warnOfTemplate(text, ["command", "argv", i]));
  }
  return Object.entries(notify ?? {}).flatMap(([key, text]) =>
    typeof text === "string" ? warnOfTemplate(text, ["notify", key]) : [],
  );
}

function checkAddress(url: string): readonly Complaint[] {
  const path = ["webhook", "url"];
  if (isTemplated(url)) return [[path, "The address of a hook is fixed: write it without `{{ }}`."]];
  const address = /^https?:\/\/[^\s/?#]/i.test(url) && /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (!address || /\s/.test(url)) {
    return [[path, "The address must begin with https:// or http:// and name a server."]];
  }
  return address.includes("@") ? [[path, "A name and password cannot stand in the address of a hook."]] : [];
}

function warnOfTemplate(text: string, path: readonly (string | number)[]): readonly Complaint[] {
  if (!isTemplated(text)) return [];
  return [[path, "Texts of a hook are used as they are: `{{ }}` is not filled in here.", "warning"]];
}
