import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";
import "./Tabs.css";

export interface Tab<T extends string> {
  readonly id: T;
  /** The accessible name is this text alone. */
  readonly label: string;
  /** A small count or mark beside the label. */
  readonly badge?: ReactNode;
  readonly panel: ReactNode;
}

export function Tabs<T extends string>({
  tabs,
  value,
  onChange,
  label,
  look = "underlined",
  lead,
  aside,
  className,
}: {
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** Names the list of tabs. */
  readonly label: string;
  readonly look?: "underlined" | "segmented";
  /** Stands before the tabs, in their row. */
  readonly lead?: ReactNode;
  /** Stands at the end of the row of tabs. */
  readonly aside?: ReactNode;
  readonly className?: string;
}) {
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: T) => onChange(next)}
      className={classNames("tw-tabs", className)}
    >
      <div className={classNames("tw-tabs-row", `tw-tabs-${look}`)}>
        {lead}
        <BaseTabs.List aria-label={label} className="tw-tabs-list" activateOnFocus>
          {tabs.map((tab) => (
            <BaseTabs.Tab key={tab.id} value={tab.id} className="tw-tab">
              {tab.label}
              {tab.badge !== undefined && (
                <span className="tw-tab-badge" aria-hidden>
                  {tab.badge}
                </span>
              )}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {aside !== undefined && <div className="tw-tabs-aside">{aside}</div>}
      </div>
      {/* Only the one that is shown: Base UI draws the one that is left for a frame or more beside it. */}
      {tabs
        .filter(({ id }) => id === value)
        .map((tab) => (
          <BaseTabs.Panel key={tab.id} value={tab.id} className="tw-tab-panel">
            {tab.panel}
          </BaseTabs.Panel>
        ))}
    </BaseTabs.Root>
  );
}
