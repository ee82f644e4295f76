import { Command } from "cmdk";
import type { ReactNode } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { matchScore } from "./matchScore.ts";
import "./PickList.css";

export interface PickEntry {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly group?: string;
}

/** A list to search and choose from, in a dialog: arrows and Enter, or the mouse. */
export function PickList({
  open,
  title,
  placeholder,
  entries,
  empty,
  onPick,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly placeholder: string;
  readonly entries: readonly PickEntry[];
  /** What to do when the list is empty. */
  readonly empty: string;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}) {
  const groups = [...new Set(entries.map(({ group }) => group ?? ""))];
  return (
    <Dialog open={open} onClose={onClose} title={title} width="narrow">
      <Command label={title} className="tw-pick" loop filter={(_value, typed, words) => matchScore(typed, words ?? [])}>
        <Command.Input placeholder={placeholder} className="tw-input" aria-label={placeholder} />
        <Command.List className="tw-pick-list" label={title}>
          <Command.Empty className="tw-pick-empty">
            {entries.length === 0 ? empty : "Nothing of that name."}
          </Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group} {...(group !== "" && { heading: group })} className="tw-pick-group">
              {entries
                .filter((entry) => (entry.group ?? "") === group)
                .map((entry) => (
                  <Command.Item
                    key={entry.id}
                    value={entry.id}
                    keywords={[entry.label, entry.note ?? "", group]}
                    onSelect={() => onPick(entry.id)}
                    className="tw-item tw-pick-item"
                  >
                    {entry.icon}
                    <span>
                      {entry.label}
                      {entry.note !== undefined && <small className="tw-item-note">{entry.note}</small>}
                    </span>
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
