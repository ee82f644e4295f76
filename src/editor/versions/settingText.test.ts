import { expect, test } from "vitest";
import { settingText } from "./settingText.ts";

test("a list of names is one a line, so that one that went takes no brackets and commas with it", () => {
  expect(settingText(["OrderDone", "AskSend"])).toBe("OrderDone\nAskSend");
  expect(settingText([])).toBe("");
});

test("a text stays as it is, and what no name can be is JSON", () => {
  expect(settingText("two\nlines")).toBe("two\nlines");
  expect(settingText(undefined)).toBe("");
  expect(settingText(["two words", ""])).toBe('[\n  "two words",\n  ""\n]');
  expect(settingText({ at: 1 })).toBe('{\n  "at": 1\n}');
});
