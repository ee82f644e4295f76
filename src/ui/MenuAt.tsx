import { Menu as BaseMenu } from "@base-ui/react/menu";
import { useRef } from "react";
import { type MenuEntry, MenuRow } from "./Menu.tsx";
import { useFocusBack } from "./useFocusBack.ts";
import { useLastWhile } from "./useLastWhile.ts";
import "./Popup.css";

/** A menu at a point of the screen, as a right click opens it; `at` in client coordinates, `null` closes it. */
export function MenuAt({
  at,
  label,
  entries,
  onClose,
}: {
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  useFocusBack(at !== null, popup);
  // While it fades it stays where it was, with the same rows.
  const shown = useLastWhile(at !== null, { at, label, entries });
  const anchor =
    shown.at === null ? null : { getBoundingClientRect: () => new DOMRect(shown.at?.x, shown.at?.y, 0, 0) };
  return (
    <BaseMenu.Root open={at !== null} onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align="start" sideOffset={2} className="tw-layer">
          <BaseMenu.Popup ref={popup} className="tw-popup" aria-label={shown.label}>
            {shown.entries.map((entry) => (
              <MenuRow key={entry.id} entry={entry} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
