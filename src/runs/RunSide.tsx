import { useEffect, useRef, useState } from "react";
import { Tabs } from "../ui/Tabs.tsx";
import { useKeptFocus } from "../ui/useKeptFocus.ts";
import { Answers } from "./Answers.tsx";
import { countOf, needsYouOf } from "./needsYou.ts";
import { useRunContext, useShown } from "./RunContext.ts";
import { RunOverview } from "./RunOverview.tsx";
import { StepDetails } from "./StepDetails.tsx";

type SideTab = "details" | "answers";

/** The right panel: details of what is selected, and what waits for the person. */
export function RunSide() {
  const { selected } = useRunContext();
  const [tab, setTab] = useState<SideTab>("details");
  const count = useShown(({ view }) => countOf(needsYouOf(view))) ?? 0;

  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame);

  // Something selected is something the person wants to see.
  const before = useRef(selected);
  useEffect(() => {
    if (before.current !== selected) setTab("details");
    before.current = selected;
  }, [selected]);

  return (
    <div className="side-frame" ref={frame} tabIndex={-1}>
      <Tabs
        label="Side panel"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: "details",
            label: "Details",
            panel: (
              <div className="side">
                <div className="side-details">
                  {selected === null ? <RunOverview /> : <StepDetails key={selected} step={selected} />}
                </div>
                {count > 0 && (
                  <section className="side-needs" aria-label="Waits for you">
                    <Answers onOpen={() => setTab("answers")} />
                  </section>
                )}
              </div>
            ),
          },
          {
            id: "answers",
            label: "Answers",
            ...(count > 0 && { badge: count }),
            panel: <Answers empty />,
          },
        ]}
      />
    </div>
  );
}
