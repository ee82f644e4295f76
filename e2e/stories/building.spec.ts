import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";
import { tabTo } from "../pages/tabTo.ts";

/** A list whose elements go through a command and are gathered; a branch; a question; a second command. */
const wires = [
  "Start:Start:transform",
  "ask:AskNo:stop_2",
  "ask:AskYes:command_2",
  "branch:BranchNo:delay",
  "branch:BranchYes:ask",
  "command:CommandDone:join",
  "command_2:Command2Done:stop",
  "delay:DelayDone:transform_2",
  "fan_out:FanOutDone:command",
  "join:JoinDone:branch",
  "transform:TransformDone:fan_out",
  "transform_2:Transform2Done:stop_3",
];

test("twelve steps by mouse: wires let go over empty canvas bring the next step, and all of it runs", async ({
  page,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  const editor = new EditorPage(page);
  await expect(editor.step("Start")).toBeVisible();
  const steps: readonly (readonly [from: string, port: string, kind: string, id: string])[] = [
    ["Start", "done", "transform", "transform"],
    ["transform", "done", "fan-out", "fan_out"],
    ["fan_out", "done", "command", "command"],
    ["command", "done", "join", "join"],
    ["join", "done", "branch", "branch"],
    ["branch", "yes", "ask", "ask"],
    ["ask", "yes", "command", "command_2"],
    ["command_2", "done", "stop", "stop"],
    ["ask", "no", "stop", "stop_2"],
    ["branch", "no", "delay", "delay"],
    ["delay", "done", "transform", "transform_2"],
    ["transform_2", "done", "stop", "stop_3"],
  ];
  for (const [from, port, kind, id] of steps) {
    await editor.hang(from, port, kind, id);
    if (kind === "command") await editor.field("Command").fill("echo\nhello");
    if (id === "transform") await editor.writeExpression("[1..3]");
    await editor.tidy();
  }
  expect(await editor.wires()).toEqual(wires);

  // An end of a wire is taken to another card, and back.
  await editor.takeWire(editor.wire("command_2", "Command2Done", "stop"), "stop_3");
  await expect(editor.wire("command_2", "Command2Done", "stop_3")).toHaveCount(1);
  await expect(editor.wire("command_2", "Command2Done", "stop")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor.wire("command_2", "Command2Done", "stop")).toHaveCount(1);

  // A group takes its steps along, and no others.
  await editor.select("delay");
  await page.keyboard.down("Shift");
  await editor.select("transform_2");
  await page.keyboard.up("Shift");
  await page.keyboard.press("g");
  await expect(page.getByRole("textbox", { name: "Title of the group" })).toBeFocused();
  await page.keyboard.type("Waits");
  await page.keyboard.press("Enter");
  const group = page.locator("[data-group]");
  const places = () => Promise.all(["delay", "transform_2", "stop_2"].map((id) => editor.placeOf(id)));
  const before = await places();
  await editor.dragBy(group.getByText("Waits", { exact: true }), { x: 0, y: 60 });
  const [delay, transform, stop] = await places();
  const by = (delay?.y ?? 0) - (before[0]?.y ?? 0);
  expect(by).toBeGreaterThan(30);
  expect(Math.abs((transform?.y ?? 0) - (before[1]?.y ?? 0) - by)).toBeLessThan(2);
  expect(stop).toEqual(before[2]);

  // What is copied comes back under names of its own, wired among itself; no other card moves.
  const stood = await editor.places();
  await editor.select("delay");
  await page.keyboard.down("Shift");
  await editor.select("transform_2");
  await page.keyboard.up("Shift");
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(editor.wire("delay_2", "Delay2Done", "transform_3")).toHaveCount(1);
  const { delay_2, transform_3, ...others } = await editor.places();
  expect(others).toEqual(stood);
  expect(new Set([delay_2, transform_3, ...Object.values(stood)]).size).toBe(Object.keys(stood).length + 2);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor.step("delay_2")).toHaveCount(0);
  expect(await editor.places()).toEqual(stood);

  expect(await editor.wires()).toEqual(wires);
  await editor.saved();
  await page.reload();
  await expect(editor.step("stop_3")).toBeVisible();
  expect(await editor.wires()).toEqual(wires);
  await expect(group).toHaveCount(1);

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await run.ask("ask").getByRole("button", { name: "yes" }).click();
  await run.ended("success");
  await expect(run.step("command")).toHaveAttribute("data-outcome", "success");
  await expect(run.step("command_2")).toHaveAttribute("data-outcome", "success");
  await expect(run.step("delay")).not.toHaveAttribute("data-outcome", /./);

  // The clipboard goes along into another workflow.
  await page.goto(`${runner.url}/#/`);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  await expect(editor.step("Start")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(editor.wire("delay", "DelayDone", "transform_2")).toHaveCount(1);
});

test("the same twelve steps by keyboard alone, run and answered", async ({ page, runner }) => {
  const { keyboard } = page;
  await new HomePage(page).pair(runner.pairUrl);
  await tabTo(page, page.getByRole("button", { name: "New workflow", exact: true }).first());
  await keyboard.press("Enter");
  const editor = new EditorPage(page);
  await expect(editor.step("Start")).toBeVisible();
  /** A step behind one of several outputs: added beside its card, then connected from there. */
  const branchOff = async (from: string, port: string, kind: string, id: string, ...back: readonly string[]) => {
    await editor.addByKey(kind, id);
    for (const key of back) await keyboard.press(key);
    await expect(editor.card(from)).toBeFocused();
    await editor.connectByKey(`${port} ${id}`);
  };
  /** The first Escape closes a list of completions, when there is one. */
  const backToCard = (id: string) =>
    expect(async () => {
      await keyboard.press("Escape");
      await expect(editor.card(id)).toBeFocused({ timeout: 3000 });
    }).toPass();
  const writeCommand = async (id: string) => {
    await keyboard.press("Enter");
    await tabTo(page, editor.field("Command"));
    await keyboard.type("echo");
    await keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Argument 1" })).toBeFocused();
    await keyboard.type("hello");
    await backToCard(id);
  };
  await editor.addByKey("transform", "transform");
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("textbox", { name: "Expression" }));
  await keyboard.press("ControlOrMeta+a");
  await keyboard.insertText("[1..3]");
  await backToCard("transform");
  await editor.addByKey("fan out", "fan_out");
  await editor.addByKey("command", "command");
  await writeCommand("command");
  await editor.addByKey("join", "join");
  await editor.addByKey("branch", "branch");
  await branchOff("branch", "yes", "ask", "ask", "ArrowLeft");
  await branchOff("branch", "no", "delay", "delay", "ArrowLeft");
  await keyboard.press("ArrowRight");
  await expect(editor.card("ask")).toBeFocused();
  await branchOff("ask", "yes", "command", "command_2", "ArrowLeft");
  await branchOff("ask", "no", "stop", "stop", "ArrowUp", "ArrowLeft");
  await keyboard.press("ArrowRight");
  await expect(editor.card("command_2")).toBeFocused();
  await writeCommand("command_2");
  await editor.addByKey("stop", "stop_2");
  await keyboard.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Find on the canvas" })).toBeFocused();
  await keyboard.type("delay");
  await keyboard.press("Escape");
  await expect(editor.card("delay")).toBeFocused();
  await editor.addByKey("transform", "transform_2");
  await editor.addByKey("stop", "stop_3");
  // Named in another order than by mouse: otherwise the same.
  const same = wires
    .map((wire) => wire.replace("AskNo:stop_2", "AskNo:stop").replace("Command2Done:stop", "Command2Done:stop_2"))
    .sort();
  await expect.poll(() => editor.wires()).toEqual(same);
  await keyboard.press("t");
  await editor.saved();

  await keyboard.press("ControlOrMeta+Enter");
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Allow" }));
  await keyboard.press("Enter");
  const run = new RunPage(page);
  await tabTo(page, run.ask("ask").getByRole("button", { name: "yes" }));
  await keyboard.press("Enter");
  await run.ended("success");
  await expect(run.step("command_2")).toHaveAttribute("data-outcome", "success");
});
