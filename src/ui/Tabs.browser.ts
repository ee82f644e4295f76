import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { Tabs } from "./Tabs.tsx";

test("the panel that is left goes at once, so that nothing stands on the page twice", () => {
  const mount = document.createElement("div");
  document.body.append(mount);
  const root = createRoot(mount);
  const show = (value: "details" | "answers") =>
    flushSync(() =>
      root.render(
        createElement(Tabs<"details" | "answers">, {
          label: "Side panel",
          value,
          onChange: () => {},
          tabs: [
            { id: "details", label: "Details", panel: "Keep it? And more" },
            { id: "answers", label: "Answers", panel: "Keep it?" },
          ],
        }),
      ),
    );
  const panels = () => [...mount.querySelectorAll("[role=tabpanel]")].map(({ textContent }) => textContent);
  show("details");
  expect(panels()).toEqual(["Keep it? And more"]);
  show("answers");
  expect(panels()).toEqual(["Keep it?"]);
  show("details");
  expect(panels()).toEqual(["Keep it? And more"]);
  root.unmount();
  mount.remove();
});
