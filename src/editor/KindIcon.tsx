import {
  Bot,
  Clock,
  CodeXml,
  File,
  FlaskConical,
  GitBranch,
  GitFork,
  Globe,
  type LucideIcon,
  Merge,
  MessageCircleQuestionMark,
  Play,
  Sigma,
  Square,
  SquareTerminal,
  Workflow,
} from "lucide-react";
import type { StepKind } from "../workflow/workflow.ts";
import "./KindIcon.css";

type Tint = "accent" | "run" | "wait" | "ok" | "plain";

const looks: Record<StepKind | "start", { readonly icon: LucideIcon; readonly tint: Tint }> = {
  start: { icon: Play, tint: "ok" },
  code: { icon: CodeXml, tint: "accent" },
  transform: { icon: Sigma, tint: "accent" },
  branch: { icon: GitBranch, tint: "accent" },
  "fan-out": { icon: GitFork, tint: "accent" },
  join: { icon: Merge, tint: "accent" },
  http: { icon: Globe, tint: "run" },
  command: { icon: SquareTerminal, tint: "run" },
  file: { icon: File, tint: "run" },
  agent: { icon: Bot, tint: "run" },
  ask: { icon: MessageCircleQuestionMark, tint: "wait" },
  delay: { icon: Clock, tint: "wait" },
  workflow: { icon: Workflow, tint: "plain" },
  stop: { icon: Square, tint: "ok" },
  scripted: { icon: FlaskConical, tint: "plain" },
};

/** The tinted square of a step kind. Decoration: the kind's name stands beside it or is the element's title. */
export function KindIcon({ kind }: { readonly kind: StepKind | "start" }) {
  const { icon: Icon, tint } = looks[kind];
  return (
    <span className={`tw-kind-icon tw-kind-${tint}`} aria-hidden>
      <Icon />
    </span>
  );
}
