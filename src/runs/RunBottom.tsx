import { useState } from "react";
import { Tabs } from "../ui/Tabs.tsx";
import { Journal } from "./Journal.tsx";
import { StorePanel } from "./StorePanel.tsx";
import { Scrubber } from "./scrubber/Scrubber.tsx";
import { Timeline } from "./timeline/Timeline.tsx";

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
