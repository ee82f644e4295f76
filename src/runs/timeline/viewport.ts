/** What of the time is seen, epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The shortest time that can be spread over the width, ms. */
const shortest = 5;

/** All of a run, with a little room at its end; one that has just begun is not blown up. */
export function wholeSpan(from: number, last: number): Span {
  return { from, to: from + Math.max(last - from, 1_000) * 1.04 };
}

/** Closer (`factor` below 1) or farther, around the time `at`; never farther than the whole. */
export function zoomed(span: Span, factor: number, at: number, whole: Span): Span {
  const length = Math.max(shortest, (span.to - span.from) * factor);
  if (length >= whole.to - whole.from) return whole;
  const share = (at - span.from) / (span.to - span.from);
  return inside({ from: at - length * share, to: at + length * (1 - share) }, whole);
}

/** Moved by so many ms. */
export function panned(span: Span, by: number, whole: Span): Span {
  return inside({ from: span.from + by, to: span.to + by }, whole);
}

/** Moved so that the stretch is seen, with room beside it; the same when it is. */
export function revealing(span: Span, { from, to }: Span, whole: Span): Span {
  const length = span.to - span.from;
  if (from >= span.from && to <= span.to) return span;
  if (to - from > length * 0.9) return panned(span, from - span.from - length * 0.05, whole);
  return panned(span, (from + to) / 2 - (span.from + span.to) / 2, whole);
}

/** What a key does to the part of a run that is shown; `null`: nothing. */
export function movedByKey(key: string, span: Span, whole: Span): Span | null {
  const length = span.to - span.from;
  const middle = (span.from + span.to) / 2;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return panned(span, -length / 5, whole);
    case "ArrowRight":
    case "ArrowUp":
      return panned(span, length / 5, whole);
    case "PageDown":
      return panned(span, -length, whole);
    case "PageUp":
      return panned(span, length, whole);
    case "Home":
      return panned(span, whole.from - span.from, whole);
    case "End":
      return panned(span, whole.to - span.to, whole);
    case "+":
    case "=":
      return zoomed(span, 0.6, middle, whole);
    case "-":
      return zoomed(span, 1 / 0.6, middle, whole);
    case "f":
    case "0":
      return whole;
    default:
      return null;
  }
}

function inside(span: Span, whole: Span): Span {
  const length = span.to - span.from;
  const from = Math.max(whole.from, Math.min(span.from, whole.to - length));
  return { from, to: from + length };
}
