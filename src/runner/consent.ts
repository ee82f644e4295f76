import type { AttemptRequest } from "../protocol/runnerApi.ts";
import { accessOf } from "../workflow/kinds.ts";
import { anyOfThem, secretsOf } from "../workflow/permissions.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import { isTemplated } from "../workflow/template.ts";
import type { Step, StepId, StepOf, Workflow } from "../workflow/workflow.ts";
import { secretsMarkedIn } from "./fillSecrets.ts";
import { textsWithSecrets } from "./prepareStart.ts";

/**
 * Why an attempt is not what its step says (T16): `null` when program, static arguments, shell text, working folder,
 * names of environment and secrets, workspace and access are those of that step. Only what the step templates may vary.
 */
export function deniedBecause(workflow: Workflow, stepId: StepId, request: AttemptRequest): string | null {
  const step = findStep(workflow, stepId);
  if (step === undefined) return `The workflow has no step "${stepId}".`;
  if (step.kind !== "command") return `The step "${stepId}" is no command.`;
  const differing = differences(step, request);
  if (differing.length > 0) {
    return `Not what the step "${stepId}" of the approved workflow says: ${differing.join(", ")}.`;
  }
  const beyond = secretsBeyond(step, textsWithSecrets(request), request.marks);
  if (beyond !== null) return beyond;
  const steering = Object.keys(request.env ?? {}).filter(steersPrograms);
  return steering.length === 0
    ? null
    : `The step "${stepId}" sets ${steering.join(", ")}, which decides what other programs do. The runner does not pass it on.`;
}

function differences(step: StepOf<"command">, request: AttemptRequest): readonly string[] {
  const { config } = step;
  const checks: Readonly<Record<string, boolean>> = {
    program: sameArgv(config.argv?.slice(0, 1), request.argv?.slice(0, 1)),
    arguments: sameArgv(config.argv, request.argv),
    shell: config.shell?.program === request.shell?.program && config.shell?.line === request.shell?.line,
    cwd: sameText(config.cwd, request.cwd),
    "environment names": sameNames(Object.keys(config.env ?? {}), Object.keys(request.env ?? {})),
    "environment values": Object.entries(config.env ?? {}).every(([name, value]) =>
      sameText(value, request.env?.[name]),
    ),
    stdin: sameText(config.stdin, request.stdin),
    secrets: sameNames(config.secrets ?? [], request.secrets ?? []),
    workspace: config.workspace === request.workspace,
    access: accessOf(step) === request.access,
    ownerLostMs: step.ownerLostMs === request.ownerLostMs,
  };
  return Object.keys(checks).filter((name) => checks[name] === false);
}

/** Why texts may not be filled with the secrets that they mark: the step, and so the consent, must name each. */
export function secretsBeyond(step: Step, texts: readonly string[], marks: string | undefined): string | null {
  const named = secretsOf(step);
  if (named.includes(anyOfThem)) return null;
  const beyond = secretsMarkedIn(texts, marks).filter((name) => !named.includes(name));
  return beyond.length === 0 ? null : `The step names no secret ${beyond.join(", ")}.`;
}

function sameArgv(stated: readonly string[] | undefined, asked: readonly string[] | undefined): boolean {
  if (stated === undefined || asked === undefined) return stated === asked;
  return stated.length === asked.length && stated.every((text, index) => sameText(text, asked[index]));
}

/** A template may become any text; everything else is itself. */
export function sameText(stated: string | undefined, asked: string | undefined): boolean {
  if (stated === undefined || asked === undefined) return stated === asked;
  return isTemplated(stated) || stated === asked;
}

function sameNames(stated: readonly string[], asked: readonly string[]): boolean {
  return [...new Set(stated)].sort().join("\n") === [...new Set(asked)].sort().join("\n");
}

/**
 * Variables that make an approved program load or run another one. Consent names programs and not environments, so
 * these stay out; a step that needs one writes it into an explicit shell line, which is shown.
 */
function steersPrograms(name: string): boolean {
  return /^(PATH|PATHEXT|COMSPEC|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_(SSH.*|EXTERNAL_DIFF|ASKPASS|PAGER|EDITOR|SEQUENCE_EDITOR|PROXY_COMMAND|EXEC_PATH|CONFIG.*|TEMPLATE_DIR)|EDITOR|VISUAL|PAGER|BROWSER|SSH_ASKPASS|(LD|DYLD)_.*|npm_config_.*|TICKWORK_.*|BASH_FUNC_.*)$/i.test(
    name,
  );
}
