export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Above so many lines on both sides together nothing is compared: everything is removed and added. */
const mostLines = 2_000;

/** What lines make one text out of another: the longest common ones stay (Wagner and Fischer, by a table). */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  // A text of nothing has no line, so that what was not there before is only added.
  const [a = [], b = []] = [before, after].map((text) => (text === "" ? [] : text.split("\n")));
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const removed = a.map((text): DiffLine => ({ kind: "removed", text }));
  const added = b.map((text): DiffLine => ({ kind: "added", text }));
  if (a.length === 0 || b.length === 0 || a.length + b.length > mostLines) return [...removed, ...added];
  const width = b.length + 1;
  // Length of the longest common sequence of the rest from (i, j) on.
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: left });
      i++;
    } else if (right !== undefined) {
      lines.push({ kind: "added", text: right });
      j++;
    }
  }
  return lines;
}

/** Only what changed, with `around` lines beside it; `null` stands for lines that are left out. */
export function aroundChanges(lines: readonly DiffLine[], around = 2): readonly (DiffLine | null)[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, index) => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [null] : [];
  });
}
