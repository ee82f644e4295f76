import { barText } from "./barText.ts";
import type { HitBar } from "./placement.ts";

export interface Tip {
  readonly hit: HitBar;
  readonly x: number;
  readonly y: number;
}

/** What the bar under the pointer is. */
export function TimelineTip({
  tip: { hit, x, y },
  title,
  now,
  width,
  height,
}: {
  readonly tip: Tip;
  readonly title: (step: string) => string;
  readonly now: number;
  readonly width: number;
  readonly height: number;
}) {
  const [what, of] = barText(hit.bar, now);
  return (
    <div
      className="timeline-tip"
      aria-hidden="true"
      style={{
        ...(x < width - 280 ? { left: x + 14 } : { right: width - x + 14 }),
        ...(y < height - 70 ? { top: y + 14 } : { bottom: height - y + 14 }),
      }}
    >
      <b>{title(hit.bar.attempt.step)}</b>
      <span>{what}</span>
      <span className="tw-muted">{of}</span>
    </div>
  );
}
