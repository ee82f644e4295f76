import { createElement, useReducer } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useOfferedCommands, usePageCommands } from "./pageCommands.ts";

const command = (name: string) => ({ id: name, name, group: "Steps", act: () => {} });

let addProblem = () => {};

function Page() {
  const [problems, add] = useReducer((count: number) => count + 1, 0);
  addProblem = add;
  usePageCommands(() => (problems === 0 ? [command("Add")] : [command("Add"), command("Show the problems")]));
  return null;
}

function Palette() {
  const names = useOfferedCommands().map(({ name }) => name);
  return createElement("p", { id: "offered" }, names.join(", "));
}

test("what the page offers from now on is found in a palette that is open already", async () => {
  const mount = document.createElement("div");
  document.body.append(mount);
  const root = createRoot(mount);
  const offered = () => mount.querySelector("#offered")?.textContent;
  const draw = (page: boolean) =>
    flushSync(() =>
      root.render([page && createElement(Page, { key: "page" }), createElement(Palette, { key: "palette" })]),
    );
  draw(true);
  await expect.poll(() => offered()).toBe("Add");
  flushSync(() => addProblem());
  await expect.poll(() => offered()).toBe("Add, Show the problems");
  draw(false);
  await expect.poll(() => offered()).toBe("");
  root.unmount();
  mount.remove();
});
