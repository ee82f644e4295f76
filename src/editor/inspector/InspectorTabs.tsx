import type { ReactNode } from "react";
import "./InspectorTabs.css";

export type InspectorTab = "settings" | "test" | "last-run";

const labels: Readonly<Record<InspectorTab, string>> = {
  settings: "Settings",
  test: "Test",
  "last-run": "Last run",
};

/** The sides of a step: what it is set to, a test of it, and what it did in the last run. */
export function InspectorTabs({
  tabs,
  tab,
  onTab,
  children,
}: {
  readonly tabs: readonly InspectorTab[];
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  /** The panel of the tab that is shown. */
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className="tw-inspector-tabs" role="tablist" aria-label="Sides of the step">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tw-inspector-tab-${one}`}
            className="tw-inspector-tab"
            aria-selected={tab === one}
            aria-controls="tw-inspector-panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => onTab(one)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
              const by = event.key === "ArrowLeft" ? -1 : 1;
              const other = tabs.at((tabs.indexOf(one) + by) % tabs.length) ?? one;
              onTab(other);
              document.getElementById(`tw-inspector-tab-${other}`)?.focus();
            }}
          >
            {labels[one]}
          </button>
        ))}
      </div>
      <div
        id="tw-inspector-panel"
        className="tw-inspector-panel"
        role="tabpanel"
        aria-labelledby={`tw-inspector-tab-${tab}`}
      >
        {children}
      </div>
    </>
  );
}
