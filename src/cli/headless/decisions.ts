import type { Decision, TickBody } from "../../engine/tick.ts";
import type { UncertainView } from "../../engine/view.ts";
import { schemaProblem } from "../../runtime/outputSchema.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import type { Terminal } from "./terminal.ts";

const howToWrite = "write rerun, failed, or succeeded:JSON";

/** Reads `rerun`, `failed` or `succeeded:JSON` (T21). A text: why not. */
function readDecision(text: string): Decision | string {
  if (text === "rerun" || text === "failed") return { kind: text };
  const [, json] = /^succeeded:(.*)$/s.exec(text) ?? [];
  if (json === undefined) return howToWrite;
  const { value, findings } = readJsonText(json);
  if (value === undefined || findings.length > 0) return `${json || "an empty output"} is not JSON.`;
  return { kind: "succeeded", output: value };
}

/** A text: why not. An output must fit the schema of its step (T21). */
function readDecisionFor(workflow: Workflow, id: StepId, text: string): Decision | string {
  if (id === "") return "write STEP=…";
  const step = findStep(workflow, id);
  if (step === undefined) return `there is no step "${id}".`;
  const decision = readDecision(text);
  if (typeof decision === "string" || decision.kind !== "succeeded" || step.output === undefined) return decision;
  const problem = schemaProblem(step.output, decision.output);
  return problem === undefined ? decision : `the output does not fit: ${problem}`;
}

/** What becomes of uncertain attempts, as it was given with the command: in its order, the last one of a step again. */
export class GivenDecisions {
  readonly #decisions = new Map<StepId, Decision[]>();

  /**
   * `STEP=rerun`, `STEP=failed` or `STEP=succeeded:JSON` each; `complain` hears of each that is not. Steps inside of
   * workflows are named by their path.
   */
  constructor(written: readonly string[], workflow: Workflow, complain: (problem: string) => void) {
    for (const text of written) {
      const [, step = "", said = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      const decision = readDecisionFor(workflow, step, said);
      if (typeof decision === "string") complain(`--decide ${text}: ${decision}`);
      else this.#decisions.set(step, [...(this.#decisions.get(step) ?? []), decision]);
    }
  }

  /** `undefined`: nothing was given for this step. */
  take(step: StepId): Decision | undefined {
    const decisions = this.#decisions.get(step);
    return decisions && decisions.length > 1 ? decisions.shift() : decisions?.[0];
  }
}

export function decisionTick({ execution }: UncertainView, decision: Decision): TickBody {
  return { kind: "recovery-decided", execution, decision, by: "command line" };
}

/** Asks on the terminal until the answer is a decision. */
export async function askDecision(terminal: Terminal, attempt: UncertainView): Promise<Decision> {
  const { step, attempt: number, cause } = attempt;
  const question = `\nNobody knows what became of attempt ${number} of ${step}${cause ? `: ${cause}` : "."}\n`;
  for (let problem = ""; ; ) {
    const decision = readDecision(await terminal.ask(`${problem}${question}rerun / failed / succeeded:JSON: `));
    if (typeof decision !== "string") return decision;
    problem = `${decision}\n`;
  }
}
