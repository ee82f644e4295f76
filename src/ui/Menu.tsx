import { Menu as BaseMenu } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { classNames } from "./classNames.ts";
import { Keys } from "./Keys.tsx";
import { useFocusBack } from "./useFocusBack.ts";
import "./Popup.css";
import "./Menu.css";

export type MenuEntry =
  | {
      readonly kind: "action";
      readonly id: string;
      readonly label: string;
      readonly note?: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onChoose: () => void;
    }
  | {
      readonly kind: "choice";
      readonly id: string;
      readonly label: string;
      readonly checked: boolean;
      readonly onChoose: () => void;
    }
  | { readonly kind: "heading"; readonly id: string; readonly label: string }
  | { readonly kind: "line"; readonly id: string };

/** A list of actions that opens from `trigger`, a button. */
export function Menu({
  trigger,
  entries,
  align = "start",
  side = "bottom",
}: {
  readonly trigger: ReactElement;
  /** A function is asked when the menu opens: a long list costs nothing before. */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom" | "left" | "right";
}) {
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  useFocusBack(open, popup);
  return (
    <BaseMenu.Root open={open} onOpenChange={setOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align={align} side={side} className="tw-layer">
          <BaseMenu.Popup ref={popup} className="tw-popup">
            <MenuRows entries={entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function MenuRows({ entries }: { readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]) }) {
  const rows = typeof entries === "function" ? entries() : entries;
  return rows.map((entry) => <MenuRow key={entry.id} entry={entry} />);
}

/** One row of a menu. */
export function MenuRow({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case "line":
      return <BaseMenu.Separator className="tw-menu-line" />;
    case "heading":
      return <div className="tw-menu-heading">{entry.label}</div>;
    case "choice":
      return (
        <BaseMenu.CheckboxItem
          checked={entry.checked}
          onCheckedChange={entry.onChoose}
          closeOnClick
          className="tw-item tw-menu-choice"
        >
          {entry.label}
        </BaseMenu.CheckboxItem>
      );
    case "action":
      return (
        <BaseMenu.Item
          onClick={entry.onChoose}
          disabled={entry.disabled === true}
          className={classNames("tw-item", entry.danger && "tw-menu-danger")}
        >
          {entry.icon}
          <span className="tw-menu-text">
            {entry.label}
            {entry.note !== undefined && <small className="tw-item-note">{entry.note}</small>}
          </span>
          {entry.shortcut !== undefined && <Keys keys={entry.shortcut} />}
        </BaseMenu.Item>
      );
  }
}
