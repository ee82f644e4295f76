import { expect, test } from "vitest";
import type { PageCommand } from "../../ui/pageCommands.ts";
import { findCommands } from "./findCommands.ts";

const command = (name: string, group: string, more: Partial<PageCommand> = {}): PageCommand => ({
  id: `${group} ${name}`,
  name,
  group,
  act: () => {},
  ...more,
});

const all = [
  command("Tidy the cards", "This workflow"),
  command("Delete what is selected", "This workflow"),
  command("Write the report", "Steps", { note: "ask · write", whenTyped: true }),
  command("Count by author", "Steps", { note: "code · count", whenTyped: true }),
  command("Settings", "Go to"),
];
const names = (typed: string) =>
  findCommands(all, typed).map(({ title, commands }) => [title, ...commands.map(({ name }) => name)]);

test("without words the commands of the page stand there, and nothing of which there are many", () => {
  expect(names("")).toEqual([
    ["This workflow", "Tidy the cards", "Delete what is selected"],
    ["Go to", "Settings"],
  ]);
});

test("words find steps by their title, kind and id, and groups stand in the order of their best match", () => {
  expect(names("count")).toEqual([["Steps", "Count by author"]]);
  expect(names("ask")).toEqual([["Steps", "Write the report"]]);
  expect(names("set")).toEqual([["Go to", "Settings"]]);
  expect(names("t")[0]?.[0]).toBe("This workflow");
  expect(names("nothing like it")).toEqual([]);
});

test("of a long group the best are shown, and how many more there are is known", () => {
  const many = Array.from({ length: 30 }, (_, index) => command(`Step ${index}`, "Steps", { whenTyped: true }));
  const [group] = findCommands(many, "step");
  expect(group?.commands).toHaveLength(8);
  expect(group?.more).toBe(22);
});
