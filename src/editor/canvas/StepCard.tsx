import { Handle, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { Check } from "lucide-react";
import { memo, type RefObject, use, useCallback, useEffect, useRef } from "react";
import { classNames } from "../../ui/classNames.ts";
import { formatExact, formatTime, plural } from "../../ui/format.ts";
import { portsOf, summaryOf, typesOf } from "../../workflow/kinds.ts";
import { startNode } from "../../workflow/wires.ts";
import type { Step, StepId, StepKind } from "../../workflow/workflow.ts";
import { KindIcon } from "../KindIcon.tsx";
import { BreakpointMark } from "./BreakpointMark.tsx";
import { CardName, LiveStrip, ProblemCount, RestingStrip } from "./CardStrip.tsx";
import { CanvasModeContext } from "./canvasMode.ts";
import type { StartNode, StepNode } from "./canvasNodes.ts";
import { useFoundClass } from "./canvasTouch.ts";
import { namedPorts } from "./cardSize.ts";
import { LiveContext, type LiveHub, useLive, useLiveWriting } from "./live.ts";
import { cardWriter } from "./liveCard.ts";
import { MarkedStepsContext } from "./markedSteps.ts";
import { SlimContext } from "./slim.ts";
import { titleParts } from "./titleParts.ts";
import "./StepCard.css";

/** A step as both editor and run draw it. */
export const StepCard = memo(function StepCard({ id, data, selected }: NodeProps<StepNode>) {
  const { step, problems } = data;
  const { mode, onRender } = use(CanvasModeContext);
  const card = useRef<HTMLElement>(null);
  const slim = use(SlimContext);
  const isInRun = useWrittenCard(card, id, step);
  const differs = use(MarkedStepsContext).get(id);
  const title = step.title ?? id;
  const rows = namedPorts(step);
  useMeasurePorts(id, portsOf(step).join(" "));
  onRender?.(id);
  const summary = summaryOf(step);
  const found = useFoundClass(id);
  return (
    <article
      ref={card}
      data-step={id}
      data-kind={step.kind}
      className={classNames(
        "tw-card",
        selected && "tw-card-selected",
        differs !== undefined && "tw-card-differs",
        step.disabled === true && "tw-card-disabled",
        mode === "edit" && problems.errors > 0 && "tw-card-wrong",
        found,
      )}
    >
      <Handle
        type="target"
        id="in"
        position={Position.Left}
        data-port={`${id}:in`}
        className="tw-port tw-port-in"
        // An end of a wire is taken elsewhere there; where none is, one is pulled out backwards.
        isConnectableStart={[...(step.accepts ?? []), ...(step.needs ?? [])].length === 0}
        title="Input"
      />
      <BreakpointMark id={id} />
      {differs !== undefined && <span className="tw-card-differs-mark">{differs}</span>}
      <CardHead kind={step.kind} title={title} summary={summary} slim={slim} />
      {rows.length > 0 && (
        <div className="tw-card-ports">
          {rows.map((port) => (
            <div key={port} className="tw-card-port">
              <span className="tw-cut" title={port}>
                {port}
              </span>
              <OutputPort step={id} port={port} />
            </div>
          ))}
        </div>
      )}
      <div className="tw-card-strip">
        {isInRun ? (
          <LiveStrip id={id} slim={slim} />
        ) : (
          <RestingStrip id={id} step={step} title={title} problems={problems} />
        )}
        {portsOf(step).includes("error") && (
          <OutputPort step={id} port="error" used={typesOf(step, "error").length > 0} />
        )}
      </div>
      {rows.length === 0 && portsOf(step).includes("done") && <OutputPort step={id} port="done" />}
    </article>
  );
});

/** Whether a run shows the step; then its card says what the step does there. */
function useWrittenCard(card: RefObject<HTMLElement | null>, id: StepId, step: Step): boolean {
  const { isRun } = use(LiveContext);
  const slim = use(SlimContext);
  const write = useCallback(
    (hub: LiveHub) =>
      cardWriter(
        { card: card.current as HTMLElement, strip: isRun ? (slim ? "name" : "whole") : "none", id, step },
        hub,
      ),
    [card, id, step, isRun, slim],
  );
  useLiveWriting([id], write);
  return isRun;
}

/** Where a run begins; its input form belongs to it. */
export const StartCard = memo(function StartCard({ data, selected }: NodeProps<StartNode>) {
  const { mode } = use(CanvasModeContext);
  const startedAt = useLive((live) => live.startedAt);
  const inputLine = useLive((live) => live.inputLine);
  const { fields, problems } = data;
  const found = useFoundClass(startNode);
  const form = fields.length === 0 ? "no input" : `input form, ${plural(fields.length, "field")}`;
  const strip = startedAt === null ? form : `started ${formatTime(startedAt)}`;
  return (
    <article
      data-step={startNode}
      data-kind="start"
      data-status="not-running"
      data-queued={0}
      data-running={0}
      {...(startedAt !== null && { "data-outcome": "success" })}
      className={classNames(
        "tw-card",
        selected && "tw-card-selected",
        mode === "edit" && problems.errors > 0 && "tw-card-wrong",
        found,
      )}
    >
      <BreakpointMark id={startNode} />
      <CardHead kind="start" title="Start" summary={inputLine ?? fields.join(", ")} />
      <div className="tw-card-strip" {...(startedAt !== null && { title: formatExact(startedAt) })}>
        <CardName id={startNode} text={`Start, ${strip}`} />
        {startedAt !== null && (
          <span className="tw-tone-ok">
            <Check aria-hidden />
          </span>
        )}
        {mode === "edit" && problems.errors > 0 ? (
          <ProblemCount problems={problems} />
        ) : (
          <span aria-hidden>{strip}</span>
        )}
      </div>
      <OutputPort step={startNode} port="done" />
    </article>
  );
});

const CardHead = memo(function CardHead({
  kind,
  title,
  summary,
  slim = false,
}: {
  readonly kind: StepKind | "start";
  readonly title: string;
  readonly summary: string;
  readonly slim?: boolean;
}) {
  return (
    <div className="tw-card-head">
      {!slim && <KindIcon kind={kind} />}
      <div className="tw-card-texts">
        <CardTitle title={title} />
        {!slim && (
          <div className="tw-card-summary tw-cut" title={summary}>
            {summary || "\u00a0"}
          </div>
        )}
      </div>
    </div>
  );
});

/** A long title is cut before its end (`titleParts.ts`). */
function CardTitle({ title }: { readonly title: string }) {
  const parts = titleParts(title);
  return (
    <div className={classNames("tw-card-title tw-cut", parts !== null && "tw-card-title-long")} title={title}>
      {parts === null ? (
        title
      ) : (
        <>
          <span>{parts.begin}</span>
          <span>{parts.end}</span>
        </>
      )}
    </div>
  );
}

const OutputPort = memo(function OutputPort({
  step,
  port,
  used = true,
}: {
  readonly step: string;
  readonly port: string;
  readonly used?: boolean;
}) {
  return (
    <Handle
      type="source"
      id={port}
      position={Position.Right}
      data-port={`${step}:${port}`}
      className={classNames("tw-port tw-port-out", port === "error" && "tw-port-error", used && "tw-port-used")}
      title={port}
    />
  );
});

/**
 * React Flow keeps where ports are; it must look again when they change. Not at first: it measures new nodes itself,
 * and an early measurement of one node would fit the view to that node alone.
 */
function useMeasurePorts(id: string, ports: string): void {
  const measure = useUpdateNodeInternals();
  const measured = useRef(ports);
  useEffect(() => {
    if (measured.current === ports) return;
    measured.current = ports;
    measure(id);
  }, [measure, id, ports]);
}
