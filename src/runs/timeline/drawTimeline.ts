import type { StepId } from "../../workflow/workflow.ts";
import type { Colours } from "./colours.ts";
import { firstEndingAfter, type HitBar, laneHeight, laneTop, type PlacedRow, rowsBetween } from "./placement.ts";
import { type Bar, type BarKind, weight } from "./timelineBars.ts";
import type { Span } from "./viewport.ts";

/** A time at which something of a step is due, or a batch was open. */
export interface RowMark {
  readonly step: StepId;
  readonly kind: "deadline" | "batch";
  readonly from: number;
  readonly to: number;
}

export interface Drawing {
  readonly rows: readonly PlacedRow[];
  readonly marks: ReadonlyMap<StepId, readonly RowMark[]>;
  readonly span: Span;
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Epoch ms of the tick that is looked at; `null`: the present. */
  readonly moment: number | null;
  /** Epoch ms, while the run goes on. */
  readonly now: number | null;
  readonly selected: StepId | null;
  /** The execution that the details show. */
  readonly execution: string | null;
  readonly focus: HitBar | null;
  /** Where a fork begins: what lies before belongs to the run that it is of. */
  readonly forkAt: number | null;
}

const barHeight = 13;

/** Draws the bars that can be seen; those that are too narrow to be told apart are drawn as one. */
export function drawBars(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { span, width, height, scrollTop, colours } = drawing;
  const x = (at: number): number => ((at - span.from) / (span.to - span.from)) * width;
  context.clearRect(0, 0, width, height);
  if (drawing.forkAt !== null && x(drawing.forkAt) > 0) {
    context.fillStyle = colours.sunken;
    context.fillRect(0, 0, x(drawing.forkAt), height);
    context.fillStyle = colours.muted;
    context.fillRect(x(drawing.forkAt) - 0.5, 0, 1, height);
  }
  for (const placed of rowsBetween(drawing.rows, scrollTop, scrollTop + height)) {
    drawGround(context, drawing, placed);
    for (let lane = 0; lane < placed.lanes; lane++) {
      const y = laneTop(placed, lane) - scrollTop + (laneHeight - barHeight) / 2;
      if (lane === 0 && placed.row.depth !== undefined) drawDepth(context, drawing, placed, y, x);
      else drawLane(context, drawing, placed.row.lanes[lane] ?? [], y, x);
    }
  }
}

/** Draws what stands over the bars: what is due, what is pointed at, and where in the run one is. */
export function drawOver(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { span, width, height, scrollTop, colours } = drawing;
  const x = (at: number): number => ((at - span.from) / (span.to - span.from)) * width;
  context.clearRect(0, 0, width, height);
  for (const placed of rowsBetween(drawing.rows, scrollTop, scrollTop + height)) {
    for (const mark of drawing.marks.get(placed.row.step) ?? []) drawMark(context, drawing, placed, mark, x);
  }
  if (drawing.focus !== null) outline(context, drawing, drawing.focus, x);
  if (drawing.moment !== null) {
    // What came later stays in sight, but it has not happened yet.
    const at = x(drawing.moment);
    context.globalAlpha = 0.62;
    context.fillStyle = colours.panel;
    context.fillRect(at, 0, Math.max(0, width - at), height);
    context.globalAlpha = 1;
  }
  const line = drawing.moment ?? drawing.now;
  if (line !== null) {
    context.fillStyle = colours.accent;
    context.fillRect(x(line) - 0.75, 0, 1.5, height);
  }
}

function drawGround(context: CanvasRenderingContext2D, drawing: Drawing, placed: PlacedRow): void {
  const { colours, width, scrollTop, selected } = drawing;
  const y = placed.top - scrollTop;
  if (placed.row.step === selected) {
    context.fillStyle = colours.accentSoft;
    context.fillRect(0, y, width, placed.height);
  }
  context.fillStyle = colours.line;
  context.fillRect(0, y + placed.height - 1, width, 1);
}

function drawLane(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  bars: readonly Bar[],
  y: number,
  x: (at: number) => number,
): void {
  const { span } = drawing;
  let owed: { kind: BarKind; left: number; right: number; chosen: boolean } | undefined;
  const flush = (): void => {
    if (owed !== undefined) drawBar(context, drawing, owed, y);
    owed = undefined;
  };
  for (let place = firstEndingAfter(bars, span.from); place < bars.length; place++) {
    const bar = bars[place];
    if (bar === undefined || bar.from > span.to) break;
    const left = x(bar.from);
    const to = bar.open ? Math.max(bar.to, drawing.now ?? bar.to) : bar.to;
    const right = Math.max(x(to), left + (bar.count === undefined ? 2.5 : 1));
    const chosen = bar.attempt.execution === drawing.execution;
    const joins = owed !== undefined && !chosen && !owed.chosen && left < owed.right + 0.5 && right - owed.left < 3;
    if (joins && owed !== undefined) {
      owed.right = Math.max(owed.right, right);
      if (weight[bar.kind] > weight[owed.kind]) owed.kind = bar.kind;
    } else {
      flush();
      owed = { kind: bar.kind, left, right, chosen };
    }
  }
  flush();
}

