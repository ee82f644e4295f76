import type { AttemptRequest } from "../../protocol/runnerApi.ts";
import type { Text } from "../../protocol/sandbox.ts";
import type { Json } from "../../workflow/json.ts";
import { accessOf, timeoutOf } from "../../workflow/kinds.ts";
import { isTemplated } from "../../workflow/template.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { markSecrets } from "../markSecrets.ts";

/**
 * What the runner is asked to run. Templates are filled here, each into one argument, one value or one text (T10);
 * a missing value throws before anybody outside was asked.
 */
export async function commandRequest(work: Work<"command">): Promise<AttemptRequest> {
  const { step, around } = work;
  const { argv, shell, cwd, env, stdin, secrets, workspace } = step.config;
  const texts: Text[] = [];
  const template = (name: string, source: string): (() => string) => {
    if (!isTemplated(source)) return () => source;
    const at = texts.push({ language: "template", name, source }) - 1;
    return () => String(values[at]);
  };
  const filled = {
    argv: argv?.map((text, i) => (i === 0 ? () => text : template(`argv[${i}]`, text))),
    cwd: cwd === undefined ? undefined : template("cwd", cwd),
    env: env && Object.entries(env).map(([name, text]) => [name, template(`env.${name}`, text)] as const),
    stdin: stdin === undefined ? undefined : template("stdin", stdin),
  };
  const marked = markSecrets(texts);
  const values: readonly (Json | undefined)[] = await evaluateTexts(work, texts, { secrets: marked.secrets });
  return {
    digest: around.digest,
    ...(around.workflowId !== undefined && { workflowId: around.workflowId }),
    epoch: around.epoch,
    ...(filled.argv && { argv: filled.argv.map((text) => text()) }),
    ...(shell && { shell }),
    ...(filled.cwd && { cwd: filled.cwd() }),
    ...(filled.env && { env: Object.fromEntries(filled.env.map(([name, text]) => [name, text()])) }),
    ...(filled.stdin && { stdin: filled.stdin() }),
    ...(secrets && { secrets }),
    ...marked.request,
    access: accessOf(step),
    ...(workspace !== undefined && { workspace }),
    timeoutMs: timeoutOf(step) ?? 600_000,
    maxOutputBytes: step.maxOutputBytes ?? 1_048_576,
    ...(step.ownerLostMs !== undefined && { ownerLostMs: step.ownerLostMs }),
  };
}
