import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";

/** Moves or removes one row of a list whose order counts. `name` is what the row is called aloud. */
export function RowTools({
  name,
  index,
  count,
  onMove,
  onRemove,
}: {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}) {
  return (
    <span className="tw-row-tools">
      <IconButton
        label={`Move ${name} up`}
        size="small"
        disabled={index === 0}
        icon={<ArrowUp aria-hidden />}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        label={`Move ${name} down`}
        size="small"
        disabled={index === count - 1}
        icon={<ArrowDown aria-hidden />}
        onClick={() => onMove(index + 1)}
      />
      <IconButton label={`Remove ${name}`} size="small" icon={<Trash2 aria-hidden />} onClick={onRemove} />
    </span>
  );
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  return entry === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
