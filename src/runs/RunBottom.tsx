import { useState } from "react";
import { Tabs } from "../ui/Tabs.tsx";
import { Journal } from "./Journal.tsx";
import { useShown } from "./RunContext.ts";
import { Scrubber } from "./scrubber/Scrubber.tsx";
import { Timeline } from "./timeline/Timeline.tsx";
import { ValueTree } from "./ValueTree.tsx";

type BottomTab = "timeline" | "journal" | "store";

/** What happened, in time and in order, and the store. */
export function RunBottom() {
  const [tab, setTab] = useState<BottomTab>("timeline");
  return (
    <Tabs
      label="Bottom panel"
      look="segmented"
      value={tab}
      onChange={setTab}
      lead={<Scrubber />}
      tabs={[
        { id: "timeline", label: "Timeline", panel: <Timeline /> },
        { id: "journal", label: "Journal", panel: <Journal /> },
        { id: "store", label: "Store", panel: <StorePanel /> },
      ]}
    />
  );
}

function StorePanel() {
  const store = useShown(({ view }) => view.store);
  if (store === undefined) return null;
  const empty = typeof store === "object" && store !== null && Object.keys(store).length === 0;
  return (
    <div className="store">
      {empty ? (
        <p className="tw-muted">The store is empty. Code steps write to it with ctx.store, every step with “set”.</p>
      ) : (
        <ValueTree value={store} label="Store" />
      )}
    </div>
  );
}