function drawBar(
  context: CanvasRenderingContext2D,
  { colours, width }: Drawing,
  {
    kind,
    left,
    right,
    chosen,
  }: { readonly kind: BarKind; readonly left: number; readonly right: number; readonly chosen: boolean },
  y: number,
): void {
  const from = Math.max(left, -4);
  const length = Math.max(1, Math.min(right, width + 4) - from);
  const radius = kind === "failure" ? 0 : Math.min(3, length / 2);
  context.beginPath();
  if (hatched.has(kind)) {
    context.rect(from, y, length, barHeight);
    context.fillStyle = hatch(
      context,
      kind === "workspace" ? colours.wait : kind === "retry" ? colours.bad : colours.lineStrong,
    );
    context.fill();
    if (kind === "retry") {
      // The line that leads from a failure to its next try.
      context.fillStyle = colours.bad;
      context.fillRect(from, y + barHeight / 2 - 0.5, length, 1);
    }
  } else {
    context.roundRect(from, y, length, barHeight, radius);
    context.fillStyle = fills(colours)[kind];
    context.fill();
    const border = borders(colours)[kind];
    if (border !== undefined && length > 3) {
      context.lineWidth = 1;
      context.strokeStyle = border;
      context.setLineDash(kind === "uncertain" ? [3, 2] : []);
      context.stroke();
      context.setLineDash([]);
    }
  }
  if (chosen) {
    context.lineWidth = 1.5;
    context.strokeStyle = colours.text;
    context.strokeRect(from - 1, y - 1, length + 2, barHeight + 2);
  }
}

const hatched: ReadonlySet<BarKind> = new Set(["queued", "retry", "workspace"]);

function fills(colours: Colours): Record<BarKind, string> {
  return {
    queued: colours.lineStrong,
    retry: colours.lineStrong,
    workspace: colours.wait,
    waiting: colours.waitSoft,
    running: colours.run,
    success: colours.ok,
    failure: colours.bad,
    stopped: colours.sunken,
    uncertain: colours.sunken,
  };
}

function borders(colours: Colours): Partial<Record<BarKind, string>> {
  return { waiting: colours.wait, stopped: colours.muted, uncertain: colours.wait };
}

/** How many waited at once, as a hill. */
function drawDepth(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  placed: PlacedRow,
  y: number,
  x: (at: number) => number,
): void {
  const { colours, span, width } = drawing;
  const depth = placed.row.depth ?? [];
  const most = depth.reduce((highest, { count }) => Math.max(highest, count), 1);
  context.fillStyle = hatch(context, colours.lineStrong);
  context.beginPath();
  let drawnTo = Number.NEGATIVE_INFINITY;
  depth.forEach(({ at, count }, place) => {
    const until = depth[place + 1]?.at ?? at;
    if (count === 0 || until < span.from || at > span.to) return;
    const left = Math.max(x(at), 0, drawnTo);
    const right = Math.min(Math.max(x(until), x(at) + 1), width);
    if (right <= left) return;
    drawnTo = right;
    const high = Math.max(2, (count / most) * barHeight);
    context.rect(left, y + barHeight - high, right - left, high);
  });
  context.fill();
  const others = (placed.row.lanes[0] ?? []).filter(({ kind }) => kind === "waiting" || kind === "retry");
  drawLane(context, drawing, others, y, x);
}

function drawMark(
  context: CanvasRenderingContext2D,
  { colours, scrollTop }: Drawing,
  placed: PlacedRow,
  mark: RowMark,
  x: (at: number) => number,
): void {
  const y = placed.top - scrollTop;
  if (mark.kind === "deadline") {
    context.fillStyle = colours.wait;
    context.fillRect(x(mark.to) - 1, y + 2, 2, placed.height - 4);
    context.fillRect(x(mark.to) - 1, y + 2, 6, 4);
    return;
  }
  const left = x(mark.from);
  const right = Math.max(x(mark.to), left + 3);
  context.fillStyle = colours.accent;
  context.fillRect(left, y + placed.height - 4, right - left, 1.5);
  context.fillRect(left, y + placed.height - 7, 1.5, 4);
  context.fillRect(right - 1.5, y + placed.height - 7, 1.5, 4);
}

function outline(context: CanvasRenderingContext2D, drawing: Drawing, hit: HitBar, x: (at: number) => number): void {
  const left = x(hit.bar.from);
  const length = Math.max(3, x(hit.bar.to) - left);
  context.lineWidth = 2;
  context.strokeStyle = drawing.colours.accent;
  const y = laneTop(hit.placed, hit.lane) - drawing.scrollTop + (laneHeight - barHeight) / 2;
  context.strokeRect(left - 2, y - 2, length + 4, barHeight + 4);
}

const patterns = new Map<string, CanvasPattern>();

function hatch(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const known = patterns.get(colour);
  if (known !== undefined) return known;
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const pen = tile.getContext("2d");
  if (pen === null) return colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.8;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift, 6);
    pen.lineTo(shift + 6, 0);
  }
  pen.stroke();
  const pattern = context.createPattern(tile, "repeat");
  if (pattern === null) return colour;
  patterns.set(colour, pattern);
  return pattern;
}
